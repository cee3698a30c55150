"""Chapters 6.2 and 7: the action rounds, and the five ways to use a card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import PlayCard
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import Message, message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.activation import OperationsFrame
from engine.rulesets.barbarossa_to_berlin.cards.events import EVENTS
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import ROUND_PREFIX, clear, for_turn, in_turn, is_active
from engine.rulesets.barbarossa_to_berlin.hands import clear_table, held, lay
from engine.rulesets.barbarossa_to_berlin.invasions import RenounceInvasions, renounce_invasions, renounce_refusal
from engine.rulesets.barbarossa_to_berlin.materials import Materials, StrategyCard
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AXIS,
    AXIS_ALLIES,
    COMBAT,
    FOUGHT,
    MOVE,
    MOVED,
    REDEPLOYED,
    REMOVED,
    RETREATED,
    ROUND,
    US_AT_WAR,
    Use,
    card,
    last_use,
    points,
    removed_cards,
    table,
)
from engine.rulesets.barbarossa_to_berlin.neutrals import NEUTRALS, DeclareWar, declaration_refusal, declare_war
from engine.rulesets.barbarossa_to_berlin.orders import lift_orders
from engine.rulesets.barbarossa_to_berlin.partisans import PartisanFrame, partisans_refusal
from engine.rulesets.barbarossa_to_berlin.redeployment import RedeploymentFrame
from engine.rulesets.barbarossa_to_berlin.victory import check_sources
from engine.rulesets.chapter import Chapter

OPENING = (card(AXIS, 1), card(AXIS, 2))
"""Barbarossa and Von Paulus Pause, one of which opens the game."""
PAUSE_TURN = 2
OWED = 2
"""How many rounds of that turn Von Paulus Pause costs the Axis (card.axis.2)."""
AUTOMATIC = "automatic-taken"
"""What of a turn's values counts the automatic operations of the Axis."""
DEFECTIONS = {"italian": "italy-defects", "romanian": "romania-defects", "bulgarian": "bulgaria-defects"}
"""The events that take a nation out of the Axis."""


@dataclass(frozen=True, slots=True)
class TakeAutomatic(Action):
    """An operation of one point without a card."""

    kind: ClassVar[str] = "automatic"


@dataclass(frozen=True, slots=True)
class CallPartisans(Action):
    """Use the round to place partisans."""

    kind: ClassVar[str] = "call-partisans"


@dataclass(frozen=True, slots=True)
class RoundFrame(Frame):
    """One side's action in a round. `then` is what is still to follow of a card that is event and operation in one."""

    kind: ClassVar[str] = "round"
    number: int
    chosen: bool = False
    then: int = 0


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    kind: ClassVar[str] = "card-played"
    side: Side
    card: CardId
    use: str

    @property
    def played(self) -> tuple[CardId, ...]:
        return (self.card,)


@dataclass(frozen=True, slots=True)
class AutomaticTaken(Event):
    kind: ClassVar[str] = "automatic-taken"
    side: Side


@dataclass(frozen=True, slots=True)
class ReplacementsRecorded(Event):
    kind: ClassVar[str] = "replacements-recorded"
    side: Side
    pool: str
    points: int


@dataclass(frozen=True, slots=True)
class CardLeft(Event):
    """A card left a hand: to the discards, or out of the game."""

    kind: ClassVar[str] = "card-left"
    side: Side
    card: CardId
    removed: bool


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    kind: ClassVar[str] = "round-ended"
    side: Side


@rule("15.1")
def is_thaw(game: Game, state: State) -> bool:
    """The first two rounds of a spring turn."""
    materials: Materials = game.materials
    return materials.season(state.turn) == "spring" and _round_of(state) <= materials.number("thaw_rounds")


def _round_of(state: State) -> int:
    return int(state.values.get(ROUND, 1))


@rule("7.1")
def use_refusal(game: Game, state: State, side: Side, action: PlayCard) -> Refusal | None:
    """What forbids using a card of the hand in one of the five ways."""
    if action.card not in held(state, side):
        return Refusal("7.2", message("refusal.btb.not-in-hand", card=action.card))
    if action.use not in (Use.OPERATIONS, Use.REDEPLOYMENT, Use.REPLACEMENTS, Use.EVENT, Use.BOTH):
        return Refusal("7.1", message("refusal.btb.no-such-use", use=action.use))
    return _use_refusal(game, state, side, action)


def _use_refusal(game: Game, state: State, side: Side, action: PlayCard) -> Refusal | None:
    """The same of a card that is in the hand, and of a way that is one of the five."""
    found = _opening_refusal(game, state, side, action) or _owed_refusal(game, state, side)
    if found is not None:
        return found
    played = game.materials.cards[action.card]
    if action.use == Use.OPERATIONS:
        return Refusal("15.1", message("refusal.btb.thaw")) if is_thaw(game, state) else None
    if action.use == Use.REDEPLOYMENT:
        return _repeated_refusal(state, side, Use.REDEPLOYMENT, "7.4")
    if action.use == Use.REPLACEMENTS:
        return replacement_refusal(game, state, side)
    if action.use == Use.BOTH and not played.dual:
        return Refusal("7.1", message("refusal.btb.not-dual", card=action.card))
    return event_refusal(game, state, side, played)


@rule("4.4")
def must_open(state: State, side: Side) -> bool:
    """On turn 1 the Axis has to open the game with a certain card."""
    return state.turn == 1 and side == AXIS and any(each in OPENING for each in held(state, side))


@rule("4.4")
def _opening_refusal(game: Game, state: State, side: Side, action: PlayCard) -> Refusal | None:
    """The Axis opens the game with one of its two opening cards, as an event."""
    if must_open(state, side) and (action.card not in OPENING or action.use != Use.EVENT):
        return Refusal("4.4", message("refusal.btb.opening"))
    return None


@rule("card.axis.2")
def automatic_owed(state: State) -> int:
    """How many automatic operations the Axis has still to take in this turn, having paused in the first."""
    if state.turn != PAUSE_TURN or not is_active(state, "von-paulus-pause"):
        return 0
    return max(OWED - int(in_turn(state, AUTOMATIC) or 0), 0)


@rule("card.axis.2")
def _owed_refusal(game: Game, state: State, side: Side) -> Refusal | None:
    """After Von Paulus Pause two Axis rounds of turn 2 are automatic operations; when, the Axis chooses."""
    left = game.materials.number("rounds") + 1 - _round_of(state)
    if side == AXIS and automatic_owed(state) >= left:
        return Refusal("card.axis.2", message("refusal.btb.owed"))
    return None


@rule("7.4", "7.5")
def _repeated_refusal(state: State, side: Side, use: Use, case: str) -> Refusal | None:
    """Two redeployments, or two replacements, never follow each other in one turn."""
    if state.values.get(last_use(side)) == use:
        return Refusal(case, message("refusal.btb.consecutive", use=str(use)))
    return None


@rule("7.5", "4.4")
def replacement_refusal(game: Game, state: State, side: Side) -> Refusal | None:
    """Replacements are recorded not twice running, not on turn 1, and by the Axis only so often in the later war."""
    found = _repeated_refusal(state, side, Use.REPLACEMENTS, "7.5")
    if found is not None:
        return found
    if state.turn == 1:
        return Refusal("4.4", message("refusal.btb.no-replacements-yet"))
    if side == AXIS:
        most = axis_replacement_cards(state.turn)
        if most is not None and int(in_turn(state, "replacement-cards") or 0) >= most:
            return Refusal("7.5", message("refusal.btb.enough-replacements", most=most))
    return None


@rule("7.5")
def axis_replacement_cards(turn: int) -> int | None:
    """How many replacement cards the Axis may play in a turn; None for any number."""
    return None if turn < 8 else 2 if turn < 12 else 1


@rule("7.6", "7.6.2", "15.1")
def event_refusal(game: Game, state: State, side: Side, played: StrategyCard) -> Refusal | None:
    """What forbids the event of a card: it has none, its own conditions, a second reinforcement, the thaw."""
    if played.combat or played.id not in EVENTS:
        return Refusal("7.6.4", message("refusal.btb.combat-card", card=played.id))
    event = EVENTS[played.id]
    if event.reinforces:
        if state.turn == 1:
            return Refusal("4.4", message("refusal.btb.no-reinforcements-yet"))
        for nation in event.reinforces:
            if in_turn(state, f"reinforced-{nation}"):
                return Refusal("7.6.2", message("refusal.btb.reinforced", nation=nation))
    if not event.thaw and is_thaw(game, state):
        return Refusal("15.1", message("refusal.btb.thaw-event"))
    return event.refuse(game, state)


class RoundPhase(Phase[RoundFrame]):
    """A side chooses what to do with its round, and does it."""

    def start(self, game: Game, draft: Draft, frame: RoundFrame) -> None:
        draft.set_value(ROUND, frame.number)

    @rule("6.2", "7.2", "7.6.3", "17.4")
    def menu(self, game: Game, state: State, frame: RoundFrame) -> Menu | None:
        """Play a card, take the automatic operation or, for the Allies, place partisans.

        Before that war may be declared on a neutral, and invasions may be renounced.
        """
        if frame.chosen:
            return None
        side = state.side
        cards = Offer(
            PlayCard,
            lambda: (each for each in _plays(game, state, side) if _use_refusal(game, state, side, each) is None),
            lambda action: use_refusal(game, state, side, action),
            exact=True,
        )
        opening = Refusal("4.4", message("refusal.btb.opening")) if must_open(state, side) else None
        offers: list[Offer[Any]] = [cards, Offer.one(TakeAutomatic(), opening), _declarations(game, state)]
        if side == ALLIED:
            offers.append(Offer.one(CallPartisans(), partisans_refusal(game, state)))
            offers.append(Offer.one(RenounceInvasions(), renounce_refusal(game, state)))
        return Menu(side, self._prompt(game, state, frame, cards), "7.2", offers)

    @rule("4.4", "7.2")
    def _prompt(self, game: Game, state: State, frame: RoundFrame, cards: Offer[PlayCard]) -> Message:
        """What is asked is what is offered: an opening card, an operation without a card, or the choice of both."""
        side = state.side
        if must_open(state, side):
            return message("prompt.btb.round-opening", side=side, number=frame.number)
        if not cards.any():
            return message("prompt.btb.round-no-card", side=side, number=frame.number)
        return message("prompt.btb.round", side=side, number=frame.number)

    def apply(self, game: Game, draft: Draft, frame: RoundFrame, action: Action) -> None:
        side = draft.state.side
        if isinstance(action, PlayCard):
            self._play(game, draft, frame, side, action)
        elif isinstance(action, TakeAutomatic):
            self._automatic(draft, frame, side)
        elif isinstance(action, DeclareWar):
            declare_war(game, draft, side, action.country)
        elif isinstance(action, RenounceInvasions):
            renounce_invasions(draft)
        else:
            clear_table(draft, side)
            draft.set_value(last_use(side), Use.PARTISANS)
            draft.replace_frame(replace(frame, chosen=True))
            draft.call(PartisanFrame(by_round=True))

    @rule("7.2")
    def _automatic(self, draft: Draft, frame: RoundFrame, side: Side) -> None:
        """One point without a card; it pays off what Von Paulus Pause has left to take."""
        clear_table(draft, side)
        draft.set_value(last_use(side), Use.AUTOMATIC)
        if side == AXIS:
            for_turn(draft, AUTOMATIC, int(in_turn(draft.state, AUTOMATIC) or 0) + 1)
        draft.emit(AutomaticTaken(side))
        draft.replace_frame(replace(frame, chosen=True))
        draft.call(OperationsFrame(1))

    @rule("7.1", "7.3", "7.4", "7.6")
    def _play(self, game: Game, draft: Draft, frame: RoundFrame, side: Side, action: PlayCard) -> None:
        """The card leaves the hand and is used in one way; a dual card may be event and operation in one."""
        played = game.materials.cards[action.card]
        clear_table(draft, side)
        draft.emit(CardPlayed(side, played.id, action.use))
        draft.set_value(last_use(side), action.use)
        as_event = action.use in (Use.EVENT, Use.BOTH)
        put_down(draft, side, played, removed=as_event and played.asterisk)
        then = played.ops if action.use == Use.BOTH else 0
        draft.replace_frame(replace(frame, chosen=True, then=then))
        if action.use == Use.OPERATIONS:
            draft.call(OperationsFrame(played.ops))
        elif action.use == Use.REDEPLOYMENT:
            draft.call(RedeploymentFrame(played.ops))
        elif action.use == Use.REPLACEMENTS:
            record_replacements(game, draft, side, played)
        else:
            event = EVENTS[played.id]
            for nation in event.reinforces:
                draft.set_value(f"turn-reinforced-{nation}", value=True)
            event.play(game, draft)
            self._go_on(draft)

    def resume(self, game: Game, draft: Draft, frame: RoundFrame, result: object) -> None:
        self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        """After the event of a dual card come its operations."""
        frame = draft.frame
        if isinstance(frame, RoundFrame) and frame.then and not draft.to_start:
            draft.replace_frame(replace(frame, then=0))
            draft.call(OperationsFrame(frame.then))


def _plays(game: Game, state: State, side: Side) -> Iterator[PlayCard]:
    """The ways to use the cards in hand that come into question: for points, or for what is printed on them."""
    for each in held(state, side):
        for use in (Use.OPERATIONS, Use.REDEPLOYMENT, Use.REPLACEMENTS):
            yield PlayCard(each, use.value)
        if each in EVENTS:
            yield PlayCard(each, Use.EVENT.value)
            if game.materials.cards[each].dual:
                yield PlayCard(each, Use.BOTH.value)


@rule("17.4")
def _declarations(game: Game, state: State) -> Offer[DeclareWar]:
    """War is declared when a round begins; the round itself goes on."""
    return Offer(
        DeclareWar,
        lambda: (DeclareWar(country) for country in sorted(NEUTRALS)),
        lambda action: declaration_refusal(game, state, action.country),
    )


@rule("7.6.1", "7.9")
def put_down(draft: Draft, side: Side, played: StrategyCard, *, removed: bool) -> None:
    """A card that was played lies open and is discarded later; as an event, one with an asterisk leaves the game."""
    pile = removed_cards(side) if removed else table(side)
    lay(draft, side, played.id, pile)
    draft.emit(CardLeft(side, played.id, removed))


@rule("7.5", "14.5.5", "17.2")
def record_replacements(game: Game, draft: Draft, side: Side, played: StrategyCard) -> None:
    """The points of a card are recorded by nation; none for those who are not in the war, fewer without Moscow."""
    for pool, worth in sorted(played.replacements.items()):
        if not is_at_war(game, draft.state, pool):
            continue
        amount = worth - 1 if pool == "soviet" and is_moscow_shaken(game, draft.state) else worth
        if amount > 0:
            draft.set_value(points(pool), int(draft.state.values.get(points(pool), 0)) + 2 * amount)
            draft.emit(ReplacementsRecorded(side, pool, amount))
    if side == AXIS:
        for_turn(draft, "replacement-cards", int(in_turn(draft.state, "replacement-cards") or 0) + 1)


@rule("7.5", "17.2")
def is_at_war(game: Game, state: State, pool: str) -> bool:
    """Whether there is anybody to use the points of a pool: Americans at war, an ally of Germany still in it."""
    if pool == "american":
        return US_AT_WAR in state.values
    if pool != "axis":
        return True
    gone = game.board.at(REMOVED)
    nations = {nation for nation in AXIS_ALLIES if not is_active(state, DEFECTIONS.get(nation, ""))}
    return any(game.materials.kind(unit).nation in nations for unit in state.every_unit() if unit.at != gone)


@rule("14.5.5")
def is_moscow_shaken(game: Game, state: State) -> bool:
    """Moscow is in Axis hands, or Stalin is not there."""
    moscow = game.materials.place("moscow")
    if moscow is None:
        return False
    return state.control.get(moscow) == AXIS or not any(unit.type == "stalin" for unit in state.at(moscow))


@dataclass(frozen=True, slots=True)
class RoundOverFrame(Frame):
    """A side's round is over."""

    kind: ClassVar[str] = "round-over"


class RoundOverPhase(Phase[RoundOverFrame]):
    """Nothing is decided."""

    @rule("5.3", "7.3")
    def start(self, game: Game, draft: Draft, frame: RoundOverFrame) -> None:
        """Activation markers and all that held for the round are taken off; the Allies may have won."""
        activated = [at for at, here in draft.state.markers.items() if MOVE in here or COMBAT in here]
        for at in sorted(activated):
            for marker in (MOVE, COMBAT):
                draft.set_marker(at, marker, 0)
        draft.unmark_all(MOVED, FOUGHT, RETREATED, REDEPLOYED)
        lift_orders(game, draft)
        draft.emit(RoundEnded(draft.state.side))
        clear(draft, ROUND_PREFIX)
        if draft.state.side == ALLIED:
            check_sources(game, draft)


CHAPTER = Chapter(
    actions=(PlayCard, TakeAutomatic, CallPartisans),
    events=(CardPlayed, AutomaticTaken, ReplacementsRecorded, CardLeft, RoundEnded),
    phases={RoundFrame: RoundPhase(), RoundOverFrame: RoundOverPhase()},
)
