"""Files of units: read whole and bounded, written in one stroke."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from editor.documents.design_bench import DesignBench
from editor.model.design.units.unit_fields import Column
from editor.model.design.units.unit_import import MOST_BYTES, exported
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.folders import write_safely


def read_text(path: Path) -> str:
    """The text of a file; raises CannotEdit for what cannot be read, is too large, or is no text."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CannotEdit(message("design.cannot.file-too-big", limit=MOST_BYTES))
        return path.read_bytes().decode("utf-8-sig")
    except OSError as bad:
        raise CannotEdit(message("design.cannot.unreadable", file=path.name, problem=bad.strerror or str(bad))) from bad
    except UnicodeDecodeError as bad:
        raise CannotEdit(message("design.cannot.not-text", file=path.name)) from bad


def write_units(desk: DesignBench, path: Path, units: Sequence[str], columns: Sequence[Column]) -> None:
    """Write units as comma-separated values; raises CannotEdit."""
    design = desk.design
    if design is None:
        return
    try:
        write_safely(path, exported(design, units, columns).encode("utf-8"))
    except OSError as bad:
        raise CannotEdit(message("design.cannot.unwritable", file=path.name, problem=bad.strerror or str(bad))) from bad
    desk.report(message("design.exported", count=len(units), file=path.name))
