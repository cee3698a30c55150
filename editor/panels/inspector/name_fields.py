"""Where the name of a place stands, as fields of the inspector."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from editor.model.change import Change
from editor.panels.inspector.cards import CardField, FieldKind
from engine.definitions.plan import Point


def name_fields(offset: Point, move: Callable[[Point], Change]) -> tuple[CardField, CardField]:
    """How far a name stands to the right and down from where it usually would; 0 puts it back."""
    translate = QCoreApplication.translate
    right, down = offset
    tip = translate("NameFields", "In hex sizes from where the name usually stands; 0 puts it back")
    return (
        CardField(
            "name.right",
            translate("NameFields", "Name across"),
            FieldKind.NUMBER,
            right,
            lambda given: move((float(given or 0), down)),
            tip=tip,
        ),
        CardField(
            "name.down",
            translate("NameFields", "Name down"),
            FieldKind.NUMBER,
            down,
            lambda given: move((right, float(given or 0))),
            tip=tip,
        ),
    )
