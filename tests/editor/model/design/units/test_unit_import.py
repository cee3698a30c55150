"""Units from a file: columns are guessed, and every mistake is told by its row."""

from __future__ import annotations

from time import thread_time

import pytest

from editor.commands.design.bulk import import_units
from editor.model.design.design import Design
from editor.model.design.units.unit_fields import FIELDS, Field
from editor.model.design.units.unit_import import SKIP, Wishes, exported, guessed, imported, sheet_of
from editor.refusal import CannotEdit
from tests.editor.commands.design.anything import again, furnished

ROWS = 2000


@pytest.fixture
def ford() -> Design:
    return furnished(1)


def big_file(design: Design) -> str:
    """Two thousand units with five mistakes, each of another sort."""
    places = [label for label in design.places.names() if label.isdecimal()]
    kinds = list(design.types)
    rows = [f"unit-{n},{n}. Company,{kinds[n % len(kinds)]},red-army,{places[n % len(places)]},0" for n in range(ROWS)]
    rows[10] = "unit-10,Ten,red-fot,red-army,0101,0"
    rows[200] = "unit-7,Seven again,red-foot,red-army,0101,0"
    rows[777] = "unit-777,Lost,red-foot,red-army,0101,9"
    rows[1234] = "unit-1234,Astray,red-foot,green-army,0101,0"
    rows[1999] = "unit-1999,Nowhere,red-foot,red-army,9999,0"
    return "\n".join(("id,name,type,formation,hex,steps lost", *rows))


def test_two_thousand_units_come_in_with_five_mistakes_told_by_row(ford: Design) -> None:
    begin = thread_time()
    sheet = sheet_of(big_file(ford))
    found = imported(sheet, guessed(sheet, ford), ford)
    change = import_units(ford, found)
    took = thread_time() - begin
    assert [(mistake.row, mistake.column) for mistake in found.mistakes] == [
        (12, Field.TYPE),
        (202, Field.ID),
        (779, Field.STEP),
        (1236, Field.FORMATION),
        (2001, Field.PLACE),
    ]
    after = again(ford, change.applied(ford.documents))
    assert after is not None
    assert len(after.units) == len(ford.units) + ROWS - 5
    assert after.placements["unit-0"].at
    assert took < 2.0


def test_all_mistakes_of_one_row_are_told(ford: Design) -> None:
    sheet = sheet_of("id,type,formation,at,step\nred-1,red-foot,nobody,nowhere,7\nBad Id,red-foot,,,\n")
    found = imported(sheet, guessed(sheet, ford), ford)
    told = [(mistake.row, str(mistake.column)) for mistake in found.mistakes]
    assert told == [(2, "formation"), (2, "at"), (2, "step"), (3, "id")]


@pytest.mark.parametrize(
    ("headings", "wanted"),
    [
        ("Unit;Designation;Counter type;Army;Hex", ("id", "name", "type", "formation", "at")),
        ("ID\tUnit name\tKind\tCommand\tLocation", ("id", "name", "type", "formation", "at")),
        ("steps_lost,tags,side,remarks,unit,id", ("step", "traits", "counter.side", SKIP, "id", SKIP)),
        (
            "name,Attack,defence,symbol,factors",
            ("name", "counter.attack", "counter.defence", "counter.symbol", "counter.factors"),
        ),
    ],
)
def test_columns_are_guessed_from_their_headings(ford: Design, headings: str, wanted: tuple[str, ...]) -> None:
    assert guessed(sheet_of(headings + "\n"), ford) == wanted


def test_units_without_an_id_get_one_from_their_name(ford: Design) -> None:
    sheet = sheet_of("name,type\nGuards,red-foot\nGuards,red-foot\n")
    found = imported(sheet, guessed(sheet, ford), ford)
    assert list(found.records) == ["guards", "guards-2"]


def test_a_type_may_be_named_where_only_one_is_called_so(ford: Design) -> None:
    sheet = sheet_of("name,type\nGuards,red INFANTRY\n")
    found = imported(sheet, guessed(sheet, ford), ford)
    assert found.records["guards"].unit.type == "red-foot"


def test_known_units_are_changed_or_are_a_mistake(ford: Design) -> None:
    sheet = sheet_of("id,name\nred-1,Guards\n")
    assert imported(sheet, ("id", "name"), ford).records["red-1"].unit.name == "Guards"
    refused = imported(sheet, ("id", "name"), ford, Wishes(updates=False))
    assert [mistake.said.key for mistake in refused.mistakes] == ["design.cannot.id-taken"]


def test_what_is_written_is_read_back_as_it_was(ford: Design) -> None:
    text = exported(ford, list(ford.units), FIELDS)
    sheet = sheet_of(text)
    found = imported(sheet, guessed(sheet, ford), ford)
    assert not found.mistakes
    assert not found.records
    assert found.unchanged == len(ford.units)


@pytest.mark.parametrize("text", ["", "\n\n", 'a,b\n"unclosed'])
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(CannotEdit):
        sheet_of(text)


WORDS = [
    ("traits", "banana", "unknown-trait", "untried"),
    ("traits", "untrid", "unknown-trait", "untried"),
    ("spent", "much", "wrong-value", None),
    ("decoy", "maybe", "wrong-value", None),
    ("type", "red-fot", "no-type", "red-foot"),
    ("type", "", "type-missing", None),
    ("at", "comin", "no-such-place", "coming"),
]


@pytest.mark.parametrize(("column", "text", "code", "meant"), WORDS)
def test_an_unknown_word_is_told_with_its_file_its_line_and_what_may_have_been_meant(
    ford: Design, column: str, text: str, code: str, meant: str | None
) -> None:
    kind = "" if column == "type" else "type,"
    sheet = sheet_of(f"id,{kind}{column}\nnew-1,{'red-foot,' if kind else ''}{text}\n")
    found = imported(sheet, guessed(sheet, ford), ford)
    assert not found.records
    (issue,) = (mistake.issue("units.csv") for mistake in found.mistakes)
    assert (str(issue.where), issue.where.path, issue.code.split(".")[-1]) == ("units.csv:2", (column,), code)
    if meant is not None:
        assert issue.hint is not None
        assert meant in issue.hint.args["names"]  # type: ignore[operator]


def test_a_value_that_the_rules_do_not_know_is_no_column(ford: Design) -> None:
    sheet = sheet_of("id,type,luck\nnew-1,red-foot,3\n")
    assert guessed(sheet, ford)[2] == SKIP
    (mistake,) = imported(sheet, (Field.ID, Field.TYPE, "luck"), ford).mistakes
    assert mistake.said.key == "design.cannot.with-hint"
    assert sheet_of("id,spent\n").headings[1] in guessed(sheet_of("id,spent\nred-1,2\n"), ford)


def test_a_table_brings_factors_and_makes_the_counters_that_it_describes(ford: Design) -> None:
    text = (
        "name,type,side,symbol,size,attack,defence,movement,hex\n"
        "1st Guards,Guards,red,infantry,xx,5,6,4,0101\n"
        "2nd Guards,Guards,Red,infantry,xx,5,6,4,0102\n"
        "Old Guard,Guards,red,infantry,xx,7,7,4,0103\n"
        "Plain,red-foot,,,,4,4,4,0104\n"
        "Stranger,,green,infantry,,1,1,1,0105\n"
    )
    sheet = sheet_of(text)
    found = imported(sheet, guessed(sheet, ford), ford)
    assert [(each.row, each.said.key) for each in found.mistakes] == [(6, "design.cannot.with-hint")]
    kinds = {record.unit.name: record.unit.type for record in found.records.values()}
    assert kinds["1st Guards"] == kinds["2nd Guards"] != kinds["Old Guard"]
    assert kinds["Plain"] == "red-foot"
    design = again(ford, import_units(ford, found).applied(ford.documents))
    assert design is not None
    made = design.types[kinds["1st Guards"]]
    assert (made.side, made.symbol, dict(made.steps[0])) == (
        "red",
        "infantry",
        {"attack": 5, "defence": 6, "movement": 4},
    )


def test_steps_lost_by_a_unit_are_kept_where_its_counter_is_made_too(ford: Design) -> None:
    two_steps = next(kind for kind in ford.types.values() if len(kind.steps) > 1)
    text = (
        "name,type,attack,steps lost\n"
        f"Worn Out,{two_steps.id},9,1\n"
        f"Worn Out More,{two_steps.id},9,{len(two_steps.steps)}\n"
    )
    sheet = sheet_of(text)
    found = imported(sheet, guessed(sheet, ford), ford)
    (record,) = found.records.values()
    assert record.unit.type in found.types, "no counter attacks with nine"
    assert record.unit.step == 1
    assert [(each.row, each.said.key) for each in found.mistakes] == [(3, "design.cannot.bad-step")]


GUARDS = (
    "name,type,side,symbol,size,attack,defence,movement,hex\n"
    "1st Guards,Guards,red,infantry,xx,5,6,4,0101\n"
    "2nd Guards,Guards,red,infantry,xx,5,6,4,0102\n"
    "2nd Guards,Guards,red,infantry,xx,5,6,4,0103\n"
    "Old Guard,Guards,red,infantry,xx,7,7,4,0103\n"
    "Pioneers,,red,engineer,ii,1,2,4,0104\n"
)


def test_a_table_without_ids_that_is_read_again_changes_its_units_and_brings_no_second_ones(ford: Design) -> None:
    sheet = sheet_of(GUARDS)
    design = again(ford, import_units(ford, imported(sheet, guessed(sheet, ford), ford)).applied(ford.documents))
    assert design is not None
    same = imported(sheet, guessed(sheet, design), design)
    assert (dict(same.records), dict(same.types), same.unchanged) == ({}, {}, 5)

    moved = sheet_of(GUARDS.replace("7,7,4,0103", "8,7,4,0105"))
    found = imported(moved, guessed(moved, design), design)
    assert not found.mistakes
    assert list(found.records) == ["old-guard"]
    assert found.records["old-guard"].station.place == "0105"
    (kind,) = found.types.values()
    assert kind.steps[0]["attack"] == 8
    assert found.records["old-guard"].unit.type == kind.id


def test_a_name_alone_means_the_unit_that_bears_it_unless_units_are_to_stay_as_they_are(ford: Design) -> None:
    sheet = sheet_of("name,type\nGuards,red-foot\n")
    design = again(ford, import_units(ford, imported(sheet, guessed(sheet, ford), ford)).applied(ford.documents))
    assert design is not None
    moved = sheet_of("name,hex\nGUARDS,0101\nNobody,0101\n")
    found = imported(moved, guessed(moved, design), design)
    assert list(found.records) == ["guards"]
    assert found.records["guards"].station.place == "0101"
    assert [each.row for each in found.mistakes] == [3], "somebody new needs a type"
    assert list(imported(sheet, guessed(sheet, design), design, Wishes(updates=False)).records) == ["guards-2"]


def test_a_unit_of_that_name_on_the_other_side_or_in_another_formation_is_another(ford: Design) -> None:
    first = sheet_of("name,type,formation\nGuards,red-foot,red-army\n")
    design = again(ford, import_units(ford, imported(first, guessed(first, ford), ford)).applied(ford.documents))
    assert design is not None
    kinds = {kind.side: kind.id for kind in design.types.values()}
    blue = sheet_of(f"name,type\nGuards,{kinds['blue']}\n")
    assert list(imported(blue, guessed(blue, design), design).records) == ["guards-2"]
    other = sheet_of("name,type,formation\nGuards,red-foot,Third Army\n")
    wishes = Wishes(makes_formations=True)
    assert list(imported(other, guessed(other, design), design, wishes).records) == ["guards-2"]


def test_a_row_with_an_id_says_what_counter_a_known_unit_has(ford: Design) -> None:
    sheet = sheet_of("id,attack\nred-1,9\n")
    found = imported(sheet, guessed(sheet, ford), ford)
    (kind,) = found.types.values()
    assert (found.records["red-1"].unit.type, kind.steps[0]["attack"]) == (kind.id, 9)
