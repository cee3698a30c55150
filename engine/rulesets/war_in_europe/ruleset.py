"""War in Europe: the chapters put together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from engine.core.actions import Advance, Retreat, TakeLoss
from engine.core.appraisal import Might, Prospect
from engine.core.belonging import Belonging
from engine.core.dice import Lots
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
from engine.rulesets.war_in_europe import (
    air_combat,
    air_deployment,
    air_tables,
    airborne,
    airborne_boxes,
    appraisal,
    elimination,
    excess,
    fortified,
    interdiction,
    movement,
    naval,
    neutrality,
    overruns,
    production,
    rail,
    railways,
    reinforcements,
    replacements,
    voyages,
)
from engine.rulesets.war_in_europe.air_deployment import imagine_deployment
from engine.rulesets.war_in_europe.belonging import BELONGS
from engine.rulesets.war_in_europe.combat import aftermath, combat_phase, declaration, losses, retreats
from engine.rulesets.war_in_europe.combat.aftermath import GiveGround, StandFast
from engine.rulesets.war_in_europe.combat.combat_phase import attack_if, attack_now, fight_now, stage_attack
from engine.rulesets.war_in_europe.lexicon import LEXICON
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import BOXES, DUE, SIDES
from engine.rulesets.war_in_europe.overlays import OVERLAYS
from engine.rulesets.war_in_europe.questions import QUESTIONS
from engine.rulesets.war_in_europe.sequence import SEQUENCE
from engine.rulesets.war_in_europe.setup import deploy_refusal, lay_out, setup_faults
from engine.rulesets.war_in_europe.stocks import stocks
from engine.rulesets.war_in_europe.victory import score_terms

_CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        deployment, production, air_tables, air_deployment, air_combat, reinforcements, replacements, movement,
        overruns, railways, rail, naval, voyages, airborne_boxes, airborne, combat_phase, declaration, aftermath,
        losses, retreats, elimination, excess, fortified, interdiction, neutrality,
    )
)  # fmt: skip


class WarInEurope(Ruleset):
    """The standard rules of War in Europe."""

    id: ClassVar[str] = "war-in-europe"
    title: ClassVar[str] = "War in Europe"
    sides: ClassVar[tuple[Side, ...]] = SIDES
    boxes: ClassVar[Mapping[str, str]] = BOXES
    options: ClassVar[Mapping[str, Scalar]] = {"campaign": False}
    lexicon: ClassVar[Lexicon] = LEXICON
    setup_case: ClassVar[str] = "4.3"
    scoring: ClassVar[Scoring] = Scoring("4", ("victory_levels",))
    vocabulary: ClassVar[Vocabulary] = vocabulary_of(_CHAPTERS)
    phases: ClassVar = phases_of(_CHAPTERS, SEQUENCE)
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    overlays: ClassVar[Mapping[str, OverlayMaker]] = OVERLAYS
    belongs: ClassVar[Mapping[str, Belonging]] = BELONGS
    choices: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {
        "losses": (TakeLoss, StandFast),
        "retreat": (Retreat, GiveGround),
        "advance": (Advance,),
    }
    ways_to: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {"losses": (StandFast,), "retreat": (GiveGround,)}

    def materials(self, brief: Brief) -> Materials:
        return Materials.of(brief)

    def set_up(self, game: Game, draft: Draft) -> None:
        lay_out(game, draft)

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        return stage_attack(game, state, asked)

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        return attack_now(game, state)

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        return attack_if(game, state, action)

    def fight_now(self, game: Game, state: State) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
        return fight_now(game, state)

    def imagine(self, game: Game, state: State, side: Side, lots: Lots) -> State:
        """What the other side may have sealed is an assignment of its air points: any that the rules allow."""
        return imagine_deployment(game, state, side, lots)

    def might(self, game: Game, state: State, unit: Unit) -> Might:
        return appraisal.might_of(game, state, unit)

    def is_ground(self, game: Game, at: Location) -> bool:
        materials: Materials = game.materials
        return bool(materials.ground.land()[at])

    def fed(self, game: Game, state: State, side: Side) -> Collection[Location]:
        return appraisal.fed_places(game, state, side)

    def stakes(self, game: Game, state: State, side: Side) -> Mapping[Location, Number]:
        return appraisal.stakes(game, state, side)

    def last_turn(self, game: Game) -> int | None:
        materials: Materials = game.materials
        return materials.last_turn

    def appraise(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        return appraisal.appraise(game, state, side)

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        return score_terms(game, state)

    def stocks(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        return stocks(game, state, side)

    def can_strike(self, game: Game, state: State, unit: Unit, at: Location, cost: Number) -> bool:
        return appraisal.can_strike(state)

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
