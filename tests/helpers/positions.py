"""Positions for tests of rules: a few words set one up, ask it and play on it, so that a test reads like the game.

    ford = positions_of("toy-skirmish", "ford", boxes=("coming", "eliminated"))

    before = ford("{phase: combat, side: red, units: {red-1: '0707', blue-1: '0807'}}", dice=[6, 2])
    after = before.play("declare-attack 0807", "add-attacker red-1", "resolve")
    assert after.place("blue-1") == "0907"
    assert before.refused("declare-attack 0905") == "4.1"
    assert before.ask("attack", units=["red-1"], target="0807").shifts.by_rule == {"4.3": -1}

The text is that of a position file without its first line. An action is its kind and then its fields in their order, as
in `step-to red-1 0708`; `-` is none, lists have commas. A board in one line, `board="..f./.m.."`, is rows of terrain
letters from the top, numbered 0101, 0201 and on: the first letter of each terrain of the palette, or a point for the
first. Given dice, draws and results are used up in order.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from textwrap import dedent
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from engine.core.dice import Given
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu
from engine.core.overlays import Overlay, OverlayKind
from engine.core.records import Action, Event
from engine.core.refusals import IllegalAction
from engine.core.state import State, Unit, evolve
from engine.core.writing.notation import Notation
from engine.definitions import faults, strict_yaml
from engine.definitions.documents import Loaded
from engine.definitions.position import Position
from engine.definitions.strict_yaml import Located
from engine.rulesets.assembly import game_entry, palette_of
from engine.rulesets.words import catalogue
from engine.session.positions import Placed, set_up
from engine.session.probe import Probe, written_action


class Found(dict[str, Any]):
    """A piece of an answer, whose keys may be read as attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return found(self[name])
        except KeyError:
            raise AttributeError(f"there is no {name} among {', '.join(self)}") from None

    @property
    def by_rule(self) -> dict[str, Any]:
        """What each case contributes to a reckoning."""
        summed: Counter[str] = Counter()
        for term in self["terms"]:
            summed[term["rule"]] += term["value"]
        return dict(summed)


def found(value: Any) -> Any:
    """JSON with its objects readable by attribute."""
    if isinstance(value, dict):
        return Found(value)
    return [found(each) for each in value] if isinstance(value, list) else value


@dataclass(frozen=True)
class Scene:
    """A position that stands. Playing on it gives another; this one can be played on in any number of ways."""

    placed: Placed
    events: tuple[Event, ...] = ()
    """What the actions that led here told."""

    @property
    def game(self) -> Game:
        return self.placed.game

    @property
    def state(self) -> State:
        return self.placed.state

    @property
    def menu(self) -> Menu:
        return self.game.menu(self.state)

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.game.board, catalogue(self.game.ruleset.id))

    def unit(self, unit: str) -> Unit:
        """The record of a unit."""
        return self.state.unit(UnitId(unit))

    def place(self, unit: str) -> str:
        """The label of where a unit stands."""
        return self.game.board.label(self.unit(unit).at)

    def stack(self, label: str) -> tuple[str, ...]:
        """The units at a place, from the bottom up."""
        return self.state.stacks.get(self.game.board.at(label), ())

    def holder(self, label: str) -> str | None:
        """The side that controls a place."""
        return self.state.control.get(self.game.board.at(label))

    def ask(self, verb: str, about: object = None, **arguments: object) -> Any:
        """An answer, as `redoubt probe` gives it."""
        return found(Probe(self.placed, catalogue(self.game.ruleset.id)).ask(verb, arguments or about))

    def play(self, *actions: str | Action) -> Scene:
        """The scene after some actions; a refusal fails the test and says why."""
        state, events, last = self.state, list(self.events), self.placed.last
        for action in actions:
            try:
                transition = self.game.apply(state, self.action(action))
            except IllegalAction as bad:
                said = self.notation.text(bad.refusal.message)
                raise AssertionError(f"{action} is refused by {bad.refusal.rule}: {said}") from None
            last = (state, self.action(action))
            state = transition.state
            events += transition.events
        named = () if actions else self.placed.named
        return Scene(replace(self.placed, state=state, named=named, last=last), tuple(events))

    def refused(self, action: str | Action) -> str:
        """The case that forbids an action; the test fails where it is allowed."""
        refusal = self.game.explain(self.state, self.action(action))
        assert refusal is not None, f"{action} is allowed"
        return refusal.rule

    def allows(self, action: str | Action) -> bool:
        return self.action(action) in self.menu

    def choices(self, kind: str) -> tuple[str, ...]:
        """The allowed actions of a kind, as they are written here."""
        return tuple(self.written(action) for action in self.menu if action.kind == kind)

    def told(self, kind: str) -> list[Any]:
        """The events of a kind that led here, with labels for places and a sentence each."""
        return [found(self.notation.event(event)) for event in self.events if event.kind == kind]

    def overlay(self, kind: OverlayKind) -> Overlay:
        """What the game shows of the whole map."""
        return self.game.ruleset.overlays[kind](self.game, self.state)

    def areas(self, kind: OverlayKind) -> dict[str, set[str]]:
        """The labels of the areas of an overlay by the keys of their words, those of a side with its name after it."""
        return {
            " ".join(filter(None, (str(area.label.key), area.side))): {self.game.board.label(at) for at in area.places}
            for area in self.overlay(kind).areas
        }

    def given(self, *, dice: Iterable[int] = (), draws: Iterable[str] = (), results: Iterable[str] = ()) -> Scene:
        """The same scene with chance laid down anew."""
        given = Given(tuple(dice), tuple(draws), tuple(results))
        return replace(self, placed=replace(self.placed, state=evolve(self.state, given=given)))

    def rolling(self, *dice: int) -> Scene:
        """The same scene with the next dice laid down."""
        return self.given(dice=dice)

    def action(self, text: str | Action) -> Action:
        """The action that a text stands for."""
        if isinstance(text, Action):
            return text
        kind, *words = shlex.split(text)
        cls = next((each for each in self.game.ruleset.vocabulary.actions if each.kind == kind), None)
        assert cls is not None, f"{self.game.ruleset.id} has no action {kind}"
        hints = get_type_hints(cls)
        names = [each.name for each in fields(cls)]
        assert len(words) <= len(names), f"{kind} has no more fields than {names}"
        values = {name: _read(word, hints[name]) for name, word in zip(names, words, strict=False)}
        return self.game.codec.action_from_json({"kind": kind, **values})

    def written(self, action: Action) -> str:
        """An action as a text."""
        return " ".join(_told(each) for each in written_action(self.game, action).values())


def position(text: str = "", /, board: str = "", boxes: Sequence[str] = (), **more: Any) -> Scene:
    """Set up a position from its text and perhaps further fields; `dice`, `draws` and `results` are given chance."""
    located = strict_yaml.load(dedent(text) or "{}", "position")
    data: dict[str, Any] = dict(located.data) if isinstance(located.data, dict) else {}
    chance = {name: list(more.pop(name)) for name in ("dice", "draws", "results") if name in more}
    data |= more
    if chance:
        data["given"] = {**data.get("given", {}), **chance}
    if board:
        data["map"] = {**one_line(board, data["game"]), **data.get("map", {})}
        data["map"].setdefault("boxes", [{"id": box, "position": [0, -2]} for box in boxes])
    whole = Located(data, located.file, located.marks)
    return Scene(set_up(Loaded(faults.read(Position, whole), whole)))


def positions_of(game: str, scenario: str | None = None, **defaults: Any) -> Callable[..., Scene]:
    """The function that sets up positions of one game."""
    if scenario is not None:
        defaults["scenario"] = scenario

    def of_game(text: str = "", /, **more: Any) -> Scene:
        return position(text, **{"game": game, **defaults, **more})

    return of_game


def one_line(board: str, game: str) -> Mapping[str, Any]:
    """A map from rows of terrain letters with a / between them."""
    terrains = [terrain.id for terrain in palette_of(game_entry(game)).terrain]
    rows = board.split("/")
    codes = {".": terrains[0], "-": None}
    for terrain in terrains:
        codes.setdefault(terrain[0], terrain)
    sheet = {
        "id": "main",
        "orientation": "flat",
        "parity": "even",
        "first": [1, 1],
        "size": [max(map(len, rows)), len(rows)],
        "labels": {},
        "fill": terrains[0],
        "codes": codes,
        "rows": rows,
    }
    return {"palette": game, "sheets": [sheet]}


def unit_of(types: Mapping[str, str], name: str, given: Any) -> dict[str, Any]:
    """A unit given by its place, or by what is known about it; its type by what its name begins with, `inf-2`."""
    found = {"at": given} if isinstance(given, str) else dict(given)
    if "type" not in found:
        found["type"] = types[name.partition("-")[0]]
    return found


def marked(at: str, *marks: str, **more: Any) -> dict[str, Any]:
    """A unit with marks, as a mapping of what is known about it."""
    return {"at": at, "marks": list(marks), **more}


def costs(scene: Scene, unit: str) -> dict[str, int]:
    """Where a unit can get to and what it costs."""
    return {place.at: place.cost for place in scene.ask("reach", unit).locations}


def cost(scene: Scene, unit: str, label: str) -> int | None:
    """What a place costs a unit to reach; None where it cannot get to."""
    return costs(scene, unit).get(label)


def _read(word: str, hint: Any) -> object:
    """A word as the field of an action has it in JSON."""
    if word == "-":
        return None
    if get_origin(hint) in (tuple, frozenset):
        return [_read(each, get_args(hint)[0]) for each in word.split(",")]
    kinds = get_args(hint) if get_origin(hint) is UnionType else (hint,)
    if bool in kinds and word in ("true", "false"):
        return word == "true"
    if int in kinds and word.lstrip("-").isdigit():
        return int(word)
    return word


def _told(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, list):
        return ",".join(_told(each) for each in value)
    return str(value).lower() if isinstance(value, bool) else str(value)
