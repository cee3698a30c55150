"""States, actions and events as JSON, by their types.

The codec reads the type hints of the classes a ruleset lists and builds a coder for each once. Locations are
written as their stable keys and edges by their ends, so that a saved game survives renumbering and reads well. The
text is canonical: the same value gives the same bytes on any machine. What does not fit raises `MalformedData`,
which says where; whether an action is allowed is another question and another error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import itemgetter
from typing import Any, TypeVar

from immutables import Map

from engine.core.board import Board
from engine.core.messages import message
from engine.core.records import Action, Event, Frame
from engine.core.refusals import MalformedData
from engine.core.ruleset import Vocabulary
from engine.core.sequence import SequenceFrame
from engine.core.state import FIELDS, State
from engine.core.writing.coders import Coder, CoderFactory, Json, tagged

T = TypeVar("T")

SCHEMA = 1
"""The version of the form that states are written in."""

_WRITTEN = itemgetter(1)
_REBUILT = {"roster", "extra"}


class Codec:
    """To JSON and back for one vocabulary on one board."""

    def __init__(self, board: Board, vocabulary: Vocabulary, *, by_label: bool = False) -> None:
        """With `by_label` places are written as people call them, which is read as well but outlives no relabelling."""
        frames: tuple[type[Frame], ...] = (
            SequenceFrame,
            *(each for each in vocabulary.frames if each is not SequenceFrame),
        )
        factory = CoderFactory(board, by_label=by_label)
        self._actions = tagged(factory, vocabulary.actions, "action")
        self._events = tagged(factory, vocabulary.events, "event")
        self._frames = tagged(factory, frames, "frame")
        factory.bases = {Action: self._actions, Event: self._events, Frame: self._frames}
        self._extra = factory.coder(vocabulary.extra) if vocabulary.extra is not None else None
        self._fields: dict[str, Coder] = {
            name: factory.coder(hint) for name, hint in factory.hints(State).items() if name in FIELDS
        }

        self._texts: dict[str, tuple[Any, str]] = {}
        """The text of each field as it was written last, with its value."""
        self._entries: dict[str, dict[Any, tuple[Any, str, str]]] = {}
        """Of each field that is a map the same for every entry: its value, its key as written, and its text."""

    def action_to_json(self, action: Action) -> Json:
        return self._actions.encode(action)

    def action_from_json(self, data: Json) -> Action:
        found: Action = _decoded(self._actions, data)
        return found

    def event_to_json(self, event: Event) -> Json:
        return self._events.encode(event)

    def event_from_json(self, data: Json) -> Event:
        found: Event = _decoded(self._events, data)
        return found

    def state_to_json(self, state: State) -> dict[str, Json]:
        """The whole state, secrets and all, with the version of the form."""
        written: dict[str, Json] = {"schema": SCHEMA}
        for name, coder in self._fields.items():
            if name not in _REBUILT:
                written[name] = coder.encode(getattr(state, name))
        if self._extra is not None:
            written["extra"] = self._extra.encode(state.extra)
        return written

    def state_from_json(self, data: Json) -> State:
        if not isinstance(data, Mapping):
            raise MalformedData("a state is an object")
        schema = data.get("schema")
        if type(schema) is not int or schema != SCHEMA:
            raise MalformedData(f"this state is of schema {schema!r}, this program reads {SCHEMA}", ("schema",))
        expected = {"schema", *self._fields} - _REBUILT | ({"extra"} if self._extra is not None else set())
        if set(data) != expected:
            raise MalformedData(f"wrong fields: {', '.join(sorted(map(str, set(data) ^ expected)))}")
        values: dict[str, Any] = {
            name: _decoded(coder, data[name], name) for name, coder in self._fields.items() if name not in _REBUILT
        }
        if self._extra is not None:
            values["extra"] = _decoded(self._extra, data["extra"], "extra")
        state = State(**values, roster=tuple(sorted(values["units"])))
        _check_stacks(state)
        return state

    def dumps(self, state: State) -> str:
        """The state as canonical text: equal states give equal bytes. Of a later state only what changed is written."""
        texts = {"schema": canonical(SCHEMA)}
        for name, coder in self._fields.items():
            if name not in _REBUILT:
                texts[name] = self._text(name, coder, getattr(state, name))
        if self._extra is not None:
            texts["extra"] = self._text("extra", self._extra, state.extra)
        return "{" + ",".join(f"{canonical(name)}:{texts[name]}" for name in sorted(texts)) + "}"

    def _text(self, name: str, coder: Coder, value: Any) -> str:
        """A field as text. A value that is the very object of last time, also one in a map, has the text it had."""
        known = self._texts.get(name)
        if known is not None and known[0] is value:
            return known[1]
        text = self._map_text(name, coder, value) if isinstance(value, Map) else canonical(coder.encode(value))
        self._texts[name] = (value, text)
        return text

    def _map_text(self, name: str, coder: Coder, found: Map[Any, Any]) -> str:
        before = self._entries.get(name, {})
        entries: dict[Any, tuple[Any, str, str]] = {}
        for key, value in found.items():
            entry = before.get(key)
            if entry is None or entry[0] is not value:
                ((written, encoded),) = coder.encode({key: value}).items()
                entry = (value, written, f"{canonical(written)}:{canonical(encoded)}")
            entries[key] = entry
        self._entries[name] = entries
        in_order = sorted(entries.values(), key=_WRITTEN)
        return "{" + ",".join([text for _, _, text in in_order]) + "}"

    def loads(self, text: str) -> State:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise MalformedData(f"not JSON: {error}") from None
        return self.state_from_json(data)


def _decoded(coder: Coder, data: Json, *path: str) -> Any:
    """Frames may hold frames: data nested deeper than Python goes is malformed like any other."""
    try:
        return coder.decode(data, path)
    except RecursionError:
        raise MalformedData(message("data.too-deep"), path) from None


def canonical(data: Json) -> str:
    """JSON text with one spelling for each value."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _check_stacks(state: State) -> None:
    """Stacks and units say the same thing twice; a state that contradicts itself is not taken in."""
    stacked = [(unit, location) for location, stack in state.stacks.items() for unit in stack]
    standing = [(unit.id, unit.at) for unit in state.every_unit()]
    misnamed = any(name != unit.id for name, unit in state.units.items())
    if misnamed or sorted(stacked) != sorted(standing) or not all(state.stacks.values()):
        raise MalformedData("units and stacks contradict each other", ("stacks",))
