"""What a file is, in a line: a game with its turn and date, a scenario, or a map. For every list of files there is."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from app.files.map_opening import turn_words
from engine.narration.language import scenario_title
from engine.storage.file_summary import HeldInFile


def title_of_held(held: HeldInFile) -> str:
    """What is in a file, by the name of its game or scenario, or of its map."""
    game, scenario = held.game, held.scenario
    if game is not None and game.title and (scenario is None or game.title != scenario.title):
        return game.title
    if scenario is not None:
        return scenario_title(scenario)
    return ", ".join(held.maps)


def kind_of_held(held: HeldInFile) -> str:
    """What kind of work it is; of a game, where it stands."""
    game, scenario = held.game, held.scenario
    if game is not None:
        last = scenario.last_turn if scenario is not None else game.turn
        words = QCoreApplication.translate("FileWords", "A game: {0}")
        return words.format(turn_words(game.ruleset, game.turn, last))
    if scenario is not None:
        return QCoreApplication.translate("FileWords", "A scenario")
    return QCoreApplication.translate("FileWords", "A map") if held.maps else ""


def moment(when: datetime) -> str:
    """A date and a time as people here write them."""
    local = QDateTime.fromMSecsSinceEpoch(round(when.timestamp() * 1000))
    return QLocale().toString(local, QLocale.FormatType.ShortFormat)
