"""Models: closed, strict, frozen, and the same after a trip through text."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import HealthCheck, given, settings

from engine.core.messages import message
from engine.definitions import faults, strict_yaml
from engine.definitions.counters import Counters, CounterType
from engine.definitions.documents import KINDS, dump_document, load_text
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.model import Document, FrozenDict
from engine.definitions.palette import Palette, TerrainSwatch, by_id
from engine.definitions.scenario import Scenario
from tests.engine.definitions.authored import PARTS, any_document


def issues_of(text: str) -> tuple[Issue, ...]:
    with pytest.raises(DefinitionError) as caught:
        load_text(text, "file.yaml")
    return caught.value.issues


@given(any_document)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_a_document_is_the_same_after_a_trip_through_text(document: Document) -> None:
    text = dump_document(document)
    read = load_text(text, "f").document
    assert read == document
    assert dump_document(read) == text
    assert type(document).from_data(document.to_data()) == document


@pytest.mark.parametrize("kind", sorted(set(PARTS) - {"map"}))
def test_what_is_written_says_only_what_the_author_said(kind: str) -> None:
    located = strict_yaml.load(PARTS[kind], kind)
    assert load_text(PARTS[kind], kind).document.to_document() == located.data


def test_fields_are_written_in_the_order_of_the_model() -> None:
    shuffled = "format: redoubt/counters/1\ntypes:\n- {steps: [{a: 1}], name: A, id: a}\ntitle: T\nid: c\n"
    lines = dump_document(load_text(shuffled, "f").document).splitlines()
    assert lines[:4] == ["format: redoubt/counters/1", "id: c", "title: T", "types:"]
    assert lines[4:] == ["- id: a", "  name: A", "  steps:", "  - {a: 1}"]


def test_whole_numbers_stay_whole() -> None:
    text = dump_document(load_text(PARTS["scenario"], "f").document)
    assert '- {at: "0202", value: 3, side: red}' in text


@pytest.mark.parametrize("value", ["impossible", "3", "[easy]"])
def test_what_is_no_choice_is_told_with_the_choices(value: str) -> None:
    (issue,) = issues_of(f"{PARTS['scenario']}difficulty: {value}\n")
    assert issue.code == "not-a-choice"
    assert issue.hint == message("issue.one-of", names=("easy", "moderate", "demanding"))


@pytest.mark.parametrize(
    ("value", "code"), [("much", "wrong-type"), ("true", "wrong-type"), ("1e10", "number-out-of-range")]
)
def test_a_quantity_is_a_bounded_number(value: str, code: str) -> None:
    (issue,) = issues_of(PARTS["scenario"].replace("value: 3", f"value: {value}"))
    assert (issue.code, issue.where.line) == (code, 23)


def test_every_error_of_a_file_is_told_at_once_with_its_line() -> None:
    """A field whose name is spelt wrong is told where it stands, and not as missing as well."""
    text = """\
format: redoubt/scenario/1
id: Battle of the Ford
ruleset: toy
mapp: field
sides: []
last_turn: 99999
first_turn: soon
setup:
- {unit: r1, att: "0101"}
- {unit: r2, at: 101}
schedule:
- {turn: 1, unit: r3, kind: arival}
control:
- {side: red}
"""
    told = [(issue.where.line, issue.where.field, issue.code) for issue in issues_of(text)]
    assert sorted(told, key=lambda one: (one[0] or 0, one[1])) == [
        (2, "id", "bad-id"),
        (4, "mapp", "unknown-field"),
        (5, "sides", "list-too-short"),
        (6, "last_turn", "number-too-big"),
        (7, "first_turn", "wrong-type"),
        (9, "setup[1].att", "unknown-field"),
        (10, "setup[2].at", "wrong-type"),
        (12, "schedule[1].kind", "not-a-choice"),
        (14, "control[1]", "region-or-locations"),
    ]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("tittle: T", ("title",)),
        ("types: [{id: a, name: A, steps: [{}], movment_class: foot}]", ("movement_class",)),
        ("types: [{id: a, name: A, steps: [{}], Traits: []}]", ("traits",)),
    ],
)
def test_an_unknown_field_is_met_with_did_you_mean(line: str, hint: tuple[str, ...]) -> None:
    (issue,) = issues_of(f"format: redoubt/counters/1\nid: c\n{line}\n")
    assert issue.code == "unknown-field"
    assert issue.hint is not None
    assert issue.hint.key == "issue.did-you-mean"
    assert issue.hint.args["names"] == hint


def test_a_mistyped_choice_is_met_with_did_you_mean() -> None:
    text = PARTS["scenario"].replace("kind: withdrawal", "kind: withdrawl")
    (issue,) = issues_of(text)
    assert issue.hint is not None
    assert issue.hint.args["names"] == ("withdrawal",)


def test_a_number_where_a_label_belongs_asks_for_quotes() -> None:
    (issue,) = issues_of(PARTS["scenario"].replace('at: "0303"', "at: 303"))
    assert issue.hint is not None
    assert (issue.hint.key, issue.hint.args["quoted"]) == ("yaml.quote-it", '"303"')


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("id: 7", "wrong-type"),
        ("id: [a]", "wrong-type"),
        ("id: a_b", "bad-id"),
        ("id: -a", "bad-id"),
        (f"id: {'a' * 65}", "text-too-long"),
        ('id: c\ntitle: ""', "text-too-short"),
        ('id: c\ntitle: "a\\x07"', "control-character"),
        ("id: c\ntypes: {}", "wrong-type"),
        ("id: c\ntypes: [7]", "wrong-type"),
        ("id: c\ntypes: [{id: a, name: A, steps: []}]", "list-too-short"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{attack: [1]}]}]", "wrong-type"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{attack: null}]}]", "wrong-type"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{Attack: 1}]}]", "bad-word"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{attack: 1000000000}]}]", "number-out-of-range"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{}], limit: -1}]", "number-too-small"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{}], limit: 1.5}]", "wrong-type"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{}], limit: true}]", "wrong-type"),
        ("id: c\ntypes: [{id: a, name: A, steps: [{}], colour: red}]", "bad-colour"),
    ],
)
def test_one_issue_for_one_wrong_value(line: str, code: str) -> None:
    (issue,) = issues_of(f"format: redoubt/counters/1\n{line}\n")
    assert issue.code == code
    assert issue.where.line is not None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("id: c\n", "missing-format"),
        ("format: redoubt/countters/1\nid: c\n", "unknown-format"),
        ("format: 3\nid: c\n", "unknown-format"),
        ("format: redoubt/counters/2\nid: c\n", "newer-format"),
        ("format: redoubt/counters/0\nid: c\n", "unknown-format"),
        ("format: redoubt/counters\nid: c\n", "unknown-format"),
        ("- a\n- b\n", "wrong-type"),
        ("hello\n", "wrong-type"),
    ],
)
def test_a_file_says_what_it_is(text: str, code: str) -> None:
    (issue,) = issues_of(text)
    assert issue.code == code


def test_a_mistyped_format_is_met_with_did_you_mean() -> None:
    (issue,) = issues_of("format: redoubt/countters/1\nid: c\n")
    assert issue.hint is not None
    assert "redoubt/counters/1" in str(issue.hint)


def test_very_many_errors_are_cut_short() -> None:
    bad = "".join(f"- {{id: T{number}}}\n" for number in range(400))
    issues = issues_of(f"format: redoubt/counters/1\nid: c\ntypes:\n{bad}")
    assert len(issues) == faults.MOST_ISSUES + 1
    assert issues[-1].code == "more-issues"


def test_a_file_that_is_something_else_altogether_is_told_so_in_one_line() -> None:
    (issue,) = issues_of("format: redoubt/counters/1\nid: c\ntypes: [" + "1," * 20_000 + "]")
    assert issue.code == "hopeless"


def test_documents_do_not_change() -> None:
    document = load_text(PARTS["counters"], "f").document
    assert isinstance(document, Counters)
    with pytest.raises(ValueError, match="frozen"):
        document.id = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        document.types[0].steps[0]["attack"] = 9  # type: ignore[index]
    assert hash(document) == hash(copy.deepcopy(document))


def test_frozen_dicts_refuse_every_way_of_changing_and_travel_well() -> None:
    frozen = FrozenDict({"b": 1, "a": 2})
    for change in (frozen.clear, frozen.popitem, lambda: frozen.pop("a"), lambda: frozen.update(a=3)):
        with pytest.raises(TypeError):
            change()
    with pytest.raises(TypeError):
        del frozen["a"]
    assert pickle.loads(pickle.dumps(frozen)) == frozen == copy.copy(frozen)
    assert list(pickle.loads(pickle.dumps(frozen))) == ["b", "a"]
    assert hash(frozen) == hash(FrozenDict({"a": 2, "b": 1}))


def test_every_kind_of_document_can_be_pickled() -> None:
    for kind, text in PARTS.items():
        document = load_text(text, kind).document
        assert pickle.loads(pickle.dumps(document)) == document


def test_a_document_can_be_changed_into_another() -> None:
    scenario = load_text(PARTS["scenario"], "f").document
    assert isinstance(scenario, Scenario)
    assert scenario.replace(last_turn=9).last_turn == 9
    assert scenario.last_turn == 5
    with pytest.raises(TypeError):
        scenario.replace(lastturn=9)
    with pytest.raises(ValueError, match="last_turn"):
        scenario.replace(last_turn=-1)


def test_counters_tell_their_factors_step_by_step() -> None:
    tanks = CounterType(id="t", name="T", steps=(FrozenDict(attack=6), FrozenDict(attack=2)), traits=("elite",))
    assert [tanks.factor("attack", step) for step in (0, 1, 2)] == [6, 2, None]
    assert tanks.factor("defence") is None
    assert tanks.has("elite")
    assert not tanks.has("green")


def test_swatches_by_id_keep_the_first() -> None:
    palette = Palette(id="p", terrain=(TerrainSwatch(id="a", name="A"), TerrainSwatch(id="a", name="B")))
    assert by_id(palette.terrain)["a"].name == "A"


def test_every_kind_has_its_format_line() -> None:
    assert {kind: model.format_line() for kind, model in KINDS.items()} == {
        kind: f"redoubt/{kind}/1"
        for kind in ("map", "counters", "oob", "cards", "scenario", "charts", "palette", "game", "played", "position")
    }
