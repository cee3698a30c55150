"""The rules of Ukraine '43, put together from their chapters."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from engine.core.actions import Advance, Retreat, TakeLoss
from engine.core.appraisal import Might, Prospect
from engine.core.belonging import Belonging
from engine.core.draft import Draft
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
from engine.rulesets.ukraine_43 import (
    air,
    appraisal,
    artillery,
    assaults,
    bridges,
    central_front,
    control,
    crowding,
    dam,
    elimination,
    exits,
    forts,
    leaders,
    logistics,
    movement,
    paratroops,
    rail,
    railheads,
    reinforcements,
    replacements,
    turn_phases,
    weather,
)
from engine.rulesets.ukraine_43.belonging import BELONGS
from engine.rulesets.ukraine_43.combat import advance, declaration, losses, overrun, resolution, retreat
from engine.rulesets.ukraine_43.combat.declaration import (
    OVERRUN,
    attack_if,
    attack_now,
    dice_of_attack,
    stage_attack,
)
from engine.rulesets.ukraine_43.combat.retreat import StandFast
from engine.rulesets.ukraine_43.lexicon import LEXICON
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import BOXES, DUE, SIDES, SOVIET, WEATHER, weather_of
from engine.rulesets.ukraine_43.overlays import OVERLAYS
from engine.rulesets.ukraine_43.questions import QUESTIONS
from engine.rulesets.ukraine_43.sequence import SEQUENCE
from engine.rulesets.ukraine_43.setup import deploy_refusal, lay_out, setup_faults
from engine.rulesets.ukraine_43.supply import supplied_places
from engine.rulesets.ukraine_43.victory import score_terms

_CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        deployment,
        turn_phases, logistics, artillery, movement, assaults, rail, railheads, bridges, forts, paratroops, leaders,
        control, crowding, elimination, declaration, resolution, losses, retreat, advance, overrun,
        weather, central_front, air, reinforcements, replacements, exits, dam,
    )
)  # fmt: skip


class Ukraine43(Ruleset):
    """The rules of Ukraine '43."""

    id: ClassVar[str] = "ukraine-43"
    title: ClassVar[str] = "Ukraine '43"
    sides: ClassVar[tuple[Side, ...]] = SIDES
    boxes: ClassVar[Mapping[str, str]] = BOXES
    options: ClassVar[Mapping[str, Scalar]] = {"variable-defence": False}
    lexicon: ClassVar[Lexicon] = LEXICON
    setup_case: ClassVar[str] = "5.4"
    scoring: ClassVar[Scoring] = Scoring(
        "30", ("victory_levels", "sudden_death"), ("sudden_death",), reference="reference"
    )
    vocabulary: ClassVar[Vocabulary] = vocabulary_of(_CHAPTERS)
    phases: ClassVar = phases_of(_CHAPTERS, SEQUENCE)
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    overlays: ClassVar[Mapping[str, OverlayMaker]] = OVERLAYS
    belongs: ClassVar[Mapping[str, Belonging]] = BELONGS
    choices: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {
        "losses": (TakeLoss,),
        "retreat": (Retreat, StandFast),
        "advance": (Advance,),
    }

    def materials(self, brief: Brief) -> Materials:
        return Materials.of(brief)

    def set_up(self, game: Game, draft: Draft) -> None:
        lay_out(game, draft)

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        return overrun.stage_overrun(game, state, asked) if asked.get(OVERRUN) else stage_attack(game, state, asked)

    def dice_of_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[int, ...]:
        return dice_of_attack(game, state, asked)

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        return attack_now(game, state)

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        return attack_if(game, state, action)

    def fight_now(self, game: Game, state: State) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
        """The fight whose losses, retreats and advances are being decided."""
        found = (frame for frame in reversed(state.frames) if isinstance(frame, resolution.AftermathFrame))
        battle = next((frame.battle for frame in found), None)
        return (battle.attackers, battle.targets) if battle is not None else None

    def weather_now(self, game: Game, state: State) -> str | None:
        return weather_of(state) if WEATHER in state.values else None

    def might(self, game: Game, state: State, unit: Unit) -> Might:
        return appraisal.might_of(game, state, unit)

    def can_strike(self, game: Game, state: State, unit: Unit, at: Location, cost: Number) -> bool:
        return appraisal.can_strike(game, state, unit, at, cost)

    def prospect(self, game: Game, state: State, action: Action) -> Prospect:
        return appraisal.prospect(game, state, action)

    def support_range(self, game: Game, state: State, unit: Unit, at: Location) -> int:
        return appraisal.support_range(game, unit, at)

    def helped(self, game: Game, state: State, asked: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return appraisal.helped(game, state, asked)

    def is_ground(self, game: Game, at: Location) -> bool:
        materials: Materials = game.materials
        return bool(materials.ground.land[at])

    def fed(self, game: Game, state: State, side: Side) -> Collection[Location]:
        return supplied_places(game, state, side)

    def holder(self, game: Game, state: State, at: Location) -> Side | None:
        return appraisal.holder_of_source(game, state, at) or super().holder(game, state, at)

    def stays_with(self, game: Game, state: State, at: Location, side: Side) -> bool:
        if at in game.materials.ground.soviet_edge:
            return side == SOVIET
        return super().stays_with(game, state, at, side)

    def stakes(self, game: Game, state: State, side: Side) -> Mapping[Location, Number]:
        return appraisal.stakes(game, state, side)

    def last_turn(self, game: Game) -> int | None:
        materials: Materials = game.materials
        return materials.last_turn

    def appraise(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        return appraisal.appraise(game, state, side)

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        return score_terms(game, state)

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
