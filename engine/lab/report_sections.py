"""The report in words, tables and pictures, section by section, in the language that is spoken.

The page that is shared, the window and the command line show these; none of them reckons anything itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from engine.core.ids import Location
from engine.core.messages import Catalogue, Message, as_written, message
from engine.lab.deeds_report import DeedsReport, UnitLine, deeds_report
from engine.lab.fields import FieldSums, MapField, sum_fields
from engine.lab.intervals import Estimate
from engine.lab.landmarks import landmarks
from engine.lab.observer import objectives_of
from engine.lab.options import options_told
from engine.lab.playing import ReadyArm
from engine.lab.report import Report, report
from engine.lab.results import DRAW, GameResult, check_result
from engine.lab.svg_plots import band_plot, bar_plot, colour_of, heat_map, side_colours
from engine.narration.card_faces import Inks
from engine.narration.language import catalogue, fixed, labelled, scenario_title, title
from engine.narration.names import Names
from engine.rulesets.assembly import game_entry, palette_of
from engine.rulesets.rules_index import Status, rules_index

_MOST_ROWS = 20


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under a head; the first column is words, the others numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ReportPicture:
    """A plot or a map, with what it shows."""

    svg: str
    words: str


@dataclass(frozen=True, slots=True)
class ReportSection:
    """One question and its answer."""

    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[ReportTable, ...] = ()
    pictures: tuple[ReportPicture, ...] = ()


def title_of(found: ArmReport) -> str:
    """What the page about one arm is called: by its scenario, the position where it is one, and who played it."""
    if found.position_turn is None:
        return found.say(message("report.title-played", scenario=found.title, players=found.seating))
    turn = found.position_turn
    return found.say(message("report.title-position", scenario=found.title, turn=turn, players=found.seating))


def seeds_words(seeds: Sequence[int]) -> Message:
    """Which games they were: all from one seed to another, or some of these."""
    first, last = min(seeds), max(seeds)
    if first == last:
        return message("report.one-seed", seed=first)
    if len(seeds) == last - first + 1:
        return message("report.seeds", first=first, last=last)
    return message("report.some-seeds", games=len(seeds), first=first, last=last)


def about_lines(found: ArmReport, seeds: Sequence[int]) -> list[str]:
    """What stands below the title: which games they were, and by which optional rules."""
    options = options_told(found.made.arm)
    return [
        found.say(seeds_words(seeds)),
        *([found.say(message("report.options", options=options))] if options else []),
    ]


class ArmReport:
    """Everything that is known of the games of one arm, with the names to say it."""

    def __init__(self, made: ReadyArm, results: Sequence[GameResult]) -> None:
        """Raises LabError where the games are not such as this arm has: results may come from anybody."""
        self.made = made
        self.results = tuple(results)
        game, brief = made.game, made.brief
        self.sides: tuple[str, ...] = tuple(game.ruleset.sides)
        self.objectives: tuple[Location, ...] = objectives_of(game, brief, made.start(1))
        for result in self.results:
            check_result(result, self.sides, len(self.objectives))
        self.names = Names(brief, game.ruleset.sides, game.board)
        self.words: Catalogue = catalogue(made.arm.ruleset)
        self.numbers: Report = report(results, self.sides)
        cases = rules_index(game_entry(made.arm.ruleset)).with_status(Status.IMPLEMENTED)
        units = {unit: str(brief.side_of(unit)) for unit in brief.units}
        in_play = {placed.unit for placed in brief.scenario.setup} | {each.unit for each in brief.scenario.schedule}
        told = [result.told() for result in self.results]
        seen = {unit for each in told for unit in (*each.moved, *each.arrived)}
        self.deeds: DeedsReport = deeds_report(
            results,
            self.sides,
            units={unit: side for unit, side in units.items() if unit in in_play or unit in seen},
            cards=tuple(brief.cards),
            cases=cases,
            told=told,
        )
        self._fields: FieldSums | None = None

    @property
    def fields(self) -> FieldSums:
        """The fields of all games; read when they are first wanted. Raises LabError where they are none."""
        if self._fields is None:
            ended = [game.fields for game in self.results if game.is_finished]
            self._fields = sum_fields(ended, sides=len(self.sides), places=self.made.game.board.size)
        return self._fields

    def read(self) -> ArmReport:
        """The same with nothing left to read, for whoever shows it piece by piece. Raises LabError."""
        self._fields = self.fields
        return self

    def say(self, said: Message) -> str:
        return self.words.text(said)

    @cached_property
    def colours(self) -> dict[str, str]:
        """In which colour each side is drawn."""
        inks = Inks(self.made.brief, self.sides, palette_of(game_entry(self.made.arm.ruleset)))
        return dict(zip(self.sides, side_colours([inks.of(side)[0] for side in self.sides]), strict=True))

    @cached_property
    def landmarks(self) -> dict[Location, str]:
        """The names by which a reader finds the way on a map, the most important first."""
        return landmarks(self.made.brief, self.made.game.board, self.names, self.objectives)

    @property
    def title(self) -> str:
        """The scenario, as it is called."""
        return scenario_title(self.made.brief.scenario)

    @property
    def position_turn(self) -> int | None:
        """The turn of the position that was played on; None where games began with the scenario."""
        return self.made.start(1).turn if self.made.arm.begins is not None else None

    @property
    def seating(self) -> str:
        """Every side and who plays it."""
        pairs = zip(self.sides, self.made.arm.players, strict=True)
        return ", ".join(labelled(self.names.side(side), title(who)) for side, who in pairs)

    def level(self, winner: str, level: str) -> str:
        """How a game ended, in words."""
        key = f"level.{level}"
        known = self.words.text(Message(key)) if key in self.words else as_written(level)
        return known if winner == DRAW else labelled(self.names.side(winner), known)

    def objective(self, at: Location) -> str:
        named = next(
            (each.name for each in self.made.brief.scenario.objectives if self.made.game.board.at(each.at) == at), None
        )
        return f"{self.names.place(at)} {self.names.authored(named)}" if named else self.names.place(at)


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def spanned(found: Estimate, *, as_share: bool = True) -> str:
    """A number with its interval, where that has an end."""
    if as_share:
        return _interval(percent(found.value), f"{100 * found.low:.0f}", f"{100 * found.high:.0f}")
    value, low, high = (fixed(each, 2, signed=True) for each in (found.value, found.low, found.high))
    return _interval(value, low, high) if isfinite(found.low) else value


def signed_share(found: Estimate) -> str:
    """The same of a difference of shares."""
    value, low, high = (fixed(100 * each, 0, signed=True) for each in (found.value, found.low, found.high))
    return _interval(f"{value} %", low, high) if isfinite(found.low) else f"{value} %"


def _interval(value: str, low: str, high: str) -> str:
    """In words: between numbers below nothing a dash would be read as one more sign."""
    return catalogue().text(message("report.interval", value=value, low=low, high=high))


def sections(found: ArmReport) -> Iterator[ReportSection]:
    """The whole report; a section of which there is nothing to say is left out."""
    yield _balance(found)
    if not found.numbers.balance.games:
        return
    yield _score(found)
    yield _losses(found)
    if found.objectives:
        yield _objectives(found)
    yield from _maps(found)
    yield _length(found)
    if found.deeds.columns or found.deeds.terrains:
        yield _fights(found)
    yield _units(found)
    yield from _arrivals(found)
    if any(line.games for line in found.deeds.cards):
        yield _cards(found)
    if found.deeds.unused:
        yield _unused(found)
    yield _look(found)


def _balance(found: ArmReport) -> ReportSection:
    balance = found.numbers.balance
    lines = [found.say(message("report.games", games=balance.games))]
    if balance.games:
        lines += [found.say(_verdict(found)), found.say(message("report.to-know", games=balance.to_know))]
    if found.numbers.faults:
        lines.append(found.say(message("report.faults", games=len(found.numbers.faults))))
        lines.append(labelled(str(found.numbers.faults[0].seed), found.numbers.faults[0].fault))
    if found.numbers.endless:
        lines.append(found.say(message("report.endless", games=len(found.numbers.endless))))
    head = (found.say(message("report.side")), found.say(message("report.wins")), found.say(message("report.share")))
    rows = tuple(
        (found.names.side(side), str(balance.wins[side]), spanned(balance.share(side))) for side in found.sides
    )
    levels = tuple(
        (found.level(winner, level), str(count), spanned(balance.level_share(winner, level)))
        for (winner, level), count in balance.levels.items()
    )
    ends = (found.say(message("report.end")), found.say(message("report.count")), found.say(message("report.share")))
    tables = (ReportTable(head, rows), *((ReportTable(ends, levels),) if levels else ()))
    return ReportSection(found.say(message("report.balance")), tuple(lines), tables)


def _verdict(found: ArmReport) -> Message:
    """Whether one side wins more than the other, or what would tell."""
    balance = found.numbers.balance
    if balance.is_settled:
        ahead = max(found.sides, key=lambda side: balance.wins[side])
        return message("report.settled", side=found.names.side(ahead))
    if balance.to_settle is None:
        return message("report.even")
    return message("report.to-settle", games=balance.to_settle)


def _score(found: ArmReport) -> ReportSection:
    bands = found.numbers.score_bands
    title = found.say(message("report.score"))
    svg = band_plot(
        title,
        [band.turn for band in bands],
        [
            (
                found.names.side(found.sides[0]),
                found.colours[found.sides[0]],
                [band.low for band in bands],
                [band.middle for band in bands],
                [band.high for band in bands],
            )
        ],
        along=found.say(message("report.turn")),
    )
    words = found.say(message("report.score-band", side=found.names.side(found.sides[0])))
    return ReportSection(title, (), (), (ReportPicture(svg, words),))


def _by_side(found: ArmReport, values: dict[str, tuple[float, ...]]) -> list[tuple[str, str, Sequence[float]]]:
    return [(found.names.side(side), found.colours[side], values[side]) for side in found.sides]


def _losses(found: ArmReport) -> ReportSection:
    turns = [str(turn) for turn in found.numbers.turns]
    along = found.say(message("report.turn"))
    pictures = []
    for values, said in (
        (found.numbers.steps_lost, message("report.steps-lost")),
        (found.numbers.units_lost, message("report.units-lost")),
    ):
        words = found.say(said)
        pictures.append(ReportPicture(bar_plot(words, turns, _by_side(found, dict(values)), along=along), words))
    return ReportSection(found.say(message("report.losses")), (), (), tuple(pictures))


def _objectives(found: ArmReport) -> ReportSection:
    standings = found.numbers.standings
    head = (found.say(message("report.objective")), *(str(turn) for turn in standings))
    first = found.sides[0]
    rows = tuple(
        (found.objective(at), *(percent(part) for part in found.numbers.held[number][first]))
        for number, at in enumerate(found.objectives)
    )
    words = found.say(message("report.objectives-held", side=found.names.side(first)))
    return ReportSection(found.say(message("report.objectives")), (words,), (ReportTable(head, rows),))


def _maps(found: ArmReport) -> Iterator[ReportSection]:
    sides, board, names = len(found.sides), found.made.game.board, found.landmarks
    pictures = []
    for number, side in enumerate(found.sides):
        words = found.say(message("report.presence", side=found.names.side(side)))
        pictures.append(
            ReportPicture(heat_map(board, found.fields.mean(MapField.PRESENCE, number, sides), words, names), words)
        )
    words = found.say(message("report.combat"))
    pictures.append(ReportPicture(heat_map(board, found.fields.mean(MapField.COMBAT, 0, sides), words, names), words))
    for number, side in enumerate(found.sides):
        words = found.say(message("report.control", side=found.names.side(side)))
        pictures.append(
            ReportPicture(heat_map(board, found.fields.mean(MapField.CONTROL, number, sides), words, names), words)
        )
    yield ReportSection(found.say(message("report.maps")), (), (), tuple(each for each in pictures if each.svg))


def _length(found: ArmReport) -> ReportSection:
    lengths = found.numbers.lengths
    title = found.say(message("report.length"))
    svg = bar_plot(
        title,
        [str(turn) for turn in lengths],
        [("", colour_of(1), [float(count) for count in lengths.values()])],
        along=found.say(message("report.turn")),
    )
    line = found.say(message("report.decisions", count=f"{found.numbers.actions:.0f}"))
    return ReportSection(title, (line,), (), (ReportPicture(svg, found.say(message("report.games-by-turn"))),))


def _fights(found: ArmReport) -> ReportSection:
    times = found.say(message("report.a-game"))
    columns = ReportTable(
        (found.say(message("report.column")), times),
        tuple((name, fixed(count, 2)) for name, count in list(found.deeds.columns.items())[:_MOST_ROWS]),
    )
    grounds = ReportTable(
        (found.say(message("report.terrain")), times),
        tuple(
            (found.names.word(name), fixed(count, 2)) for name, count in list(found.deeds.terrains.items())[:_MOST_ROWS]
        ),
    )
    return ReportSection(found.say(message("report.fights")), (), (columns, grounds))


def _units(found: ArmReport) -> ReportSection:
    lines = []
    for units, key in (
        (found.deeds.never_moved, "report.never-moved"),
        (found.deeds.never_fought, "report.never-fought"),
    ):
        if units:
            listed = ", ".join(found.names.unit(line.unit) for line in units[:_MOST_ROWS])
            more = "" if len(units) <= _MOST_ROWS else " ..."
            lines.append(found.say(Message(key, {"count": len(units), "units": listed + more})))
    head = tuple(
        found.say(said)
        for said in (message("report.unit"), message("report.moved"), message("report.fought"), message("report.died"))
    )
    busiest = sorted(found.deeds.units, key=lambda line: (-line.fought, -line.died, line.unit))[:_MOST_ROWS]
    rows = tuple(
        (_unit_words(found, line), percent(line.moved), percent(line.fought), percent(line.died)) for line in busiest
    )
    return ReportSection(found.say(message("report.units")), tuple(lines), (ReportTable(head, rows),))


def _unit_words(found: ArmReport, line: UnitLine) -> str:
    return f"{found.names.unit(line.unit)}, {found.names.side(line.side)}"


def _arrivals(found: ArmReport) -> Iterator[ReportSection]:
    came = [line for line in found.deeds.units if line.arrives is not None]
    if not came:
        return
    came.sort(key=lambda line: (-abs(line.effect.value) if line.effect else 0.0, line.unit))
    head = tuple(
        found.say(said)
        for said in (message("report.unit"), message("report.came"), message("report.fought"), message("report.effect"))
    )
    rows = tuple(
        (
            _unit_words(found, line),
            fixed(line.arrives, 1),
            percent(line.fought),
            signed_share(line.effect) if line.effect is not None else "",
        )
        for line in came[:_MOST_ROWS]
        if line.arrives is not None
    )
    about = found.say(message("report.arrivals-effect"))
    yield ReportSection(found.say(message("report.arrivals")), (about,), (ReportTable(head, rows),))


def _cards(found: ArmReport) -> ReportSection:
    head = tuple(
        found.say(said) for said in (message("report.card"), message("report.a-game"), message("report.effect"))
    )
    shown = [line for line in found.deeds.cards if line.games][:_MOST_ROWS]
    rows = tuple(
        (found.names.card(line.card), fixed(line.times, 2), signed_share(line.effect) if line.effect else "")
        for line in shown
    )
    never = [line for line in found.deeds.cards if not line.games]
    lines = [found.say(message("report.cards-effect", side=found.names.side(found.sides[0])))]
    if never:
        listed = ", ".join(found.names.card(line.card) for line in never[:_MOST_ROWS])
        lines.append(found.say(message("report.cards-never", count=len(never), cards=listed)))
    return ReportSection(found.say(message("report.cards")), tuple(lines), (ReportTable(head, rows),))


def _unused(found: ArmReport) -> ReportSection:
    listed = ", ".join(found.deeds.unused)
    line = found.say(message("report.rules-unused", count=len(found.deeds.unused), cases=listed))
    return ReportSection(found.say(message("report.rules")), (line,))


def _look(found: ArmReport) -> ReportSection:
    told = {
        "typical": message("report.look.typical"),
        "shortest": message("report.look.shortest"),
        "swing": message("report.look.swing"),
    }
    games = {game.seed: game for game in found.results}
    rows = tuple(
        (
            found.say(told[each.reason]),
            str(each.seed),
            found.level(games[each.seed].winner, games[each.seed].level),
            f"{games[each.seed].score:g}",
        )
        for each in found.numbers.look_at
    )
    head = tuple(
        found.say(said)
        for said in (
            message("report.game"),
            message("report.seed"),
            message("report.end"),
            message("report.final-score"),
        )
    )
    return ReportSection(found.say(message("report.look-at")), (), (ReportTable(head, rows),))
