"""8.2.5: the score of an attack, from the ratio and the modifiers to the results of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.core.answers import AttackAnswer, Losses, Reckoning
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.state import Unit
from engine.core.terms import Op, Term, sum_of, total
from engine.mechanics.odds import odds_index
from engine.mechanics.reckoning import Dice, Reading, attack_answer
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.engagement import Engagement
from engine.rulesets.white_october.combat.results import TableResult, parse_result
from engine.rulesets.white_october.command import gives
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import BARRICADE, RED, TRENCHES, Ability, Role
from engine.rulesets.white_october.ratings import (
    clamped_morale,
    dominant_terms,
    morale_of,
    quality_of,
)
from engine.rulesets.white_october.standing import company, standing

TWO_DICE = Dice(number=2)
ATTACKER_TABLE, DEFENDER_TABLE = "combat-attacker", "combat-defender"
OPPOSITE = 3
FACES = 6
LIKELIEST = 7
"""What two dice show most often."""
UNDEFENDED = "undefended"
"""The result of an attack for which no dice are thrown, because nobody is there who could fight."""


def _die(label: str, value: int, case: str) -> Iterator[Term]:
    if value:
        yield Term(message(label), value, case, Op.DIE)


# The ratio


@rule("1.4", "8.2.5")
def ratio_bracket(materials: Materials, attack: int, defence: int) -> str:
    """The highest bracket that a ratio fully reaches; below the lowest, the lowest (ruling 2)."""
    brackets = materials.words("ratio_brackets")
    index = odds_index(brackets, attack, defence)
    return brackets[index or 0]


@rule("8.2.5")
def ratio_modifier(materials: Materials, bracket: str) -> int:
    """What a bracket adds to the dice: nothing at 1/1, one more for each bracket above (ruling 1)."""
    brackets = materials.words("ratio_brackets")
    return brackets.index(bracket) - brackets.index("1/1")


# Modifiers


@rule("8.2.5", "1.6")
def _quality_terms(fight: Engagement) -> Iterator[Term]:
    game = fight.game
    ours = total(dominant_terms(game, fight.weighed(attacking=True), quality_of, "term.wo.quality"))
    theirs = total(dominant_terms(game, fight.weighed(attacking=False), quality_of, "term.wo.quality"))
    yield from _die("term.wo.quality-gap", int(ours - theirs), "8.2.5")


@rule("8.2.4", "8.2.5", "15.2")
def _fire_terms(fight: Engagement) -> Iterator[Term]:
    """One for whoever has more fire, and one more for aircraft, whichever way that went."""
    materials = fight.materials
    ours, theirs = fight.fire_total(attacking=True), fight.fire_total(attacking=False)
    worth = materials.by_name("modifiers", "fire")
    yield from _die("term.wo.fire-superiority", worth * ((ours > theirs) - (ours < theirs)), "8.2.5")
    flying = any(materials.kind(fight.state.unit(unit)).role is Role.AIRCRAFT for unit in fight.supports)
    yield from _die("term.wo.aircraft", materials.by_name("modifiers", "aircraft") if flying else 0, "15.2")


@rule("8.2.5", "14.1", "14.1.1")
def _vehicle_terms(fight: Engagement) -> Iterator[Term]:
    """One for whoever has more tanks and armoured cars, and one for an attack with tanks, however many."""
    materials = fight.materials
    ours, theirs = fight.vehicles(attacking=True), fight.vehicles(attacking=False)
    worth = materials.by_name("modifiers", "vehicles")
    sign = (len(ours) > len(theirs)) - (len(ours) < len(theirs))
    yield from _die("term.wo.vehicles", worth * sign, "8.2.5")
    yield from _die("term.wo.tanks", materials.by_name("modifiers", "tanks") if _has_tanks(fight) else 0, "14.1.1")


def _has_tanks(fight: Engagement) -> bool:
    return any(fight.materials.kind(unit).role is Role.TANK for unit in fight.vehicles(attacking=True))


@rule("5.5", "8.2.5", "9.1")
def _order_terms(fight: Engagement) -> Iterator[Term]:
    """Night, and what headquarters give: one for the attack, one against it."""
    materials, game, state = fight.materials, fight.game, fight.state
    yield from _die("term.wo.night", materials.by_name("modifiers", "night") if fight.night else 0, "8.2.5")
    if fight.hq is not None and gives(game, state.unit(fight.hq), Ability.ATTACK, stacks_of(fight, attacking=True)):
        yield from _die("term.wo.hq-attack", 1, "5.5")
    ally = fight.defending_hq
    if ally is not None and gives(game, state.unit(ally), Ability.DEFENCE, stacks_of(fight, attacking=False)):
        yield from _die("term.wo.hq-defence", -1, "5.5")


def stacks_of(fight: Engagement, *, attacking: bool) -> tuple[Unit, ...]:
    """Everybody in the stacks that take part on a side."""
    hexes = fight.origins if attacking else (fight.target,)
    side = fight.side if attacking else fight.enemy
    return tuple(unit for at in hexes for unit in company(fight.state, at, side))


@rule("8.2.5", "11.2.2", "13", "14.1.1")
def _ground_terms(fight: Engagement) -> Iterator[Term]:
    """Ground, rivers, trenches and barricades hold the attack up; against a fort alone three and nothing of these."""
    materials = fight.materials
    if fight.lone_fort:
        yield from _die("term.wo.fort-alone", materials.by_name("modifiers", "fort-alone"), "13")
        return
    chart, board = materials.charts.terrain, fight.game.board
    effect = chart.effect(board.terrains[fight.target], "attack")
    yield from _die("term.wo.ground", int(effect or 0), "8.2.5")
    for kind in ("city", "town", "village"):
        if board.feature(fight.target, kind) is not None:
            yield from _die("term.wo.locality", materials.by_name("modifiers", kind), "8.2.5")
            break
    yield from _die("term.wo.river", _river(fight), "8.2.5")
    if _has_tanks(fight):
        return
    for marker in (TRENCHES, BARRICADE):
        if fight.state.marker(fight.target, marker):
            yield from _die(f"term.wo.{marker}", materials.by_name("modifiers", marker), "8.2.5")


def _river(fight: Engagement) -> int:
    """What the river that all attackers have to cross costs them: the least of it."""
    chart, board = fight.materials.charts.terrain, fight.game.board
    least = []
    for origin in fight.origins:
        edge = board.edge_between(origin, fight.target)
        sides = board.side_features(edge) if edge is not None else ()
        least.append(min((int(chart.effect(side.kind, "attack") or 0) for side in sides), default=0))
    return max(least, default=0)


# Encirclement


@rule("8.2.5")
def encircles(game: Game, target: Location, hexes: Sequence[Location]) -> bool:
    """Two hexes opposite each other, three of which none is next to another, or four and more."""
    beside = game.materials.ground.around
    around = [at for at in dict.fromkeys(hexes) if at in beside[target]]
    most, apart = 4, 3
    if len(around) >= most:
        return True
    if len(around) == apart and not any(one in beside[other] for one in around for other in around if one != other):
        return True
    directions = {_direction(game, target, at) for at in around} - {None}
    return any((one + OPPOSITE) % 6 in directions for one in directions if one is not None)


def _direction(game: Game, target: Location, at: Location) -> int | None:
    return next((way for way in range(6) if game.board.neighbour(target, way) == at), None)


@rule("8.2.5")
def _encirclement_terms(fight: Engagement) -> Iterator[Term]:
    worth = fight.materials.by_name("modifiers", "encirclement")
    surrounded = encircles(fight.game, fight.target, fight.origins)
    yield from _die("term.wo.encirclement", worth if surrounded else 0, "8.2.5")


@rule("8.2.5")
def is_hemmed_in(fight: Engagement) -> bool:
    """Whether the attacked stack is surrounded by enemy combat units that are not routed, attacking or not."""
    holding = standing(fight.game, fight.state, fight.side).combat
    around = fight.materials.ground.around[fight.target]
    return encircles(fight.game, fight.target, [at for at in around if at in holding])


# Morale


@rule("1.6", "5.5", "8.2.5", "11.1")
def morale_terms(fight: Engagement, *, attacking: bool) -> tuple[Term, ...]:
    """The dominant morale of a side, with all that raises and lowers it, before it is held to 1 and 6 (ruling 3)."""
    game, state, materials = fight.game, fight.state, fight.materials
    terms = list(dominant_terms(game, fight.weighed(attacking=attacking), morale_of, "term.wo.morale"))
    stacks = stacks_of(fight, attacking=attacking)
    hq = fight.hq if attacking else fight.defending_hq
    if hq is not None and gives(game, state.unit(hq), Ability.MORALE, stacks):
        terms.append(Term(message("term.wo.hq-morale"), 1, "5.5"))
    if any(materials.kind(unit).role is Role.TROTSKY for unit in stacks):
        terms.append(Term(message("term.wo.trotsky"), 2, "8.2.5"))
    if not attacking and is_hemmed_in(fight):
        terms.append(Term(message("term.wo.hemmed-in"), -1, "8.2.5"))
    if not attacking and fight.enemy == RED and fight.target in materials.ground.districts:
        terms.append(Term(message("term.wo.plan-of-defence"), -1, "11.1"))
    return tuple(terms)


def morale(fight: Engagement, *, attacking: bool) -> int:
    """The morale that a side's result is read under."""
    return clamped_morale(total(morale_terms(fight, attacking=attacking)))


# The whole


@rule("8.2.5")
def modifiers(fight: Engagement) -> tuple[Term, ...]:
    """Everything that is added to the dice, the ratio first."""
    materials = fight.materials
    bracket = bracket_of(fight)
    ratio = Term(message("term.wo.ratio", ratio=bracket), ratio_modifier(materials, bracket), "8.2.5", Op.DIE)
    return (
        ratio,
        *_quality_terms(fight),
        *_fire_terms(fight),
        *_vehicle_terms(fight),
        *_order_terms(fight),
        *_encirclement_terms(fight),
        *_ground_terms(fight),
    )


def bracket_of(fight: Engagement) -> str:
    """The ratio of an attack."""
    return ratio_bracket(fight.materials, int(total(fight.attack_terms)), int(total(fight.defence_terms)))


def readings(fight: Engagement) -> tuple[Reading, Reading]:
    """Where one throw of two dice is read: for the attacker and for the defender, each by its morale."""
    terms = modifiers(fight)
    charts = fight.materials.charts

    def reading(table: str, *, attacking: bool) -> Reading:
        side = fight.side if attacking else fight.enemy
        column = str(morale(fight, attacking=attacking))
        return Reading(side, charts.table(table), table, column, "8.2.5", (), terms, TWO_DICE)

    return reading(ATTACKER_TABLE, attacking=True), reading(DEFENDER_TABLE, attacking=False)


@rule("8.2.5")
def attacker_wins(materials: Materials, score: int) -> bool:
    """Above seven the attacker has won."""
    return score >= materials.number("winning_score")


@rule("8.2.6")
def extra_losses(fight: Engagement) -> int:
    """One more loss for each side where both have four strength points or more in the fight."""
    least = fight.materials.number("big_combat")
    both = fight.points(attacking=True) >= least and fight.points(attacking=False) >= least
    return 1 if both else 0


def answer(fight: Engagement, die: int | None) -> AttackAnswer:
    """The reckoning of an attack, as far as it is known who takes part; both sides read the same two dice."""
    ours, theirs = readings(fight)
    extra = extra_losses(fight)
    undefended = undefended_case(fight)

    def attacker_costs(result: str) -> tuple[Losses, Losses]:
        losses = parse_result(result).losses + extra
        return Losses(losses, losses), Losses()

    def defender_costs(result: str) -> tuple[Losses, Losses]:
        losses = parse_result(result).losses + extra
        return Losses(), Losses(losses, losses)

    answered = theirs.throw(defender_costs)
    if die is not None:
        answered = replace(answered, result=theirs.result(die))
    return attack_answer(
        ours,
        (ours.throw(attacker_costs), answered) if undefended is None else (),
        sides=(fight.side, fight.enemy),
        attackers=fight.attackers,
        target=fight.target,
        attack=Reckoning.of(*fight.attack_terms),
        defence=Reckoning.of(*fight.defence_terms),
        odds=bracket_of(fight),
        rule=undefended or "8.2.5",
        die=die if undefended is None else None,
        automatic=None if undefended is None else UNDEFENDED,
        notes=_morale_notes(fight),
    )


@rule("5.4", "8.2.4")
def undefended_case(fight: Engagement) -> str | None:
    """The case by which an attack succeeds without dice: a headquarters alone is destroyed, routed guns surrender."""
    if not fight.present or not fight.is_undefended:
        return None
    return "8.2.4" if fight.lone_guns else "5.4"


@rule("1.6", "8.2.5")
def _morale_notes(fight: Engagement) -> tuple[Term, ...]:
    """The morale of both sides, which is the column that each reads, with what raises or lowers it."""

    def notes(label: str, *, attacking: bool) -> Iterator[Term]:
        yield Term(message(label), morale(fight, attacking=attacking), "1.6", Op.NOTE)
        for term in morale_terms(fight, attacking=attacking)[1:]:
            yield replace(term, op=Op.NOTE)

    return (*notes("term.wo.attacker-morale", attacking=True), *notes("term.wo.defender-morale", attacking=False))


@rule("8.2.5")
def two_dice(thrown: int) -> tuple[int, int]:
    """Two dice that show a sum; one that no two dice show is left to whoever takes them up."""
    first = min(FACES, thrown - 1)
    return first, thrown - first


def score_of(fight: Engagement, thrown: int) -> int:
    """Two dice with all their modifiers."""
    return thrown + int(sum_of(modifiers(fight), Op.DIE))


# Results that a position lays down


Laid: TypeAlias = tuple[str | None, str | None]
"""The results that are laid down for the attacker and for the defender."""


@rule("8.2.5")
def laid_down(results: Sequence[str]) -> Laid:
    """Whose the results are that a position lays down: the attacker's first; one alone is his if he advances by it."""
    if len(results) > 1:
        return results[0], results[1]
    only = results[0]
    return (only, None) if parse_result(only).advance else (None, only)


@rule("8.2.5", "8.2.7")
def dice_that_agree(fight: Engagement, laid: Laid) -> int | None:
    """The throw nearest to seven that agrees with results laid down without dice, or at least with who wins by them."""
    ours, theirs = readings(fight)
    won = _won_by(laid)

    def reads(thrown: int) -> bool:
        return laid[0] in (None, ours.result(thrown)) and laid[1] in (None, theirs.result(thrown))

    def wins(thrown: int) -> bool:
        return won is None or attacker_wins(fight.materials, score_of(fight, thrown)) == won

    sums = sorted(TWO_DICE.sums(), key=lambda thrown: (abs(thrown - LIKELIEST), thrown))
    agreeing = [thrown for thrown in sums if wins(thrown)]
    return next(filter(reads, agreeing), next(iter(agreeing), None))


def _won_by(laid: Laid) -> bool | None:
    """Whether the attacker has won by some results: who advances has, and who falls back has not."""
    mine, his = (parse_result(each) if each is not None else TableResult() for each in laid)
    for sign, other in ((mine.advance, his.advance), (his.retreat or his.rout, mine.retreat or mine.rout)):
        if bool(sign) != bool(other):
            return bool(sign)
    return None
