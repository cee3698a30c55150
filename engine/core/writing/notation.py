"""Answers, events and terms as plain JSON with printed labels, for people and for tests.

The codec writes states so that they can be read back; this writes what was asked so that it can be compared and read:
locations by their labels, sentences by a catalogue, fractions as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from immutables import Map

from engine.core.answers import Answer, Reckoning
from engine.core.board import Board
from engine.core.boards.edge_names import edge_name
from engine.core.ids import NOWHERE, EdgeIndex, Location
from engine.core.messages import Argument, Catalogue, Message, message
from engine.core.records import SECRET, Event, Moment
from engine.core.refusals import Refusal
from engine.core.terms import Number, Term
from engine.core.writing.coders import Json

_HINTS: dict[type, dict[str, Any]] = {}


class Notation:
    """Writes for one board in one language."""

    def __init__(self, board: Board, catalogue: Catalogue) -> None:
        self._board = board
        self._catalogue = catalogue

    def text(self, said: Message) -> str:
        return self._catalogue.text(said)

    def term(self, term: Term) -> dict[str, Json]:
        return {
            "label": self.text(term.label),
            "value": number(term.value),
            "rule": term.rule,
            "op": term.op.value,
        }

    def reckoning(self, reckoned: Reckoning) -> dict[str, Json]:
        return {"value": number(reckoned.value), "terms": [self.term(term) for term in reckoned.terms]}

    def refusal(self, refusal: Refusal) -> dict[str, Json]:
        return {"rule": refusal.rule, "message": self.text(refusal.message)}

    def answer(self, answer: Answer) -> dict[str, Json]:
        """The documented keys of an answer."""
        return {name: self._value(getattr(answer, name), hint) for name, hint in _hints(type(answer)).items()}

    def moment(self, moment: Moment) -> dict[str, Json]:
        """When something is."""
        return {name: self._value(getattr(moment, name), hint) for name, hint in _hints(type(moment)).items()}

    def event(self, event: Event) -> dict[str, Json]:
        """An event with its sentence."""
        told = {name: self._value(getattr(event, name), hint) for name, hint in _hints(type(event)).items()}
        return {"kind": event.kind, **told, "text": self.text(self.narration(event))}

    def narration(self, event: Event) -> Message:
        """What an event says, under the key `event.<kind>`; places by label, what is hidden as a question mark.

        Besides its fields a sentence may name the `place` where the event happened, such as the end of a way.
        Where a field that hides nothing is empty, a sentence for that is taken: `event.<kind>-without-<field>`; where
        all it has are lists, and all of them are empty, `event.<kind>-of-nobody`; where a die counts as it fell,
        `event.<kind>-unmodified`; and for those from whom something is hidden `event.<kind>-hidden`.
        """
        args: dict[str, Argument] = {}
        key = f"event.{event.kind}"
        secret = {each.name for each in fields(event) if each.metadata.get(SECRET)}
        for name, hint in _hints(type(event)).items():
            value = getattr(event, name)
            args[name] = _spoken(self._value(value, hint))
            unlike = f"event.{event.kind}-hidden" if name in secret else f"event.{event.kind}-without-{name}"
            if value is None and unlike in self._catalogue:
                key = unlike
        if "place" not in args and event.place is not None:
            args["place"] = self._board.label(event.place)
        values = [getattr(event, each.name) for each in fields(event)]
        if values and all(value == () for value in values) and f"event.{event.kind}-of-nobody" in self._catalogue:
            key = f"event.{event.kind}-of-nobody"
        if args.get("die", "") == args.get("modified") and f"event.{event.kind}-unmodified" in self._catalogue:
            key = f"event.{event.kind}-unmodified"
        return message(key, **args)

    def _value(self, value: Any, hint: Any) -> Json:
        if value is None:
            return None
        if isinstance(value, Reckoning):
            return self.reckoning(value)
        if isinstance(value, Term):
            return self.term(value)
        if isinstance(value, Refusal):
            return self.refusal(value)
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, Fraction):
            return number(value)
        hint = _without_none(hint)
        if hint is Location:
            return None if value == NOWHERE else self._board.label(value)
        if hint is EdgeIndex:
            return edge_name(self._board, value)
        if isinstance(value, Mapping):
            key_hint, inner = get_args(hint) or (Any, Any)
            told = {str(self._value(key, key_hint)): self._value(each, inner) for key, each in value.items()}
            return dict(sorted(told.items())) if isinstance(value, Map) else told
        if isinstance(value, (tuple, list, frozenset)):
            hints = _item_hints(hint, len(value))
            found = [self._value(each, inner) for each, inner in zip(value, hints, strict=True)]
            return sorted(found, key=str) if isinstance(value, frozenset) else found
        if is_dataclass(value) and not isinstance(value, type):
            return {name: self._value(getattr(value, name), each) for name, each in _hints(type(value)).items()}
        return value


def number(value: Number) -> int | str:
    """Whole numbers as numbers, others as text such as 3/2."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return value


def _hints(cls: type) -> dict[str, Any]:
    if cls not in _HINTS:
        found = get_type_hints(cls)
        _HINTS[cls] = {each.name: found[each.name] for each in fields(cls)}
    return _HINTS[cls]


def _without_none(hint: Any) -> Any:
    """The type of a value that is there, of one that may be missing."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    rest = [each for each in get_args(hint) if each is not type(None)]
    return rest[0] if len(rest) == 1 else Any


def _item_hints(hint: Any, size: int) -> tuple[Any, ...]:
    inside = get_args(hint)
    if len(inside) == size and Ellipsis not in inside:
        return inside
    return (inside[0] if inside else Any,) * size


def _spoken(value: Json) -> Argument:
    if value is None:
        return "?"
    if value == []:
        return message("word.nobody-listed")
    if isinstance(value, list):
        return tuple(_spoken(each) for each in value)
    if isinstance(value, dict):
        return tuple(f"{key}: {_spoken(each)}" for key, each in value.items())
    if isinstance(value, bool):
        return message("word.yes") if value else message("word.no")
    plain: Argument = value
    return plain
