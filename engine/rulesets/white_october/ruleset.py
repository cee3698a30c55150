"""White October 1919: the chapters put together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from engine.core.actions import Advance, Retreat, TakeLoss
from engine.core.appraisal import Might, Prospect
from engine.core.belonging import Belonging
from engine.core.dice import Lots
from engine.core.draft import Draft
from engine.core.facets import Announced
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.overlays import OverlayMaker
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.ruleset import Question, Ruleset, Scoring, SetupFault, Vocabulary
from engine.core.state import Scalar, State, Unit
from engine.core.terms import Number, Term
from engine.core.words.lexicon import Lexicon
from engine.mechanics.arrivals import turns_of_waiting
from engine.rulesets import deployment
from engine.rulesets.brief import Brief
from engine.rulesets.chapter import Chapter, phases_of, vocabulary_of
from engine.rulesets.white_october import (
    ammunition,
    appraisal,
    arrivals,
    aviation,
    control,
    elimination,
    events,
    fatigue,
    fleets,
    levies,
    movement,
    politics,
    rallying,
    recruits,
    red_morale,
    returns,
    sailing,
    sequence,
    special_moves,
    stations,
    trains,
    vehicles,
)
from engine.rulesets.white_october.belonging import BELONGS
from engine.rulesets.white_october.combat import (
    advance,
    aftermath,
    assault,
    bombardment,
    declaration,
    losses,
    offensive_moves,
    penalties,
    retreat,
    sequence_of_combat,
)
from engine.rulesets.white_october.combat.penalties import Disorder
from engine.rulesets.white_october.combat.reckoning import two_dice
from engine.rulesets.white_october.combat.sequence_of_combat import announced, attack_if, attack_now, stage_attack
from engine.rulesets.white_october.events import imagine_plot
from engine.rulesets.white_october.lexicon import LEXICON
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import BOXES, DUE, SIDES, first_of
from engine.rulesets.white_october.overlays import OVERLAYS
from engine.rulesets.white_october.questions import QUESTIONS
from engine.rulesets.white_october.sequence import SEQUENCE, order_for
from engine.rulesets.white_october.setup import deploy_refusal, lay_out, setup_faults
from engine.rulesets.white_october.supply import supplied_places
from engine.rulesets.white_october.victory import score_range, score_terms

_CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        deployment,
        sequence, ammunition, recruits, politics, levies, events, movement, special_moves, rallying, control,
        elimination, sequence_of_combat, declaration, bombardment, offensive_moves, assault, aftermath, losses,
        penalties, retreat, advance, fatigue, vehicles, fleets, aviation, arrivals, returns, trains,
        sailing, red_morale, stations,
    )
)  # fmt: skip


class WhiteOctober(Ruleset):
    """The rules of White October 1919."""

    id: ClassVar[str] = "white-october"
    title: ClassVar[str] = "White October 1919"
    sides: ClassVar[tuple[Side, ...]] = SIDES
    boxes: ClassVar[Mapping[str, str]] = BOXES
    options: ClassVar[Mapping[str, Scalar]] = {"events": False}
    lexicon: ClassVar[Lexicon] = LEXICON
    setup_case: ClassVar[str] = "7.8"
    scoring: ClassVar[Scoring] = Scoring("", ("victory_levels",))
    vocabulary: ClassVar[Vocabulary] = vocabulary_of(_CHAPTERS)
    phases: ClassVar = phases_of(_CHAPTERS, SEQUENCE)
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    overlays: ClassVar[Mapping[str, OverlayMaker]] = OVERLAYS
    belongs: ClassVar[Mapping[str, Belonging]] = BELONGS
    choices: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {
        "losses": (TakeLoss, Disorder),
        "retreat": (Retreat,),
        "advance": (Advance,),
    }

    def materials(self, brief: Brief) -> Materials:
        return Materials.of(brief)

    def set_up(self, game: Game, draft: Draft) -> None:
        lay_out(game, draft)

    def enter(self, game: Game, draft: Draft, phase: str, side: Side | None) -> bool:
        """A position may stand in either action sequence: then its side has chosen the order that leads there."""
        order = order_for(phase)
        if order is not None and side is not None:
            draft.set_value(first_of(side), order)
        return super().enter(game, draft, phase, side)

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        return stage_attack(game, state, asked)

    def dice_of_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[int, ...]:
        return two_dice(asked["die"]) if "die" in asked else ()

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        return attack_now(game, state)

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        return attack_if(game, state, action)

    def announced(self, game: Game, state: State) -> tuple[Announced, ...]:
        return announced(state)

    def imagine(self, game: Game, state: State, side: Side, lots: Lots) -> State:
        """What the White side may have sealed is the district of its plot: any that the police have not closed."""
        return imagine_plot(game, state, side, lots)

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        return score_terms(game, state)

    def score_range(self, game: Game, state: State) -> tuple[Number, Number] | None:
        return score_range(game, state)

    def might(self, game: Game, state: State, unit: Unit) -> Might:
        return appraisal.might_of(game, state, unit)

    def is_ground(self, game: Game, at: Location) -> bool:
        materials: Materials = game.materials
        return bool(materials.ground.on_map[at])

    def fed(self, game: Game, state: State, side: Side) -> Collection[Location]:
        return supplied_places(game, state, side)

    def stakes(self, game: Game, state: State, side: Side) -> Mapping[Location, Number]:
        return appraisal.stakes(game, state, side)

    def last_turn(self, game: Game) -> int | None:
        materials: Materials = game.materials
        return materials.last_turn

    def appraise(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        return appraisal.appraise(game, state, side)

    def prospect(self, game: Game, state: State, action: Action) -> Prospect:
        return appraisal.prospect(game, state, action)

    def prelude(self, game: Game) -> Frame | None:
        materials: Materials = game.materials
        return deployment.opening_frame(materials.brief)

    def deploy_refusal(self, game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
        return deploy_refusal(game, state, unit, to)

    def setup_faults(self, game: Game, state: State) -> tuple[SetupFault, ...]:
        return setup_faults(game, state)

    def due(self, game: Game, state: State) -> Mapping[UnitId, int]:
        """Units in boxes carry the turn of their coming."""
        return turns_of_waiting(state, DUE, game.materials.is_on_map)
