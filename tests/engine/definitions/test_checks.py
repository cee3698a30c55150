"""Checks for meaning: the right project is silent, and each slip sets off its own check and no other error."""

from __future__ import annotations

import pytest

from engine.definitions.checks import CHECKS, MOST_PER_CHECK, Context, check_project
from engine.definitions.documents import Loaded, load_text
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import Issue, Severity
from engine.definitions.project import Project
from engine.rulesets.words import catalogue
from tests.engine.definitions.authored import PARTS, context_of, parts_with

QUIET = {"leans-on-reconstructions"}
"""What the right project has to say for itself: its turn track is a reconstruction."""


def issues_in(context: Context) -> tuple[Issue, ...]:
    return check_project(context.project, context.rulesets, context.gazetteer)


def told(**changes: tuple[str, str]) -> dict[str, Issue]:
    """The issues after one change, by code, without what is told anyway."""
    found: dict[str, Issue] = {}
    for issue in issues_in(context_of(parts_with(**changes))):
        if issue.code not in QUIET:
            found.setdefault(issue.code, issue)
    return found


def test_the_right_project_sets_off_nothing_but_the_note_on_its_sources() -> None:
    assert [issue.code for issue in issues_in(context_of(PARTS))] == ["leans-on-reconstructions"]


def test_a_scenario_in_which_nobody_stands_has_empty_sides() -> None:
    parts = dict(PARTS)
    begin, end = parts["scenario"].index("setup:"), parts["scenario"].index("control:")
    late, goals = parts["scenario"].index("schedule:"), parts["scenario"].index("objectives:")
    text = parts["scenario"]
    parts["scenario"] = text[:begin] + text[end:late] + text[goals:]
    assert [issue.code for issue in issues_in(context_of(parts))].count("empty-side") == 2


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_check_goes_off_in_the_right_project(check: object) -> None:
    assert callable(check)
    assert {issue.code for issue in check(context_of(PARTS))} <= QUIET


SLIPS = [
    ("scenario", "map: field", "map: feild", "unknown-document", "scenario.yaml:4", "field"),
    ("scenario", "counters: [armies]", "counters: [armies, navies]", "unknown-document", "scenario.yaml:5", "armies"),
    ("scenario", "cards: [deck]", "cards: [decks]", "unknown-document", "scenario.yaml:7", "deck"),
    ("scenario", "ruleset: toy", "ruleset: toyy", "unknown-ruleset", "scenario.yaml:3", "toy"),
    ("oob", "{id: r2, type: red-rifles}", "{id: r2, type: red-rifle}", "unknown-type", "oob.yaml:8", "red-rifles"),
    ("scenario", "unit: r2", "unit: r22", "unknown-unit", "scenario.yaml:12", "r2"),
    ("scenario", "turn: 3, unit: b2", "turn: 3, unit: b3", "unknown-unit", "scenario.yaml:20", "b1"),
    ("oob", "formation: army", "formation: armee", "unknown-formation", "oob.yaml:7", "army"),
    ("oob", "parent: front", "parent: frunt", "unknown-formation", "oob.yaml:5", "front"),
    ("oob", "name: Western Front}", "name: Western Front, parent: army}", "formation-cycle", "oob.yaml:4", None),
    ("scenario", "- {side: red, region", "- {side: rde, region", "unknown-side", "scenario.yaml:15", "red"),
    ("scenario", "value: 3, side: red", "value: 3, side: green", "unknown-side", "scenario.yaml:23", "red"),
    ("counters", "side: blue", "side: bleu", "unknown-side", "counters.yaml:12", "blue"),
    ("cards", "side: red", "side: rot", "unknown-side", "cards.yaml:4", "red"),
    ("scenario", '{unit: b1, at: "0303"}', '{unit: b1, at: "0309"}', "unknown-place", "scenario.yaml:13", "0301"),
    ("scenario", 'at: "0202", value', 'at: "9999", value', "unknown-place", "scenario.yaml:23", None),
    ("scenario", '"0303", "0304"]', '"0303", "0394"]', "unknown-place", "scenario.yaml:16", "0301"),
    ("scenario", '{at: "0101", marker', '{at: "0191", marker', "unknown-place", "scenario.yaml:18", "0101"),
    ("scenario", 'unit: b2, at: "0304"', 'unit: b2, at: "0394"', "unknown-place", "scenario.yaml:20", "0301"),
    ("scenario", "region: north", "region: nort", "unknown-region", "scenario.yaml:15", "north"),
    ("scenario", "marker: fort", "marker: forte", "unknown-marker", "scenario.yaml:18", "fort"),
    ("counters", "nation: redland", "nation: readland", "unknown-nation", "counters.yaml:7", "redland"),
    (
        "scenario",
        "options: {fog: true}",
        "victory:\n- {side: red, hold: ['0202'], turn: 99}\noptions: {fog: true}",
        "turn-out-of-range",
        "scenario.yaml:25",
        None,
    ),
    (
        "scenario",
        "options: {fog: true}",
        "victory:\n- {side: rad, hold: ['0202']}\noptions: {fog: true}",
        "unknown-side",
        "scenario.yaml:25",
        "red",
    ),
    (
        "scenario",
        "options: {fog: true}",
        "victory:\n- {side: red, hold: ['0902']}\noptions: {fog: true}",
        "unknown-place",
        "scenario.yaml:25",
        None,
    ),
    ("scenario", "fog: true", "frog: true", "unknown-option", "scenario.yaml:24", "fog"),
    ("counters", "id: blue-tanks", "id: red-rifles", "duplicate-id", "counters.yaml:12", None),
    ("oob", "{id: r2,", "{id: r1,", "duplicate-id", "oob.yaml:8", None),
    ("oob", "{id: army,", "{id: front,", "duplicate-id", "oob.yaml:5", None),
    ("cards", "id: thaw", "id: storm", "duplicate-id", "cards.yaml:5", None),
    ("palette", "{id: forest", "{id: clear", "duplicate-id", "palette.yaml:5", None),
    ("scenario", "sides: [red, blue]", "sides: [red, blue, red]", "duplicate-id", "scenario.yaml:8", None),
    ("scenario", "unit: r2", "unit: r1", "placed-twice", "scenario.yaml:12", None),
    ("scenario", "turn: 3, unit: b2", "turn: 3, unit: b1", "placed-twice", "scenario.yaml:20", None),
    (
        "scenario",
        'side: blue, locations: ["0303"',
        'side: blue, region: north}\n- {side: blue, locations: ["0303"',
        "claimed-twice",
        "scenario.yaml:16",
        None,
    ),
    (
        "scenario",
        "marker: fort}",
        'marker: fort}\n- {at: "0101", marker: fort}',
        "marker-twice",
        "scenario.yaml:19",
        None,
    ),
    ("counters", "limit: 2", "limit: 1", "over-limit", "scenario.yaml:13", None),
    ("scenario", "step: 1", "step: 2", "no-such-step", "scenario.yaml:12", None),
    ("oob", "step: 1", "step: 2", "no-such-step", "oob.yaml:7", None),
    ("counters", "{attack: 2, movement: 3}", "{attack: 2}", "uneven-factors", "counters.yaml:11", None),
    ("counters", "movement_class: mech", "movement_class: mecha", "unknown-class", "counters.yaml:12", "mech"),
    (
        "oob",
        "{id: b2, type: blue-tanks}",
        "{id: b2, type: blue-tanks}\n- {id: b3, type: red-rifles}",
        "unused-units",
        "scenario.yaml:10",
        None,
    ),
    ("oob", "parent: front", "side: blue", "units-of-another-side", "oob.yaml:7", None),
    ("oob", "name: Western Front}", "name: Western Front, side: blue}", "units-of-another-side", "oob.yaml:7", None),
    ("scenario", "last_turn: 5", "first_turn: 6\nlast_turn: 5", "turns-reversed", "scenario.yaml:10", None),
    ("scenario", "last_turn: 5", "last_turn: 9", "turn-off-track", "scenario.yaml:9", None),
    ("scenario", "turn: 3, unit", "turn: 0, unit", "turn-out-of-range", "scenario.yaml:20", None),
    ("scenario", "turn: 5, unit: b2", "turn: 6, unit: b2", "turn-out-of-range", "scenario.yaml:21", None),
    ("scenario", "turn: 5, unit: b2", "turn: 2, unit: b2", "withdrawn-too-soon", "scenario.yaml:21", None),
    ("scenario", "sides: [red, blue]", "sides: [red, blue, green]", "empty-side", "scenario.yaml:8", None),
    (
        "scenario",
        "options:",
        "charts: {parameters: {stacklimit: 3}}\noptions:",
        "unknown-parameter",
        "scenario.yaml:24",
        "stack_limit",
    ),
    ("charts", "[AR, NE, DR]", "[AR, NE, DX]", "result-not-ranked", "charts.yaml:10", "DR"),
    ("charts", "[AR, NE, DR]", "[AR, NE, AR]", "not-monotone", "charts.yaml:10", None),
    (
        "scenario",
        "options:",
        'charts: {tables: {combat: {cells: {"2": {"2:1": AE}}}}}\noptions:',
        "not-monotone",
        "scenario.yaml:24",
        None,
    ),
    ("palette", "id: forest", "id: wood", "terrain-without-costs", "charts.yaml:16", None),
    ("palette", "id: river", "id: stream", "not-in-palette", "charts.yaml:20", None),
    (
        "scenario",
        "options:",
        "charts: {parameters: {stack_limit: 5}}\noptions:",
        "changes-facts",
        "scenario.yaml:24",
        None,
    ),
    (
        "scenario",
        "options:",
        "charts: {parameters: {odds_bonus: 2}}\noptions:",
        "changes-charts",
        "scenario.yaml:24",
        None,
    ),
]
"""What is replaced in which document, what is told about it and where, and what is suggested."""


@pytest.mark.parametrize("language", ["en", "fr"])
def test_numbers_that_were_never_printed_are_counted_without_a_zero(language: str) -> None:
    found = told(scenario=("options:", "charts: {parameters: {odds_bonus: 2}}\noptions:"))
    said = catalogue(None, language).text(found["changes-charts"].message)
    assert "1" in said
    assert "0" not in said


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip[3]} {slip[4]}")
def test_a_slip_is_told_where_it_is(slip: tuple[str, str, str, str, str, str | None]) -> None:
    kind, old, new, code, where, hint = slip
    found = told(**{kind: (old, new)})
    assert code in found, f"told only {sorted(found)}"
    assert str(found[code].where) == where
    if hint is not None:
        suggestion = found[code].hint
        assert suggestion is not None
        assert hint in suggestion.args["names"]  # type: ignore[operator]


def test_every_check_has_its_slip() -> None:
    """The list of slips sets off every check there is, so that a new check without one fails here."""
    silent = {check.__name__ for check in CHECKS}
    for kind, old, new, *_ in SLIPS:
        context = context_of(parts_with(**{kind: (old, new)}))
        silent -= {check.__name__ for check in CHECKS if check.__name__ in silent and next(check(context), None)}
    assert silent == set()


def test_a_reconstruction_is_named_and_a_fact_is_not() -> None:
    (issue,) = issues_in(context_of(PARTS))
    assert issue.severity is Severity.INFO
    assert issue.message.args["count"] == 2
    assert catalogue().text(issue.message).endswith(": turns, odds bonus."), "told as people write them"
    facts = parts_with(charts=("source: reconstruction", "source: published chart"))
    facts["charts"] = facts["charts"].replace("reconstruction", "rulebook 8.1")
    assert issues_in(context_of(facts)) == ()


def test_a_unit_may_come_back_after_it_was_withdrawn() -> None:
    again = (
        "- {turn: 5, unit: b2, kind: withdrawal}",
        "- {turn: 4, unit: b2, kind: withdrawal}\n- {turn: 5, unit: b2}",
    )
    assert told(scenario=again) == {}


def test_a_table_may_get_better_in_the_other_direction() -> None:
    upside_down = parts_with(charts=("    order: [DE, DR, NE, AR, AE]", "    order: [AE, AR, NE, DR, DE]"))
    assert "not-monotone" in {issue.code for issue in issues_in(context_of(upside_down))}
    turned = "    columns_better: backward\n    rows_better: backward\nterrain:"
    upside_down["charts"] = upside_down["charts"].replace("terrain:", turned, 1)
    assert "not-monotone" not in {issue.code for issue in issues_in(context_of(upside_down))}
    upside_down["charts"] = upside_down["charts"].replace("backward", "neither")
    assert "not-monotone" not in {issue.code for issue in issues_in(context_of(upside_down))}


def test_an_order_of_battle_without_a_scenario_is_checked_against_every_sheet() -> None:
    texts = {kind: PARTS[kind] for kind in ("counters", "oob")}
    assert check_project(context_of(texts).project) == ()
    texts["oob"] = texts["oob"].replace("type: blue-tanks", "type: blue-tank", 1)
    assert [issue.code for issue in check_project(context_of(texts).project)] == ["unknown-type"]


def test_one_id_in_two_sheets_of_the_same_scenario_is_told_once() -> None:
    second = "format: redoubt/counters/1\nid: navies\ntypes:\n- {id: blue-tanks, name: Again, steps: [{attack: 1}]}\n"
    texts = parts_with(scenario=("counters: [armies]", "counters: [armies, navies]"))
    project = context_of(texts).project.with_documents(load_text(second, "navies.yaml"))
    issues = [issue for issue in check_project(project) if issue.is_error]
    assert [(issue.code, str(issue.where)) for issue in issues] == [("duplicate-id", "navies.yaml:4")]
    assert issues[0].message.args["first"] == "counters.yaml:12"


def test_a_saved_game_names_its_scenario() -> None:
    context = context_of(PARTS)
    good = GameRecord(id="saved", scenario="battle", ruleset="toy", seed=7)
    bad = GameRecord(id="lost", scenario="batle", ruleset="toyy", seed=7)
    project = context.project.with_documents(good, bad)
    issues = check_project(project, context.rulesets)
    assert sorted(issue.code for issue in issues if issue.is_error) == ["unknown-document", "unknown-ruleset"]
    assert check_project(Project([bad])) == (), "its scenario may be one that comes with the program"


def test_a_saved_game_that_carries_its_scenario_needs_none_of_that_name() -> None:
    context = context_of(PARTS)
    carrying = GameRecord(id="kept", scenario="gone-since", ruleset="toy", seed=7, played_with=("0" * 64,))
    issues = check_project(context.project.with_documents(carrying), context.rulesets)
    assert [issue.code for issue in issues if issue.is_error] == []


def test_without_rulesets_or_places_the_rest_is_still_checked() -> None:
    context = context_of(parts_with(scenario=("unit: r2", "unit: rr")))
    assert [issue.code for issue in check_project(context.project) if issue.is_error] == ["unknown-unit"]


def test_documents_made_in_memory_are_checked_without_lines() -> None:
    context = context_of(parts_with(scenario=("unit: r2", "unit: rr")))
    project = Project(Loaded(document) for document in context.project.documents())
    (issue,) = (issue for issue in check_project(project) if issue.is_error)
    assert issue.where.line is None
    assert issue.where.field == "setup[2].unit"


def test_a_scenario_with_the_wrong_order_of_battle_is_told_so() -> None:
    setup = "setup:\n" + "".join(f'- {{unit: lost-{number}, at: "0101"}}\n' for number in range(2000))
    units = "units:\n" + "".join(f"- {{id: unit-{number}, type: red-rifles}}\n" for number in range(2000))
    texts = parts_with(scenario=("setup:\n", setup), oob=("units:\n", units))
    context = context_of(texts)
    issues = issues_in(context)
    unknown = [issue for issue in issues if issue.code == "unknown-unit"]
    assert len(unknown) == MOST_PER_CHECK
    assert "and-more" in {issue.code for issue in issues}


def test_errors_come_first_and_then_by_line() -> None:
    texts = parts_with(scenario=("unit: r2", "unit: rr"), counters=("nation: redland", "nation: readland"))
    texts["scenario"] = texts["scenario"].replace("marker: fort", "marker: forte")
    issues = issues_in(context_of(texts))
    assert [issue.severity for issue in issues] == sorted(
        (issue.severity for issue in issues), key=list(Severity).index
    )
    lines = [issue.where.line or 0 for issue in issues if issue.is_error]
    assert lines == sorted(lines)
