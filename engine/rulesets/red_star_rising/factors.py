"""What a unit is worth: printed factors or those of its strength marker, halved where supply is short.

Halving rounds up for each unit alone before anything is added (1.5.1).
"""

from __future__ import annotations

from engine.core.game import Game
from engine.core.ids import CardId
from engine.core.messages import message
from engine.core.state import Unit
from engine.core.terms import Op, Term, total
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Face, Materials
from engine.rulesets.red_star_rising.names import MARKER, SHORTAGES, Status


def status_of(unit: Unit) -> Status:
    """The state of supply marked in the last supply phase; no mark means supplied."""
    for status in SHORTAGES:
        if status in unit.marks:
            return status
    return Status.SUPPLIED


@rule("6.0", "6.1")
def face_of(materials: Materials, unit: Unit) -> Face:
    """The factors that count: a Soviet army has those of its marker, and none before it has drawn one."""
    kind = materials.kind(unit)
    printed = kind.faces[min(unit.step, len(kind.faces) - 1)]
    if not kind.is_soviet_army:
        return printed
    marker = materials.markers.get(CardId(str(unit.values.get(MARKER, ""))))
    if marker is None:
        return Face(0, 0, printed.movement)
    attack, defence = marker.faces[min(unit.step, len(marker.faces) - 1)]
    return Face(attack, defence, printed.movement)


@rule("6.2.2")
def is_unknown(materials: Materials, unit: Unit) -> bool:
    """Whether a unit is an army without a strength marker."""
    return materials.kind(unit).is_soviet_army and MARKER not in unit.values


@rule("3.1.1")
def printed_movement(materials: Materials, unit: Unit) -> int:
    """The movement on the counter: a marker gives an army its strength, not its legs."""
    faces = materials.kinds[unit.type].faces
    return faces[min(unit.step, len(faces) - 1)].movement


@rule("7.9.1")
def steps_left(materials: Materials, unit: Unit) -> int:
    """How many losses a unit can take before it is gone, counting the Kampfgruppe a corps is worn down to (7.9.1)."""
    kind = materials.kind(unit)
    if kind.is_soviet_army:
        marker = materials.markers.get(CardId(str(unit.values.get(MARKER, ""))))
        return max(1, len(marker.faces) - unit.step) if marker is not None else 1
    generic = materials.generic_of(kind)
    return len(kind.faces) - unit.step + (len(generic.faces) if generic is not None else 0)


@rule("1.5.1")
def halved(value: int) -> int:
    """Half of a factor, rounded up."""
    return (value + 1) // 2


def _terms(unit: Unit, value: int, case: str, halvings: dict[Status, str]) -> tuple[Term, ...]:
    label = message("term.rsr.printed", unit=unit.id)
    terms = [Term(label, value, case)]
    status = status_of(unit)
    if status in halvings and value:
        lost = value - halved(value)
        short = message("term.rsr.lacking") if status is Status.LACKING else message("term.rsr.unsupplied")
        terms.append(Term(short, -lost, halvings[status]))
    return tuple(terms)


@rule("6.1", "6.2.2", "7.1.2")
def _strength_terms(game: Game, unit: Unit, value: int, halvings: dict[Status, str]) -> tuple[Term, ...]:
    """The attack or the defence of a unit; that of an army that has not drawn a marker is open."""
    materials: Materials = game.materials
    if is_unknown(materials, unit):
        return (Term(message("term.rsr.printed", unit=unit.id), 0, "6.2.2", Op.OPEN),)
    return _terms(unit, value, "6.1" if materials.kind(unit).is_soviet_army else "7.1.2", halvings)


@rule("10.6.1", "10.8.1")
def attack_terms(game: Game, unit: Unit) -> tuple[Term, ...]:
    """Halved without supply and in lack of supply."""
    face = face_of(game.materials, unit)
    return _strength_terms(game, unit, face.attack, {Status.UNSUPPLIED: "10.6.1", Status.LACKING: "10.8.1"})


@rule("10.6.1")
def defence_terms(game: Game, unit: Unit) -> tuple[Term, ...]:
    """Halved without supply; lack of supply leaves it whole."""
    face = face_of(game.materials, unit)
    return _strength_terms(game, unit, face.defence, {Status.UNSUPPLIED: "10.6.1"})


@rule("3.1.1", "3.1.3", "10.6.1", "10.8.1")
def movement_terms(game: Game, unit: Unit) -> tuple[Term, ...]:
    """The printed allowance, halved without supply and in lack of it."""
    face = face_of(game.materials, unit)
    return _terms(unit, face.movement, "3.1.1", {Status.UNSUPPLIED: "10.6.1", Status.LACKING: "10.8.1"})


def attack_of(game: Game, unit: Unit) -> int:
    return int(total(attack_terms(game, unit)))


def defence_of(game: Game, unit: Unit) -> int:
    return int(total(defence_terms(game, unit)))


def movement_of(game: Game, unit: Unit) -> int:
    """Movement points; the terms are for those who ask why."""
    movement = printed_movement(game.materials, unit)
    return halved(movement) if status_of(unit) in (Status.UNSUPPLIED, Status.LACKING) else movement
