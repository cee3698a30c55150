"""Skirmish: two sides, a few hexes, and one of everything that hex wargames do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.actions import Advance, Deploy, Done, Retreat, StepTo, TakeLoss
from engine.core.dice import Lots
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.overlays import OverlayMaker
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.ruleset import PoolSpec, Question, Ruleset, Scoring, SetupFault, Vocabulary
from engine.core.sequence import SequenceFrame
from engine.core.state import Scalar, State, Unit
from engine.core.terms import Term
from engine.core.unit_events import Deployed, UnitMoved
from engine.core.words.lexicon import Lexicon
from engine.mechanics.attack_declaration import (
    AddAttacker,
    DeclareAttack,
    Resolve,
    TakeBack,
    asked_attack,
    begun_or_changed,
    question,
    staged,
)
from engine.rulesets.brief import Brief
from engine.rulesets.deployment import DeployFrame, DeployPhase, opening_frame
from tests.helpers.toys.skirmish import records
from tests.helpers.toys.skirmish.cases import rule
from tests.helpers.toys.skirmish.combat import (
    ATTACKS,
    AdvancePhase,
    AttackPhase,
    CombatPhase,
    LossPhase,
    RetreatPhase,
    attack_in_hand,
)
from tests.helpers.toys.skirmish.ground import SIDES, setup_faults, stacking_refusal
from tests.helpers.toys.skirmish.imagination import imagined
from tests.helpers.toys.skirmish.lexicon import LEXICON
from tests.helpers.toys.skirmish.materials import CUP, DECOY, DRAWN, Materials
from tests.helpers.toys.skirmish.movement import ArrivalPhase, MovementPhase
from tests.helpers.toys.skirmish.overlays import OVERLAYS
from tests.helpers.toys.skirmish.questions import QUESTIONS
from tests.helpers.toys.skirmish.supply import SupplyPhase
from tests.helpers.toys.skirmish.turn import DROUGHT, SEQUENCE, AirPhase, WeatherPhase, score_terms


class Skirmish(Ruleset):
    """The rules of Skirmish."""

    id: ClassVar[str] = "toy-skirmish"
    title: ClassVar[str] = "Skirmish"
    sides: ClassVar[tuple[Side, ...]] = SIDES
    lexicon: ClassVar[Lexicon] = LEXICON
    options: ClassVar[Mapping[str, Scalar]] = {DROUGHT: False}
    secret_unit_values: ClassVar[frozenset[str]] = frozenset({DECOY})
    setup_case: ClassVar[str] = "1.1"
    scoring: ClassVar[Scoring] = Scoring("8")
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        actions=(
            Deploy, Done, StepTo, Retreat, Advance, TakeLoss,
            records.CommitAir, records.Arrive, DeclareAttack, AddAttacker, TakeBack, Resolve,
        ),
        events=(
            Deployed,
            records.WeatherRolled, records.AirCommitted, records.AirRevealed, records.UnitArrived, UnitMoved,
            records.DecoyFound, records.StrengthDrawn, records.AttackResolved, records.StepLost,
            records.UnitEliminated, records.UnitRetreated, records.UnitAdvanced, records.SupplyChecked,
        ),
        frames=(
            DeployFrame,
            records.WeatherFrame, records.AirFrame, records.SupplyFrame, records.ArrivalFrame, records.MovementFrame,
            records.CombatFrame, records.AttackFrame, records.LossFrame, records.RetreatFrame, records.AdvanceFrame,
        ),
    )  # fmt: skip
    phases: ClassVar = {
        SequenceFrame: SEQUENCE,
        DeployFrame: DeployPhase(),
        records.WeatherFrame: WeatherPhase(),
        records.AirFrame: AirPhase(),
        records.SupplyFrame: SupplyPhase(),
        records.ArrivalFrame: ArrivalPhase(),
        records.MovementFrame: MovementPhase(),
        records.CombatFrame: CombatPhase(),
        records.AttackFrame: AttackPhase(),
        records.LossFrame: LossPhase(),
        records.RetreatFrame: RetreatPhase(),
        records.AdvanceFrame: AdvancePhase(),
    }
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    overlays: ClassVar[Mapping[str, OverlayMaker]] = OVERLAYS

    def materials(self, brief: Brief) -> Materials:
        return Materials.of(brief)

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        attack = attack_in_hand(state)
        return question(game.board, attack) if attack is not None else None

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        """All who may attack a hex, or those of the attack in hand and one more or less."""
        attack = begun_or_changed(ATTACKS, game, state, attack_in_hand(state), action)
        return question(game.board, attack) if attack is not None else None

    @rule("1.1", "9.1")
    def set_up(self, game: Game, draft: Draft) -> None:
        """Lay out the armies and put the chits into the cup."""
        materials: Materials = game.materials
        brief = materials.brief
        brief.set_up(draft)
        waiting = game.board.at("coming")
        placed = set(draft.state.units)
        draft.add_units(brief.unit(unit, waiting) for unit in sorted(materials.arrivals) if unit not in placed)
        draft.set_pool(CUP, sorted(CardId(card) for card in brief.cards))
        draft.set_pool(DRAWN, ())
        draft.shuffle(CUP)

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        return staged(ATTACKS, asked_attack(game, state, asked))

    def pools(self, game: Game) -> Mapping[str, PoolSpec]:
        return {CUP: PoolSpec(seen_by=frozenset()), DRAWN: PoolSpec(seen_by=None)}

    def card_groups(self, game: Game) -> Mapping[str, tuple[CardId, ...]]:
        materials: Materials = game.materials
        return {CUP: tuple(sorted(map(CardId, materials.brief.cards)))}

    def imagine(self, game: Game, state: State, side: Side, lots: Lots) -> State:
        return imagined(game, state, side, lots)

    def prelude(self, game: Game) -> Frame | None:
        materials: Materials = game.materials
        return opening_frame(materials.brief)

    def deploy_refusal(self, game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
        return stacking_refusal(game, state, unit, to)

    def setup_faults(self, game: Game, state: State) -> tuple[SetupFault, ...]:
        return setup_faults(game, state)

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        return score_terms(game, state)

    def due(self, game: Game, state: State) -> Mapping[UnitId, int]:
        materials: Materials = game.materials
        waiting = game.board.at("coming")
        return {unit: due.turn for unit, due in materials.arrivals.items() if state.unit(unit).at == waiting}
