"""11.5: the victors follow, on foot into what the enemy has left, on wheels as far as the victory carries them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitAdvanced
from engine.mechanics.advances import advance_menu, advance_offer, follow, one_further
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, combat_units, on_wheels, second_attacker
from engine.rulesets.barbarossa_to_berlin.combat.eligibility import SECOND_MADE
from engine.rulesets.barbarossa_to_berlin.combat.ground import halts, has_intact_fort, terrain_of
from engine.rulesets.barbarossa_to_berlin.control import entered
from engine.rulesets.barbarossa_to_berlin.effects import for_round, in_round
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import COMBAT, enemy_of
from engine.rulesets.barbarossa_to_berlin.nations import is_panzer, may_enter
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.chapter import Chapter

FOOT, WHEELS = "foot", "mechanised"


@dataclass(frozen=True, slots=True)
class AdvanceFrame(Frame):
    """The victors of a battle, how far each may go, and how far each has come."""

    kind: ClassVar[str] = "combat-advance"
    side: Side
    target: Location
    units: tuple[UnitId, ...]
    wheels: tuple[UnitId, ...]
    """Those of them that are mechanised."""
    most: tuple[int, ...]
    taken: tuple[int, ...]
    passed: tuple[Location, ...] = ()
    """The spaces beyond the target that retreating units went through and left."""
    halted: tuple[UnitId, ...] = ()
    as_mountain: bool = False
    """Whether the target is a mountain for this combat."""
    captured: tuple[Location, ...] = ()
    """The spaces that were the enemy's until this advance came into them."""
    stormed: tuple[Location, ...] = ()
    """The forts that stood until this advance came into them."""


@rule("11.5", "11.5.1")
def advance_frame(game: Game, state: State, battle: Battle, retreat: int, passed: tuple[Location, ...]) -> AdvanceFrame:
    """The advance after a battle: `retreat` is how far the enemy went, 0 if all of him was eliminated (ruling 42)."""
    parameter = ("advance_eliminated", "advance_one", "advance_two")[retreat]
    wheels = tuple(unit.id for unit in battle.units(state, battle.side) if on_wheels(game, state, unit, battle.side))
    most = tuple(
        _longest(game, state, battle, unit, game.materials.by_name(parameter, WHEELS if unit.id in wheels else FOOT))
        for unit in battle.units(state, battle.side)
    )
    return AdvanceFrame(
        battle.side,
        battle.target,
        battle.attackers,
        wheels,
        most,
        (0,) * len(most),
        passed,
        as_mountain=terrain_of(game, battle) == "mountain",
    )


@rule("11.5.1", "11.5.4", "7.6.3", "card.allied.55", "card.axis.5")
def _longest(game: Game, state: State, battle: Battle, unit: Unit, most: int) -> int:
    """Shock armies go one space, invaders go off their beach, and a second attack as far as its card says."""
    materials: Materials = game.materials
    if materials.kind(unit).has("shock-army") or (materials.has(unit.at, "beach") and in_round(state, "invasion")):
        most = min(most, 1)
    if unit.id == battle.second:
        most = min(most, int(in_round(state, "second-advance") or most))
    return most


@rule("11.5.1", "11.5.4", "7.6.3", "card.allied.55")
def _limit_case(game: Game, state: State, unit: Unit, most: int) -> str:
    """The case that lets a unit go so far and no further, while others still advance; Guderian's army is alone."""
    if game.materials.kind(unit).has("shock-army"):
        return "11.5.4"
    if in_round(state, "invasion"):
        return "7.6.3"
    second = unit.id == second_attacker(state) and in_round(state, SECOND_MADE)
    if second and most == in_round(state, "second-advance"):
        return "card.allied.55"
    return "11.5.1"


# What forbids a space


@dataclass(frozen=True, slots=True)
class Stride:
    """A unit about to enter a space: how many it has entered before, and how many it could enter after."""

    unit: Unit
    to: Location
    taken: int
    left: int


def advance_refusal(game: Game, state: State, frame: AdvanceFrame, action: Advance) -> Refusal | None:
    """What forbids the next space of an advance, or None."""
    if action.unit not in frame.units:
        return Refusal("11.1", message("refusal.btb.not-victorious", unit=action.unit))
    unfinished = _unfinished(state, frame)
    if unfinished is not None and action.unit != unfinished:
        return Refusal("11.5.3", message("refusal.btb.advance-unfinished", unit=unfinished))
    index = frame.units.index(action.unit)
    unit, taken, most = state.unit(action.unit), frame.taken[index], frame.most[index]
    if action.unit in frame.halted:
        return Refusal("11.5.2", message("refusal.btb.advance-halted", unit=action.unit))
    if taken >= most:
        case = _limit_case(game, state, unit, most)
        return Refusal(case, message("refusal.btb.advance-far-enough", unit=action.unit, spaces=most))
    if all(action.to != beside for beside, _ in game.materials.land_links[unit.at]):
        label = game.board.label(action.to)
        return Refusal("11.5.3", message("refusal.btb.not-next", unit=action.unit, space=label))
    stride = Stride(unit, action.to, taken, most - taken - 1)
    return _place_refusal(game, state, frame, stride) or _combat_marker_refusal(game, state, frame, stride)


@rule("11.5.1", "11.5.3", "9.1")
def _place_refusal(game: Game, state: State, frame: AdvanceFrame, stride: Stride) -> Refusal | None:
    """On foot into the spaces given up, the defended one first; on wheels anywhere a unit could go, stacking kept."""
    unit, to = stride.unit, stride.to
    label = game.board.label(to)
    given_up = to in frame.passed if stride.taken else to == frame.target
    if unit.id not in frame.wheels and not given_up:
        return Refusal("11.5.1", message("refusal.btb.advance-on-foot", unit=unit.id, space=label))
    if combat_units(game, state, to, enemy_of(unit.side)):
        return Refusal("9.1", message("refusal.btb.enemy-there", space=label))
    return may_enter(game, state, unit, to) or joining_refusal(game, state, unit, to)


@rule("11.5.3")
def _combat_marker_refusal(game: Game, state: State, frame: AdvanceFrame, stride: Stride) -> Refusal | None:
    """No advance ends in a space activated for combat; it is passed only if there is a way on."""
    if not state.marker(stride.to, COMBAT) or _leads_on(game, state, frame, stride):
        return None
    return Refusal("11.5.3", message("refusal.btb.advance-combat-marker", space=game.board.label(stride.to)))


def _leads_on(game: Game, state: State, frame: AdvanceFrame, stride: Stride) -> bool:
    """Whether a unit can go on from a space to one where its advance may end."""
    if not stride.left or _halts(game, state, frame, stride.to):
        return False
    further = (
        Stride(stride.unit, to, stride.taken + 1, stride.left - 1) for to, _ in game.materials.land_links[stride.to]
    )
    return any(
        _place_refusal(game, state, frame, each) is None
        and (not state.marker(each.to, COMBAT) or _leads_on(game, state, frame, each))
        for each in further
    )


@rule("11.5.2", "10.3")
def _halts(game: Game, state: State, frame: AdvanceFrame, at: Location) -> bool:
    """Whether a space ends an advance on wheels; a fort ends that of all who come into it, not of the first alone."""
    return at in frame.stormed or halts(game, state, at, as_mountain=frame.as_mountain and at == frame.target)


def _unfinished(state: State, frame: AdvanceFrame) -> UnitId | None:
    """The unit that is passing through a space with a Combat marker and has to go on."""
    for unit, taken in zip(frame.units, frame.taken, strict=True):
        if taken and state.marker(state.unit(unit).at, COMBAT):
            return unit
    return None


class AdvancePhase(Phase[AdvanceFrame]):
    """The victors advance in any order, a space at a time, or stay."""

    @rule("11.5")
    def menu(self, game: Game, state: State, frame: AdvanceFrame) -> Menu | None:
        """Nobody has to advance; nothing is asked where nobody can."""
        unfinished = _unfinished(state, frame)
        go_on = (
            Refusal("11.5.3", message("refusal.btb.advance-unfinished", unit=unfinished))
            if unfinished is not None
            else None
        )
        offer = advance_offer(
            state,
            frame.units,
            lambda at: (to for to, _ in game.materials.land_links[at]),
            lambda action: advance_refusal(game, state, frame, action),
        )
        prompt = message("prompt.btb.advance", side=frame.side)
        return advance_menu(offer, frame.side, prompt, "11.5", stay=go_on)

    @rule("11.5", "11.5.2")
    def apply(self, game: Game, draft: Draft, frame: AdvanceFrame, action: Action) -> None:
        """A space at a time; forests, mountains, swamps, forts and beachheads end an advance on wheels."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Advance)
        stops = _halts(game, draft.state, frame, action.to)
        frame = _with_captured(draft.state, frame, action.to)
        note_zitadelle(game, draft, frame, action)
        follow(draft, action)
        taken = one_further(frame.units, frame.taken, action.unit)
        halted = (*frame.halted, action.unit) if stops and action.unit in frame.wheels else frame.halted
        stood = has_intact_fort(game, draft.state, action.to)
        entered(game, draft, action.unit)
        fallen = stood and not has_intact_fort(game, draft.state, action.to)
        stormed = (*frame.stormed, action.to) if fallen else frame.stormed
        draft.replace_frame(replace(frame, taken=taken, halted=halted, stormed=stormed))


def _with_captured(state: State, frame: AdvanceFrame, at: Location) -> AdvanceFrame:
    """The advance, with a space that it takes from the enemy: control passes with the first unit that enters."""
    taken = state.control.get(at) == enemy_of(frame.side)
    return replace(frame, captured=(*frame.captured, at)) if taken else frame


@rule("card.axis.27")
def note_zitadelle(game: Game, draft: Draft, frame: AdvanceFrame, action: Advance) -> None:
    """Note that a Panzer army takes a space that two fronts held when the round of Zitadelle began.

    The event has written down those spaces as values of the round; what is noted here it reads when the round is over.
    Those who advance together take a space together, in whatever order they are moved.
    """
    kind = game.materials.kind(draft.state.unit(action.unit))
    stronghold = in_round(draft.state, f"zitadelle-{game.board.key(action.to)}")
    if stronghold and action.to in frame.captured and is_panzer(kind) and kind.large:
        for_round(draft, "zitadelle-won")


CHAPTER = Chapter(events=(UnitAdvanced,), phases={AdvanceFrame: AdvancePhase()})
