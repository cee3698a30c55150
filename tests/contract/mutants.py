"""Games broken on purpose, each in one way, and the check that must notice.

They are the two toys with a phase exchanged, or under a `Game` that does not do its duty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done, StepTo
from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game, Transition
from engine.core.ids import CardId, Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import phase_of, settle
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.ruleset import Ruleset, Vocabulary
from engine.core.state import State, derived, evolve
from engine.core.unit_events import UnitMoved
from tests.contract.checks import PLAYING
from tests.helpers.toys.cabinet.cards import CardsPhase, RoundsPhase
from tests.helpers.toys.cabinet.combat import LossPhase
from tests.helpers.toys.cabinet.events import DiscardPhase
from tests.helpers.toys.cabinet.materials import enemy_of, hand_of
from tests.helpers.toys.cabinet.operations import MovePhase
from tests.helpers.toys.cabinet.records import (
    CardDiscarded,
    CardsFrame,
    DiscardFrame,
    LossFrame,
    MoveFrame,
    RoundsFrame,
    StepLost,
    UnitRebuilt,
)
from tests.helpers.toys.cabinet.ruleset import Cabinet
from tests.helpers.toys.skirmish.movement import MovementPhase
from tests.helpers.toys.skirmish.questions import about_attack
from tests.helpers.toys.skirmish.records import AirFrame, CommitAir, MovementFrame
from tests.helpers.toys.skirmish.ruleset import Skirmish
from tests.helpers.toys.skirmish.turn import AirPhase

CABINET, SKIRMISH = ("toy-cabinet", "cabinet-war"), ("toy-skirmish", "ford")

# An illegal action is accepted


class Obliging(Game):
    """Carries out whatever it is told."""

    def apply(self, state: State, action: Action) -> Transition:
        draft = Draft(evolve(state, steps=state.steps + 1))
        frame = state.frames[-1]
        phase_of(self, frame).apply(self, draft, frame, action)
        settle(self, draft)
        return Transition(draft.state, tuple(draft.events))


class FarStrider(MovementPhase):
    """Refuses no step, however far."""

    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu:
        menu = super().menu(game, state, frame)
        steps = Offer(StepTo, lambda: menu.of_kind(StepTo), lambda action: None)
        return Menu(menu.side, menu.prompt, menu.rule, (steps, Offer.one(Done())))


class Striding(Skirmish):
    phases: ClassVar = {**Skirmish.phases, MovementFrame: FarStrider()}


class Unexplained(MovePhase):
    """Refuses with a case that does not exist."""

    def menu(self, game: Game, state: State, frame: MoveFrame) -> Menu:
        menu = super().menu(game, state, frame)
        no = Refusal("99.9", message("refusal.not-connected", space=""))
        steps = Offer.among(menu.of_kind(StepTo), StepTo, no)
        return Menu(menu.side, menu.prompt, menu.rule, (steps, Offer.one(Done())))


# A card is leaked


class Gossip(Game):
    """Adds the top card of North's deck to every view."""

    def view(self, state: State, side: Side) -> State:
        top = (*state.pool("deck-north"), CardId("none"))[0]
        return evolve(super().view(state, side), values=state.values.set("next", top))


class LoudCards(CardsPhase):
    """Says aloud what was drawn."""

    def start(self, game: Game, draft: Draft, frame: CardsFrame) -> None:
        super().start(game, draft, frame)
        draft.emit(CardDiscarded(Side("north"), draft.state.pool("hand-north")[0]))


class Peeking(RoundsPhase):
    """Asks differently when the other side holds a certain card."""

    def menu(self, game: Game, state: State, frame: RoundsFrame) -> Menu | None:
        menu = super().menu(game, state, frame)
        if menu is None:
            return None
        holds = any(card.endswith("-reserve") for card in state.pool(hand_of(enemy_of(menu.side))))
        plays, _ = menu.offers
        return Menu(menu.side, menu.prompt, menu.rule, (plays,) if holds and plays.any() else menu.offers)


class Careless(DiscardPhase):
    """Shows a card and does not count it as shown."""

    def apply(self, game: Game, draft: Draft, frame: DiscardFrame, action: Action) -> None:
        reveals = draft.state.reveals
        super().apply(game, draft, frame, action)
        draft.state = evolve(draft.state, reveals=reveals)


# A state is changed after it was made


class Brutal(MovePhase):
    """Changes the record of a unit in place, which the state before shares."""

    def apply(self, game: Game, draft: Draft, frame: MoveFrame, action: Action) -> None:
        if isinstance(action, StepTo):
            object.__setattr__(draft.state.unit(action.unit), "marks", frozenset({"tired"}))
        super().apply(game, draft, frame, action)


@derived("units")
def walkers(game: Game, state: State) -> list[str]:
    return list(state.roster)


class Greedy(MovePhase):
    """Changes a derived fact that the state before has kept, and later states inherit."""

    def menu(self, game: Game, state: State, frame: MoveFrame) -> Menu:
        walkers(game, state)
        return super().menu(game, state, frame)

    def apply(self, game: Game, draft: Draft, frame: MoveFrame, action: Action) -> None:
        walkers(game, draft.state).pop()
        super().apply(game, draft, frame, action)


@derived("control")
def standing(game: Game, state: State) -> tuple[object, ...]:
    """Rests on units and does not say so."""
    return tuple(unit.at for unit in state.every_unit())


class Forgetful(MovePhase):
    """Uses a fact that is stale after the first step."""

    def menu(self, game: Game, state: State, frame: MoveFrame) -> Menu:
        standing(game, state)
        return super().menu(game, state, frame)


# The story and the questions


class Silent(MovePhase):
    """Moves and says nothing."""

    def apply(self, game: Game, draft: Draft, frame: MoveFrame, action: Action) -> None:
        super().apply(game, draft, frame, action)
        draft.events = [event for event in draft.events if not isinstance(event, UnitMoved)]


class Misled(MovePhase):
    """Says that whoever went stayed."""

    def apply(self, game: Game, draft: Draft, frame: MoveFrame, action: Action) -> None:
        super().apply(game, draft, frame, action)
        draft.events = [
            replace(event, to=event.origin) if isinstance(event, UnitMoved) else event for event in draft.events
        ]


class Gambler(MovePhase):
    """Throws a die that nobody is told of."""

    def apply(self, game: Game, draft: Draft, frame: MoveFrame, action: Action) -> None:
        super().apply(game, draft, frame, action)
        draft.roll()


class Boaster(LossPhase):
    """Calls a step that was lost a step that was rebuilt."""

    def apply(self, game: Game, draft: Draft, frame: LossFrame, action: Action) -> None:
        super().apply(game, draft, frame, action)
        draft.events = [UnitRebuilt(event.unit) if isinstance(event, StepLost) else event for event in draft.events]


class Inarticulate(Cabinet):
    """Has an event that is not in its vocabulary."""

    vocabulary: ClassVar[Vocabulary] = replace(
        Cabinet.vocabulary, events=tuple(event for event in Cabinet.vocabulary.events if event is not UnitMoved)
    )


class Mute(DiscardPhase):
    """Asks and offers nothing."""

    def menu(self, game: Game, state: State, frame: DiscardFrame) -> Menu:
        return Menu(frame.side, message("prompt.discard", side=frame.side), "6.2", ())


class Wordless(MovePhase):
    """Asks in words that nobody has written."""

    def menu(self, game: Game, state: State, frame: MoveFrame) -> Menu:
        menu = super().menu(game, state, frame)
        return Menu(menu.side, message("prompt.unwritten"), menu.rule, menu.offers)


class UnorderedMoves(MovePhase):
    """Lists steps as a set happens to hold them."""

    def menu(self, game: Game, state: State, frame: MoveFrame) -> Menu:
        menu = super().menu(game, state, frame)
        steps = Offer(StepTo, lambda: set(menu.of_kind(StepTo)), menu.offers[0].refusal)
        return Menu(menu.side, menu.prompt, menu.rule, (steps, Offer.one(Done())))


class Unordered(Cabinet):
    """Differs from run to run; it has a name of its own so that another process can find it."""

    phases: ClassVar = {**Cabinet.phases, MoveFrame: UnorderedMoves()}


# An attack that is thought of is not the one that is fought


def loaded_die(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    """Foretells the best result alone and calls it a part of the chances."""
    answer = about_attack(game, state, asked)
    return replace(answer, throws=tuple(replace(throw, chances=throw.chances[-1:]) for throw in answer.throws))


class Boastful(Skirmish):
    questions: ClassVar = {**Skirmish.questions, "attack": loaded_die}


class Absent(Skirmish):
    """Loses sight of whoever joined the attack last."""

    def attack_now(self, game: Game, state: State) -> Mapping[str, Any] | None:
        asked = super().attack_now(game, state)
        return asked and {**asked, "units": asked["units"][:-1]}


# What is imagined


class Obsessed(Game):
    """Imagines one and the same, whatever the salt."""

    def imagine(self, view: State, salt: int) -> State:
        return super().imagine(view, 1)


class Hopeful(Game):
    """Imagines that it is later than it is."""

    def imagine(self, view: State, salt: int) -> State:
        state = super().imagine(view, salt)
        return evolve(state, turn=state.turn + 1)


def cabinet(frame: type[Any], phase: Any) -> Cabinet:
    """Cabinet with one phase exchanged."""

    class Exchanged(Cabinet):
        phases: ClassVar = {**Cabinet.phases, frame: phase}

    return Exchanged()


class LoudAir(AirPhase):
    """Writes down for all to see what a side seals."""

    def apply(self, game: Game, draft: Draft, frame: AirFrame, action: Action) -> None:
        super().apply(game, draft, frame, action)
        if draft.state.sealed and isinstance(action, CommitAir):
            draft.set_value("weather", "mud" if action.points else "dry")


class Bragging(Skirmish):
    phases: ClassVar = {**Skirmish.phases, AirFrame: LoudAir()}


@dataclass(frozen=True)
class Mutant:
    """What is wrong, with which game, and the check that must notice."""

    wrong: str
    names: tuple[str, str]
    ruleset: Ruleset
    caught_by: str
    game: type[Game] = Game


MUTANTS = (
    Mutant("the menu is not asked", CABINET, Cabinet(), "refusals", Obliging),
    Mutant("the menu allows what it does not list", SKIRMISH, Striding(), "refusals"),
    Mutant("a refusal names no case", CABINET, cabinet(MoveFrame, Unexplained()), "refusals"),
    Mutant("a view shows a card", CABINET, Cabinet(), "views", Gossip),
    Mutant("an event names a hidden card", CABINET, cabinet(CardsFrame, LoudCards()), "events-secret"),
    Mutant("a menu gives a secret away", CABINET, cabinet(RoundsFrame, Peeking()), "menus-secret"),
    Mutant("a sealed choice can be told", SKIRMISH, Bragging(), "sealed"),
    Mutant("a card is shown and not counted", CABINET, cabinet(DiscardFrame, Careless()), "reveals-counted"),
    Mutant("a state is changed in place", CABINET, cabinet(MoveFrame, Brutal()), "input-unchanged"),
    Mutant("a fact is changed in place", CABINET, cabinet(MoveFrame, Greedy()), "facts"),
    Mutant("a fact hides what it rests on", CABINET, cabinet(MoveFrame, Forgetful()), "facts"),
    Mutant("an event is lost", CABINET, cabinet(MoveFrame, Silent()), "events-tell"),
    Mutant("an event is outside the vocabulary", CABINET, Inarticulate(), "round-trips"),
    Mutant("an attack is foretold wrongly", SKIRMISH, Boastful(), "previews"),
    Mutant("the attack in hand is told wrongly", SKIRMISH, Absent(), "previews"),
    Mutant("a way is told wrongly", CABINET, cabinet(MoveFrame, Misled()), "moves-told"),
    Mutant("a die is thrown under the table", CABINET, cabinet(MoveFrame, Gambler()), "throws-told"),
    Mutant("a loss is passed off as a gain", CABINET, cabinet(LossFrame, Boaster()), "losses-told"),
    Mutant("one thing alone is imagined", CABINET, Cabinet(), "fair-draw", Obsessed),
    Mutant("something is imagined that is seen not to be", CABINET, Cabinet(), "imagined", Hopeful),
    Mutant("nothing can be done", CABINET, cabinet(DiscardFrame, Mute()), PLAYING),
    Mutant("a question has no words", CABINET, cabinet(MoveFrame, Wordless()), "menu-not-empty"),
)
