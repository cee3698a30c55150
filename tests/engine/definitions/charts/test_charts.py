"""Charts: the lookups rulesets live by, complete tables, honest sources."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tables import Table, UnknownChart
from engine.definitions.charts.terrain_chart import NO_TERRAIN, scaled
from engine.definitions.documents import load_text
from engine.definitions.issues import DefinitionError
from engine.definitions.sources import DESIGNER, PUBLISHED, RECONSTRUCTION, Source, SourceKind, parse
from tests.engine.definitions.authored import PARTS


@pytest.fixture
def charts() -> Charts:
    document = load_text(PARTS["charts"], "charts.yaml").document
    assert isinstance(document, Charts)
    return document


def codes(text: str) -> list[tuple[str, int | None]]:
    with pytest.raises(DefinitionError) as caught:
        load_text(text, "charts.yaml")
    return [(issue.code, issue.where.line) for issue in caught.value.issues]


def changed(old: str, new: str) -> str:
    assert old in PARTS["charts"]
    return PARTS["charts"].replace(old, new, 1)


def table(columns: list[str], rows: list[str]) -> Table:
    return Table(source=PUBLISHED, columns=tuple(columns), rows=tuple(rows), cells=(("x",) * len(columns),) * len(rows))


def test_a_result_is_read_by_odds_and_die(charts: Charts) -> None:
    combat = charts.table("combat")
    assert combat.result("2:1", 3) == "DE"
    assert combat.result("1:2", "1") == "AE"
    assert combat.column_index("2:1") == 2


@pytest.mark.parametrize(
    ("start", "by", "end"), [("1:1", 1, "2:1"), ("1:1", 9, "2:1"), ("1:1", -9, "1:2"), ("1:2", 0, "1:2")]
)
def test_a_shift_never_leaves_the_table(charts: Charts, start: str, by: int, end: str) -> None:
    assert charts.table("combat").shift(start, by) == end


@pytest.mark.parametrize(
    ("number", "heading"), [(1, "1"), (6, "6-8"), (8, "6-8"), (9, "9+"), (40, "9+"), (0, "1"), (-3, "1")]
)
def test_numbers_fall_into_banded_headings_and_stop_at_the_ends(number: int, heading: str) -> None:
    fire = table(["1", "2-5", "6-8", "9+"], ["1"])
    assert fire.column_for(number) == heading


def test_a_modified_die_past_the_last_row_reads_the_last_row() -> None:
    combat = table(["a"], [str(row) for row in range(1, 11)])
    assert (combat.row_for(13), combat.row_for(10), combat.row_for(-2)) == ("10", "10", "1")


def test_a_number_between_bands_is_no_column() -> None:
    with pytest.raises(UnknownChart):
        table(["1", "5"], ["1"]).column_for(3)
    with pytest.raises(UnknownChart):
        table(["open", "closed"], ["1"]).column_for(3)


def test_a_wrong_name_in_a_ruleset_fails_loudly_with_the_nearest_right_one(charts: Charts) -> None:
    with pytest.raises(UnknownChart, match="did you mean combat"):
        charts.table("combatt")
    with pytest.raises(UnknownChart, match="2:1"):
        charts.table("combat").result("2:11", 1)
    with pytest.raises(UnknownChart, match="no row"):
        charts.table("combat").result("2:1", 4)
    with pytest.raises(UnknownChart, match="turns"):
        charts.track("turn")
    with pytest.raises(UnknownChart, match="stack_limit"):
        charts.parameter("stack-limit")
    with pytest.raises(UnknownChart, match="forest"):
        charts.terrain.cost("forrest", "foot")
    with pytest.raises(UnknownChart, match="foot"):
        charts.terrain.cost("forest", "fot")


def test_costs_are_whole_or_half_points_or_none_at_all(charts: Charts) -> None:
    terrain = charts.terrain
    assert terrain.cost("clear", "foot") == 1
    assert terrain.cost("forest", "foot") == Fraction(3, 2)
    assert terrain.cost("forest", "mech") is None
    assert terrain.points("forest", "foot") == 3
    assert terrain.points("forest", "mech") is None


def test_rivers_and_roads_change_the_cost_only_for_those_they_list(charts: Charts) -> None:
    terrain = charts.terrain
    assert (terrain.side_cost("river", "mech"), terrain.side_cost("river", "foot")) == (2, 0)
    assert terrain.path_cost("road", "mech", terrain.cost("clear", "mech")) == Fraction(1, 2)
    assert terrain.path_cost("road", "foot", terrain.cost("forest", "foot")) == Fraction(3, 2)


def test_further_columns_of_the_terrain_chart(charts: Charts) -> None:
    assert charts.terrain.effect("forest", "defence") == 2
    assert charts.terrain.effect("clear", "note") is None
    assert charts.terrain.effect("river", "defence") is None
    with pytest.raises(UnknownChart):
        charts.terrain.effect("forest", "attack")
    with pytest.raises(UnknownChart):
        charts.terrain.effect("swamp", "defence")


def test_a_scale_too_coarse_is_refused() -> None:
    assert scaled(Fraction(1, 2), 2) == 1
    assert scaled(3, 1) == 3
    with pytest.raises(ValueError, match="1/1"):
        scaled(Fraction(1, 2), 1)


def test_the_turn_track(charts: Charts) -> None:
    turns = charts.track("turns")
    assert (turns.at(1).date, turns.at(3).weather) == ("June", "mud")
    assert turns.at(4).get("air") == 2
    assert turns.at(4).get("weather") == "mud"
    assert turns.at(1).get("air") is None
    assert turns.turns() == (1, 2, 3, 4, 5)
    latest = turns.latest(9)
    assert latest is not None
    assert latest.turn == 5
    assert turns.latest(0) is None
    assert turns.entry("2").turn == 2
    with pytest.raises(UnknownChart):
        turns.at(6)


def test_parameters_are_typed(charts: Charts) -> None:
    assert charts.parameter("stack_limit", int) == 3
    assert charts.parameter("odds_bonus", float) == 1.5
    assert charts.parameter("fog", bool) is True
    assert charts.parameter("capital", str) == "moscow"
    assert charts.parameter("stack_limit", float) == 3.0
    assert charts.parameter_for("stacking", "blue") == 3
    with pytest.raises(TypeError, match="fog"):
        charts.parameter("fog", int)
    with pytest.raises(TypeError):
        charts.parameter_for("fog", "blue")
    with pytest.raises(UnknownChart):
        charts.parameter_for("stacking", "green")


def test_a_ruleset_without_a_terrain_chart_has_an_empty_one() -> None:
    document = load_text("format: redoubt/charts/1\nid: toy\n", "f").document
    assert isinstance(document, Charts)
    assert document.terrain == NO_TERRAIN
    assert list(document.sources()) == []


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("rulebook 5.8", Source(SourceKind.RULEBOOK, ("5.8",))),
        ("rulebook 7.1.2 k, 13.1 D", Source(SourceKind.RULEBOOK, ("7.1.2 k", "13.1 D"))),
        ("rulebook 7.15.4/a", Source(SourceKind.RULEBOOK, ("7.15.4/a",))),
        ("published chart", PUBLISHED),
        ("reconstruction", RECONSTRUCTION),
        ("designer", DESIGNER),
    ],
)
def test_sources_are_read_and_written(text: str, source: Source) -> None:
    assert parse(text) == source
    assert str(source) == text


@pytest.mark.parametrize(
    "text", ["rulebook", "rulebook five", "Rulebook 5", "somewhere", "", "rulebook 5.8,7", "rulebook 5."]
)
def test_other_sources_are_refused(text: str) -> None:
    assert parse(text) is None


def test_every_chart_says_where_it_comes_from(charts: Charts) -> None:
    told = {path: str(source) for path, source in charts.sources()}
    assert told[("tables", "combat")] == "rulebook 5.8"
    assert told[("terrain",)] == "published chart"
    assert charts.reconstructions() == (("tracks", "turns"), ("parameters", "odds_bonus"))
    assert codes(changed("    source: rulebook 5.8\n", "")) == [("missing-field", 4)]
    assert codes(changed("source: rulebook 5.8", "source: a friend")) == [("bad-source", 5)]


def test_single_cells_may_have_a_source_of_their_own() -> None:
    text = changed("    order:", '    sources: {"2": {"1:1": reconstruction}}\n    order:')
    document = load_text(text, "f").document
    assert isinstance(document, Charts)
    assert document.table("combat").source_of("1:1", 2) == RECONSTRUCTION
    assert str(document.table("combat").source_of("1:1", 1)) == "rulebook 5.8"
    assert (("tables", "combat", "sources", "2", "1:1"), RECONSTRUCTION) in list(document.sources())
    assert codes(text.replace('"2": {"1:1"', '"9": {"1:11"')) == [("unknown-row", 12), ("unknown-column", 12)]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("    - [AR, NE, DR]\n", "    - [AR, NE]\n", "cell-count", 10),
        ("    - [AR, NE, DR]\n", "", "row-count", 8),
        ("rows: [1, 2, 3]", "rows: [1, 2, 2]", "heading-twice", 7),
        ("- [AR, NE, DR]", "- [AR, NE, [DR]]", "wrong-type", 10),
        ("mech: prohibited", "mech: forbidden", "bad-cost", 18),
        ("foot: 1.5", "foot: 1.3", "bad-cost", 18),
        ("foot: 1.5", "foot: -1", "bad-cost", 18),
        ("foot: 1.5", "foot: true", "bad-cost", 18),
        ("{foot: 1.5, mech: prohibited}", "{foot: 1.5}", "missing-cost", 18),
        ("river: {cost: {mech: 2}}", "river: {cost: {mesh: 2}}", "unknown-class", 20),
        ("classes: [foot, mech]", "classes: [foot, mech]\n  columns: [defense, note]", "unknown-column", 18),
        ("defence: 2", "defence: {a: 1}", "wrong-type", 18),
        ("- {turn: 3, weather", "- {turn: 2, weather", "entry-twice", 29),
        ("- {turn: 1, date", "- {turn: 9, date", "turns-out-of-order", 28),
        ("air: 2", "air: {x: 2}", "wrong-type", 30),
        ("value: 3, source", "value: [[3]], source", "wrong-type", 34),
        ("value: 3, source", "value: null, source", "wrong-type", 34),
    ],
)
def test_incomplete_or_muddled_charts_are_refused(old: str, new: str, code: str, line: int) -> None:
    assert (code, line) in codes(changed(old, new))


def test_ranks_allow_ties() -> None:
    text = changed("order: [DE, DR, NE, AR, AE]", "order: [DE, [DR, NE], AR, AE]")
    document = load_text(text, "f").document
    assert isinstance(document, Charts)
    combat = document.table("combat")
    assert [combat.rank(result) for result in ("DE", "DR", "NE", "AE", "XX")] == [0, 1, 1, 3, None]
    assert "order: [DE, [DR, NE], AR, AE]" in text
    assert document.to_document()["tables"]["combat"]["order"] == ["DE", ["DR", "NE"], "AR", "AE"]
