"""Cabinet: two courts, a handful of spaces, and one of everything that card-driven wargames do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from immutables import Map

from engine.core.actions import Deploy, Done, PlayCard, Retreat, StepTo, TakeLoss
from engine.core.dice import Lots
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import NOWHERE, CardId, Location, Side
from engine.core.overlays import OverlayMaker
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import GameFault, Refusal
from engine.core.ruleset import PoolSort, PoolSpec, Question, Ruleset, Scoring, SetupFault, Vocabulary
from engine.core.sequence import SequenceFrame, SequencePhase, Step
from engine.core.state import State, Unit, evolve
from engine.core.terms import Term
from engine.core.unit_events import Deployed, UnitMoved
from engine.core.words.lexicon import Lexicon
from engine.mechanics.attack_declaration import DeclaredAttack, question
from engine.rulesets.brief import Brief
from engine.rulesets.deployment import DeployFrame, DeployPhase, opening_frame
from tests.helpers.toys.cabinet import records
from tests.helpers.toys.cabinet.cards import BID, FIRST, OPERATIONS, CardsPhase, InitiativePhase, RoundsPhase
from tests.helpers.toys.cabinet.combat import CombatPhase, LossPhase, RetreatPhase
from tests.helpers.toys.cabinet.events import DiscardPhase, LevyPhase, RebuildPhase, SappersPhase
from tests.helpers.toys.cabinet.ground import setup_faults, stacking_refusal
from tests.helpers.toys.cabinet.lexicon import lexicon_with
from tests.helpers.toys.cabinet.materials import REMOVED, SIDES, Materials, deck_of, discard_of, hand_of
from tests.helpers.toys.cabinet.operations import MovePhase, OperationsPhase
from tests.helpers.toys.cabinet.overlays import OVERLAYS
from tests.helpers.toys.cabinet.questions import QUESTIONS, attack_origin
from tests.helpers.toys.cabinet.victory import ambitions_open, deal_ambitions, end_of_turn, score_terms

SEQUENCE = SequencePhase(
    (
        Step("cards", "2.1", records.CardsFrame),
        Step("initiative", "3.1", records.InitiativeFrame),
        Step("rounds", "2.3", records.RoundsFrame),
    ),
    end_of_turn,
)


class Cabinet(Ruleset):
    """The rules of Cabinet."""

    id: ClassVar[str] = "toy-cabinet"
    title: ClassVar[str] = "Cabinet"
    sides: ClassVar[tuple[Side, ...]] = SIDES
    lexicon: ClassVar[Lexicon] = lexicon_with(SEQUENCE)
    setup_case: ClassVar[str] = "1.1"
    scoring: ClassVar[Scoring] = Scoring("7", ("sudden_death", "ambition_points"))
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        actions=(
            Deploy, Done, StepTo, Retreat, TakeLoss, PlayCard,
            records.Bid, records.Pass, records.Activate, records.Assault,
            records.Discard, records.Raise, records.Rebuild, records.Break,
        ),
        events=(
            Deployed,
            records.CardsDrawn, records.DeckReshuffled, records.BidSealed, records.BidsRevealed, records.CardPlayed,
            records.RoundPassed, records.CardSeen, records.CardDiscarded, records.SpaceActivated, UnitMoved,
            records.ShotsFired, records.StepLost, records.UnitEliminated, records.UnitRetreated, records.UnitRaised,
            records.UnitRebuilt, records.ConnectionBroken, records.ConnectionMended, records.AmbitionDealt,
            records.AmbitionShown,
        ),
        frames=(
            DeployFrame, records.CardsFrame, records.InitiativeFrame, records.RoundsFrame, records.OperationsFrame,
            records.MoveFrame, records.CombatFrame, records.LossFrame, records.RetreatFrame, records.LevyFrame,
            records.RebuildFrame, records.DiscardFrame, records.SappersFrame,
        ),
        extra=records.Ledger,
    )  # fmt: skip
    phases: ClassVar[Mapping[type[Frame], Phase[Any]]] = {
        SequenceFrame: SEQUENCE,
        DeployFrame: DeployPhase(),
        records.CardsFrame: CardsPhase(),
        records.InitiativeFrame: InitiativePhase(),
        records.RoundsFrame: RoundsPhase(),
        records.OperationsFrame: OperationsPhase(),
        records.MoveFrame: MovePhase(),
        records.CombatFrame: CombatPhase(),
        records.LossFrame: LossPhase(),
        records.RetreatFrame: RetreatPhase(),
        records.LevyFrame: LevyPhase(),
        records.RebuildFrame: RebuildPhase(),
        records.DiscardFrame: DiscardPhase(),
        records.SappersFrame: SappersPhase(),
    }
    questions: ClassVar[Mapping[str, Question]] = QUESTIONS
    overlays: ClassVar[Mapping[str, OverlayMaker]] = OVERLAYS

    def materials(self, brief: Brief) -> Materials:
        return Materials.of(brief)

    def set_up(self, game: Game, draft: Draft) -> None:
        """Lay out the scenario, shuffle the decks and deal the ambitions."""
        materials: Materials = game.materials
        materials.brief.set_up(draft)
        for side in SIDES:
            draft.set_pool(deck_of(side), materials.deck(side))
            draft.set_pool(hand_of(side), ())
            draft.set_pool(discard_of(side), ())
            draft.shuffle(deck_of(side))
        draft.set_pool(REMOVED, ())
        deal_ambitions(game, draft)

    def enter(self, game: Game, draft: Draft, phase: str, side: Side | None) -> bool:
        """A side that is named has the initiative; a position may also stand amid operations, with points to spend."""
        if side is not None:
            draft.set_value(FIRST, side)
        if phase != OPERATIONS:
            return super().enter(game, draft, phase, None)
        rounds = SEQUENCE.find("rounds")
        assert rounds is not None
        draft.state = evolve(draft.state, frames=(SequenceFrame(rounds), records.RoundsFrame(played=1)))
        draft.call(records.OperationsFrame(points=int(draft.state.values.get("points", 1))))
        return True

    def stage_attack(self, game: Game, state: State, asked: Mapping[str, Any]) -> tuple[Action, ...]:
        """A card for operations first, unless points are being spent already, and then the assault."""
        assault = records.Assault(attack_origin(game, state, asked), game.board.at(asked["target"]))
        if isinstance(state.frames[-1], records.OperationsFrame):
            return (assault,)
        hand = state.pool(hand_of(state.side))
        if not hand:
            raise GameFault(f"{state.side} has no card to attack with")
        return (PlayCard(hand[0], OPERATIONS), assault)

    def attack_if(self, game: Game, state: State, action: Action) -> Mapping[str, Any] | None:
        """An assault is begun and fought in one go, so there is never one in hand."""
        if not isinstance(action, records.Assault):
            return None
        return question(game.board, DeclaredAttack((action.target,), state.stacks.get(action.origin, ())))

    def pools(self, game: Game) -> Mapping[str, PoolSpec]:
        """A hand is its side's alone, a deck nobody's; to the other side the two are one heap of unknown cards."""
        specs = {REMOVED: PoolSpec(seen_by=None, sort=PoolSort.REMOVED)}
        for side in SIDES:
            specs[hand_of(side)] = PoolSpec(frozenset({side}), side, PoolSort.HAND, side)
            specs[deck_of(side)] = PoolSpec(frozenset(), side, PoolSort.DECK, side)
            specs[discard_of(side)] = PoolSpec(seen_by=None, sort=PoolSort.DISCARD, owner=side)
        return specs

    def redact(self, game: Game, state: State, side: Side) -> State:
        """The other side's ambition is hidden, until the game is over and both have been shown."""
        ledger: records.Ledger = state.extra
        if state.outcome is not None:
            return state
        hidden = {each: place if each == side else NOWHERE for each, place in ledger.ambitions.items()}
        return evolve(state, extra=replace(ledger, ambitions=ledger.ambitions.update(hidden)))

    def scramble(self, game: Game, state: State, side: Side, salt: int) -> State:
        ledger: records.Ledger = state.extra
        if state.outcome is not None:
            return state
        places = ambitions_open(game)
        others = {
            each: place if each == side else places[(places.index(place) + 1 + salt) % len(places)]
            for each, place in ledger.ambitions.items()
        }
        return evolve(state, extra=replace(ledger, ambitions=ledger.ambitions.update(others)))

    def card_groups(self, game: Game) -> Mapping[str, tuple[CardId, ...]]:
        materials: Materials = game.materials
        return {side: materials.deck(side) for side in SIDES}

    def imagine(self, game: Game, state: State, side: Side, lots: Lots) -> State:
        """Who has bid has bid a card of the hand; every open place may be an ambition."""
        ledger: records.Ledger = state.extra
        sealed = {
            other: notes if other == side else Map({BID: lots.among(state.pool(hand_of(other)))})
            for other, notes in sorted(state.sealed.items())
        }
        places = ambitions_open(game)
        ambitions = {
            other: lots.among(places) if place == NOWHERE else place
            for other, place in sorted(ledger.ambitions.items())
        }
        return evolve(state, sealed=Map(sealed), extra=replace(ledger, ambitions=Map(ambitions)))

    def prelude(self, game: Game) -> Frame | None:
        materials: Materials = game.materials
        return opening_frame(materials.brief)

    def deploy_refusal(self, game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
        return stacking_refusal(game, state, unit.side, to)

    def setup_faults(self, game: Game, state: State) -> tuple[SetupFault, ...]:
        return setup_faults(game, state)

    def score(self, game: Game, state: State) -> tuple[Term, ...]:
        return score_terms(game, state)
