"""Asking a position: unit, stack, reach, zone, supply, attack, losses, retreat, advance, score, menu and try.

Each question is answered on the position as it stands; none changes it for the next. What a game does not know, such
as zones in a game without them, is said so. A question may carry what is expected, which makes a position a test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from immutables import Map

from engine.core.actions import Done
from engine.core.answers import (
    Answer,
    AttackAnswer,
    ChoicesAnswer,
    MenuAnswer,
    Reckoning,
    ScoreAnswer,
    Standing,
    TriedAction,
    TryAnswer,
)
from engine.core.boards.edge_names import edge_name
from engine.core.game import Game
from engine.core.ids import NOWHERE, CardId, Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import Catalogue, message
from engine.core.records import Action, Moment
from engine.core.refusals import IllegalAction, MalformedData
from engine.core.ruleset import Question
from engine.core.state import State, evolve
from engine.core.writing.codec import Codec
from engine.core.writing.coders import Json
from engine.core.writing.notation import Notation
from engine.definitions.issues import DefinitionError, error
from engine.definitions.issues import Path as DataPath
from engine.definitions.suggest import did_you_mean
from engine.session.action_run import ActionRun
from engine.session.answered_question import Answered
from engine.session.complaints import problem
from engine.session.position_words import check_arguments
from engine.session.positions import Placed, after_play, with_chance
from engine.session.question_arguments import Asked, Lacking, Misput, arguments, check

V = TypeVar("V")

GIVEN, PLAY, EXPECT = "given", "play", "expect"
"""What may stand beside a question: chance for it alone, actions that are played before it, and what is expected."""
MOST_CHOICES = 200
"""Nobody has more to decide after one attack than this."""


class Probe:
    """Answers the questions of one position in one language."""

    def __init__(self, placed: Placed, catalogue: Catalogue) -> None:
        self._placed = placed
        self._game: Game = placed.game
        self._catalogue = catalogue
        self._notation = Notation(placed.game.board, catalogue)

    def answers(self) -> tuple[Answered, ...]:
        """Every question of the position's own list, in order; one that fails says why and stops no other."""
        asked = self._placed.source.document.ask
        return tuple(self._item(number, item) for number, item in enumerate(asked))

    def ask(self, verb: str, asked: object = None) -> Json:
        """One answer as the documented JSON; raises DefinitionError when the question makes no sense."""
        return self._asked(verb, asked, ("ask",))

    def _item(self, number: int, item: str | Mapping[str, Any]) -> Answered:
        path = ("ask", number)
        line = self._placed.source.where(path).line
        if isinstance(item, str):
            return self._answered(Answered(item, {}, line=line), {}, path, path)
        content = {name: value for name, value in item.items() if name not in (GIVEN, PLAY, EXPECT)}
        if len(content) != 1:
            bad = self._error(Misput(message("issue.one-question")), path)
            return replace(Answered("", dict(content), line=line, is_expected=EXPECT in item), issues=tuple(bad.issues))
        verb, about = next(iter(content.items()))
        return self._answered(Answered(verb, about, line=line, is_expected=EXPECT in item), item, path, (*path, verb))

    def _answered(self, asked: Answered, item: Mapping[str, Any], path: DataPath, place: DataPath) -> Answered:
        """A question with its answer, where it stands, and what is not as expected; or with what is wrong with it."""
        try:
            before = self._before(item, path)
            answer = before._asked(asked.question, asked.asked, place)
        except DefinitionError as bad:
            return replace(asked, issues=tuple(bad.issues))
        stands = before._notation.moment(self._game.moment(before._placed.state))
        passed = tuple(before._notation.moment(each) for each in before._placed.passed)
        found = replace(asked, answer=answer, stands=stands, passed=passed)
        return replace(found, differences=tuple(found.unexpected(item[EXPECT]))) if EXPECT in item else found

    def _before(self, item: Mapping[str, Any], path: DataPath) -> Probe:
        """The position with the chance that one question lays down, and after the actions that it names."""
        placed = self._placed
        if GIVEN in item:
            placed = with_chance(placed, item[GIVEN], (*path, GIVEN))
        if PLAY in item:
            placed = after_play(placed, item[PLAY], (*path, PLAY))
        return self if placed is self._placed else Probe(placed, self._catalogue)

    def _asked(self, verb: str, about: object, path: DataPath) -> Json:
        try:
            answering = self._answering(verb)
            given = arguments(verb, about)
            check(self._game, self._placed.state, given)
            check_arguments(self._game, given)
            asked = Asked(given)
            answer = answering(asked)
            asked.check_wanted(verb)
        except Misput as bad:
            short = bad.path and not isinstance(about, Mapping)
            raise self._error(bad.at(bad.path[1:]) if short else bad, path) from None
        except Lacking as bad:
            raise self._error(Misput(message("issue.question-lacks", verb=verb, name=str(bad.args[0]))), path) from None
        except Exception as bad:
            said = message("issue.question-fault", verb=verb, problem=problem(bad))
            raise self._error(Misput(said), path) from bad
        return self._notation.answer(answer) if isinstance(answer, Answer) else answer

    def _answering(self, verb: str) -> Callable[[Asked], Answer | Json]:
        """Who answers a question: the ruleset where it can, else what every game has."""
        game, state = self._game, self._placed.state
        own: dict[str, Callable[[Asked], Answer | Json]] = {
            "menu": self._menu, "try": self._try, "score": self._score, "state": self._state,
            **dict.fromkeys(game.ruleset.choices, lambda asked: self._choices(verb, asked)),
        }  # fmt: skip
        rules = game.ruleset.questions
        if verb in rules:
            return lambda asked: self._in_named_phase(rules[verb], rules[verb](game, state, asked), asked)
        if verb in own:
            return own[verb]
        hint = did_you_mean(verb, sorted({*rules, *own}))
        raise Misput(message("issue.unknown-question", verb=verb, game=game.ruleset.id), hint=hint)

    def _in_named_phase(self, question: Question, answer: Answer, asked: Asked) -> Answer:
        """An attack that is forbidden: where the phase that the position names was over at once, by what it forbids."""
        named = self._placed.named
        if not named or not isinstance(answer, AttackAnswer) or answer.refusal is None:
            return answer
        told = question(self._game, named[0].state, asked)
        return replace(answer, refusal=told.refusal) if isinstance(told, AttackAnswer) and told.refusal else answer

    def _run(self, state: State) -> ActionRun:
        """Actions from the position on, or from one that differs from it in its chance alone."""
        return ActionRun(self._game, state, self._placed.named, self._placed.last)

    def _error(self, bad: Misput, path: DataPath) -> DefinitionError:
        return DefinitionError([error(bad.said, self._placed.source.where((*path, *bad.path)), bad.hint)])

    def _action(self, action: Action) -> dict[str, object]:
        return written_action(self._game, action)

    def _menu(self, asked: Asked) -> MenuAnswer:
        """What may be done now, or only what touches a unit, a place or a card, or is of a kind."""
        menu = self._game.menu(self._placed.state)
        actions: Sequence[Action] = menu.of_unit(UnitId(asked["unit"])) if "unit" in asked else tuple(menu)
        if "at" in asked:
            wanted = frozenset(menu.of_location(self._game.board.at(asked["at"])))
            actions = [action for action in actions if action in wanted]
        if "card" in asked:
            actions = [action for action in actions if CardId(asked["card"]) in action.cards()]
        if "kind" in asked:
            actions = [action for action in actions if action.kind == asked["kind"]]
        kinds: dict[str, list[dict[str, object]]] = {}
        for action in actions:
            kinds.setdefault(action.kind, []).append(self._action(action))
        default = self._action(menu.default) if menu.default is not None else None
        listed = {kind: tuple(written) for kind, written in kinds.items()}
        return MenuAnswer(menu.side, menu.prompt, menu.rule, listed, default)

    def _state(self, asked: Asked) -> Json:
        """The whole state in the form of saved games, places by label, or what one side may know of it."""
        state = self._placed.state
        if "viewer" in asked:
            viewer = Side(str(asked["viewer"]))
            if viewer not in self._game.ruleset.sides:
                sides = self._game.ruleset.sides
                raise Misput(message("issue.unknown-side", id=viewer), "viewer", hint=did_you_mean(viewer, sides))
            state = self._game.view(state, viewer)
        return Codec(self._game.board, self._game.ruleset.vocabulary, by_label=True).state_to_json(state)

    def _score(self, asked: Asked) -> ScoreAnswer:
        state = self._placed.state
        score = Reckoning.of(*self._game.ruleset.score(self._game, state))
        outcome = state.outcome
        return ScoreAnswer(score) if outcome is None else ScoreAnswer(score, outcome.winner, outcome.level)

    def _try(self, asked: Asked) -> TryAnswer:
        """Play actions until one is refused; what happened stands beside each."""
        run = self._run(self._placed.state)
        steps: list[TriedAction] = []
        passed: list[Moment] = []
        for number, data in enumerate(asked["actions"]):
            action = self._decoded(data, "actions", number)
            written = self._action(action)
            try:
                transition = run.play(action)
            except IllegalAction as bad:
                steps.append(TriedAction(written, False, (), bad.refusal.rule, bad.refusal.message))
                break
            passed += transition.passed
            told = tuple(self._notation.event(event) for event in transition.events)
            steps.append(TriedAction(written, True, told))
        news = _news(self._placed.state, run.state)
        news |= {"phase": self._game.moment(run.state).phase, "passed": tuple(passed)}
        return TryAnswer(all(step.accepted for step in steps), tuple(steps), **news)

    def _decoded(self, data: object, name: str, number: int) -> Action:
        try:
            return self._game.codec.action_from_json(data)
        except MalformedData as bad:
            raise Misput(message("issue.bad-action", problem=bad.said), name, number) from None

    def _choices(self, verb: str, asked: Asked) -> ChoicesAnswer:
        """The choices at hand or, when an attack is described, those it leads to.

        What has to be decided before is taken from `then`; after that it is what leads there, or what the menu puts
        first. A choice may be one of two questions, as falling back is of losses and of retreats; what no other
        question is about tells when this one comes up.
        """
        kinds, leading = self._game.ruleset.choices[verb], self._game.ruleset.ways_to.get(verb, ())
        made: list[Action] = []
        try:
            run = self._staged(asked) if "target" in asked or "units" in asked else self._run(self._placed.state)
            for number, data in enumerate(asked.get("then", ())):
                action = self._decoded(data, "then", number)
                run.play(action)
                made.append(action)
        except IllegalAction as bad:
            return ChoicesAnswer(None, (), None, (), bad.refusal)
        state, menu = run.state, self._game.menu(run.state)
        depth = len(self._placed.state.frames)
        while len(state.frames) > depth and not self._comes_up(verb, menu) and state.outcome is None:
            if len(made) > MOST_CHOICES:
                raise Misput(message("issue.question-endless", most=MOST_CHOICES))
            made.append(next(iter(_of_kinds(menu, leading)), None) or _obvious(menu))
            state = self._game.apply(state, made[-1]).state
            menu = self._game.menu(state)
        found = tuple(self._action(action) for action in _of_kinds(menu, kinds))
        so_far = tuple(self._action(action) for action in made)
        if not found:
            return ChoicesAnswer(None, (), None, so_far)
        return ChoicesAnswer(menu.side, found, menu.rule, so_far, may_decline=Done() in menu)

    def _comes_up(self, verb: str, menu: Menu) -> bool:
        """Whether a menu asks for what this question about choices and no other is about, and has a choice."""
        choices = self._game.ruleset.choices
        others = {kind for other, kinds in choices.items() if other != verb for kind in kinds}
        own = [kind for kind in choices[verb] if kind not in others]
        return any(menu.asks_for(kind) for kind in own) and bool(_of_kinds(menu, choices[verb]))

    def _staged(self, asked: Asked) -> ActionRun:
        """The position after the attack that is described, as far as it goes by itself."""
        given, ruleset = self._placed.state.given, self._game.ruleset
        dice = ruleset.dice_of_attack(self._game, self._placed.state, asked)
        given = replace(given, dice=(*dice, *given.dice))
        if "result" in asked:
            given = replace(given, results=(asked["result"], *given.results))
        run = self._run(evolve(self._placed.state, given=given))
        for action in ruleset.stage_attack(self._game, run.state, asked):
            run.play(action)
        return run


def written_action(game: Game, action: Action) -> dict[str, object]:
    """An action as one may write it in a position: as the log has it, but with places and edges by their labels."""
    written: dict[str, object] = game.codec.action_to_json(action)
    touched, content = action.touches(), action.content()
    for names, label in ((touched["location"], game.board.label), (touched["edge"], partial(edge_name, game.board))):
        for name in names:
            value = content[name]
            if isinstance(value, tuple):
                written[name] = [label(each) for each in value]
            elif isinstance(value, frozenset):
                written[name] = [label(each) for each in sorted(value)]
            elif value is not None and value != NOWHERE:
                written[name] = label(value)
    return written


def _news(before: State, after: State) -> dict[str, Any]:
    """How things stand after some actions: all units, and of the rest what is not as it was."""
    units = {
        unit.id: Standing(unit.at, unit.step, tuple(sorted(unit.marks)), unit.values) for unit in after.every_unit()
    }
    return {
        "units": units,
        "turn": after.turn,
        "side": after.side,
        "control": _changed(before.control, after.control, None),
        "markers": _changed(before.markers, after.markers, Map()),
        "side_markers": _changed(before.side_markers, after.side_markers, Map()),
        "values": _changed(before.values, after.values, None),
        "pools": _changed(before.pools, after.pools, ()),
        "outcome": after.outcome,
    }


def _changed(before: Map[Any, V], after: Map[Any, V], none: V | None) -> dict[Any, V | None]:
    return {key: after.get(key, none) for key in sorted({*before, *after}) if before.get(key) != after.get(key)}


def _of_kinds(menu: Menu, kinds: Sequence[type[Action]]) -> list[Action]:
    """The actions of a menu that are of some sorts, sort by sort."""
    return [action for kind in kinds for action in menu.of_kind(kind)]


def _obvious(menu: Menu) -> Action:
    """What is taken for granted on the way to a later choice: the default, no reaction, or else the first way."""
    if menu.default is not None:
        return menu.default
    return Done() if Done() in menu else next(iter(menu))
