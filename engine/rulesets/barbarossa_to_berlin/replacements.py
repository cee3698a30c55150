"""6.4 and chapter 14: replacements: steps for units on the map, and units that come back from among the eliminated.

Points are counted in halves: a step of a small unit costs one, of a large one two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.quotas import Quota
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitPlaced
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.effects import before_this_turn, for_turn, in_turn, is_active
from engine.rulesets.barbarossa_to_berlin.homes import HOMES, has_beachhead, is_home_base, is_landing_port
from engine.rulesets.barbarossa_to_berlin.materials import Kind, Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    ALLIED_BEACHHEAD,
    AXIS,
    AXIS_ALLIES,
    BRITISH_NATIONS,
    MEDITERRANEAN,
    NORTH_WEST,
    SHINGLE,
    THEATRE,
    WESTERN,
    Nation,
    Supply,
    eliminated_box,
    points,
    reserve_box,
)
from engine.rulesets.barbarossa_to_berlin.nations import is_panzer, may_enter
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal
from engine.rulesets.barbarossa_to_berlin.supply import reached_from, sources, supply_at
from engine.rulesets.barbarossa_to_berlin.theatres import theatre_of_source
from engine.rulesets.chapter import Chapter

TURKISH: Final = "turkish"
POOLS: Final[Mapping[Nation, str]] = {
    Nation.GERMAN: "german",
    **dict.fromkeys(sorted(AXIS_ALLIES), "axis"),
    Nation.BRITISH: "british",
    Nation.COMMONWEALTH: "british",
    Nation.AMERICAN: "american",
    Nation.FREE_FRENCH: "american",
    Nation.SOVIET: "soviet",
    Nation.TURKISH: TURKISH,
}
"""Whose points rebuild the units of a nation; Swedes and Yugoslavs are never replaced."""
RECORDED: Final = {AXIS: ("german", "axis"), ALLIED: ("british", "american", "soviet")}
REBUILT: Final = "rebuilt"
"""The mark of a unit that was brought back in this phase and may still be brought to full strength in it."""
PLACES: Final = {"desert-army": ("basra", "alexandria", "suez"), "afrika": ("tripoli", "alexandria")}
"""The armies that come back in a few places only."""
TURKISH_PLACES: Final = ("ankara", "istanbul")
PANZER_STEPS: Final = "panzer-steps"


@dataclass(frozen=True, slots=True)
class Restore(Action):
    """Give a reduced unit its lost step back."""

    kind: ClassVar[str] = "restore"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Rebuild(Action):
    """Bring an eliminated unit back, reduced: a large one to a space, a small one to the reserve."""

    kind: ClassVar[str] = "rebuild"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class ReplacementFrame(Frame):
    """A side spends its replacement points."""

    kind: ClassVar[str] = "replacements"


@dataclass(frozen=True, slots=True)
class UnitRestored(Event):
    kind: ClassVar[str] = "unit-restored"
    unit: UnitId
    at: Location


@dataclass(frozen=True, slots=True)
class UnitRebuilt(UnitPlaced):
    kind: ClassVar[str] = "unit-rebuilt"


@dataclass(frozen=True, slots=True)
class WehrkreiseLost(Event):
    """German points that were not to be had, for want of the districts that raise them."""

    kind: ClassVar[str] = "wehrkreise-lost"
    count: int
    points: int


@rule("14.1")
def step_cost(kind: Kind) -> int:
    """Half points for a step."""
    return 2 if kind.large else 1


def left_in(state: State, pool: str) -> int:
    """The half points of a pool."""
    return int(state.values.get(points(pool), 0))


@rule("14.1", "14.4", "14.5.2", "17.4", "19.6")
def step_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """What forbids to replace a step of a unit, wherever it is: no points, or too many Panzers in one turn."""
    kind = game.materials.kind(unit)
    pool = POOLS.get(kind.nation)
    if pool is None:
        case = "19.6" if kind.nation is Nation.YUGOSLAV else "17.4"
        return Refusal(case, message("refusal.btb.never-replaced", unit=unit.id))
    if left_in(state, pool) < step_cost(kind):
        return Refusal("14.1", message("refusal.btb.no-points-left", unit=unit.id, pool=pool))
    if is_panzer(kind):
        most = panzer_limit(game, state)
        if int(in_turn(state, PANZER_STEPS) or 0) >= most:
            return Refusal("14.5.2", message("refusal.btb.enough-panzers", most=most))
    return None


@rule("14.5.2", "card.axis.26")
def panzer_limit(game: Game, state: State) -> int:
    """How many steps of Panzers are replaced in a turn, those of events not counted."""
    materials: Materials = game.materials
    return materials.number("panzer_steps_total_war" if is_active(state, "totaler-krieg") else "panzer_steps")


@rule("14.1")
def restore_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """Reduced units on the map are restored, and in the reserve those that came back in this very phase."""
    record = state.units.get(unit)
    if record is None or record.side != state.side:
        return Refusal("14.1", message("refusal.btb.not-yours", unit=unit))
    if not game.materials.is_on_map(record) and REBUILT not in record.marks:
        return Refusal("14.1", message("refusal.btb.not-on-map", unit=unit))
    if not record.step:
        return Refusal("14.1", message("refusal.btb.at-full-strength", unit=unit))
    return step_refusal(game, state, record)


@rule("14.1", "14.4", "card.axis.52")
def lost_refusal(game: Game, state: State, unit: UnitId) -> Refusal | None:
    """What forbids to bring a unit back, to whatever place."""
    record = state.units.get(unit)
    if record is None or record.side != state.side or record.at != game.board.at(eliminated_box(state.side)):
        return Refusal("14.1", message("refusal.btb.not-eliminated", unit=unit))
    kind = game.materials.kind(record)
    if kind.has("dot"):
        return Refusal("14.4", message("refusal.btb.never-replaced", unit=unit))
    if is_panzer(kind) and before_this_turn(state, "final-production-surge"):
        return Refusal("card.axis.52", message("refusal.btb.no-more-panzers", unit=unit))
    return step_refusal(game, state, record)


@rule("14.3")
def placement_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """Small units come back to the reserve; large ones where reinforcements of theirs would come, with exceptions."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    label = game.board.label(at)
    if not kind.large:
        if at == game.board.at(reserve_box(unit.side)):
            return None
        return Refusal("14.3", message("refusal.btb.to-reserve", unit=unit.id))
    if not materials.on_map[at]:
        return Refusal("14.3", message("refusal.btb.to-the-map", unit=unit.id))
    if not _takes(game, state, unit, kind, at):
        return Refusal("14.3", message("refusal.btb.no-place-for", unit=unit.id, space=label))
    return may_enter(game, state, unit, at) or joining_refusal(game, state, unit, at)


@rule("14.3", "17.4")
def _takes(game: Game, state: State, unit: Unit, kind: Kind, at: Location) -> bool:
    """Whether an army may come back to a space."""
    key = game.board.key(at)
    for trait, places in PLACES.items():
        if kind.has(trait):
            return key in places and _is_supplied(game, state, unit, kind, at)
    if kind.nation in WESTERN:
        return takes_western(game, state, unit, kind, at)
    if kind.nation is Nation.TURKISH:
        return key in TURKISH_PLACES and holds(game, state, unit.side, at)
    if not is_home_base(game, state, kind.nation, unit.side, at):
        return False
    return kind.nation is not Nation.GERMAN or not _is_cut_off_source(game, state, at)


def _is_supplied(game: Game, state: State, unit: Unit, kind: Kind, at: Location) -> bool:
    return holds(game, state, unit.side, at) and supply_at(game, state, kind.nation, at) is not Supply.NONE


@rule("14.3", "7.6.2")
def _is_cut_off_source(game: Game, state: State, at: Location) -> bool:
    """A German source of supply that no other one reaches takes nobody."""
    found = sources(game, state, Nation.GERMAN)
    return at in found and not any(at in reached_from(game, state, AXIS, other) for other in found if other != at)


@rule("14.2", "14.3")
def takes_western(game: Game, state: State, unit: Unit, kind: Kind, at: Location) -> bool:
    """Beachheads, ports and sources of the theatre a western army was lost in; of either, where both would do."""
    if not _is_western_base(game, state, kind.nation, at):
        return False
    theatre = unit.values.get(THEATRE)
    place = theatre_of_source(game, at)
    if theatre == NORTH_WEST:
        return place == NORTH_WEST
    if theatre == MEDITERRANEAN:
        return place == MEDITERRANEAN
    return True


@rule("14.3", "7.6.2")
def _is_western_base(game: Game, state: State, nation: Nation, at: Location) -> bool:
    """Beachheads that serve it but Shingle's, Naples, Antwerp; Basra for all, the sources of Egypt for the British."""
    if game.materials.has(at, "beach"):
        shingle = state.marker(at, ALLIED_BEACHHEAD) == SHINGLE
        return has_beachhead(game, state, nation, at) and not shingle
    if is_landing_port(game, state, at):
        return True
    if at in sources(game, state, Nation.BRITISH):
        return nation in BRITISH_NATIONS or game.board.key(at) == "basra"
    home = is_home_base(game, state, nation, ALLIED, at)
    return home and supply_at(game, state, nation, at) is Supply.FULL


@rule("14.5.3")
def lose_wehrkreise(game: Game, draft: Draft) -> None:
    """A German point is lost for each Wehrkreis the Axis does not hold in full supply, down to none."""
    state = draft.state
    lost = sum(
        1
        for at in game.materials.with_feature("wehrkreis")
        if not holds(game, state, AXIS, at) or supply_at(game, state, Nation.GERMAN, at) is not Supply.FULL
    )
    had = left_in(state, "german")
    if lost and had:
        left = max(had - 2 * lost, 0)
        draft.set_value(points("german"), left or None)
        draft.emit(WehrkreiseLost(lost, left // 2))


@rule("17.4")
def give_turkish_points(game: Game, draft: Draft, side: Side) -> None:
    """Turkey at war has two points a turn, whatever was recorded."""
    kind = game.materials.kind
    if "turkey-at-war" in draft.state.values and any(
        unit.side == side and kind(unit).nation is Nation.TURKISH for unit in draft.state.every_unit()
    ):
        draft.set_value(points(TURKISH), 2 * game.materials.number("turkish_points"))


def places_for(game: Game, unit: Unit, kind: Kind) -> tuple[Location, ...]:
    """The places that may come into question for a unit that comes back."""
    materials: Materials = game.materials
    if not kind.large:
        return (game.board.at(reserve_box(unit.side)),)
    if kind.nation in HOMES and kind.nation not in WESTERN and not kind.has("afrika"):
        home = HOMES[kind.nation]
        return tuple(Location(at) for at, country in enumerate(materials.countries) if country == home)
    features = ("supply", "beach", "port", "urban", "capital")
    return tuple(sorted({at for name in features for at in materials.with_feature(name)}))


class ReplacementChoices:
    """What points can be spent on now."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state

    def restores(self) -> Iterator[Restore]:
        side = self.state.side
        return (Restore(unit.id) for unit in self.state.every_unit() if unit.step and unit.side == side)

    def rebuilds(self) -> Iterator[Rebuild]:
        game, state = self.game, self.state
        for unit in state.at(game.board.at(eliminated_box(state.side))):
            if lost_refusal(game, state, unit.id) is None:
                for at in places_for(game, unit, game.materials.kind(unit)):
                    yield Rebuild(unit.id, at)

    def rebuild_refusal(self, action: Rebuild) -> Refusal | None:
        found = lost_refusal(self.game, self.state, action.unit)
        return found or placement_refusal(self.game, self.state, self.state.unit(action.unit), action.at)

    @rule("14.1", "14.5.2")
    def quota(self) -> Quota[Any]:
        """The points of each pool, and the steps of Panzers that are left in the turn."""
        game, state = self.game, self.state
        panzers = panzer_limit(game, state) - int(in_turn(state, PANZER_STEPS) or 0)
        pools = {pool: left_in(state, pool) for pool in set(POOLS.values())}

        def price(action: Restore | Rebuild) -> Mapping[str, int]:
            kind = game.materials.kind(state.unit(action.unit))
            points = {POOLS[kind.nation]: step_cost(kind)}
            return points | {PANZER_STEPS: 1} if is_panzer(kind) else points

        return Quota(pools | {PANZER_STEPS: panzers}, price)

    def offers(self) -> tuple[Offer[Restore], Offer[Rebuild]]:
        game, state = self.game, self.state
        return (
            Offer(Restore, self.restores, lambda action: restore_refusal(game, state, action.unit), quota=self.quota()),
            Offer(Rebuild, self.rebuilds, self.rebuild_refusal, quota=self.quota()),
        )


class ReplacementPhase(Phase[ReplacementFrame]):
    """A side spends what it has recorded in the turn; what it does not spend is lost."""

    @rule("6.4", "14.1")
    def start(self, game: Game, draft: Draft, frame: ReplacementFrame) -> None:
        """What the Wehrkreise withhold is taken off before anything is spent."""
        side = draft.state.side
        if side == AXIS:
            lose_wehrkreise(game, draft)
        give_turkish_points(game, draft, side)
        self._end_if_idle(game, draft)

    @rule("6.4", "14.1")
    def menu(self, game: Game, state: State, frame: ReplacementFrame) -> Menu | None:
        pools = (*RECORDED[state.side], TURKISH)
        have = sum(left_in(state, pool) for pool in pools)
        prompt = message("prompt.btb.replacements", side=state.side, points=have // 2, halves=have % 2)
        return Menu(state.side, prompt, "14.1", (*ReplacementChoices(game, state).offers(), Offer.one(Done())))

    @rule("14.1")
    def apply(self, game: Game, draft: Draft, frame: ReplacementFrame, action: Action) -> None:
        """A step is paid for and comes back; a unit may come back whole in one phase."""
        if isinstance(action, Done):
            self._end(draft)
            return
        assert isinstance(action, Restore | Rebuild)
        unit = draft.state.unit(action.unit)
        pay_step(game, draft, unit)
        if isinstance(action, Restore):
            draft.change_unit(unit.id, step=unit.step - 1)
            draft.emit(UnitRestored(unit.id, unit.at))
        else:
            draft.move_unit(unit.id, action.at)
            draft.set_unit_value(unit.id, THEATRE, None)
            draft.change_unit(unit.id, step=len(game.materials.kind(unit).faces) - 1, marks={REBUILT})
            draft.emit(UnitRebuilt(unit.id, action.at))
        self._end_if_idle(game, draft)

    def _end_if_idle(self, game: Game, draft: Draft) -> None:
        if not any(offer.any() for offer in ReplacementChoices(game, draft.state).offers()):
            self._end(draft)

    @rule("6.4", "14.1")
    def _end(self, draft: Draft) -> None:
        """Points that were not spent are lost."""
        for pool in (*RECORDED[draft.state.side], TURKISH):
            draft.set_value(points(pool), None)
        draft.unmark_all(REBUILT)
        draft.end()


@rule("14.1", "14.5.2")
def pay_step(game: Game, draft: Draft, unit: Unit) -> None:
    """Take the half points of a step, and count it where it is one of a Panzer."""
    kind = game.materials.kind(unit)
    pool = POOLS[kind.nation]
    draft.set_value(points(pool), left_in(draft.state, pool) - step_cost(kind) or None)
    if is_panzer(kind):
        for_turn(draft, PANZER_STEPS, int(in_turn(draft.state, PANZER_STEPS) or 0) + 1)


CHAPTER = Chapter(
    actions=(Restore, Rebuild),
    events=(UnitRestored, UnitRebuilt, WehrkreiseLost),
    phases={ReplacementFrame: ReplacementPhase()},
)
