"""12.1 and 12.3: one attack reckoned: who, against whom, by which table, in which column, with which die."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from engine.core.answers import AttackAnswer, Losses, Reckoning
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Number, Op, Term, total
from engine.definitions.charts.tables import Table
from engine.mechanics.attack_declaration import DeclaredAttack
from engine.mechanics.odds import odds_index, simple_odds
from engine.mechanics.reckoning import Dice, Reading, attack_answer
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.combat.strengths import (
    attack_terms,
    defence_terms,
    doubled_unit,
    printed,
    supplied_now,
)
from engine.rulesets.war_in_europe.ground import FORTIFIED_LINE
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ALLIED,
    AXIS,
    BEACH_TURN,
    DROPPED,
    FORTIFIED,
    LANDED,
    beach_of,
    enemy_of,
)
from engine.rulesets.war_in_europe.standing import company, intact_lines

COLUMN, TABLE, AIR = "column", "table", "air"
"""What may be decided about an attack, as questions name it: a lower column, one of several tables, air support."""
AE, AEX, BR, EX, DR, HALF_EX, DE = "Ae", "AEx", "Br", "Ex", "Dr", "1/2Ex", "De"
RESULTS = (AE, AEX, BR, EX, DR, HALF_EX, DE)
LEAVES = frozenset({BR, DR, EX, HALF_EX, DE})
"""The results on which an enemy who is landed or dropped upon must go (7.33, 8.24)."""


@dataclass(frozen=True)
class Fight:
    """An attack as it stands, with what follows from it; each part is worked out once."""

    game: Game
    state: State
    side: Side
    attack: DeclaredAttack

    @property
    def materials(self) -> Materials:
        found: Materials = self.game.materials
        return found

    @cached_property
    def attackers(self) -> tuple[Unit, ...]:
        return tuple(self.state.unit(unit) for unit in self.attack.attackers)

    @cached_property
    @rule("11.21", "11.23")
    def defenders(self) -> tuple[Unit, ...]:
        """All enemies in the hexes attacked, together."""
        enemy = enemy_of(self.side)
        return tuple(unit for at in self.attack.targets for unit in company(self.state, at, enemy))

    @cached_property
    def is_landing(self) -> bool:
        return any(LANDED in unit.marks for unit in self.attackers)

    # Strengths

    @cached_property
    def attack_terms(self) -> tuple[Term, ...]:
        supplied = supplied_now(self.game, self.state)
        return _summed(
            attack_terms(self.game, self.state, unit, self.attack.targets, supplied) for unit in self.attackers
        )

    @cached_property
    def defence_terms(self) -> tuple[Term, ...]:
        supplied = supplied_now(self.game, self.state)
        doubled = {
            at: doubled_unit(self.game, self.state, [unit for unit in self.defenders if unit.at == at], supplied)
            for at in self.attack.targets
        }
        return _summed(
            defence_terms(self.game, self.state, unit, supplied, doubled[unit.at]) for unit in self.defenders
        )

    @cached_property
    def strengths(self) -> tuple[Number, Number]:
        return total(self.attack_terms), total(self.defence_terms)

    # The table

    @cached_property
    @rule("12.0", "12.1")
    def tables(self) -> tuple[str, ...]:
        """The tables that apply, by the zone of each attacker's own hex, his nation, the year and the season."""
        materials, turn = self.materials, self.state.turn
        grid = materials.charts.table("combat-choice")
        season, year = materials.season(turn), materials.year(turn)
        found = {
            grid.result(
                materials.group(materials.kind(unit).nation),
                f"{materials.ground.zones[unit.at]} {grid_year(grid, year)} {season}",
            )
            for unit in self.attackers
        }
        return tuple(sorted(found))

    @property
    @rule("12.1")
    def table_name(self) -> str:
        """The table that the attacker has picked, or else the first that applies, which is the best for him."""
        chosen = str(self.attack.choices.get(TABLE, ""))
        known = self.tables or ("4",)
        return f"combat-{chosen if chosen in known else known[0]}"

    @cached_property
    def table(self) -> Table:
        return self.materials.charts.table(self.table_name)

    @cached_property
    @rule("12.31", "12.33")
    def index(self) -> int | None:
        """The column of the odds, rounded in favour of the defender; beyond 12-1 that one, under 1-2 none."""
        attack, defence = self.strengths
        return odds_index(self.table.columns, attack, defence) if attack > 0 else None

    @property
    @rule("12.32")
    def column(self) -> str:
        """The column of the odds, or a lower one that the attacker has chosen."""
        if self.index is None:
            return ""
        columns = self.table.columns
        chosen = str(self.attack.choices.get(COLUMN, ""))
        return chosen if chosen in columns[: self.index] else columns[self.index]

    @cached_property
    @rule("12.46", "7.34", "5.8", "13.42")
    def modifiers(self) -> tuple[Term, ...]:
        """What changes the die: ground once, aircraft, ships' guns for a landing and over a beach."""
        found: list[Term] = []

        def term(key: str, value: int, case: str) -> None:
            found.append(Term(message(f"term.wie.{key}"), value, case, Op.DIE))

        enemy = enemy_of(self.side)
        rough = min((ground_die(self.game, self.state, at, enemy) for at in self.attack.targets), default=0)
        if rough:
            term("ground-die", rough, "5.8")
        if self.attack.choices.get(AIR):
            term("air", self.materials.number("air_support"), "12.46")
        if self.side == ALLIED and self.is_landing:
            term("naval-guns", self.materials.number("naval_guns"), "7.34")
        if self.side == AXIS and any(is_beach(self.game, self.state, at) for at in self.attack.targets):
            term("beach", -self.materials.number("naval_guns"), "7.34")
        return tuple(found)

    @property
    def reading(self) -> Reading:
        dice = Dice(lowest=1, highest=6)
        return Reading(
            self.side, self.table, self.table_name, self.column, "12.33", modifiers=self.modifiers, dice=dice
        )

    @rule("12.43", "14.14")
    def debt(self) -> int:
        """What the attackers owe beside the result if one is unsupplied: the printed defence of all attacked."""
        supplied = supplied_now(self.game, self.state)
        if all(supplied(unit) for unit in self.attackers):
            return 0
        return sum(printed(self.materials, unit, attacking=False) for unit in self.defenders)

    # Answers

    def costs(self, result: str) -> tuple[Losses, Losses]:
        """How many steps a result may cost both sides, in battle groups and units lost."""
        mine, theirs = _steps(self.materials, self.attackers), _steps(self.materials, self.defenders)
        intruders = tuple(unit for unit in self.attackers if unit.marks & {LANDED, DROPPED})
        wiped = Losses(len(self.defenders), theirs if intruders else len(self.defenders))
        debt = self.debt()
        if result == AE:
            failed = len(self.attackers) - len(intruders) + _steps(self.materials, intruders)
            return Losses(failed, failed + (mine - failed if debt else 0)), Losses()
        if result == DE:
            return self._paid(debt), wiped
        if result in (EX, HALF_EX):
            reduced = sum(_worth(self.materials, unit, attacking=False)[0] for unit in self.defenders)
            return self._paid((reduced if result == EX else Fraction(reduced, 2)) + debt), wiped
        if result == AEX:
            printed_all = sum(printed(self.materials, unit, attacking=False) for unit in self.defenders)
            return self._paid(printed_all + debt), Losses()
        return (self._paid(debt) if result == DR else Losses(0, mine)), Losses(0, theirs)

    @rule("12.2", "12.43")
    def _paid(self, owed: Number) -> Losses:
        """The fewest and the most steps with which the attackers pay so many printed points, or all that they have.

        A battle group falls after its division, so that what a unit gives is told by how many of its steps go.
        """
        dearest, cheapest = [0], [0]
        for unit in self.attackers:
            given = tuple(accumulate(_worth(self.materials, unit, attacking=True), initial=0))
            dearest, cheapest = _joined(dearest, given, max), _joined(cheapest, given, min)
        fewest = sum(paid < owed for paid in dearest[:-1])
        return Losses(fewest, sum(paid < owed for paid in cheapest[:-1]))

    def answer(self, die: int | None) -> AttackAnswer:
        """The whole reckoning, for a preview."""
        reading = self.reading
        throws = (reading.throw(self.costs),) if reading.column else ()
        return attack_answer(
            reading,
            throws,
            sides=(self.side, enemy_of(self.side)),
            attackers=self.attack.attackers,
            target=self.attack.target,
            attack=Reckoning(self.attack_terms, self.strengths[0]),
            defence=Reckoning(self.defence_terms, self.strengths[1]),
            odds=simple_odds(*self.strengths),
            rule="12.3",
            die=die if reading.column else None,
            notes=tuple(self._notes()),
        )

    @rule("12.1", "12.32", "12.33", "12.43")
    def _notes(self) -> Iterator[Term]:
        """What else is to be known before the die: the table, what has become of the odds, and what is owed besides."""
        yield Term(message("term.wie.table"), int(self.table_name.removeprefix("combat-")), "12.1", Op.NOTE)
        if self.index is None:
            yield Term(message("term.wie.odds-low"), 0, "12.33", Op.NOTE)
        elif self.column != self.table.columns[self.index]:
            yield Term(message("term.wie.odds-lowered"), 0, "12.32", Op.NOTE)
        elif self.index == len(self.table.columns) - 1 and self.strengths[0] >= self._beyond * self.strengths[1]:
            yield Term(message("term.wie.odds-most"), 0, "12.33", Op.NOTE)
        debt = self.debt()
        if debt:
            yield Term(message("term.wie.debt"), debt, "12.43", Op.NOTE)

    @property
    def _beyond(self) -> int:
        """The odds that the last column does not stand for any more."""
        return int(self.table.columns[-1].partition("-")[0]) + 1


def _worth(materials: Materials, unit: Unit, *, attacking: bool) -> tuple[int, ...]:
    """The printed points that go with each step of a unit: first the difference to its group, then what is left."""
    kind = materials.kind(unit)
    now = printed(materials, unit, attacking=attacking)
    if FORTIFIED in unit.marks or not kind.forms_group or unit.step:
        return (now,)
    group = kind.faces[1].attack if attacking else kind.faces[1].defence
    return now - group, group


def _joined(sums: Sequence[int], given: Sequence[int], best: Callable[..., int]) -> list[int]:
    """By how many steps go, the best sum of points of some units and one more, which gives so much by its own steps."""
    whole = range(len(sums) + len(given) - 1)
    return [
        best(sums[steps - own] + points for own, points in enumerate(given) if 0 <= steps - own < len(sums))
        for steps in whole
    ]


def _steps(materials: Materials, units: tuple[Unit, ...]) -> int:
    return sum(max(1, len(materials.kind(unit).faces) - unit.step) for unit in units)


def _summed(parts: Iterable[tuple[Term, ...]]) -> tuple[Term, ...]:
    """Terms of several units as one list that adds up: what multiplies a unit is said with it alone."""
    found: list[Term] = []
    for terms in parts:
        first, *rest = terms
        worth = total(terms)
        found.append(Term(first.label, worth, first.rule))
        found += (Term(term.label, term.value, term.rule, Op.NOTE) for term in rest)
    return tuple(found)


def grid_year(grid: Table, year: int) -> int:
    """The year of the grid that stands for a year: the nearest that it has."""
    years = sorted({int(row.split(" ")[1]) for row in grid.rows})
    return min(max(year, years[0]), years[-1])


@rule("5.8", "12.41")
def ground_die(game: Game, state: State, at: Location, defender: Side) -> int:
    """What the ground of a hex takes off the die; several hexes attacked count once, the worst (ruling 30).

    A fortified line counts for the side that it belongs to.
    """
    materials: Materials = game.materials
    found = materials.charts.terrain.effect(materials.ground.terrain(at), "die")
    line = 0
    if at in intact_lines(game, state, defender):
        feature = game.board.feature(at, FORTIFIED_LINE)
        line = int(feature.attributes.get("die", 0)) if feature is not None else 0
    return (int(found) if found is not None else 0) + line


@rule("7.34", "7.35")
def is_beach(game: Game, state: State, at: Location) -> bool:
    """Whether ships cover the Allies in a hex: while an amphibious point lies there, and in the turn of the landing.

    Where it is the Axis that has landed in this turn there are no Allied ships.
    """
    if state.marker(at, beach_of(ALLIED)):
        return True
    theirs = any(LANDED in unit.marks for unit in company(state, at, AXIS))
    return state.marker(at, BEACH_TURN) == state.turn and not theirs
