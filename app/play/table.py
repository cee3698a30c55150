"""The game on the table: one session, who plays, what the side to decide may see, and the log in sentences.

This is the one owner of a game being played. Widgets read views and menus here and hand decisions back; undo, redo and
the computer's decisions go the same way. What is read may be of an earlier moment of the game: then nothing can be
decided. Between two persons who share the screen and have secrets it shows what everybody may know, until the one
whose decision it is has taken the seat. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.play.games.minds import Minds
from app.play.gesture_spans import GestureSpans
from app.play.scene.stack_order import StackOrder
from engine.core.answers import Answer, ScoreAnswer
from engine.core.board import Board
from engine.core.game import Game
from engine.core.ids import NO_SIDE, Location, Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import Message, message
from engine.core.records import Action, Event, Moment
from engine.core.refusals import IllegalAction, Refusal
from engine.core.secrets.secrecy import divides_knowledge
from engine.core.sequence import Step
from engine.core.state import State
from engine.core.terms import Term
from engine.core.writing.notation import Notation
from engine.narration.action_words import ActionWords
from engine.narration.chronicle import Chronicle, LogLine, LogWords, Public, phase_title, step_named, step_of
from engine.narration.language import catalogue, wording_of
from engine.narration.names import Names
from engine.narration.turn_track import weather_now
from engine.players.player import Choice
from engine.rulesets.brief import Brief
from engine.session.session import Session

PERSON = "person"
"""Who plays a side that no computer does."""
OTHER_PERSON = "other-person"
"""Who shares the screen with the first person, and may not see what is secret between them."""

__all__ = ["OTHER_PERSON", "PERSON", "GameTable", "LogLine"]


class GameTable:
    """A game being played on one screen."""

    def __init__(self, brief: Brief, session: Session, players: Mapping[str, str]) -> None:
        self.authored = brief
        self.brief = wording_of(session.game.ruleset.id).brief(brief)
        """What is read on the screen, in the language that is spoken."""
        self.session = session
        self.names = Names(self.brief, players, session.game.board)
        self.catalogue = catalogue(session.game.ruleset.id)
        self.words = ActionWords(session.game.board, self.names, self.catalogue)
        self._notation = Notation(session.game.board, self.catalogue)
        self.order = StackOrder()
        self.gestures = GestureSpans(lambda: session.length)
        self.minds = Minds(self.authored, session, players)
        self.seat(players)
        self.is_only_shown = False
        """Whether the game is looked at and not played: its log does not fit its scenario to the end."""
        self._step: int | None = None
        self._seen: tuple[State, str, State] | None = None
        self._menu: tuple[State, Menu] | None = None
        self._asked: tuple[State, Menu] | None = None
        self._answered: tuple[State, dict[str, Answer | None]] | None = None
        """What was asked of the shown view as a whole: questions that name no unit and no place."""
        self._scored: tuple[State, tuple[Term, ...]] | None = None
        self._chronicles: dict[str, Chronicle] = {}
        self._public: Public = {}

    def seat(self, players: Mapping[str, str]) -> None:
        """Let these play from now on; who of several persons sits at the screen is asked anew."""
        self.players = dict(players)
        decided, self.minds = self.minds.decided, Minds(self.authored, self.session, self.players)
        self.minds.decided = decided
        persons = {who for side, who in self.players.items() if side not in self.minds}
        self._seated = next(iter(persons)) if len(persons) == 1 else ""
        """The person who sits at the screen; nobody knows who of several does before the first has said so."""
        self._viewer = next((side for side in self.players if side not in self.minds), NO_SIDE)

    # What there is

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def board(self) -> Board:
        return self.session.game.board

    @property
    def menu(self) -> Menu:
        """What may be decided; nothing while an earlier moment is shown or the screen is being handed over."""
        awaited = self.awaited
        if awaited is not None:
            return Menu(awaited, message("prompt.hand-over", side=awaited), "", ())
        return self._present if self._step is None and not self.is_only_shown else self._past

    def explain(self, action: Action) -> Refusal | None:
        """What forbids an action, with the case of its own phase where nobody is asked for it now; None if nothing."""
        if self.awaited is not None or self._step is not None:
            return self.menu.refusal(action)
        return self.game.explain(self.session.state, action)

    @property
    def _present(self) -> Menu:
        """The menu of the game as it stands, made once a state: what it has listed need not be listed again."""
        state = self.session.state
        if self._menu is None or self._menu[0] is not state:
            self._menu = (state, self.game.menu(state))
        return self._menu[1]

    @property
    def _past(self) -> Menu:
        """Who was asked what at the moment that is shown; nothing of it can be decided any more."""
        state = self._state
        if self._asked is None or self._asked[0] is not state:
            asked = self.game.menu(state)
            self._asked = (state, Menu(asked.side, asked.prompt, asked.rule, ()))
        return self._asked[1]

    @property
    def viewer(self) -> Side:
        """The side whose eyes the screen has: the person who decides, or the one who decided last."""
        if self.awaited is not None:
            return NO_SIDE
        side = self._present.side
        if side in self.players and side not in self.minds:
            self._viewer = side
        return Side(self._viewer)

    @property
    def view(self) -> State:
        """What that side may see of the moment that is shown."""
        state, viewer = self._state, self.viewer
        if self._seen is None or self._seen[0] is not state or self._seen[1] != viewer:
            self._seen = (state, viewer, self.game.view(state, viewer))
        return self._seen[2]

    @property
    def is_over(self) -> bool:
        return self._state.outcome is not None

    @property
    def is_computers_turn(self) -> bool:
        is_now = self._step is None and not self.is_only_shown and not self.is_over
        return is_now and self._present.side in self.minds

    @property
    def has_computers(self) -> bool:
        return bool(self.minds)

    @property
    def has_persons(self) -> bool:
        """Whether any side is played by somebody else than a computer."""
        return any(side not in self.minds for side in self.players)

    # Which moment is shown

    @property
    def _state(self) -> State:
        return self.session.state if self._step is None else self.session.state_after(self._step)

    @property
    def length(self) -> int:
        """How many actions stand."""
        return self.session.length

    @property
    def step(self) -> int:
        """After how many actions the moment is that is shown."""
        return self.length if self._step is None else self._step

    @property
    def is_past(self) -> bool:
        """Whether an earlier moment is shown."""
        return self._step is not None

    def show_step(self, step: int) -> None:
        """Show the game as it was after so many actions; after the last it goes on."""
        step = max(0, min(step, self.length))
        self._step = step if step < self.length and self.awaited is None else None

    # Who sits at the screen

    @property
    def awaited(self) -> Side | None:
        """The side whose person must take the seat before anything secret is shown; None when nobody need move."""
        side = self._present.side
        who = self.players.get(side)
        if who is None or side in self.minds or who == self._seated:
            return None
        if not divides_knowledge(self.game, self.session.state):
            return None
        return side

    def take_seat(self) -> None:
        """The person who is to decide sits at the screen now."""
        self._seated = self.players.get(self._present.side, self._seated)
        self._step = None

    # What is done

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Carry out a decision; raises IllegalAction and changes nothing when the menu does not hold it."""
        self._check_present()
        side = self._present.side
        events = self.session.submit(action).events
        if side not in self.minds:
            self._seated = self.players.get(side, self._seated)
        if not self.session.can_redo:
            self.gestures.forget_undone()
        return events

    def would_throw(self, action: Action) -> bool:
        """Whether dice are thrown if this is decided now; what the menu does not hold throws none."""
        state = self.session.state
        if self.refusal_now() is not None or action not in self._present:
            return False
        return self.session.foresee(action).state.throws != state.throws

    def undo(self) -> None:
        """Take the last gesture back; raises IllegalAction with what stands in the way."""
        self._check_present()
        self.gestures.undo(self.session.undo)

    def redo(self) -> None:
        """Decide again what was taken back; raises IllegalAction."""
        self._check_present()
        self.gestures.redo(self.session.redo)

    def refusal_now(self) -> Refusal | None:
        """Why nothing at all can be decided at the moment that is shown, if it cannot."""
        if self._step is not None:
            return Refusal("replay", message("refusal.in-the-past"))
        if self.is_only_shown:
            return Refusal("replay", message("refusal.only-to-look"))
        awaited = self.awaited
        return Refusal("hand-over", message("refusal.not-seated", side=awaited)) if awaited is not None else None

    def _check_present(self) -> None:
        refusal = self.refusal_now()
        if refusal is not None:
            raise IllegalAction(refusal)

    def carry_out(self, choice: Choice) -> tuple[Event, ...]:
        """What a computer has decided happens, and its reason is kept."""
        side, before = self._present.side, self.session.state
        events = self.session.submit(choice.action).events
        if not self.session.can_redo:
            self.gestures.forget_undone()
        self.minds.note(side, choice, before)
        return events

    def undo_words(self) -> str:
        """What taking back would take back; nothing where it cannot, or where the viewer may not know."""
        session = self.session
        if not session.length or self.is_past or not session.can_undo:
            return ""
        by = self.players.get(self.game.menu(session.state_after(session.length - 1)).side)
        return self.words.text(session.actions[-1]) if by == self.players.get(self.viewer) else ""

    def redo_words(self) -> str:
        """What deciding again would decide."""
        action = self.session.undone
        by = self.players.get(self._present.side)
        known = action is not None and not self.is_past and by == self.players.get(self.viewer)
        return self.words.text(action) if known and action is not None else ""

    def undo_refusal(self) -> str:
        """What keeps the last decision from being taken back, in words; nothing when nothing does."""
        refusal = self.refusal_now() or self.session.undo_refusal()
        return self.say(refusal.message) if refusal is not None else ""

    def said_again(self) -> GameTable:
        """The same game in the language that is spoken now, with the same people at the screen."""
        again = GameTable(self.authored, self.session, self.players)
        again.order, again._step, again.gestures = self.order, self._step, self.gestures
        again.is_only_shown = self.is_only_shown
        again._seated, again._viewer = self._seated, self._viewer
        again.minds = self.minds
        return again

    # What is said

    def say(self, said: Message) -> str:
        """A sentence of the engine, with names in it."""
        return self.catalogue.text(self.names.spoken(said))

    def ask(self, question: str, **asked: object) -> Answer | None:
        """What the rules answer about what the viewer may see; None where the game does not know the question."""
        found = self.game.ruleset.questions.get(question)
        if found is None:
            return None
        view = self.view
        if asked:
            return found(self.game, view, asked)
        if self._answered is None or self._answered[0] is not view:
            self._answered = (view, {})
        answers = self._answered[1]
        if question not in answers:
            answers[question] = found(self.game, view, asked)
        return answers[question]

    def score(self) -> tuple[Term, ...]:
        """The score term by term, reckoned once for all who show it and for the level it would be worth."""
        answer = self.ask("score")
        if isinstance(answer, ScoreAnswer):
            return answer.score.terms
        view = self.view
        if self._scored is None or self._scored[0] is not view:
            self._scored = (view, self.game.ruleset.score(self.game, view))
        return self._scored[1]

    def turn_line(self) -> str:
        """The turn, its date and its weather."""
        turn, last = self._state.turn, self.brief.scenario.last_turn
        said = message("turn.of", turn=turn, last=last)
        for track in self.brief.charts.tracks.values():
            for box in track.entries:
                date = box.date or box.title
                if box.turn == turn and date:
                    said = message("turn.dated", turn=turn, last=last, date=date)
        weather = weather_now(self)
        return f"{self.say(said)}, {weather}" if weather else self.say(said)

    def log(self) -> list[LogLine]:
        """Everything that has happened up to the present, as the viewer may know it."""
        viewer = self.viewer
        if viewer not in self._chronicles:
            words = LogWords(self._told, self.phase_of, self._told_phase, self._told_march)
            self._chronicles[viewer] = Chronicle(self.session, viewer, self._public, words)
        return self._chronicles[viewer].lines()

    def _told(self, event: Event) -> str:
        return self.catalogue.text(self.names.spoken(self._notation.narration(event)))

    def _told_march(self, unit: UnitId, way: tuple[Location, ...]) -> str:
        start, *between, end = (self.names.place(each) for each in way)
        by = ", ".join(between)
        return self.say(message("log.march", unit=unit, start=start, end=end, way=by))

    def phase_of(self, state: State) -> str:
        """The phase a state is in, in words."""
        return self._titled(step_of(self.game.ruleset, state))

    def _told_phase(self, moment: Moment) -> str:
        return self._titled(step_named(self.game.ruleset, moment))

    def _titled(self, step: Step | None) -> str:
        knows: Callable[[str], bool] = self.catalogue.__contains__
        return phase_title(step, self.catalogue.text, knows, self.names.side(step.side)) if step is not None else ""

    def phase(self) -> str:
        """The phase of the moment that is shown."""
        return self.phase_of(self._state)
