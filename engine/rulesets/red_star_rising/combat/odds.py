"""Chapter 7, the reckoning: strengths, rivers, the line of the terrain, odds, column and die.

Everything is built from terms with their cases, so that a preview and the battle itself are one and the same sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.core.answers import UNKNOWN_ODDS, AttackAnswer, Reckoning, Throw
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Op, Term, sum_of, total
from engine.mechanics.chances import expected
from engine.mechanics.odds import odds_index, shifted, simple_odds
from engine.mechanics.reckoning import Dice, Reading, attack_answer
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.modifiers import die_terms, shift_terms
from engine.rulesets.red_star_rising.combat.muster import Encounter, has_unknown, is_city_assault, muster
from engine.rulesets.red_star_rising.combat.results import FACES, NO_EFFECT, losses_of
from engine.rulesets.red_star_rising.combat.unknowns import expected_throw
from engine.rulesets.red_star_rising.control import is_major_city
from engine.rulesets.red_star_rising.factors import attack_terms, defence_of, defence_terms, face_of, status_of
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import Role, Status, enemy_of

TABLE = "combat"
ONE_COUNTS = {Role.HEADQUARTERS: "7.2.7", Role.DEPOT: "7.2.8"}
"""Of these only one in a hex adds its defence."""


# Strengths


def attack_reckoning(game: Game, encounter: Encounter) -> Reckoning:
    """The attack factors of all attackers, each halved alone where it must be."""
    return Reckoning.of(*(term for unit in encounter.attackers for term in attack_terms(game, unit)))


@rule("7.14.3")
def defence_reckoning(game: Game, encounter: Encounter) -> Reckoning:
    """The defence factors of all that count, and what a river adds."""
    counted, idle = _counted(game, encounter.defenders)
    terms = [term for unit in counted for term in defence_terms(game, unit)]
    terms += (Term(message("term.rsr.second-in-hex", unit=unit.id), 0, case, Op.NOTE) for unit, case in idle)
    terms += (Term(message("term.rsr.late-arrival", unit=unit.id), 0, "7.14.3", Op.NOTE) for unit in encounter.late)
    return Reckoning.of(*terms, *_river_terms(game, encounter, counted, int(total(terms))))


@rule("7.2.7", "7.2.8")
def _counted(game: Game, defenders: Iterable[Unit]) -> tuple[list[Unit], list[tuple[Unit, str]]]:
    """Of several headquarters in a hex the strongest counts, and the same with depots."""
    materials: Materials = game.materials
    counted: list[Unit] = []
    idle: list[tuple[Unit, str]] = []
    best: dict[tuple[Location, Role], Unit] = {}
    for unit in defenders:
        role = materials.kind(unit).role
        if role not in ONE_COUNTS:
            counted.append(unit)
            continue
        other = best.get((unit.at, role))
        if other is None:
            best[unit.at, role] = unit
        elif defence_of(game, unit) > defence_of(game, other):
            best[unit.at, role] = unit
            idle.append((other, ONE_COUNTS[role]))
        else:
            idle.append((unit, ONE_COUNTS[role]))
    return [*counted, *best.values()], idle


@rule("7.4.2", "7.4.5")
def river_crossed(game: Game, encounter: Encounter) -> Hexside:
    """What all attackers cross: open ground if one of them has a dry way, a major river if there is one among rivers.

    The strait is a major river; the red arrow of a frozen lake is a river to those who may cross it.
    """
    materials: Materials = game.materials
    crossed: set[Hexside] = set()
    for unit in encounter.attackers:
        for at in encounter.targets:
            edge = game.board.edge_between(unit.at, at)
            crossed.add(materials.sides[edge] if edge is not None else Hexside.OPEN)
    if not crossed or crossed & {Hexside.OPEN, Hexside.WATER}:
        return Hexside.OPEN
    return Hexside.MAJOR_RIVER if crossed & {Hexside.MAJOR_RIVER, Hexside.STRAIT} else Hexside.RIVER


@rule("7.4.2", "1.5.1")
def _river_terms(game: Game, encounter: Encounter, counted: Sequence[Unit], so_far: int) -> tuple[Term, ...]:
    """A river adds two points, one to a single point; a major river doubles, and only undoes what supply halved."""
    materials: Materials = game.materials
    river = river_crossed(game, encounter)
    if river is Hexside.OPEN or not counted:
        return ()
    if river is Hexside.RIVER:
        value = materials.by_name("river_defence", "single" if so_far == 1 else "river")
        return (Term(message("term.rsr.river-defence"), value, "7.4.2"),)
    whole = [unit for unit in counted if status_of(unit) is not Status.UNSUPPLIED]
    short = [unit for unit in counted if status_of(unit) is Status.UNSUPPLIED]
    terms = [Term(message("term.rsr.major-river-defence"), sum(defence_of(game, unit) for unit in whole), "7.4.2")]
    restored = sum(face_of(materials, unit).defence - defence_of(game, unit) for unit in short)
    if restored:
        terms.append(Term(message("term.rsr.halved-and-doubled"), restored, "1.5.1"))
    return tuple(terms)


# Odds and column


@rule("7.4.1", "7.4.3", "13.0.3")
def line_of(game: Game, state: State, at: Location, encounter: Encounter) -> str:
    """The line of the table for a hex: its terrain, a marsh being a forest in snow, or the city that is defended.

    Water has no line of its own, as nobody attacks over it; whoever stands there all the same has nothing to hide in.
    """
    materials: Materials = game.materials
    if is_major_city(game, state, at, enemy_of(encounter.side)):
        return "major-city"
    return materials.terrain(at, snow=materials.is_snow(state.turn)) if materials.is_ground[at] else "clear"


@rule("7.1.2", "7.3.1", "7.4.1")
def column_of(game: Game, state: State, encounter: Encounter, attack: int, defence: int) -> tuple[str, int | None]:
    """The line used, which is the best for the defender of several, and the column there; None below the lowest."""
    materials: Materials = game.materials
    table = materials.charts.table("odds")
    lines = sorted({line_of(game, state, at, encounter) for at in encounter.targets}, key=table.row_index, reverse=True)
    found = [(line, odds_index(_columns(materials, line), attack, defence) if attack > 0 else None) for line in lines]
    return min(found, key=lambda each: -1 if each[1] is None else each[1])


def _columns(materials: Materials, line: str) -> tuple[str, ...]:
    """The odds that head the columns on a line."""
    table = materials.charts.table("odds")
    return table.cells[table.row_index(line)]


@rule("7.1.2")
def odds_refusal(game: Game, state: State, encounter: Encounter) -> Refusal | None:
    """Nobody attacks below the lowest odds of the line, as they are before any shift.

    With an army whose strength is not known, on either side, one may try.
    """
    if has_unknown(game, encounter):
        return None
    attack, defence = int(attack_reckoning(game, encounter).value), int(defence_reckoning(game, encounter).value)
    line, index = column_of(game, state, encounter, attack, defence)
    if index is not None:
        return None
    odds, lowest = simple_odds(attack, defence), _columns(game.materials, line)[0]
    return Refusal("7.1.2", message("refusal.rsr.odds-too-low", odds=odds, lowest=lowest))


# The die


@rule("7.1.2")
def dice_of(materials: Materials) -> Dice:
    """One die; with all that is added to it, it counts ten at most."""
    return Dice(faces=FACES, lowest=1, highest=materials.number("highest_die"))


# The whole attack


def reckon(
    game: Game,
    state: State,
    attackers: Sequence[UnitId],
    targets: Sequence[Location],
    die: int | None = None,
    *,
    overrun: bool = False,
    siege: bool = False,
) -> AttackAnswer:
    """An attack from the strengths to the result, as far as it can be known before it is declared."""
    encounter = muster(game, state, attackers, targets, overrun=overrun)
    if not has_unknown(game, encounter):
        return reckon_encounter(game, state, encounter, die, siege=siege)
    told = reckon_encounter(game, state, encounter, die, siege=siege, drawn=False)
    throw = expected_throw(game, state, encounter, lambda drawn: reckon_encounter(game, state, drawn, siege=siege))
    if throw is None:
        return told
    losses = dict(zip((encounter.side, enemy_of(encounter.side)), expected((throw,)), strict=True))
    return replace(told, throws=(throw,), losses=losses)


@rule("7.1.2", "7.8.1")
def reckon_encounter(
    game: Game, state: State, encounter: Encounter, die: int | None = None, *, siege: bool = False, drawn: bool = True
) -> AttackAnswer:
    """The reckoning in its order. Where strengths are still to be drawn there are no odds yet."""
    attack, defence = attack_reckoning(game, encounter), defence_reckoning(game, encounter)
    reading = _reading(game, state, encounter, siege=siege)
    odds, automatic = UNKNOWN_ODDS, None
    notes: tuple[Term, ...] = ()
    throws: tuple[Throw, ...] = ()
    if drawn:
        odds = simple_odds(attack.value, defence.value)
        line, index = column_of(game, state, encounter, int(attack.value), int(defence.value))
        notes = (Term(message("term.rsr.terrain-line", line=line), 0, "7.4.1", Op.NOTE),)
        if index is None:
            automatic = NO_EFFECT
        else:
            reading = _in_column(game, reading, line, index)
            city = is_city_assault(game, state, encounter)
            throws = (reading.throw(lambda result: losses_of(game, encounter, result, city=city)),)
    return attack_answer(
        reading,
        throws,
        sides=(encounter.side, enemy_of(encounter.side)),
        attackers=tuple(unit.id for unit in encounter.attackers),
        target=encounter.targets[0],
        attack=attack,
        defence=defence,
        odds=odds,
        rule="7.1.2",
        die=die,
        automatic=automatic,
        notes=notes,
    )


@rule("7.8.1")
def _reading(game: Game, state: State, encounter: Encounter, *, siege: bool) -> Reading:
    """The one die of an attack, with its shifts and modifiers, as long as its column is not known."""
    materials: Materials = game.materials
    return Reading(
        side=encounter.side,
        table=materials.charts.table(TABLE),
        name=TABLE,
        column="",
        rule="7.8.1",
        shifts=shift_terms(game, state, encounter),
        modifiers=die_terms(game, state, encounter, siege=siege),
        dice=dice_of(materials),
    )


@rule("7.1.2", "7.8.1")
def _in_column(game: Game, reading: Reading, line: str, index: int) -> Reading:
    """The die in the column that the odds reach on a line, shifted."""
    columns = reading.table.columns
    column = columns[shifted(index, int(sum_of(reading.shifts, Op.SHIFT)), columns)]
    return replace(reading, column=column, headings=_columns(game.materials, line))
