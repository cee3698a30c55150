"""The notation: answers and events as JSON with printed labels and sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from immutables import Map

from engine.core.answers import Answer, AttackAnswer, Reckoning, UnitAnswer
from engine.core.boards.edge_names import edge_name
from engine.core.ids import NOWHERE, EdgeIndex, Location, UnitId
from engine.core.messages import Catalogue, Message, message
from engine.core.records import Event
from engine.core.refusals import Refusal
from engine.core.terms import Op, Term
from engine.core.writing.notation import Notation, number
from tests.engine.core.machine import BOARD, Told, at

WORDS = Catalogue(
    {
        "word.yes": "yes",
        "word.nobody-listed": "none",
        "event.met": "{who} met {whom} with {gifts}.",
        "event.met-without-whom": "{who} met nobody.",
        "term.printed": "printed {name}",
        "refusal.no": "{hex} is closed.",
        "event.told": "{what} ({whispered})",
        "event.moved": "{unit} goes {way} by {edges} for {price}, {sure}: {losses}.",
    }
)
NOTATION = Notation(BOARD, WORDS)
KIEV_ROAD = EdgeIndex(next(i for i, edge in enumerate(BOARD.edges) if edge.kind == "road"))
OUTSIDE = EdgeIndex(next(i for i, edge in enumerate(BOARD.edges) if edge.b == NOWHERE))


class Mood(StrEnum):
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Detail:
    at: Location
    said: Message


@dataclass(frozen=True, slots=True)
class EverythingAnswer(Answer):
    """Every way in which an answer may name things."""

    question: ClassVar[str] = "everything"
    place: Location
    nowhere: Location
    maybe: Location | None
    missing: Location | None
    edge: EdgeIndex
    outside: EdgeIndex | None
    path: tuple[Location, ...]
    perhaps: tuple[Location, ...] | None
    two: tuple[int, Location]
    pairs: tuple[tuple[UnitId, Location], ...]
    places: frozenset[Location]
    by_place: dict[Location, tuple[Location, ...]]
    by_name: Map[str, Location]
    half: Fraction
    whole: Fraction
    mood: Mood
    said: Message
    detail: Detail
    anything: dict[str, object] = field(default_factory=dict)


def everything(**changes: Any) -> EverythingAnswer:
    given: dict[str, Any] = {
        "place": at("0203"),
        "nowhere": NOWHERE,
        "maybe": at("0101"),
        "missing": None,
        "edge": KIEV_ROAD,
        "outside": OUTSIDE,
        "path": (at("0101"), at("0102")),
        "perhaps": (at("0101"),),
        "two": (7, at("0102")),
        "pairs": ((UnitId("r1"), at("0103")),),
        "places": frozenset({at("0302"), at("0101")}),
        "by_place": {at("kiev"): (at("gomel"),)},
        "by_name": Map({"z": at("0101"), "a": at("0102"), "m": at("0103")}),
        "half": Fraction(7, 2),
        "whole": Fraction(4),
        "mood": Mood.GOOD,
        "said": message("refusal.no", hex="0101"),
        "detail": Detail(at("0401"), message("term.printed", name="attack")),
    }
    return EverythingAnswer(**{**given, **changes})


def test_every_sort_of_value_is_written_for_people() -> None:
    assert NOTATION.answer(everything()) == {
        "place": "0203",
        "nowhere": None,
        "maybe": "0101",
        "missing": None,
        "edge": edge_name(BOARD, KIEV_ROAD),
        "outside": edge_name(BOARD, OUTSIDE),
        "path": ["0101", "0102"],
        "perhaps": ["0101"],
        "two": [7, "0102"],
        "pairs": [["r1", "0103"]],
        "places": ["0101", "0302"],
        "by_place": {"Kiev": ["Gomel"]},
        "by_name": {"a": "0102", "m": "0103", "z": "0101"},
        "half": "7/2",
        "whole": 4,
        "mood": "good",
        "said": "0101 is closed.",
        "detail": {"at": "0401", "said": "printed attack"},
        "anything": {},
    }


def test_persistent_maps_are_told_in_the_same_order_everywhere() -> None:
    assert list(NOTATION.answer(everything())["by_name"]) == ["a", "m", "z"]


def test_a_reckoning_is_its_value_and_its_terms() -> None:
    terms = (
        Term(message("term.printed", name="attack"), 7, "4.2"),
        Term(message("term.printed", name="half"), Fraction(1, 2), "5.2", Op.TIMES),
    )
    assert NOTATION.reckoning(Reckoning.of(*terms)) == {
        "value": "7/2",
        "terms": [
            {"label": "printed attack", "value": 7, "rule": "4.2", "op": "add"},
            {"label": "printed half", "value": "1/2", "rule": "5.2", "op": "times"},
        ],
    }


def test_refusals_and_factors_within_answers() -> None:
    nothing = Reckoning.of()
    attack = AttackAnswer(
        (UnitId("r1"),), at("0101"), nothing, nothing, "1:1", nothing, "1:1", nothing, None, None, None, "combat",
        "4.2", {"DR": Fraction(1, 6)}, Refusal("4.1", message("refusal.no", hex="0101")),
    )  # fmt: skip
    told = NOTATION.answer(attack)
    assert told["refusal"] == {"rule": "4.1", "message": "0101 is closed."}
    assert (told["chances"], told["die"], told["attack"]) == ({"DR": "1/6"}, None, {"value": 0, "terms": []})
    unit = UnitAnswer(UnitId("r1"), at("0101"), {"attack": nothing})
    assert NOTATION.answer(unit)["factors"] == {"attack": {"value": 0, "terms": []}}


@dataclass(frozen=True, slots=True)
class Moved(Event):
    kind: ClassVar[str] = "moved"
    unit: UnitId
    way: tuple[Location, ...]
    edges: tuple[EdgeIndex, ...]
    price: Fraction
    sure: bool
    losses: dict[str, int]


def test_an_event_is_told_with_its_sentence() -> None:
    moved = Moved(UnitId("r1"), (at("0101"), at("0102")), (KIEV_ROAD,), Fraction(3, 2), True, {"r1": 1, "b1": 2})
    assert NOTATION.event(moved) == {
        "kind": "moved",
        "unit": "r1",
        "way": ["0101", "0102"],
        "edges": ["Kiev~Gomel~road"],
        "price": "3/2",
        "sure": True,
        "losses": {"r1": 1, "b1": 2},
        "text": "r1 goes 0101, 0102 by Kiev~Gomel~road for 3/2, yes: r1: 1, b1: 2.",
    }


def test_what_is_hidden_is_told_as_a_question_mark() -> None:
    assert NOTATION.event(Told("a scout", None))["text"] == "a scout (?)"
    assert NOTATION.text(NOTATION.narration(Told("a scout", "north"))) == "a scout (north)"


def test_those_from_whom_something_is_hidden_have_a_sentence_of_their_own_where_there_is_one() -> None:
    words = Catalogue({"event.told": "{what} ({whispered})", "event.told-hidden": "{what}, and a whisper"})
    notation = Notation(BOARD, words)
    assert notation.event(Told("a scout", None))["text"] == "a scout, and a whisper"
    assert notation.event(Told("a scout", "north"))["text"] == "a scout (north)"


@pytest.mark.parametrize(("value", "written"), [(3, 3), (Fraction(6, 2), 3), (Fraction(-1, 3), "-1/3")])
def test_whole_numbers_are_numbers_and_others_are_text(value: int | Fraction, written: int | str) -> None:
    assert number(value) == written


@dataclass(frozen=True, slots=True)
class Met(Event):
    kind: ClassVar[str] = "met"
    who: str
    whom: str | None
    gifts: tuple[str, ...] = ()


def test_what_is_empty_is_told_in_words() -> None:
    assert NOTATION.event(Met("she", "him"))["text"] == "she met him with none."
    assert NOTATION.event(Met("she", None))["text"] == "she met nobody."
    assert NOTATION.event(Told("a scout", None))["text"] == "a scout (?)"


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """Lists of units, of which all may be empty."""

    kind: ClassVar[str] = "counted"
    here: tuple[UnitId, ...]
    there: tuple[UnitId, ...]


def test_an_event_whose_lists_are_all_empty_has_a_sentence_of_its_own() -> None:
    words = {"event.counted": "{here}; {there}.", "event.counted-of-nobody": "Nobody.", "word.nobody-listed": "none"}
    notation = Notation(BOARD, Catalogue(words))
    assert notation.narration(Counted((), ())).key == "event.counted-of-nobody"
    assert notation.narration(Counted((UnitId("a"),), ())).key == "event.counted"


@dataclass(frozen=True, slots=True)
class Thrown(Event):
    """A die, and what it counts as."""

    kind: ClassVar[str] = "thrown"
    die: int
    modified: int


def test_a_die_that_counts_as_it_fell_is_told_once() -> None:
    words = {"event.thrown": "Die {die}, modified {modified}.", "event.thrown-unmodified": "Die {die}."}
    notation = Notation(BOARD, Catalogue(words))
    assert notation.event(Thrown(5, 5))["text"] == "Die 5."
    assert notation.event(Thrown(5, 7))["text"] == "Die 5, modified 7."
    assert Notation(BOARD, Catalogue({"event.thrown": "{die}"})).event(Thrown(5, 5))["text"] == "5"
