"""8.3, 8.4 and 9.8 to 9.11: from the strengths to a column, to the dice, and to what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from engine.core.answers import AttackAnswer, Losses, Reckoning, Throw
from engine.core.ids import Side
from engine.core.messages import message
from engine.core.terms import Op, Term, sum_of
from engine.mechanics.odds import odds_index
from engine.mechanics.reckoning import Dice, Reading, ResultTable, attack_answer
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat.engagement import Engagement
from engine.rulesets.ukraine_43.combat.strengths import attack_terms, defence_terms, is_varied
from engine.rulesets.ukraine_43.names import AXIS, SOVIET, Role, Weather, weather_of

TABLE: Final = "combat"
LOSSES: Final = "combat-losses"
OVERWHELMING: Final = "overwhelming"
BEYOND: Final = 1000
"""Places past the last column, one for each whole number of odds, as far as anybody may come."""


class Result(StrEnum):
    """The results of the combat table (8.5)."""

    AR = "AR"
    C = "C"
    EX = "EX"
    DR = "DR"
    DR1 = "DR1"
    DRX = "DRX"
    DR2X = "DR2X"


RETREATS: Final = frozenset({Result.DR, Result.DR1, Result.DRX, Result.DR2X})


@dataclass(frozen=True, slots=True)
class TacticalTable:
    """A combat table as an attack of Germans alone reads it: an exchange costs the defender alone (9.10)."""

    table: ResultTable

    @property
    def columns(self) -> tuple[str, ...]:
        return self.table.columns

    @property
    def rows(self) -> tuple[str, ...]:
        return self.table.rows

    def column_index(self, column: str) -> int:
        return self.table.column_index(column)

    def row_for(self, number: int) -> str:
        return self.table.row_for(number)

    def result(self, column: str, row: str | int) -> str:
        return superior(self.table.result(column, row))


@rule("9.10")
def superior(result: str) -> str:
    """What Germans make of a result of the first die or a further one."""
    return {Result.DRX.value: Result.DR1.value, "1/1": "0/1"}.get(result, result)


# Odds


@rule("9.8", "9.9.A", "9.9.B", "9.11", "15.5", "22.1", "22.2", "23.3", "25.2")
def shift_terms(fight: Engagement) -> Iterator[Term]:
    """Columns for the attacker: Tigers, sappers, a Panzer corps, aircraft and artillery; rain takes one away."""
    if fight.has_tigers:
        yield Term(message("term.u43.tigers"), 1, "9.8", Op.SHIFT)
    if fight.has_sappers:
        yield Term(message("term.u43.sappers"), 1, "9.9.A", Op.SHIFT)
    if any(fight.leads(corps) for corps in fight.of_role(Role.PANZER_CORPS)):
        yield Term(message("term.u43.corps-shift"), 1, "23.3", Op.SHIFT)
    if fight.air:
        yield Term(message("term.u43.air"), 1, "15.5", Op.SHIFT)
    if fight.artillery:
        case = "22.2" if len(fight.artillery) > 1 else "22.1"
        yield Term(message("term.u43.artillery"), len(fight.artillery), case, Op.SHIFT)
    if weather_of(fight.state) is Weather.RAIN:
        yield Term(message("term.u43.rain"), -1, "25.2", Op.SHIFT)


@dataclass(frozen=True, slots=True)
class Column:
    """Where an attack stands on the ladder of odds (ruling 15)."""

    odds: str
    """Before the shifts."""
    column: str
    """The column that is read; empty where no die is thrown."""
    automatic: str | None
    """The result where no die is thrown: too weak, or overwhelming."""


@rule("8.3", "8.8.A", "8.8.B")
def column_of(columns: tuple[str, ...], attack: int, defence: int, shift: int, overwhelming: int) -> Column:
    """Odds are rounded down; under the lowest column the attack is repelled whatever helps it.

    Above the last column each whole number is a step of its own, so that shifts may lead to ten to one.
    """
    last = len(columns) - 1
    top = int(columns[last].partition("-")[0])
    index = odds_index(columns, attack, defence, beyond=BEYOND) if attack > 0 else None
    if index is None:
        return Column(f"<{columns[0]}", "", Result.AR)
    odds = columns[index] if index <= last else f"{index - last + top}-1"
    moved = index + shift
    if moved < 0:
        return Column(odds, "", Result.AR)
    if moved - last + top >= overwhelming:
        return Column(odds, "", OVERWHELMING)
    return Column(odds, columns[min(moved, last)], None)


# Dice


@rule("8.4", "26.1.B")
def magnitude(fight: Engagement) -> int:
    """One die to three, by the side with fewer steps in the fight; Zhukov adds one."""
    table = fight.materials.table("magnitude")
    fewest = max(1, min(fight.steps(fight.attacking), fight.defence_steps))
    found = int(table.result("dice", table.row_for(fewest)))
    return min(fight.materials.number("most_dice"), found + 1) if fight.zhukov else found


@rule("9.10")
def sixes_again(fight: Engagement) -> bool:
    """Whether the Soviet side throws every six once more: against Germans, unless half its steps are Guards."""
    return fight.side == SOVIET and fight.against_germans and not fight.guards_lead


def readings(fight: Engagement, column: str, shifts: tuple[Term, ...]) -> tuple[Reading, Reading]:
    """Where the first die is read, and where the others are."""
    dice = Dice(again=frozenset({6})) if sixes_again(fight) else Dice()
    found = []
    for name in (TABLE, LOSSES):
        table: ResultTable = fight.materials.table(name)
        if fight.side == AXIS and fight.all_german:
            table = TacticalTable(table)
        found.append(Reading(fight.side, table, name, column, "8.4", shifts, (), dice))
    return found[0], found[1]


# What it costs


@rule("8.5")
def primary_costs(fight: Engagement, result: str) -> tuple[int, int]:
    """The steps that a result of the first die costs attacker and defender.

    Where the whole defence has one step the attacker loses nothing by an uneven exchange (ruling 18).
    """
    if result == Result.DR2X:
        return (0, 1) if fight.has_one_step else (1, 2)
    return {
        Result.AR.value: (1, 0),
        Result.EX.value: (1, 1),
        Result.DR1.value: (0, 1),
        Result.DRX.value: (1, 1),
    }.get(result, (0, 0))


def secondary_costs(result: str) -> tuple[int, int]:
    """The steps that a further die costs attacker and defender: `1/1`, `0/1`."""
    attacker, _, defender = result.partition("/")
    return int(attacker), int(defender)


@rule("8.9", "9.7", "19.2")
def is_heavy(fight: Engagement, die: int) -> bool:
    """Whether a city or a fort costs the attacker one more step: the first die as it is kept shows 4 or less."""
    return fight.is_costly and die <= fight.materials.number("heavy_losses_on")


# The whole attack


@dataclass(frozen=True, slots=True)
class Reckoned:
    """An attack reckoned up to the dice."""

    attack: Reckoning
    defence: Reckoning
    shifts: tuple[Term, ...]
    column: Column
    dice: int


def reckon(fight: Engagement) -> Reckoned:
    """The strengths, the column and the number of dice of an attack."""
    attack, defence = Reckoning.of(*attack_terms(fight)), Reckoning.of(*defence_terms(fight))
    shifts = tuple(shift_terms(fight))
    column = column_of(
        fight.materials.table(TABLE).columns,
        int(attack.value),
        max(0, int(defence.value)),
        int(sum_of(shifts, Op.SHIFT)),
        fight.materials.number("overwhelming"),
    )
    return Reckoned(attack, defence, shifts, column, magnitude(fight))


def answer(fight: Engagement, die: int | None = None) -> AttackAnswer:
    """The answer about an attack."""
    found = reckon(fight)
    primary, secondary = readings(fight, found.column.column, found.shifts)
    throws: tuple[Throw, ...] = ()
    if found.column.automatic is None:
        throws = (
            _as_printed(primary, primary.throw(lambda result: _expected_primary(fight, primary, result))),
            *(_as_printed(secondary, secondary.throw(_expected_secondary)) for _ in range(found.dice - 1)),
        )
    notes = (Term(message("term.u43.magnitude", dice=found.dice), found.dice, "8.4", Op.NOTE), *_notes(fight, found))
    told = attack_answer(
        primary,
        throws,
        sides=(fight.side, fight.enemy),
        attackers=fight.attackers,
        target=fight.targets[0],
        attack=found.attack,
        defence=found.defence,
        odds=found.column.odds,
        rule="8.8.C" if found.column.automatic == OVERWHELMING else "8.3",
        die=die if throws else None,
        automatic=found.column.automatic,
        notes=notes,
    )
    if found.column.automatic is None:
        return told
    return replace(told, losses=_losses_without_dice(fight, found.column.automatic))


@rule("8.9", "9.7", "9.10", "19.2", "26.1.B", "26.1.C", "29")
def _notes(fight: Engagement, found: Reckoned) -> Iterator[Term]:
    """What else is to be known of the dice before they are thrown, and what costs the attacker a step beside them."""
    if is_varied(fight) and not fight.variation:
        yield Term(message("term.u43.variation"), 0, "29", Op.NOTE)
    if found.column.automatic == OVERWHELMING:
        return
    if fight.zhukov:
        yield Term(message("term.u43.zhukov-loss"), 1, "26.1.C", Op.NOTE)
    if found.column.automatic is not None:
        return
    if fight.zhukov:
        yield Term(message("term.u43.zhukov-dice"), 1, "26.1.B", Op.NOTE)
    if fight.is_costly:
        most = fight.materials.number("heavy_losses_on")
        yield Term(message("term.u43.heavy-losses", most=most), 1, "8.9", Op.NOTE)
    if sixes_again(fight):
        yield Term(message("term.u43.sixes-again"), 0, "9.10", Op.NOTE)
    elif fight.side == AXIS and fight.all_german:
        yield Term(message("term.u43.german-superiority"), 0, "9.10", Op.NOTE)


@rule("8.3", "8.8.C", "26.1.C")
def _losses_without_dice(fight: Engagement, result: str) -> dict[Side, Losses]:
    """All in the hexes are lost to an overwhelming attack; one that is too weak costs a step, and one for Zhukov."""
    if result == OVERWHELMING:
        lost = sum(fight.materials.steps(unit) for unit in (*fight.defenders, *fight.late))
        return {fight.side: Losses(), fight.enemy: Losses(lost, lost)}
    own = 1 + int(fight.zhukov)
    return {fight.side: Losses(own, own), fight.enemy: Losses()}


@rule("9.10")
def _as_printed(reading: Reading, throw: Throw) -> Throw:
    """The throw with those rows of each result on which the chart has it: Germans read some rows otherwise."""
    table = reading.table
    if not isinstance(table, TacticalTable):
        return throw
    chart, column = table.table, throw.column
    chances = tuple(
        replace(chance, rows=tuple(row for row in chance.rows if chart.result(column, row) == chance.result))
        for chance in throw.chances
    )
    return replace(throw, chances=chances)


def _expected_primary(fight: Engagement, reading: Reading, result: str) -> tuple[Losses, Losses]:
    attacker, defender = primary_costs(fight, result)
    faces = [face for face in range(1, 7) if reading.result(face) == result]
    heavy = Fraction(sum(is_heavy(fight, face) for face in faces), max(1, len(faces)))
    lost = attacker + heavy + int(fight.zhukov)
    return Losses(lost, lost), Losses(defender, defender)


def _expected_secondary(result: str) -> tuple[Losses, Losses]:
    attacker, defender = secondary_costs(result)
    return Losses(attacker, attacker), Losses(defender, defender)
