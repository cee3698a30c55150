"""The panels of a game: what each is called, the key that shows it, and where it usually stands.

A further panel is a widget and one entry here. It listens to `GameScene.refreshed` and reads the table; a panel that
some games have no use for says so in `is_wanted`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.play.panels.computer_panel import ComputerPanel
from app.play.panels.score_panel import ScorePanel
from app.play.panels.trays_panel import TraysPanel
from app.play.panels.turns_panel import GameTurnsPanel
from app.play.table import GameTable
from engine.narration.hands import has_cards

if TYPE_CHECKING:
    from app.play.desk import Desk


class GamePanelSlot(StrEnum):
    """Where a panel usually stands; those of one slot are tabs, the first of them in front."""

    RIGHT_TOP = "right-top"
    RIGHT_BOTTOM = "right-bottom"
    BELOW = "below"
    ASIDE = "aside"
    """Hidden until it is wanted, and then a tab at the right."""


@dataclass(frozen=True, slots=True)
class PlayPanel:
    """A widget with its title, its key, its words and its usual place."""

    name: str
    title: str
    about: str
    keys: str
    widget: QWidget
    slot: GamePanelSlot
    is_wanted: Callable[[GameTable], bool] = lambda _: True
    """Whether a game has any use for it."""
    opens: Callable[[GameTable], bool] = lambda _: True
    """Whether it opens by itself at the foot of the window."""


def play_panels(desk: Desk) -> tuple[PlayPanel, ...]:
    """Every panel of a game, in the order of tabs and menu entries."""

    def tr(words: str) -> str:
        return QCoreApplication.translate("PlayPanels", words)

    return (
        PlayPanel(
            "log",
            tr("Log"),
            tr("What happened in the game so far"),
            "Alt+Shift+3",
            desk.scene.log,
            GamePanelSlot.RIGHT_TOP,
        ),
        PlayPanel(
            "actions",
            tr("Actions"),
            tr("Everything that can be done in the game now"),
            "Alt+Shift+1",
            desk.scene.actions,
            GamePanelSlot.RIGHT_TOP,
        ),
        PlayPanel(
            "why",
            tr("Why"),
            tr("How strengths, odds and supply came about, case by case"),
            "Alt+Shift+2",
            desk.scene.why,
            GamePanelSlot.RIGHT_BOTTOM,
        ),
        PlayPanel(
            "hand",
            tr("Hand"),
            tr("The cards in hand and what each can be used for"),
            "Alt+Shift+4",
            desk.scene.hand,
            GamePanelSlot.BELOW,
            has_cards,
        ),
        PlayPanel(
            "trays",
            tr("Trays"),
            tr("Units off the map: lost, in reserve, and those to come by the turn of their arrival"),
            "Alt+Shift+T",
            TraysPanel(desk),
            GamePanelSlot.ASIDE,
        ),
        PlayPanel(
            "turns",
            tr("Turns"),
            tr("The turn track with dates, weather, arrivals and withdrawals"),
            "Alt+Shift+U",
            GameTurnsPanel(desk),
            GamePanelSlot.ASIDE,
        ),
        PlayPanel(
            "score",
            tr("Score"),
            tr("The victory points term by term, and what changed since the last turn"),
            "Alt+Shift+V",
            ScorePanel(desk),
            GamePanelSlot.ASIDE,
        ),
        PlayPanel(
            "computer",
            tr("Computer"),
            tr("What the computer decided last, and why; and what it would do in your place"),
            "Alt+Shift+C",
            ComputerPanel(desk),
            GamePanelSlot.ASIDE,
        ),
    )
