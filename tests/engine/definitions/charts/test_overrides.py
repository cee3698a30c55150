"""A scenario's own numbers over the ruleset's."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.definitions import strict_yaml
from engine.definitions.charts.chart_changes import differences, sparse
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.definitions.charts.terrain_chart import PROHIBITED
from engine.definitions.charts.tracks import TrackEntry
from engine.definitions.documents import load_text
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.sources import DESIGNER, SourceKind
from tests.engine.definitions import authored
from tests.engine.definitions.authored import PARTS


@pytest.fixture
def charts() -> Charts:
    document = load_text(PARTS["charts"], "charts.yaml").document
    assert isinstance(document, Charts)
    return document


def patched(charts: Charts, text: str) -> Charts:
    located = strict_yaml.load(text, "scenario.yaml")
    assert isinstance(located.data, dict)
    patch = located.data["charts"]
    assert isinstance(patch, dict)
    return override(charts, patch, located)


def refusals(charts: Charts, text: str) -> tuple[Issue, ...]:
    with pytest.raises(DefinitionError) as caught:
        patched(charts, text)
    return caught.value.issues


def test_single_values_are_changed_and_nothing_else(charts: Charts) -> None:
    text = """\
charts:
  tables:
    combat: {cells: {"2": {"1:1": DR}}}
  terrain:
    rows: {forest: {cost: {mech: 3}, defence: 4}}
    sides: {river: {cost: {foot: 1}}}
  tracks:
    turns: {entries: [{turn: 3, weather: clear, date: August}]}
  parameters:
    stack_limit: 5
    stacking: {red: 4}
"""
    result = patched(charts, text)
    assert result.table("combat").result("1:1", 2) == "DR"
    assert result.table("combat").result("1:1", 1) == "AR"
    assert result.terrain.cost("forest", "mech") == 3
    assert result.terrain.effect("forest", "defence") == 4
    assert result.terrain.side_cost("river", "foot") == 1
    assert (result.track("turns").at(3).weather, result.track("turns").at(3).date) == ("clear", "August")
    assert result.parameter("stack_limit", int) == 5
    assert result.parameter("stacking") == {"red": 4, "blue": 3}
    assert charts.parameter("stack_limit", int) == 3


def test_what_is_changed_has_the_designer_for_its_source(charts: Charts) -> None:
    text = """\
charts:
  tables: {combat: {cells: {"2": {"1:1": DR}}}}
  terrain: {rows: {forest: {cost: {mech: 3}}}}
  tracks: {turns: {entries: [{turn: 3, weather: clear}]}}
  parameters: {stack_limit: 5}
"""
    result = patched(charts, text)
    assert result.table("combat").source_of("1:1", 2) == DESIGNER
    assert result.table("combat").source_of("1:1", 1).kind is SourceKind.RULEBOOK
    assert result.terrain.source_of("forest", "mech") == DESIGNER
    assert result.terrain.source_of("forest", "foot").kind is SourceKind.PUBLISHED
    assert result.track("turns").source_of("3", "weather") == DESIGNER
    assert result.track("turns").source_of("4", "weather").kind is SourceKind.RECONSTRUCTION
    assert result.parameters["stack_limit"].source == DESIGNER
    assert result.parameters["fog"].source.kind is SourceKind.RULEBOOK


def test_a_list_or_a_table_may_be_given_anew(charts: Charts) -> None:
    text = """\
charts:
  tables:
    combat: {instead: {columns: ["1:1"], rows: [1], cells: [[NE]]}}
  tracks:
    centres: {instead: [{id: ruhr, at: C2309, kind: industry}]}
"""
    result = patched(charts, text)
    assert result.table("combat").columns == ("1:1",)
    assert result.table("combat").source == DESIGNER
    assert result.track("centres").entry("ruhr").get("at") == "C2309"
    assert result.track("centres").source == DESIGNER


def test_a_track_that_is_given_anew_is_still_called_what_it_was(charts: Charts) -> None:
    titled = charts.replace(tracks={**charts.tracks, "turns": charts.track("turns").replace(title="Turn track")})
    longer = [*titled.track("turns").entries, TrackEntry(turn=99)]
    changed = titled.replace(tracks={**titled.tracks, "turns": titled.track("turns").replace(entries=tuple(longer))})
    again = override(titled, sparse(titled, changed))
    assert again.track("turns").turns()[-1] == 99
    assert again.track("turns").title == "Turn track"


def test_an_empty_patch_changes_nothing(charts: Charts) -> None:
    assert override(charts, {}) is charts


@pytest.mark.parametrize(
    ("patch", "code", "field", "near"),
    [
        ("tabels: {}", "unknown-field", "charts.tabels", "tables"),
        ("tables: {combatt: {}}", "unknown-chart", "charts.tables.combatt", "combat"),
        ('tables: {combat: {cells: {"9": {"1:1": NE}}}}', "unknown-row", "charts.tables.combat.cells.9", None),
        (
            'tables: {combat: {cells: {"1": {"1:11": NE}}}}',
            "unknown-column",
            "charts.tables.combat.cells.1.1:11",
            "1:1",
        ),
        ("tables: {combat: {rows: {}}}", "unknown-field", "charts.tables.combat.rows", None),
        ("terrain: {rows: {forrest: {}}}", "unknown-row", "charts.terrain.rows.forrest", "forest"),
        (
            "terrain: {rows: {forest: {cost: {feet: 1}}}}",
            "unknown-class",
            "charts.terrain.rows.forest.cost.feet",
            "foot",
        ),
        ("terrain: {rows: {forest: {defense: 1}}}", "unknown-column", "charts.terrain.rows.forest.defense", "defence"),
        ("terrain: {hexes: {}}", "unknown-field", "charts.terrain.hexes", None),
        ("tracks: {turn: {}}", "unknown-chart", "charts.tracks.turn", "turns"),
        ("tracks: {turns: {entries: [{turn: 9}]}}", "unknown-row", "charts.tracks.turns.entries[1]", None),
        ("tracks: {turns: {entries: [{date: June}]}}", "entry-without-key", "charts.tracks.turns.entries[1]", None),
        (
            "tracks: {turns: {entries: [{turn: 1, wether: mud}]}}",
            "unknown-column",
            "charts.tracks.turns.entries[1].wether",
            "weather",
        ),
        ("parameters: {stacklimit: 3}", "unknown-parameter", "charts.parameters.stacklimit", "stack_limit"),
        ("parameters: {stacking: {gren: 3}}", "unknown-column", "charts.parameters.stacking.gren", None),
        ("tables: {combat: {cells: {}, instead: {}}}", "instead-alone", "charts.tables.combat.cells", None),
    ],
)
def test_what_the_ruleset_does_not_have_is_refused(
    charts: Charts, patch: str, code: str, field: str, near: str | None
) -> None:
    (issue,) = refusals(charts, f"id: battle\ncharts:\n  {patch}\n")
    assert (issue.code, issue.where.field, issue.where.line) == (code, field, 3)
    if near is not None:
        assert issue.hint is not None
        assert near in issue.hint.args["names"]  # type: ignore[operator]


@pytest.mark.parametrize(
    "patch",
    [
        "tables: 7",
        "tables: {combat: [1]}",
        'tables: {combat: {cells: {"1": NE}}}',
        'tables: {combat: {cells: {"1": {"1:1": [NE]}}}}',
        "tables: {combat: {instead: [1]}}",
        "tables: {combat: {instead: {columns: [a]}}}",
        "terrain: {rows: {forest: 3}}",
        "terrain: {rows: {forest: {cost: 3}}}",
        "terrain: {rows: {forest: {cost: {mech: often}}}}",
        "terrain: {rows: {forest: {defence: strong}}}",
        "terrain: {rows: {forest: {defence: 1.5}}}",
        "tracks: {turns: {entries: {turn: 1}}}",
        "tracks: {turns: {entries: [1]}}",
        "tracks: {turns: {entries: [{turn: 4, air: many}]}}",
        "tracks: {turns: {instead: [{turn: 2}, {turn: 1}]}}",
        "tracks: {turns: {instead: 7}}",
        "parameters: {stack_limit: many}",
        "parameters: {stack_limit: 2.5}",
        "parameters: {stack_limit: true}",
        "parameters: {stack_limit: {red: 3}}",
        "parameters: {stacking: {red: many}}",
        "parameters: [1]",
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_its_line(charts: Charts, patch: str) -> None:
    issues = refusals(charts, f"id: battle\ncharts:\n  {patch}\n")
    assert issues
    for issue in issues:
        assert issue.where.file == "scenario.yaml"
        assert issue.where.line == 3


def test_a_whole_number_serves_where_the_ruleset_has_a_fraction(charts: Charts) -> None:
    assert patched(charts, "charts: {parameters: {odds_bonus: 2}}").parameter("odds_bonus", float) == 2.0


def test_all_issues_of_a_patch_are_told_at_once(charts: Charts) -> None:
    text = "charts:\n  tables: {nope: {}}\n  parameters:\n    nope: 1\n    stack_limit: many\n"
    assert [(issue.code, issue.where.line) for issue in refusals(charts, text)] == [
        ("unknown-chart", 2),
        ("unknown-parameter", 4),
        ("wrong-type", 5),
    ]


def test_what_differs_is_reported_with_both_values_and_the_source_changed(charts: Charts) -> None:
    text = "charts:\n  tables: {combat: {cells: {'2': {'1:1': DR}}}}\n  parameters: {stack_limit: 5, fog: true}\n"
    first, second = differences(charts, patched(charts, text))
    assert (first.path, first.before, first.after) == (("tables", "combat", "cells", "2", "1:1"), "NE", "DR")
    assert (second.path, second.before, second.after) == (("parameters", "stack_limit"), 3, 5)
    assert (str(first.source), str(second.source)) == ("rulebook 5.8", "rulebook 4.1")


def test_nothing_differs_from_itself(charts: Charts) -> None:
    assert differences(charts, charts) == ()
    assert sparse(charts, charts) == {}


patches = st.fixed_dictionaries(
    {},
    optional={
        "tables": st.just({})
        | st.fixed_dictionaries(
            {
                "combat": st.fixed_dictionaries(
                    {
                        "cells": st.dictionaries(
                            st.sampled_from("123"),
                            st.dictionaries(st.sampled_from(["1:2", "1:1", "2:1"]), st.sampled_from(["DE", "NE", 7])),
                        )
                    }
                )
                | st.just({"instead": {"columns": ["1:1"], "rows": ["all"], "cells": [["NE"]]}})
            }
        ),
        "terrain": st.fixed_dictionaries(
            {},
            optional={
                "rows": st.dictionaries(
                    st.sampled_from(["clear", "forest"]),
                    st.fixed_dictionaries(
                        {},
                        optional={
                            "cost": st.dictionaries(
                                st.sampled_from(["foot", "mech"]), st.sampled_from([1, 2.5, PROHIBITED])
                            ),
                            "defence": st.integers(0, 4),
                        },
                    ),
                )
            },
        ),
        "tracks": st.fixed_dictionaries(
            {},
            optional={
                "turns": st.fixed_dictionaries(
                    {
                        "entries": st.lists(
                            st.fixed_dictionaries(
                                {"turn": st.integers(1, 5)},
                                optional={"weather": st.sampled_from(["mud", "snow"]), "air": st.integers(0, 3)},
                            ),
                            unique_by=lambda entry: entry["turn"],
                        )
                    }
                ),
                "centres": st.just({"instead": [{"id": "ruhr", "at": "C2309"}]}),
            },
        ),
        "parameters": st.fixed_dictionaries(
            {},
            optional={
                "stack_limit": st.integers(0, 9),
                "stacking": st.dictionaries(st.sampled_from(["red", "blue"]), st.integers(0, 9)),
                "capital": st.sampled_from(["moscow", "kiev"]),
            },
        ),
    },
)


@given(patches)
@settings(deadline=None)
def test_an_edited_chart_is_stored_as_what_was_edited(patch: dict[str, Any]) -> None:
    charts = load_text(PARTS["charts"], "f").document
    assert isinstance(charts, Charts)
    edited = override(charts, patch)
    small = sparse(charts, edited)
    assert override(charts, small) == edited
    assert len(differences(charts, edited)) == len(differences(charts, override(charts, small)))


@given(
    authored.charts,
    st.recursive(
        st.none() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(
                st.sampled_from(
                    ["tables", "terrain", "tracks", "parameters", "cells", "rows", "entries", "instead", "combat", "a"]
                ),
                inner,
            )
        ),
    ),
)
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_patch_raises_anything_but_a_definition_error(charts: Charts, patch: object) -> None:
    if not isinstance(patch, dict):
        patch = {
            "tables": patch,
            "terrain": patch,
            "tracks": dict.fromkeys(charts.tracks, patch),
            "parameters": patch,
        }
    try:
        override(charts, patch)
    except DefinitionError as bad:
        told = bad.issues
    else:
        return
    assert told
