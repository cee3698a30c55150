"""The names by which a reader finds the way on the map of a report, those first that a reader looks for first.

Places that pay come before all others, the dearest of them first; then what the palette draws as a capital, a city or a
town, and what is left. How many of them there is room for is for the map to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location
from engine.definitions.palette import by_id
from engine.narration.names import Names
from engine.rulesets.assembly import game_entry, palette_of
from engine.rulesets.brief import Brief

_SIGNS: Final = ("capital", "city", "town", "port")
"""Kinds of things, or the signs that palettes draw them with, whose names are looked for first."""
_PAYS: Final = "objective"


def landmarks(brief: Brief, board: Board, names: Names, objectives: Iterable[Location]) -> dict[Location, str]:
    """The name of each place that has one, in the order in which they are looked for; a lone letter is none."""
    worth = {board.at(each.at): each.value or 0.0 for each in brief.scenario.objectives}
    called = {board.at(each.at): each.name for each in brief.scenario.objectives if each.name}
    signs = _signs(brief, board)
    paying = {*worth, *objectives, *(at for at, here in signs.items() if _PAYS in here)}
    found: dict[Location, str] = {}
    for at in board.locations():
        name = called.get(at) or _name(board, at)
        if len(name) > 1 and board.kinds[at] is not PlaceKind.BOX:
            found[at] = names.authored(name)

    def rank(at: Location) -> tuple[bool, float, int, int, int]:
        foremost = next((number for number, sign in enumerate(_SIGNS) if sign in signs[at]), len(_SIGNS))
        return at not in paying, -abs(worth.get(at, 0)), foremost, -len(board.features(at)), at

    return {at: found[at] for at in sorted(found, key=rank)}


def _name(board: Board, at: Location) -> str:
    """What a space is called, or the first thing with a name in a hex."""
    if board.kinds[at] is PlaceKind.SPACE:
        return board.label(at)
    return next((each.name for each in board.features(at) if each.name), "")


def _signs(brief: Brief, board: Board) -> dict[Location, frozenset[str]]:
    """The signs of the things at each place."""
    swatches = by_id(palette_of(game_entry(brief.scenario.ruleset)).features)
    signs = {kind: kind if kind in _SIGNS else str(swatch.icon) for kind, swatch in swatches.items()}
    return {at: frozenset(signs.get(each.kind, "") for each in board.features(at)) for at in board.locations()}
