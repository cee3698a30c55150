"""Red Star Rising: the chapters put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.actions import Advance, Retreat, TakeLoss
from engine.core.appraisal import Might
from engine.core.belonging import Belonging
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.overlays import OverlayMaker
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.ruleset import PoolSpec, PositionLayout, Question, Ruleset, Scoring, SetupFault, Vocabulary
from engine.core.state import State, Unit
from engine.core.terms import Number, Term
from engine.core.words.lexicon import Lexicon
from engine.mechanics.arrivals import turns_of_waiting
from engine.rulesets import deployment
from engine.rulesets.brief import Brief
from engine.rulesets.chapter import Chapter, phases_of, vocabulary_of
from engine.rulesets.red_star_rising import (
    air,
    appraisal,
    breakdown,
    corps_offers,
    economy,
    italy,
    markers,
    movement,
    overstacked,
    paratroops,
    partisan_placement,
    partisans,
    presumptions,
    promotions,
    recomposition,
    records,
    reinforcements,
    sea,
    strategic,
    victory,
)
from engine.rulesets.red_star_rising.belonging import BELONGS
from engine.rulesets.red_star_rising.combat import advance, aftermath, declaration, losses, overrun, removal, retreat
from engine.rulesets.red_star_rising.combat.declaration import stage_attack
from engine.rulesets.red_star_rising.combat.previews import attack_if, attack_now
from engine.rulesets.red_star_rising.control import controller
from engine.rulesets.red_star_rising.lexicon import LEXICON
from engine.rulesets.red_star_rising.markers import fill_cups
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import (
    AXIS,
    BOXES,
    CUPS,
    DUE,
    ON_ARMIES,
    OUT_OF_PLAY,
    SET_ASIDE,
    SIDES,
    TO_COME,
    coming_box,
)
from engine.rulesets.red_star_rising.overlays import OVERLAYS
from engine.rulesets.red_star_rising.questions import QUESTIONS
from engine.rulesets.red_star_rising.sequence import SEQUENCE
from engine.rulesets.red_star_rising.setup_faults import deploy_refusal, setup_faults
from engine.rulesets.red_star_rising.supply import phases as supply
from engine.rulesets.red_star_rising.supply.axis import depot_chain
from engine.rulesets.red_star_rising.supply.lines import would_be_supplied
from engine.rulesets.red_star_rising.victory import last_turn, score_range, score_terms

_CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        deployment,
        movement, strategic, sea, overstacked, partisans, declaration, overrun, aftermath, losses, retreat, advance,
        removal, supply, air, markers, economy, reinforcements, paratroops, promotions, breakdown, recomposition,
        partisan_placement, italy, victory, corps_offers,
    )
)  # fmt: skip


_POOLS = {
    **{cup: PoolSpec(seen_by=frozenset()) for cup in CUPS},
    **{pool: PoolSpec(seen_by=None) for pool in (ON_ARMIES, SET_ASIDE, TO_COME, OUT_OF_PLAY)},
}
"""Nobody looks into the cups; all else lies open."""


class RedStarRising(Ruleset):
    """The rules of Red Star Rising."""

    id: ClassVar[str] = "red-star-rising"
    title: ClassVar[str] = "Red Star Rising"
    sides: ClassVar[tuple[Side, ...]] = SIDES
    boxes: ClassVar[Mapping[str, str]] = BOXES
    lexicon: ClassVar[Lexicon] = LEXICON
    setup_case: ClassVar[str] = "18.0.1"
    scoring: ClassVar[Scoring] = Scoring(
        "18", ("victory_levels", "victory_points", "asset_points"), marks=("victory_levels",)
    )
    vocabulary: ClassVar[Vocabulary] = vocabulary_of(
        _CHAPTERS, actions=(Retreat, Advance, TakeLoss), events=records.EVENTS
    )
    phases: ClassVar = phases_of(_CHAPTERS, SEQUENCE)
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    overlays: ClassVar[Mapping[str, OverlayMaker]] = OVERLAYS
    choices: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {
        "losses": (TakeLoss, losses.FallBack),
        "retreat": (Retreat, losses.FallBack),
        "advance": (Advance,),
    }
    belongs: ClassVar[Mapping[str, Belonging]] = BELONGS
    ways_to: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {"retreat": (losses.FallBack,)}

    def materials(self, brief: Brief) -> Materials:
        return Materials.of(brief)

    def set_up(self, game: Game, draft: Draft) -> None:
        """Lay out the armies, let the reinforcements wait for their turns, and fill the cups."""
        materials: Materials = game.materials
        brief = materials.brief
        brief.set_up(draft)
        placed = set(draft.state.units)
        waiting = []
        for unit, turn in sorted(materials.arrivals.items()):
            if unit not in placed:
                record = brief.unit(unit, game.board.at(coming_box(brief.side_of(unit))))
                waiting.append((record, turn))
        draft.add_units(record for record, _ in waiting)
        for record, turn in waiting:
            draft.set_unit_value(record.id, DUE, turn)
        fill_cups(game, draft)

    def infer(self, game: Game, draft: Draft, layout: PositionLayout) -> None:
        presumptions.infer(game, draft, layout)

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        return stage_attack(game, state, asked)

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        return attack_now(game, state)

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        return attack_if(game, state, action)

    def pools(self, game: Game) -> Mapping[str, PoolSpec]:
        return _POOLS

    def card_groups(self, game: Game) -> Mapping[str, tuple[CardId, ...]]:
        """Every marker has one cup, that of its class."""
        materials: Materials = game.materials
        return materials.markers_of_cups

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        return score_terms(game, state)

    def score_range(self, game: Game, state: State) -> tuple[Number, Number] | None:
        return score_range(game, state)

    def holder(self, game: Game, state: State, at: Location) -> Side | None:
        """Cities and ports have a controller; any other hex is held by those who stand in it."""
        materials: Materials = game.materials
        return controller(game, state, at) if at in materials.controlled else super().holder(game, state, at)

    def stays_with(self, game: Game, state: State, at: Location, side: Side) -> bool:
        return appraisal.stays_with(game, state, at, side)

    def might(self, game: Game, state: State, unit: Unit) -> Might:
        return appraisal.might_of(game, state, unit)

    def can_strike(self, game: Game, state: State, unit: Unit, at: Location, cost: Number) -> bool:
        return appraisal.can_strike(state)

    def feeds(self, game: Game, state: State, unit: Unit, at: Location) -> bool | None:
        return would_be_supplied(game, state, unit, at)

    def feeds_surely(self, game: Game, state: State, unit: Unit, at: Location) -> bool | None:
        return appraisal.feeds_surely(game, state, unit, at)

    def comes_from_afar(self, game: Game, state: State, side: Side) -> frozenset[Location]:
        return strategic.strategic_places(game, state, side)

    def chain(self, game: Game, state: State, side: Side) -> Mapping[Location, Location]:
        return depot_chain(game, state) if side == AXIS else {}

    def is_ground(self, game: Game, at: Location) -> bool:
        materials: Materials = game.materials
        return bool(materials.is_ground[at])

    def stakes(self, game: Game, state: State, side: Side) -> Mapping[Location, Number]:
        return appraisal.stakes(game, state, side)

    def last_turn(self, game: Game) -> int | None:
        return last_turn(game)

    def length(self, game: Game) -> int | None:
        materials: Materials = game.materials
        return last_turn(game) - materials.brief.scenario.first_turn + 1

    def appraise(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        return appraisal.appraise(game, state, side)

    def prelude(self, game: Game) -> Frame | None:
        materials: Materials = game.materials
        return deployment.opening_frame(materials.brief)

    def deploy_refusal(self, game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
        return deploy_refusal(game, state, unit, to)

    def setup_faults(self, game: Game, state: State) -> tuple[SetupFault, ...]:
        return setup_faults(game, state)

    def due(self, game: Game, state: State) -> Mapping[UnitId, int]:
        """Units in boxes carry the turn of their return."""
        return turns_of_waiting(state, DUE, game.materials.is_on_map)
