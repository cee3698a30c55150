"""Barbarossa to Berlin: the chapters put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.actions import Advance, PlayCard, Retreat, TakeLoss
from engine.core.appraisal import Might, Prospect
from engine.core.belonging import Belonging
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.overlays import OverlayMaker
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.ruleset import PoolSort, PoolSpec, PositionLayout, Question, Ruleset, Scoring, SetupFault, Vocabulary
from engine.core.sequence import SequenceFrame
from engine.core.state import State, Unit, evolve
from engine.core.terms import Number, Term
from engine.core.words.lexicon import Lexicon
from engine.mechanics.arrivals import turns_of_waiting
from engine.rulesets import deployment
from engine.rulesets.barbarossa_to_berlin import (
    activation,
    appraisal,
    attrition,
    control,
    draw,
    eliminations,
    end_of_turn,
    hands,
    invasions,
    movement,
    neutrals,
    orders,
    partisans,
    presumptions,
    redeployment,
    reinforcements,
    replacements,
    rounds,
    setup,
    trenches,
    victory,
)
from engine.rulesets.barbarossa_to_berlin.belonging import BELONGS
from engine.rulesets.barbarossa_to_berlin.cards import axis_africa, axis_choices, events, zitadelle
from engine.rulesets.barbarossa_to_berlin.combat import advance, declaration, losses, resolution, retreat
from engine.rulesets.barbarossa_to_berlin.combat.declaration import stage_attack
from engine.rulesets.barbarossa_to_berlin.combat.previews import attack_if, attack_now, fight_now
from engine.rulesets.barbarossa_to_berlin.control import tell_denied_points
from engine.rulesets.barbarossa_to_berlin.lexicon import LEXICON
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    BOXES,
    DUE,
    ROUND,
    SIDES,
    Supply,
    aside,
    deck,
    discard,
    hand,
    kept,
    removed_cards,
    shown,
    table,
)
from engine.rulesets.barbarossa_to_berlin.overlays import OVERLAYS
from engine.rulesets.barbarossa_to_berlin.questions import QUESTIONS
from engine.rulesets.barbarossa_to_berlin.sequence import ROUNDS, SEQUENCE
from engine.rulesets.barbarossa_to_berlin.setup import lay_out
from engine.rulesets.barbarossa_to_berlin.stacking import joining_refusal, setup_faults
from engine.rulesets.barbarossa_to_berlin.victory import score_range, score_terms
from engine.rulesets.brief import Brief
from engine.rulesets.chapter import Chapter, phases_of, vocabulary_of

_CHAPTERS: tuple[Chapter, ...] = tuple(
    module.CHAPTER
    for module in (
        deployment,
        setup, rounds, orders, activation, movement, trenches, declaration, resolution, losses, retreat, advance,
        redeployment, replacements, reinforcements, invasions, partisans, neutrals, attrition, hands, draw,
        end_of_turn, victory, control, eliminations, events, axis_africa,
        axis_choices, zitadelle,
    )
)  # fmt: skip


WITHIN_A_ROUND: Mapping[str, tuple[str, type[Frame]]] = {
    "movement": (activation.MOVING, movement.MovementFrame),
    "combat": (activation.FIGHTING, declaration.CombatFrame),
}
"""What a position may begin with in the middle of a round: the stage of its operation, and the frame of that."""


def _pools() -> dict[str, PoolSpec]:
    """Hands and discards are their side's own, decks nobody's; the rest lies open."""
    found: dict[str, PoolSpec] = {}
    for side in SIDES:
        own = frozenset({side})
        found[deck(side)] = PoolSpec(frozenset(), side, PoolSort.DECK, side)
        found[hand(side)] = PoolSpec(own, side, PoolSort.HAND, side)
        found[discard(side)] = PoolSpec(own, side, PoolSort.DISCARD, side)
        lying_open = {
            shown(side): PoolSort.SHOWN,
            table(side): PoolSort.TABLE,
            removed_cards(side): PoolSort.REMOVED,
            kept(side): PoolSort.OTHER,
            aside(side): PoolSort.OTHER,
        }
        for pool, sort in lying_open.items():
            found[pool] = PoolSpec(seen_by=None, sort=sort, owner=side)
    return found


_POOLS = _pools()


class BarbarossaToBerlin(Ruleset):
    """The rules of Barbarossa to Berlin."""

    id: ClassVar[str] = "barbarossa-to-berlin"
    title: ClassVar[str] = "Barbarossa to Berlin"
    sides: ClassVar[tuple[Side, ...]] = SIDES
    boxes: ClassVar[Mapping[str, str]] = BOXES
    lexicon: ClassVar[Lexicon] = LEXICON
    scheduled: ClassVar[frozenset[str]] = frozenset()
    setup_case: ClassVar[str] = "20.2"
    well_supplied: ClassVar[frozenset[str]] = frozenset({Supply.FULL, Supply.LIMITED})
    scoring: ClassVar[Scoring] = Scoring("5", ("starting_points", "axis_victory", "scenario_mark", "winter_spaces"))
    vocabulary: ClassVar[Vocabulary] = vocabulary_of(_CHAPTERS, actions=(Retreat, Advance, TakeLoss, PlayCard))
    phases: ClassVar = phases_of(_CHAPTERS, SEQUENCE)
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    overlays: ClassVar[Mapping[str, OverlayMaker]] = OVERLAYS
    choices: ClassVar[Mapping[str, tuple[type[Action], ...]]] = {
        "losses": (TakeLoss, losses.SendCorps),
        "retreat": (Retreat, retreat.StandAndLose, losses.SendCorps),
        "advance": (Advance,),
    }
    belongs: ClassVar[Mapping[str, Belonging]] = BELONGS

    def materials(self, brief: Brief) -> Materials:
        return Materials.of(brief)

    def set_up(self, game: Game, draft: Draft) -> None:
        """Lay out armies, markers, tracks and decks."""
        lay_out(game, draft)

    def open(self, game: Game, draft: Draft) -> None:
        """The Axis chooses its opening card, hands are dealt, and the first turn begins."""
        draft.call(setup.OpeningFrame())

    def enter(self, game: Game, draft: Draft, phase: str, side: Side | None) -> bool:
        """A position may also stand within a round: at the movement of an operation, or at its combat.

        Which round it is the value says that a round writes down; the first unless told.
        """
        if phase not in WITHIN_A_ROUND:
            return super().enter(game, draft, phase, side)
        number = min(max(int(draft.state.values.get(ROUND, 1)), 1), ROUNDS)
        round_of_side = SEQUENCE.find(f"round-{number}", side)
        assert round_of_side is not None
        stage, frame = WITHIN_A_ROUND[phase]
        operation = activation.OperationsFrame(0, stage=stage)
        draft.state = evolve(draft.state, frames=(SequenceFrame(round_of_side), operation))
        draft.set_side(SEQUENCE.steps[round_of_side].side)
        draft.begin_phase(phase)
        draft.call(frame())
        return True

    def round_off(self, game: Game, before: State, draft: Draft) -> None:
        """Partisans deny points, and give them back, when units come and go."""
        tell_denied_points(game, before, draft)

    def phase_at(self, state: State) -> str:
        """Within a round its movement or its combat, where play stands in one."""
        within: dict[type[Frame], str] = {frame: phase for phase, (_, frame) in WITHIN_A_ROUND.items()}
        standing = (within[type(frame)] for frame in reversed(state.frames) if type(frame) in within)
        return next(standing, super().phase_at(state))

    def infer(self, game: Game, draft: Draft, layout: PositionLayout) -> None:
        presumptions.infer(game, draft, layout)

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        return stage_attack(game, state, asked)

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        return attack_now(game, state)

    def fight_now(self, game: Game, state: State) -> tuple[tuple[UnitId, ...], tuple[Location, ...]] | None:
        return fight_now(state)

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        return attack_if(game, state, action)

    def pools(self, game: Game) -> Mapping[str, PoolSpec]:
        return _POOLS

    def card_groups(self, game: Game) -> Mapping[str, tuple[CardId, ...]]:
        """The cards of a side; those that lie open, as Total War cards do before their time, are never unseen."""
        materials: Materials = game.materials
        return {
            side: tuple(card for card, printed in sorted(materials.cards.items()) if printed.side == side)
            for side in SIDES
        }

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        return score_terms(game, state)

    def score_range(self, game: Game, state: State) -> tuple[Number, Number] | None:
        return score_range(game, state)

    def might(self, game: Game, state: State, unit: Unit) -> Might:
        return appraisal.might_of(game, state, unit)

    def is_ground(self, game: Game, at: Location) -> bool:
        materials: Materials = game.materials
        return bool(materials.on_map[at])

    def stakes(self, game: Game, state: State, side: Side) -> Mapping[Location, Number]:
        return appraisal.stakes(game, state, side)

    def last_turn(self, game: Game) -> int | None:
        materials: Materials = game.materials
        return materials.brief.scenario.last_turn

    def appraise(self, game: Game, state: State, side: Side) -> tuple[Term, ...]:
        return appraisal.appraise(game, state, side)

    def prospect(self, game: Game, state: State, action: Action) -> Prospect:
        return appraisal.prospect(game, state, action)

    def prelude(self, game: Game) -> Frame | None:
        materials: Materials = game.materials
        return deployment.opening_frame(materials.brief)

    def deploy_refusal(self, game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
        return joining_refusal(game, state, unit, to)

    def setup_faults(self, game: Game, state: State) -> tuple[SetupFault, ...]:
        return setup_faults(game, state)

    def due(self, game: Game, state: State) -> Mapping[UnitId, int]:
        """Units in boxes carry the turn of their return."""
        return turns_of_waiting(state, DUE, game.materials.is_on_map)
