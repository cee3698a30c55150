"""Numbered series, and find and replace, on paper."""

from __future__ import annotations

import pytest

from editor.model.design.series import Series, named, ordinal, pattern_of, roman
from editor.model.design.units import unit_replacement
from editor.model.design.units.unit_fields import Field
from editor.model.design.units.unit_replacement import Search, replacements
from editor.refusal import CannotEdit
from engine.definitions.oob import UnitEntry
from tests.editor.commands.design.anything import furnished

LIKE = UnitEntry(id="unit", type="rifle")


@pytest.mark.parametrize(
    ("pattern", "number", "name"),
    [
        ("{th} Rifle Division", 1, "1st Rifle Division"),
        ("{th} Rifle Division", 112, "112th Rifle Division"),
        ("{roman} Corps", 48, "XLVIII Corps"),
        ("Group {n:02}", 7, "Group 07"),
        ("{n}. Armee", 17, "17. Armee"),
    ],
)
def test_a_name_is_written_with_its_number(pattern: str, number: int, name: str) -> None:
    assert named(pattern, number) == name
    assert pattern_of(name) == (pattern, number)


def test_ordinals_and_roman_numbers() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 101, 111)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "101st", "111th",
    ]  # fmt: skip
    assert [roman(n) for n in (4, 9, 14, 1944)] == ["IV", "IX", "XIV", "MCMXLIV"]
    with pytest.raises(CannotEdit):
        roman(0)


def test_ids_of_a_series_never_collide() -> None:
    made = Series("{th} Army", 1, 12, LIKE).units({"unit-3rd-army", "unit-1st-army"})
    assert len({unit.id for unit in made}) == 12
    assert not {"unit-3rd-army", "unit-1st-army"} & {unit.id for unit in made}


@pytest.mark.parametrize(
    ("pattern", "first", "last"), [("Army", 1, 2), ("{n}", 5, 4), ("{n}", 1, 5000), ("{roman}", 0, 1)]
)
def test_a_series_that_is_none_is_refused(pattern: str, first: int, last: int) -> None:
    with pytest.raises(CannotEdit):
        Series(pattern, first, last, LIKE).units(set())


def test_a_search_knows_capitals_whole_fields_and_patterns() -> None:
    ford = furnished(1)

    def found(search: Search) -> dict[str, str]:
        return {each.unit: each.after for each in replacements(ford, search)}

    kinds = (Field.TYPE,)
    assert "red-1" in found(Search("FOOT", "tanks", kinds))
    assert not found(Search("FOOT", "tanks", kinds, is_case_kept=True))
    assert not found(Search("foot", "tanks", kinds, is_whole=True))
    assert found(Search("(red)-foot", r"\1-tanks", kinds, is_pattern=True))["red-1"] == "red-tanks"
    for bad in ("(", r"\1"):
        with pytest.raises(CannotEdit):
            replacements(ford, Search(bad, r"\9", kinds, is_pattern=True))
    assert all(each.problem is not None for each in replacements(ford, Search("foot", "elephants", kinds)))


def test_a_pattern_that_could_stop_the_window_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ford, names = furnished(1), (Field.NAME,)
    with pytest.raises(CannotEdit) as refused:
        replacements(ford, Search("(a+)+$", "", names, is_pattern=True))
    assert refused.value.message.key == "design.cannot.slow-pattern"
    replacements(ford, Search("(a+)+$", "", names))
    monkeypatch.setattr(unit_replacement, "PATIENCE", -1.0)
    with pytest.raises(CannotEdit, match="slow-pattern"):
        replacements(ford, Search("a+", "", names, is_pattern=True))


def test_a_roman_number_is_found_where_it_stands_by_itself() -> None:
    assert pattern_of("DIVISION V") == ("DIVISION {roman}", 5)
    assert pattern_of("Cavalry C") == ("Cavalry {roman}", 100)
