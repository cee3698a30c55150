"""The sheet that tells how a scenario is set up: what it is about, who stands where, who comes when, what wins.

It is made of the same grids as the charts, so that both are printed alike. No Qt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.core.messages import Catalogue, message
from engine.definitions.charts.chart_pages import ChartCell, ChartPage, ChartPart
from engine.definitions.checks.course import TURN_TRACK
from engine.definitions.scenario import ScheduleEntry, ScheduleKind
from engine.definitions.sources import DESIGNER
from engine.narration.language import title, word
from engine.narration.names import Names
from engine.narration.victory_words import victory_sentences
from engine.rulesets.brief import Brief
from engine.rulesets.registry import find_game

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_LEVELS: Final = "victory_levels"
_BOTTOMLESS: Final = -1000.0
"""A level that every score comes to."""


@dataclass(frozen=True, slots=True)
class SetUpSheet:
    """The words and the grids of a set-up, in the order they are printed."""

    paragraphs: tuple[str, ...] = ()
    grids: tuple[ChartPage, ...] = ()
    notes: tuple[str, ...] = ()


def set_up_sheet(brief: Brief, words: Catalogue) -> SetUpSheet:
    """The set-up of a scenario."""
    scenario = brief.scenario
    names = Names(brief, scenario.sides, brief.board)
    first, last = (_turn(brief, turn, names) for turn in (scenario.first_turn, scenario.last_turn))
    turns = words.text(message("set-up.turns", first=first, last=last))

    def place_of(label: str) -> str:
        at = brief.board.at(label)
        named = next((each.name for each in brief.board.features(at) if each.name), "")
        return f"{names.authored(named)} ({names.place(at)})" if named else names.place(at)

    grids = [
        *(_placed(brief, side, names, words) for side in scenario.sides),
        _at_hand(brief, names, words),
        _arrivals(brief, names, words),
        _objectives(brief, names, words),
        _decisive(brief, words),
    ]
    return SetUpSheet(
        (turns, *_plain(scenario.description), *victory_sentences(scenario, place_of)),
        tuple(grid for grid in grids if grid is not None),
        tuple(_plain(scenario.notes)),
    )


def called(brief: Brief, unit: str, names: Names) -> str:
    """A unit in a list: by its name alone where that says its sort and no other is called so, else with its sort.

    `I Corps` says that it is an infantry corps, `2 Art` that it is artillery; of two called `Corps 2` neither does.
    """
    entry = brief.units[unit]
    kind = brief.types.get(entry.type)
    if entry.name and kind is not None and _names_its_sort(entry.name, kind.name):
        same = sum(each.name == entry.name for each in brief.units.values())
        return names.authored(entry.name) if same == 1 else names.unit(unit)
    return names.unit(unit)


def _names_its_sort(name: str, sort: str) -> bool:
    sorts = _WORD.findall(sort.casefold())
    return any(each.startswith(part) for part in _WORD.findall(name.casefold()) for each in sorts)


def _turn(brief: Brief, turn: int, names: Names) -> str:
    """A turn by its number and, where a track of the game dates it, by its date."""
    dates = (entry.date for track in brief.charts.tracks.values() for entry in track.entries if entry.key == str(turn))
    date = next((each for each in dates if each), None)
    return f"{turn} ({names.authored(date)})" if date else str(turn)


def _plain(markdown: str) -> Iterator[str]:
    """The paragraphs of a text without what only a screen shows."""
    for paragraph in markdown.split("\n\n"):
        line = " ".join(paragraph.split()).lstrip("#-* ").replace("**", "").replace("`", "")
        if line:
            yield line


def _placed(brief: Brief, side: str, names: Names, words: Catalogue) -> ChartPage | None:
    """The order of battle of a side: every place, and who stands there when play begins."""
    found: dict[str, list[str]] = {}
    for placed in brief.scenario.setup:
        if placed.unit in brief.units and brief.side_of(placed.unit) == side:
            found.setdefault(names.place(brief.board.at(placed.at)), []).append(called(brief, placed.unit, names))
    title = words.text(message("set-up.order-of-battle", side=names.side(side)))
    return _grid("set-up-" + side, title, (words.text(message("set-up.units")),), _joined(found))


def _at_hand(brief: Brief, names: Names, words: Catalogue) -> ChartPage | None:
    """What no counter shows when play begins: who plays first, and points of every sort that a game has words for."""

    def said(value: object) -> str:
        if isinstance(value, str):
            return names.side(value) if value in brief.scenario.sides else names.word(value)
        return str(value)

    told = {name: value for name, value in brief.scenario.values.items() if names.is_word(name)}
    rows = [(names.heading(name), (said(value),)) for name, value in told.items() if not isinstance(value, bool)]
    columns = (words.text(message("set-up.number")),)
    return _grid("set-up-at-hand", words.text(message("set-up.at-hand")), columns, rows)


def _arrivals(brief: Brief, names: Names, words: Catalogue) -> ChartPage | None:
    """Who comes and goes, turn by turn."""
    turns: dict[int, list[str]] = {}
    for entry in sorted(brief.scenario.schedule, key=lambda entry: entry.turn):
        if brief.scenario.first_turn <= entry.turn <= brief.scenario.last_turn and entry.unit in brief.units:
            turns.setdefault(entry.turn, []).append(_arrival(brief, entry, names, words))
    rows = {words.text(message("set-up.turn", turn=turn)): units for turn, units in turns.items()}
    title = words.text(message("set-up.schedule"))
    return _grid("set-up-schedule", title, (words.text(message("set-up.units")),), _joined(rows))


def _arrival(brief: Brief, entry: ScheduleEntry, names: Names, words: Catalogue) -> str:
    unit = called(brief, entry.unit, names)
    if entry.kind is ScheduleKind.WITHDRAWAL:
        return words.text(message("set-up.leaves", unit=unit))
    if entry.at is None:
        return unit
    return words.text(message("set-up.at", unit=unit, place=names.place(brief.board.at(entry.at))))


def _objectives(brief: Brief, names: Names, words: Catalogue) -> ChartPage | None:
    """What is worth winning."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for goal in brief.scenario.objectives:
        place = names.place(brief.board.at(goal.at))
        heading = f"{names.authored(goal.name)} ({place})" if goal.name and goal.name != place else place
        value = f"{goal.value:g}" if goal.value is not None else ""
        whose = names.side(goal.side) if goal.side else words.text(message("set-up.whoever"))
        rows.append((heading, (value, whose)))
    columns = tuple(words.text(message(f"set-up.{each}")) for each in ("points", "for"))
    return _grid("set-up-victory", words.text(message("set-up.victory")), columns, rows)


def _decisive(brief: Brief, words: Catalogue) -> ChartPage | None:
    """The numbers of the charts by which the game is won."""
    game = find_game(brief.scenario.ruleset)
    rows: list[tuple[str, tuple[str, ...]]] = []
    for name in game.ruleset.scoring.parameters if game is not None else ():
        parameter = brief.charts.parameters.get(name)
        value = parameter.value if parameter is not None else None
        called = title(name, brief.scenario.ruleset)
        if isinstance(value, Mapping):
            entries = _levels(value, words) if name == _LEVELS else {key: _number(each) for key, each in value.items()}
            rows += [(f"{called}, {word(key, brief.scenario.ruleset)}", (each,)) for key, each in entries.items()]
        elif value is not None:
            rows.append((called, (_number(value),)))
    reference = _references(brief, game.ruleset.scoring.reference, words) if game is not None else ()
    column = words.text(message("set-up.points-over" if reference else "set-up.points"))
    return _grid("set-up-decisive", words.text(message("set-up.decides")), (column,), [*reference, *rows])


def _references(brief: Brief, name: str, words: Catalogue) -> Sequence[tuple[str, tuple[str, ...]]]:
    """What a score is counted from, turn by turn, where the turn track says so."""
    track = brief.charts.tracks.get(TURN_TRACK) if name else None
    first, last = brief.scenario.first_turn, brief.scenario.last_turn
    found = [
        words.text(message("set-up.reference-at", turn=turn, points=_number(entry.get(name))))
        for entry in (track.entries if track is not None else ())
        if (turn := entry.turn) is not None and first <= turn <= last and entry.get(name) is not None
    ]
    return ((words.text(message("set-up.reference")), (", ".join(found),)),) if found else ()


def _levels(value: Mapping[str, object], words: Catalogue) -> dict[str, str]:
    """What a score is called, by the least it has to be; the lowest level is whatever is less."""
    lowest = min(value, key=lambda key: float(str(value[key])))
    found = {key: words.text(message("set-up.at-least", points=_number(each))) for key, each in value.items()}
    if float(str(value[lowest])) <= _BOTTOMLESS:
        found[lowest] = words.text(message("set-up.less"))
    return found


def _number(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _joined(rows: Mapping[str, Iterable[str]]) -> list[tuple[str, tuple[str, ...]]]:
    return [(heading, (", ".join(units),)) for heading, units in rows.items()]


def _grid(
    name: str, title: str, columns: tuple[str, ...], rows: Sequence[tuple[str, tuple[str, ...]]]
) -> ChartPage | None:
    """Rows under their headings, of which two may be alike: a place may be worth something to either side."""
    if not rows:
        return None
    cells = tuple(tuple(ChartCell(text, DESIGNER) for text in row) for _, row in rows)
    return ChartPage(ChartPart.TABLES, name, title, None, columns, tuple(heading for heading, _ in rows), cells)
