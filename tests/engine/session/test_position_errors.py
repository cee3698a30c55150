"""Positions that cannot be: one clear issue, in its file and on its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.definitions import faults
from engine.definitions.documents import Loaded, load_text
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.position import Position
from engine.definitions.strict_yaml import unlocated
from engine.rulesets.words import catalogue
from engine.session.positions import Placed, set_up

HEAD = "format: redoubt/position/1\ngame: toy-skirmish\nscenario: ford\nphase: movement\nside: red\n"
"""Five lines; what a test adds stands on line 6 and after."""


def load(text: str, folder: Path | None = None) -> Placed:
    loaded = load_text(text, "here.yaml")
    assert isinstance(loaded.document, Position)
    return set_up(Loaded(loaded.document, loaded.origin), folder)


def issue(text: str) -> Issue:
    """The one thing that is wrong with a text, said in words that are all there."""
    with pytest.raises(DefinitionError) as raised:
        load(text)
    found = raised.value.issues[0]
    words = catalogue("toy-skirmish")
    assert found.is_error
    assert found.message.key in words
    assert "{" not in words.text(found.message).replace("{...}", "")
    assert found.hint is None or found.hint.key in words
    return found


def test_the_head_alone_is_fine() -> None:
    assert load(HEAD).state.side == "red"


ADDED = [
    ("units: {red-99: '0101'}", 6, "unknown-unit"),
    ("units: {red-1: '9999'}", 6, "board.unknown-location"),
    ("units: {red-1: '010'}", 6, "board.unknown-location-suggest"),
    ("units:\n  red-1:\n    at: '9999'", 8, "board.unknown-location"),
    ("units:\n  red-1:\n    at: '0101'\n    type: red-feet", 9, "unknown-type"),
    ("units:\n  red-1:\n    at: '0101'\n    step: 2", 9, "no-such-step"),
    ("units:\n  red-1:\n    at: '0101'\n    side: green", 9, "unknown-side"),
    ("units:\n  red-1:\n    at: '0101'\n    values:\n      spent: 0.5", 10, "fraction"),
    ("units:\n  red-1:\n    step: 1", 7, "unit-nowhere"),
    ("units: 5", 6, "wrong-type"),
    ("units: {red-1: 5}", 6, "wrong-type"),
    ("units: {red-1: {at: '0101', colour: blue}}", 6, "unknown-field"),
    ("remove: [red-9]", 6, "unknown-unit"),
    ("remove: red-1", 6, "wrong-type"),
    ("control:\n  green: ['0101']", 7, "unknown-side"),
    ("control:\n  red:\n  - '0101'\n  - '9999'", 9, "board.unknown-location"),
    ("markers: {'0101': {source-lost: high}}", 6, "wrong-type"),
    ("values: {weather: 0.5}", 6, "fraction"),
    ("values: {weather: [mud]}", 6, "wrong-type"),
    ("options:\n  fog: true", 7, "unknown-option"),
    ("pools:\n  hand: []", 7, "unknown-pool"),
    ("pools:\n  cup: [chit-9]", 7, "unknown-card"),
    ("pools:\n  cup: [chit-1a]\n  drawn: [chit-1a]", 8, "card-twice"),
    ("extra: {ambitions: {}}", 6, "no-extra"),
    ("given: {dice: [0]}", 6, "number-too-small"),
    ("given: {dice: six}", 6, "wrong-type"),
    ("given: {coins: [1]}", 6, "unknown-field"),
    ("charts:\n  parameters:\n    stack_limt: 3", 8, "unknown-parameter"),
    ("charts: {parameters: {stack_limit: many}}", 6, "wrong-type"),
    ("objectives:\n- {at: '9999', value: 1}", 7, "board.unknown-location"),
    ("objectives:\n- {at: '0101', value: 1, side: green}", 7, "unknown-side"),
    ("schedule:\n- {turn: 1, unit: red-99, at: '0101'}", 7, "unknown-unit"),
    ("schedule:\n- {turn: 1, unit: red-8, at: '9999'}", 7, "board.unknown-location"),
    ("turn: -1", 6, "number-too-small"),
    ("turn: soon", 6, "wrong-type"),
    ("play:\n- {kind: done}\n- {kind: fly}", 8, "bad-action"),
    ("play:\n- {kind: step-to, unit: red-1, to: '0101'}", 7, "refused-action"),
    ("play: [done]", 6, "wrong-type"),
    ("unit: red-1", 6, "unknown-field"),
]


EAST = "format: redoubt/position/1\ngame: red-star-rising\nscenario: typhoon\nphase: movement\nside: soviet\n"
"""Five lines of a game that has markers."""

MARKERS = [
    ("markers:\n  '9999': {source-lost: 1}", 7, "board.unknown-location"),
    ("side_markers:\n  '5621/E': {source-lost: 1}", 7, "unknown-edge"),
    ("side_markers:\n  '5621~5625': {source-lost: 1}", 7, "unknown-edge"),
    ("side_markers:\n  '5621~5622~road': {source-lost: 1}", 7, "unknown-edge"),
    ("side_markers:\n  'fleets/N': {source-lost: 1}", 7, "unknown-edge"),
    ("side_markers:\n  '9999/N': {source-lost: 1}", 7, "board.unknown-location"),
    ("side_markers:\n  '5621': {source-lost: 1}", 7, "unknown-edge"),
]


@pytest.mark.parametrize(("added", "line", "code"), MARKERS)
def test_a_marker_lies_somewhere(added: str, line: int, code: str) -> None:
    found = issue(EAST + added)
    assert (found.where.file, found.where.line, found.code) == ("here.yaml", line, code)


@pytest.mark.parametrize(("added", "line", "code"), ADDED)
def test_what_is_wrong_is_said_with_its_line(added: str, line: int, code: str) -> None:
    found = issue(HEAD + added)
    assert (found.where.file, found.where.line, found.code) == ("here.yaml", line, code)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (HEAD.replace("toy-skirmish", "toy-skirmsh"), 2, "unknown-game"),
        (HEAD.replace("ford", "frod"), 3, "unknown-bundled"),
        (HEAD.replace("ford", "cabinet-war"), 3, "scenario-of-other-game"),
        (HEAD.replace("movement", "movment"), 4, "unknown-phase"),
        (HEAD.replace("side: red", "side: green"), 5, "unknown-side"),
        (HEAD.replace("scenario: ford\n", ""), 1, "position-nowhere"),
        (HEAD.replace("format: redoubt/position/1\n", ""), 1, "missing-format"),
        (HEAD.replace("scenario: ford\n", "map: {sheets: 5}\n"), 3, "wrong-type"),
        (HEAD.replace("scenario: ford\n", "map:\n  palette: toy-skirmish\n"), 1, "position-fault"),
        (HEAD.replace("phase: movement", "given: {dice: [9]}"), 4, "unknown-die"),
    ],
)
def test_a_position_needs_a_game_a_place_and_a_time(text: str, line: int, code: str) -> None:
    found = issue(text)
    assert (found.where.file, found.where.line, found.code) == ("here.yaml", line, code)


def told(text: str) -> str:
    words = catalogue("toy-skirmish")
    found = issue(text)
    hint = f" {words.text(found.hint)}" if found.hint is not None else ""
    return words.text(found.message) + hint


def test_the_words_are_clear_and_guess_what_was_meant() -> None:
    assert told(HEAD + "units: {red-11: '0101'}").startswith("There is no unit red-11 in the order of battle. Did you")
    assert told(HEAD.replace("movement", "movment")) == (
        "The game has no phase movment to begin with. Did you mean movement?"
    )
    assert "did you mean" in told(HEAD + "units: {red-1: '010'}").lower()
    assert told(HEAD + "play: [{kind: step-to, unit: red-1, to: '0101'}]") == (
        "The action is against case 2.1: red-1 is not yours to move now."
    )
    bare = HEAD.replace("scenario: ford\n", "map: {palette: toy-skirmish}\n")
    assert "there is no location called coming" in told(bare)
    assert told(HEAD.replace("phase: movement", "given: {dice: [9]}")) == (
        "The dice of the game do not show 9. Use one of: 1, 2, 3, 4, 5, 6."
    )


def test_the_cause_of_a_fault_is_kept_for_whoever_writes_the_rules() -> None:
    with pytest.raises(DefinitionError) as raised:
        load(HEAD.replace("scenario: ford\n", "map: {palette: toy-skirmish}\n"))
    assert raised.value.__cause__ is not None


def test_a_broken_scenario_beside_the_position_is_named_by_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "scenario.yaml").write_text("format: redoubt/scenario/1\nid: mine\n")
    with pytest.raises(DefinitionError) as raised:
        load(HEAD.replace("scenario: ford", "scenario: mine"), tmp_path)
    assert raised.value.issues[0].where.file.endswith("scenario.yaml")
    (tmp_path / "empty").mkdir()
    with pytest.raises(DefinitionError):
        load(HEAD.replace("scenario: ford", "scenario: empty"), tmp_path)


def test_a_position_that_came_from_no_file_has_paths_for_lines() -> None:
    document = load_text(HEAD + "units: {red-99: '0101'}").document
    assert isinstance(document, Position)
    with pytest.raises(DefinitionError) as raised:
        set_up(Loaded(document))
    assert raised.value.issues[0].where.path == ("units", "red-99")
    own = document.replace(scenario=None, map={"sheets": 5})
    with pytest.raises(DefinitionError):
        set_up(Loaded(own))


FIELDS = sorted(set(Position.model_fields) - {"id", "title", "game", "scenario", "map"})

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from(["red", "blue", "red-1", "0101", "combat", "dry", "cup", "chit-1a", "done", "x", "", "0.5"])
    | st.sampled_from([0.5, 1e9]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["red", "red-1", "0101", "at", "dice", "kind", "unit", "turn", "cup", "tables", "parameters"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(FIELDS), values, max_size=3))
def test_nothing_but_a_definition_error_comes_of_any_position(data: dict[str, object]) -> None:
    try:
        set_up(Loaded(faults.read(Position, unlocated({"game": "toy-skirmish", "scenario": "ford", **data}))))
    except DefinitionError:
        return
