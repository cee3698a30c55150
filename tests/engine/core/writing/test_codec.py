"""The codec: every value survives JSON, and nothing else gets in."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from typing import Any, ClassVar, NewType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from immutables import Map

from engine.core.actions import Done, StepTo
from engine.core.draft import Draft
from engine.core.ids import NOWHERE, CardId, EdgeIndex, Location, Side, UnitId
from engine.core.messages import Message
from engine.core.records import Action, Frame
from engine.core.refusals import MalformedData
from engine.core.ruleset import Vocabulary
from engine.core.state import State, Unit, evolve
from engine.core.writing.codec import SCHEMA, Codec, canonical
from engine.core.writing.coders import CoderFactory
from engine.rulesets.words import catalogue
from tests.engine.core.machine import BLUE, BOARD, RED, UNITS, Inner, Outer, Told, quiet_game


class Weather(StrEnum):
    DRY = "dry"
    MUD = "mud"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Colour(Enum):
    RED = "r"
    BLUE = "b"


Turn = NewType("Turn", int)


@dataclass(frozen=True, slots=True)
class Pair:
    left: int
    right: str = "none"


@dataclass(frozen=True, slots=True)
class Everything:
    """A field of every type that states may be made of."""

    text: str
    number: int
    flag: bool
    nothing: None
    either: str | int | bool
    share: Fraction
    weather: Weather
    level: Level
    colour: Colour
    unit: UnitId
    card: CardId
    place: Location
    somewhere: Location | None
    edge: EdgeIndex
    turn: Turn
    names: tuple[str, ...]
    two: tuple[int, Location]
    places: frozenset[Location]
    by_name: Map[str, int]
    by_number: Map[int, str]
    by_turn: Map[Turn, bool]
    by_place: Map[Location, tuple[UnitId, ...]]
    by_edge: Map[EdgeIndex, Map[str, int]]
    by_weather: Map[Weather, int]
    pair: Pair
    maybe: Pair | None
    frames: tuple[Frame, ...]
    action: Action


@dataclass(frozen=True, slots=True)
class Nested(Frame):
    kind: ClassVar[str] = "nested"
    then: Nested | None = None


VOCABULARY = Vocabulary(actions=(Done, StepTo), events=(Told,), frames=(Outer, Inner, Nested), extra=Everything)
CODEC = Codec(BOARD, VOCABULARY)

places = st.integers(0, BOARD.size - 1).map(Location)
edges = st.integers(0, len(BOARD.edges) - 1).map(EdgeIndex)
names = st.text(max_size=4)
ids = names.map(UnitId)
numbers = st.integers(-(2**70), 2**70)
actions = st.just(Done()) | st.builds(StepTo, ids, places | st.just(NOWHERE))
frames = st.builds(Outer, numbers) | st.builds(Inner, numbers)
pairs = st.builds(Pair, numbers, names)
keys = st.integers(-99, 99)


def maps(key: Any, value: Any) -> Any:
    return st.dictionaries(key, value, max_size=3).map(Map)


everything = st.builds(
    Everything,
    text=names,
    number=numbers,
    flag=st.booleans(),
    nothing=st.none(),
    either=names | numbers | st.booleans(),
    share=st.fractions(max_denominator=1000),
    weather=st.sampled_from(Weather),
    level=st.sampled_from(Level),
    colour=st.sampled_from(Colour),
    unit=ids,
    card=names.map(CardId),
    place=places | st.just(NOWHERE),
    somewhere=places | st.none(),
    edge=edges,
    turn=keys.map(Turn),
    names=st.lists(names, max_size=3).map(tuple),
    two=st.tuples(numbers, places),
    places=st.frozensets(places, max_size=4),
    by_name=maps(names, numbers),
    by_number=maps(keys, names),
    by_turn=maps(keys.map(Turn), st.booleans()),
    by_place=maps(places, st.lists(ids, max_size=2).map(tuple)),
    by_edge=maps(edges, maps(names, numbers)),
    by_weather=maps(st.sampled_from(Weather), numbers),
    pair=pairs,
    maybe=pairs | st.none(),
    frames=st.lists(frames, max_size=2).map(tuple),
    action=actions,
)

states = st.builds(
    evolve,
    st.just(quiet_game().new(1).state),
    seed=st.integers(0, 2**62),
    turn=st.integers(0, 99),
    side=st.sampled_from([RED, BLUE, Side("")]),
    control=maps(places, st.sampled_from([RED, BLUE])),
    markers=maps(places, maps(names, numbers)),
    side_markers=maps(edges, maps(names, numbers)),
    values=maps(names, names | numbers | st.booleans()),
    pools=maps(names, st.lists(names.map(CardId), max_size=3).map(tuple)),
    sealed=maps(st.sampled_from([RED, BLUE]), maps(names, numbers)),
    frames=st.lists(frames, max_size=3).map(tuple),
    extra=everything,
)


@settings(max_examples=150)
@given(states)
def test_every_state_survives_json(state: State) -> None:
    text = CODEC.dumps(state)
    again = CODEC.loads(text)
    assert again == state
    assert CODEC.dumps(again) == text
    assert again.roster == state.roster


@given(actions)
def test_every_action_survives_json(action: Action) -> None:
    assert CODEC.action_from_json(json.loads(canonical(CODEC.action_to_json(action)))) == action


@given(names, names | st.none())
def test_every_event_survives_json(what: str, whispered: str | None) -> None:
    event = Told(what, whispered)
    assert CODEC.event_from_json(json.loads(canonical(CODEC.event_to_json(event)))) == event


@given(states)
def test_the_text_does_not_depend_on_the_order_of_maps(state: State) -> None:
    written = CODEC.state_to_json(state)
    for part in (written["units"], written["values"], written["extra"]["by_name"]):
        assert list(part) == sorted(part)
    assert CODEC.dumps(evolve(state, values=Map(reversed(list(state.values.items()))))) == CODEC.dumps(state)


@given(states, states)
def test_what_was_written_before_changes_no_byte(earlier: State, state: State) -> None:
    codec = Codec(BOARD, VOCABULARY)
    mixed = evolve(state, units=earlier.units, control=earlier.control)
    for each in (earlier, state, mixed, earlier):
        assert codec.dumps(each) == canonical(codec.state_to_json(each))


def test_places_are_written_by_their_stable_keys_and_read_by_any_name() -> None:
    step = StepTo(UnitId("r1"), BOARD.at("0203"))
    assert CODEC.action_to_json(step) == {"kind": "step-to", "unit": "r1", "to": "main:2,3"}
    for name in ("main:2,3", "0203"):
        assert CODEC.action_from_json({"kind": "step-to", "unit": "r1", "to": name}) == step


def test_equal_numbers_of_other_kinds_are_told_apart() -> None:
    coder = CoderFactory(BOARD).coder(Map[str, str | int | bool])
    assert canonical(coder.encode(Map({"a": True, "b": 1}))) == '{"a":true,"b":1}'
    assert coder.decode({"a": True}, ())["a"] is True


def test_what_has_a_default_may_be_left_out() -> None:
    assert CoderFactory(BOARD).coder(Pair).decode({"left": 3}, ()) == Pair(3)
    assert CODEC.state_from_json(_state()).frames == ()


def _state(**changes: Any) -> dict[str, Any]:
    """The JSON of a small state, with some fields changed."""
    plain = Codec(BOARD, Vocabulary((Done,), (), (Outer, Nested)))
    return {**plain.state_to_json(State(seed=1)), "extra": _extra(), **changes}


def _extra() -> Any:
    factory = CoderFactory(BOARD)
    factory.bases = {Action: CODEC._actions, Frame: CODEC._frames}
    value = Everything(
        "", 0, False, None, "", Fraction(1, 2), Weather.DRY, Level.LOW, Colour.RED, UnitId("u"), CardId("c"),
        Location(0), None, EdgeIndex(0), Turn(1), (), (0, Location(0)), frozenset(), Map(), Map(), Map(), Map(), Map(),
        Map(), Pair(1), None, (), Done(),
    )  # fmt: skip
    return factory.coder(Everything).encode(value)


BAD_FIELDS: list[tuple[str, Any, str]] = [
    ("text", 5, "extra.text: expected text, found 5"),
    ("number", True, "expected a whole number, found True"),
    ("number", 1.0, "expected a whole number, found 1.0"),
    ("flag", 1, "expected true or false, found 1"),
    ("nothing", 0, "expected nothing, found 0"),
    ("either", 1.5, "expected text, a number, true or false"),
    ("either", None, "expected text, a number, true or false"),
    ("share", "1/0", "expected a number such as 3/2"),
    ("share", "1e999999999", "expected a number such as 3/2"),
    ("share", 0.5, "expected a number such as 3/2"),
    ("share", float("inf"), "expected a number such as 3/2"),
    ("share", True, "expected a number such as 3/2"),
    ("weather", "hail", "expected one of dry, mud"),
    ("weather", ["dry"], "expected one of dry, mud"),
    ("level", True, "expected one of 1, 2"),
    ("level", 1.0, "expected one of 1, 2"),
    ("place", "9999", "no place '9999'"),
    ("place", 3, "no place 3"),
    ("place", "x" * 500, "no place 'xxx"),
    ("edge", "0101~0104~hexside", "no hexside or line"),
    ("edge", "0101/7~hexside", "no hexside or line"),
    ("edge", None, "no hexside or line None"),
    ("edge", "kiev~gomel~road#3", "no hexside or line"),
    ("names", "abc", "expected a list"),
    ("names", ["a", 5], r"extra.names.1: expected text"),
    ("two", [1], "expected 2 values, found 1"),
    ("two", [1, "0101", 2], "expected 2 values, found 3"),
    ("places", ["0101", "main:1,1"], "stands there twice"),
    ("by_name", [], "expected a mapping"),
    ("by_number", {"x": "a"}, "expected a number as key"),
    ("by_number", {"01": "a"}, "expected a number as key"),
    ("by_number", {"1_0": "a"}, "expected a number as key"),
    ("by_place", {"0101": [], "main:1,1": []}, "two keys mean the same"),
    ("by_place", {"null": []}, "no place 'null'"),
    ("by_weather", {"hail": 1}, "expected one of"),
    ("pair", {}, "no left"),
    ("pair", {"left": 1, "middle": 2}, "unknown middle"),
    ("pair", [1, "a"], "expected a mapping with the names left, right"),
    ("frames", [{"kind": "nothing"}], r"extra.frames.0: no phase is called 'nothing'"),
    ("frames", [{"kind": ["outer"]}], "no phase is called"),
    ("action", {}, "no action is called None"),
    ("action", {"kind": "done", "unit": "r1"}, "unknown unit"),
    ("action", {"kind": "step-to"}, "no to, no unit"),
]


@pytest.mark.parametrize(("name", "value", "said"), BAD_FIELDS)
def test_what_does_not_fit_is_malformed_and_says_where(name: str, value: Any, said: str) -> None:
    data = _state(extra={**_extra(), name: value})
    with pytest.raises(MalformedData) as raised:
        CODEC.state_from_json(data)
    words = told(raised.value)
    assert re.search(said, words)
    assert len(words) < 200


def told(bad: MalformedData) -> str:
    assert isinstance(bad.said, Message)
    return catalogue().text(bad.said)


def standing(at: str | None = "0101", **more: Any) -> dict[str, Any]:
    return {"id": "r1", "type": "foot", "side": "red", "at": at, "step": 0, "marks": [], "values": {}, **more}


@pytest.mark.parametrize(
    "changes",
    [
        {"units": {"r1": standing()}},
        {"stacks": {"0101": ["r1"]}},
        {"units": {"r1": standing()}, "stacks": {"0102": ["r1"]}},
        {"units": {"r1": standing()}, "stacks": {"0101": ["r1", "r1"]}},
        {"units": {"r1": standing()}, "stacks": {"0101": ["r1"], "0102": []}},
        {"units": {"r2": standing()}, "stacks": {"0101": ["r1"]}},
        {"units": {"r1": standing(at=None)}, "stacks": {}},
    ],
)
def test_a_state_that_contradicts_itself_is_not_taken_in(changes: dict[str, Any]) -> None:
    assert CODEC.state_from_json(_state(units={"r1": standing()}, stacks={"0101": ["r1"]})).roster == ("r1",)
    with pytest.raises(MalformedData, match="contradict each other"):
        CODEC.state_from_json(_state(**changes))


@pytest.mark.parametrize("schema", [0, 2, None, "1", True, 1.0])
def test_a_state_of_another_schema_is_refused(schema: object) -> None:
    with pytest.raises(MalformedData, match=f"schema {schema!r}, this program reads {SCHEMA}"):
        CODEC.state_from_json(_state(schema=schema))


def test_fields_too_many_or_missing_are_named() -> None:
    data = _state(weather="mud")
    del data["turn"]
    with pytest.raises(MalformedData, match="wrong fields: turn, weather"):
        CODEC.state_from_json(data)
    with pytest.raises(MalformedData, match="a state is an object"):
        CODEC.state_from_json([])


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"schema": 1}', "[" * 100_000, "1" * 5000, '"\\ud800"'])
def test_text_that_is_no_state_is_malformed(text: str) -> None:
    with pytest.raises(MalformedData):
        CODEC.loads(text)


def test_what_is_nested_deeper_than_python_goes_is_malformed() -> None:
    deep: dict[str, Any] = {"kind": "nested"}
    for _ in range(3000):
        deep = {"kind": "nested", "then": {name: value for name, value in deep.items() if name != "kind"}}
    with pytest.raises(MalformedData, match=r"data\.too-deep"):
        CODEC.state_from_json(_state(frames=[deep]))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)


@settings(max_examples=300)
@given(st.sampled_from(sorted(_extra())), json_values)
def test_no_value_in_any_field_does_more_than_be_malformed(name: str, value: Any) -> None:
    try:
        CODEC.state_from_json(_state(extra={**_extra(), name: value}))
    except MalformedData:
        return


@settings(max_examples=300)
@given(st.sampled_from(sorted(_state())), json_values)
def test_no_value_in_any_part_of_a_state_does_more_than_be_malformed(name: str, value: Any) -> None:
    try:
        CODEC.state_from_json(_state(**{name: value}))
    except MalformedData:
        return


@given(json_values)
def test_no_json_does_more_than_be_malformed_as_an_action(value: Any) -> None:
    for data in (value, {"kind": "step-to", "unit": value, "to": value}, {"kind": value}):
        try:
            CODEC.action_from_json(data)
        except MalformedData:
            continue


@given(st.text())
def test_no_text_does_more_than_be_malformed(text: str) -> None:
    with pytest.raises(MalformedData):
        CODEC.loads(text)


# What cannot be written at all is a fault of the ruleset, and said at once


@dataclass(frozen=True, slots=True)
class Strange(Action):
    kind: ClassVar[str] = "done"


def test_two_classes_may_not_share_a_kind() -> None:
    with pytest.raises(TypeError, match="two sorts of action share a kind: done"):
        Codec(BOARD, Vocabulary((Done, Strange), (), ()))


def test_what_is_not_in_the_vocabulary_is_not_written() -> None:
    with pytest.raises(TypeError, match="Strange is not in the vocabulary"):
        CODEC.action_to_json(Strange())


@pytest.mark.parametrize(
    "hint", [float, list[int], set[str], object, str | Pair, Map[tuple[int, int], str], Map[Level, int]]
)
def test_types_that_json_cannot_keep_apart_are_refused(hint: Any) -> None:
    with pytest.raises(TypeError, match="the codec cannot"):
        CoderFactory(BOARD).coder(hint)


def test_nothing_is_kept_nowhere() -> None:
    coder = CoderFactory(BOARD).coder(Map[Location, int])
    with pytest.raises(TypeError, match="nowhere"):
        coder.encode(Map({NOWHERE: 1}))


@dataclass(frozen=True, slots=True)
class Careful:
    """A record that checks itself, and keeps something it works out."""

    size: int
    double: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("a size is not negative")


def test_a_record_that_checks_itself_is_listened_to() -> None:
    coder = CoderFactory(BOARD).coder(Careful)
    assert coder.decode(coder.encode(Careful(3)), ()) == Careful(3)
    with pytest.raises(MalformedData, match=r"x: a size is not negative"):
        coder.decode({"size": -1}, ("x",))


def test_units_of_a_state_are_written_once_and_found_again() -> None:
    draft = Draft(State(seed=1))
    draft.add_units(UNITS)
    plain = Codec(BOARD, Vocabulary((Done,), (), ()))
    written = plain.state_to_json(draft.state)
    assert "roster" not in written
    assert "facts" not in written
    assert plain.state_from_json(written) == draft.state
    assert isinstance(plain.state_from_json(written).units[UnitId("r1")], Unit)
