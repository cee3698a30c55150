"""A word that nobody knows is an error in its file, on its line, with what may have been meant: never a silent zero."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.words.lexicon import WordKind
from engine.definitions.documents import Loaded, load_text
from engine.definitions.folders import load_folder
from engine.definitions.issues import DefinitionError, Issue, Severity
from engine.definitions.position import Position
from engine.rulesets.assembly import brief_for, game_entry, lexicon_of, pick_scenario
from engine.rulesets.inspection import inspect
from engine.rulesets.library import find_bundled
from engine.rulesets.words import catalogue
from engine.session.positions import Placed, set_up
from engine.session.probe import Probe

EAST = "format: redoubt/position/1\ngame: red-star-rising\nscenario: typhoon\n"
WAR = "format: redoubt/position/1\ngame: barbarossa-to-berlin\nscenario: summer-1941\n"
FORD = "format: redoubt/position/1\ngame: toy-skirmish\nscenario: ford\n"
"""Three lines each; what a test adds begins on line 4."""

UNIT = "phase: movement\nside: soviet\nunits:\n  x:\n    at: '5622'\n    type: soviet-infantry-army\n"


def load(text: str) -> Placed:
    loaded = load_text(text, "here.yaml")
    assert isinstance(loaded.document, Position)
    return set_up(Loaded(loaded.document, loaded.origin))


def hint_of(issue: Issue) -> tuple[object, ...]:
    assert issue.hint is not None, issue.message
    names = issue.hint.args["names"]
    assert isinstance(names, tuple)
    return names


WORDS = [
    (EAST + "phase: moovement\nside: axis", 4, "unknown-phase", "movement"),
    (EAST + "side: axis\nphase: leaders", 5, "phase-of-other-side", None),
    (EAST + "side: soviet\nphase: motorized", 5, "unknown-phase", None),
    (EAST + "side: Axis", 4, "bad-id", "axis"),
    (EAST + "side: axes", 4, "unknown-side", "axis"),
    (EAST + "turn: 99", 4, "unknown-turn", None),
    (EAST + "values:\n  moscow-enterd: 3", 5, "unknown-value", "moscow-entered"),
    (EAST + "values:\n  moscow-entered: soon", 5, "wrong-value", None),
    (EAST + "values:\n  recalled-nothing: true", 5, "unknown-value", None),
    (EAST + "markers:\n  '5622':\n    source_lost: 1", 6, "unknown-marker", "source-lost"),
    (EAST + "side_markers:\n  '5622~5623':\n    bridge: 1", 6, "unknown-marker", "source-lost"),
    (EAST + "pools:\n  cup-d: []", 5, "unknown-pool", "cup-a"),
    (EAST + "control:\n  axis: ['5622']\n  soviet: ['5622']", 6, "claimed-twice", None),
    (EAST + "control:\n  Axis: ['5622']", 5, "bad-id", "axis"),
    (EAST + "control:\n  axes: ['5622']", 5, "unknown-side", "axis"),
    (EAST + "given:\n  dice: [3, 31]", 5, "unknown-die", None),
    (EAST + "given:\n  results: [XX]", 5, "unknown-result", None),
    (EAST + "charts:\n  tables:\n    combat:\n      cells:\n        '1':\n          '1': XX", 9,
     "unknown-result", None),
    (EAST + "charts:\n  tracks:\n    turns:\n      entries:\n      - turn: 1\n        weather: winter", 9,
     "unknown-weather", "snow"),
    (EAST + UNIT + "    marks: [banana]", 10, "unknown-mark", None),
    (EAST + UNIT + "    marks: [unsuplied]", 10, "unknown-mark", "unsupplied"),
    (EAST + UNIT + "    values:\n      ratign: 2", 11, "unknown-unit-value", "rating"),
    (EAST + UNIT + "    values:\n      rating: good", 11, "wrong-value", None),
    (EAST + UNIT + "    values:\n      base: nowhere", 11, "wrong-value", None),
    (EAST + "units:\n  x:\n    at: nowhere\n    type: soviet-infantry-army", 6, "board.unknown-location", None),
    (EAST + "units:\n  x:\n    at: force-pol\n    type: soviet-infantry-army", 6,
     "board.unknown-location-suggest", None),
    (EAST + "types:\n- id: y\n  name: Y\n  side: axis\n  traits: [corpse]\n  steps: [{movement: 3}]", 8,
     "unknown-trait", "corps"),
    (EAST + "types:\n- id: y\n  name: Y\n  side: axis\n  traits: [corps]\n  steps:\n  - atack: 3", 10,
     "unknown-factor", "attack"),
    (EAST + "schedule:\n- unit: s-22a\n  turn: 99", 6, "unknown-turn", None),
    (WAR + "values:\n  orders-axis: hitlre", 5, "wrong-value", "hitler"),
    (WAR + "values:\n  event-torche: 4", 5, "unknown-value", "event-torch"),
    (WAR + "values:\n  round-attacked-nowhere: true", 5, "unknown-value", None),
    (WAR + "given:\n  results: ['2']", 5, "unknown-result", "<none>"),
    (WAR + "charts:\n  tracks:\n    turns:\n      entries:\n      - turn: 1\n        season: autumn", 9,
     "unknown-season", None),
    (FORD + "values:\n  weather: winter", 5, "wrong-value", "dry"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "code", "meant"), WORDS)
def test_an_unknown_word_of_a_position_is_told_with_its_line(
    text: str, line: int, code: str, meant: str | None
) -> None:
    with pytest.raises(DefinitionError) as raised:
        load(text)
    found = raised.value.issues[0]
    assert (found.where.file, found.where.line, found.code) == ("here.yaml", line, code)
    assert found.message.key in catalogue("red-star-rising")
    if meant == "<none>":
        assert found.hint is None
    elif meant is not None:
        assert meant in hint_of(found)


def test_a_phase_of_the_other_side_says_whose_it_is() -> None:
    with pytest.raises(DefinitionError) as raised:
        load(EAST + "side: axis\nphase: leaders")
    said = catalogue("red-star-rising").text(raised.value.issues[0].message)
    assert said == "leaders is not a phase of the axis side; it belongs to soviet."


def test_all_unknown_words_of_a_position_are_told_at_once() -> None:
    with pytest.raises(DefinitionError) as raised:
        load(EAST + "turn: 99\nside: axes\nvalues: {luck: 3}\ngiven: {dice: [31]}")
    assert [each.code for each in raised.value.issues] == [
        "unknown-turn", "unknown-side", "unknown-value", "unknown-die",
    ]  # fmt: skip


QUESTIONS = [
    ("attack: {units: [red-1], target: '0807', die: 7}", "unknown-die"),
    ("losses: {units: [red-1], target: '0807', result: XX}", "unknown-result"),
    ("{score: {}, given: {dice: [7]}}", "unknown-die"),
    ("{score: {}, given: {results: [XX]}}", "unknown-result"),
]


@pytest.mark.parametrize(("question", "code"), QUESTIONS)
def test_a_question_is_held_to_the_same_words(question: str, code: str) -> None:
    text = FORD + f"phase: combat\nside: red\nunits: {{red-1: '0707', blue-1: '0807'}}\nask:\n- {question}\n"
    (answered,) = Probe(load(text), catalogue("toy-skirmish")).answers()
    found = answered.issues[0]
    assert (found.where.line, found.code) == (8, code)
    assert found.hint is not None


def test_enemies_in_one_place_are_a_warning() -> None:
    placed = load(FORD + "phase: movement\nside: red\nunits:\n  red-1: '0707'\n  blue-1: '0707'")
    (found,) = placed.warnings
    assert (found.severity, found.where.line) == (Severity.WARNING, 8)
    assert not load(FORD + "phase: movement\nside: red\nunits: {red-1: '0707', blue-1: '0807'}").warnings
    assert not load(FORD + "phase: movement\nside: red\nunits: {red-1: coming, blue-1: coming}").warnings


@pytest.mark.parametrize(
    ("old", "new", "code", "meant"),
    [
        ("sides: [axis, soviet]", "sides: [axes, soviet]", "unknown-side", "axis"),
        ("values: {}", "values: {luck: 3}", "unknown-value", None),
        ("markers: []", "markers: [{at: '5622', marker: fortres}]", "unknown-marker", "fortress-destroyed"),
        ("charts:\n", "charts:\n  tables: {combat: {cells: {'1': {'1': XX}}}}\n", "unknown-result", None),
        ("charts:\n", "charts:\n  tracks: {turns: {entries: [{turn: 8, weather: winter}]}}\n", "unknown-weather",
         "snow"),
        ("last_turn:", "last_turn: 99 #", "turn-off-track", None),
        ("setup:", "setup:\n- {unit: nobody, at: '9999'}", "unknown-place", None),
        ("traits: []", "traits: [corpse]", "unknown-trait", "corps"),
        ("marks: []", "marks: [banana]", "unknown-mark", None),
        ("unit: {}", "values: {ratign: 1}", "unknown-unit-value", "rating"),
    ],
)  # fmt: skip
def test_an_unknown_word_of_a_scenario_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, code: str, meant: str | None
) -> None:
    source = Path(str(find_bundled("typhoon").folder))
    for path in source.glob("*.yaml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    scenario, oob = tmp_path / "scenario.yaml", tmp_path / "oob.yaml"
    changed = scenario
    text = scenario.read_text(encoding="utf-8")
    if old in ("traits: []", "unit: {}"):
        changed, text = oob, oob.read_text(encoding="utf-8")
        new_text = text.replace("units:\n- {", f"units:\n- {{{new}, ", 1)
    elif old == "marks: []":
        new_text = text.replace("setup:\n- {", f"setup:\n- {{{new}, ", 1)
    elif old in text:
        new_text = text.replace(old, new, 1)
    else:
        new_text = text + f"{new}\n"
    assert new_text != text
    changed.write_text(new_text, encoding="utf-8")
    line = next(number for number, each in enumerate(new_text.splitlines(), 1) if new.splitlines()[-1] in each)
    found = [each for each in inspect(load_folder(tmp_path)) if each.code == code and each.is_error]
    assert found, code
    assert (Path(found[0].where.file).name, found[0].where.line) == (changed.name, line)
    if meant is not None:
        assert meant in hint_of(found[0])


def test_a_scenario_with_an_unknown_word_cannot_be_played() -> None:
    project = find_bundled("ford").load()
    scenario = project.scenarios["ford"]
    wrong = project.with_documents(scenario.replace(values={"luck": 3}))
    with pytest.raises(DefinitionError, match="unknown-value"):
        brief_for(wrong, pick_scenario(wrong))


def test_what_can_be_asked_of_a_lexicon() -> None:
    lexicon = lexicon_of(game_entry("red-star-rising"))
    assert "moved" in lexicon.texts(WordKind.MARK)
    assert lexicon.find(WordKind.RESULT, "D7", "combat") is not None
    assert lexicon.find(WordKind.RESULT, "D7", "attrition") is None
    assert lexicon.unknown(WordKind.WEATHER, "snow") is None
    assert [each.text for each in lexicon.words(WordKind.PHASE, "soviet") if each.of][:2] == ["paratroops", "leaders"]
