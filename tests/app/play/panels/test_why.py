"""Why, in the window: odds while attackers are picked, attacks thought of, what limits a unit, where a case leads."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QPushButton
from pytestqt.qtbot import QtBot

from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.actions import StepTo
from engine.core.ids import UnitId
from engine.definitions.charts.chart_pages import ChartPart
from engine.narration.attack_previews import attack_answer
from engine.narration.chart_lights import lights_of
from engine.narration.place_facts import place_facts
from engine.narration.unit_facts import unit_facts
from tests.app.play.hands import Player
from tests.editor.canvas import mouse


@pytest.fixture
def player(window: MainWindow) -> Player:
    """At the ford, where Red is about to attack."""
    found = Player(window)
    begin(found, "ford", "step-to")
    for unit in ("red-1", "red-2"):
        found.desk.submit(StepTo(UnitId(unit), found.label("0707")))
    go_on(found, "declare-attack")
    return found


def begin(player: Player, scenario: str, kind: str, rather: tuple[str, ...] = ()) -> None:
    """Play the obvious until actions of a kind can be taken."""
    assert player.window.open(scenario)
    assert player.window.play.begin(NewGame(scenario, seed=7))
    player.window.enter_play()
    go_on(player, kind, rather)


def go_on(player: Player, kind: str, rather: tuple[str, ...] = ()) -> None:
    for _ in range(80):
        menu = player.table.menu
        if kind in menu.kinds():
            return
        wanted = next((action for each in rather for action in menu if action.kind == each), None)
        done = next((action for action in menu if action.kind == "done"), None)
        player.desk.submit(wanted or menu.default or done or next(iter(menu)))
    raise AssertionError(f"there was no {kind}")


def first(player: Player, kind: str) -> object:
    return next(action for action in player.table.menu if action.kind == kind)


def key_of(player: Player, label: str) -> str:
    return player.table.board.key(player.label(label))


# The odds


def test_the_odds_build_while_attackers_are_picked(player: Player) -> None:
    odds = player.desk.scene.why.odds
    player.click_place(player.label("0807"))
    assert not odds.isVisible(), "nobody attacks yet"
    adding = [action for action in player.table.menu if action.kind == "add-attacker"]
    player.gesture(adding[0])
    assert odds.isVisible()
    (throw,) = odds.shown()
    answer = attack_answer(player.table)
    assert answer is not None
    assert odds.summary.text() == f"{answer.odds}, column {answer.column}"
    assert [text[0] for text in throw.bars.texts()] == [chance.result for chance in answer.throws[0].chances]
    assert throw.chart.chart.light.columns == {answer.column}
    assert throw.chart.chart.light.rows == {"1", "2", "3", "4", "5", "6"}
    assert odds.losses.text() == "On average: Red 0.7, Blue 0.2 (steps lost)"
    before = odds.summary.text()
    player.gesture(adding[1])
    assert odds.summary.text() != before


def test_what_one_more_attacker_would_change_is_told_before_it_is_picked(player: Player, qtbot: QtBot) -> None:
    player.click_place(player.label("0807"))
    adding = [action for action in player.table.menu if action.kind == "add-attacker"]
    player.gesture(adding[0])
    words = player.table.words.text(adding[1])
    qtbot.waitUntil(lambda: any(row[0].startswith(words) for row in player.desk.scene.why.rows()))
    row = next(row for row in player.desk.scene.why.rows() if row[0].startswith(words))
    player.gesture(adding[1])
    answer = attack_answer(player.table)
    assert answer is not None
    assert row[1] == answer.column


def test_resting_over_a_place_that_can_be_attacked_thinks_of_the_attack(player: Player, qtbot: QtBot) -> None:
    point = player.place(player.label("0807"))
    mouse.move(player.viewport, point)
    qtbot.waitUntil(lambda: player.desk.scene.why.title.text().startswith("If: "))
    assert player.desk.scene.why.odds.isVisible()
    assert any("that could take part" in row[0] for row in player.desk.scene.why.rows())
    assert not [played for played in player.table.session.log if played.action.kind == "declare-attack"]
    mouse.move(player.viewport, player.place(player.label("0101")))
    assert not player.desk.scene.why.title.text().startswith("If: ")


def test_with_a_unit_in_hand_the_attack_that_is_thought_of_is_its_own(player: Player) -> None:
    player.desk.choose_unit("red-1")
    player.desk.mouse.hover(key_of(player, "0807"), "")
    player.desk.scene.explaining.think()
    assert any("alone" in row[0] for row in player.desk.scene.why.rows())


def test_two_sides_that_fire_have_two_tables(window: MainWindow) -> None:
    player = Player(window)
    begin(player, "summer-1941", "declare-attack", ("play-card", "activate"))
    for declared in [action for action in player.table.menu if action.kind == "declare-attack"]:
        player.desk.submit(declared)
        player.desk.submit(first(player, "add-attacker"))  # type: ignore[arg-type]
        if len(player.desk.scene.why.odds.shown()) == 2:
            break
        player.desk.submit(first(player, "call-off"))  # type: ignore[arg-type]
    ours, theirs = player.desk.scene.why.odds.shown()
    assert ours.name.text().startswith("Axis")
    assert theirs.name.text().startswith("Allied")
    assert ours.chart.chart.page is not theirs.chart.chart.page or ours.chart.chart.light != theirs.chart.chart.light
    headings = [row[0] for row in player.desk.scene.why.rows()]
    assert "Axis fire" in headings
    assert "Allied fire" in headings
    assert {part for part, _ in lights_of(player.table)} == {ChartPart.TABLES, ChartPart.TRACKS}


# What limits a unit, and what a place is


def test_a_unit_says_how_far_it_can_go_and_what_keeps_it(window: MainWindow) -> None:
    player = Player(window)
    begin(player, "typhoon", "step-to")
    unit = next(iter(player.table.menu.of_kind(type(first(player, "step-to"))))).unit  # type: ignore[arg-type,attr-defined]
    rows = {row.words: (row.value, row.rule) for row in unit_facts(player.table, unit).rows}  # type: ignore[union-attr]
    assert "Movement left" in rows
    assert " of " in rows["Movement left"][0]
    assert any(words.startswith("Can now: ") for words in rows)
    reasons = [words for words in rows if "neighbours: " in words]
    assert all(rows[words][1] for words in reasons), "each reason names its case"
    corps = next(
        each for each in player.table.view.roster if player.table.view.units[each].type == "german-infantry-corps"
    )
    rows = {row.words: (row.value, row.rule) for row in unit_facts(player.table, corps).rows}  # type: ignore[union-attr]
    assert int(rows["the most the line may count, in half hexes"][0]) > 0, "a note tells its number"


def test_a_unit_that_cannot_act_says_why_with_the_case(player: Player) -> None:
    table = player.table
    player.click_place(player.label("0807"))
    idle = next(
        unit for unit in table.view.roster if table.view.units[unit].side == "red" and not table.menu.of_unit(unit)
    )
    rows = unit_facts(table, idle).rows  # type: ignore[union-attr]
    assert any(row.words == "Cannot now" for row in rows)
    assert any(row.rule == "4.1" for row in rows)


def test_a_place_says_its_ground_its_holder_its_zones_its_stack_and_its_worth(player: Player) -> None:
    facts = place_facts(player.table, player.label("0807"), player.desk.scene.palette)
    rows = {row.words: (row.value, row.rule) for row in facts.rows}
    assert facts.title.startswith("0807")
    assert rows["Control"][0] == "Blue"
    assert rows["Stacking"] == ("2 of 2", "2.5")
    assert rows["Objective"][0] == "worth 4"
    assert rows["Zones of control"][1] == "3.1"
    assert rows["to enter"] == (rows["to enter"][0], "2.1")


# The card at the pointer


def test_the_card_comes_after_a_rest_and_goes_with_the_pointer(player: Player, qtbot: QtBot) -> None:
    card = player.window.play.hovering.card
    mouse.move(player.viewport, player.place(player.label("0606")))
    assert not card.isVisible(), "not at once"
    qtbot.waitUntil(card.isVisible)
    assert ("Terrain", "Clear", "") in [(words, value, "") for words, value, _ in card.texts()]
    assert card.facts[0].title, "the unit comes first"
    assert card.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    mouse.move(player.viewport, player.place(player.label("0101")))
    assert not card.isVisible()


def test_a_key_shows_the_card_of_the_chosen_place_and_escape_puts_it_away(player: Player) -> None:
    card = player.window.play.hovering.card
    player.desk.choose_unit("red-1")
    player.key("F12")
    assert card.isVisible()
    assert card.stays
    assert viewport_holds(player, card)
    QTest.keyClick(player.window.canvas, Qt.Key.Key_Escape)
    assert not card.isVisible()
    player.key("F12")
    player.key("F12")
    assert not card.isVisible(), "the same key again"
    player.desk.choose_unit("")
    player.window.choose_place("")
    player.desk.mouse.hover("", "")
    player.key("F12")
    assert "F12" in player.desk.scene.prompt.refusal, "with nothing to describe it says what to do"


def test_a_press_on_the_card_stays_there_and_one_on_the_map_puts_it_away(player: Player) -> None:
    card = player.window.play.hovering.card
    player.desk.choose_unit("red-1")
    player.key("F12")
    before = len(player.table.session.log)
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=card.rect().center())
    assert card.isVisible()
    assert player.desk.unit == "red-1"
    assert len(player.table.session.log) == before
    mouse.click(player.viewport, player.place(player.label("0101")))
    assert not card.isVisible()


def viewport_holds(player: Player, card: object) -> bool:
    return player.viewport.rect().contains(card.geometry())  # type: ignore[attr-defined]


def test_cards_can_be_switched_off_and_stay_off(player: Player, qtbot: QtBot) -> None:
    player.key("Shift+F12")
    hovering = player.window.play.hovering
    assert not hovering.is_on
    mouse.move(player.viewport, player.place(player.label("0606")))
    qtbot.wait(600)
    assert not hovering.card.isVisible()
    assert player.window.settings.value("hover-cards", True, type=bool) is False
    player.key("F12")
    assert hovering.card.isVisible(), "the key still calls it"


def test_facts_are_found_out_once_a_state(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = player.table.ask
    monkeypatch.setattr(player.table, "ask", lambda question, **given: asked.append(question) or ask(question, **given))
    key = key_of(player, "0606")
    for _ in range(20):
        player.desk.mouse.hover(key, "red-1")
    first_time = len(asked)
    assert first_time
    for _ in range(20):
        player.desk.mouse.hover(key, "red-1")
        player.desk.mouse.hover(key, "red-2")
    assert asked.count("unit") == 2
    player.desk.mouse.hover(key, "red-1")
    assert asked.count("unit") == 2


# Where a case leads


def test_the_case_of_the_question_opens_the_rules_there(player: Player) -> None:
    player.desk.scene.prompt.rule.click()
    rules = player.window.help.reference.rules
    assert rules is not None
    assert rules.isVisible()
    assert str(rules.case) == player.desk.scene.prompt.rule.case
    assert rules.rules.game == "toy-skirmish"


def test_the_case_of_a_refusal_and_f1_lead_to_the_same_page(player: Player) -> None:
    player.desk.submit(type(first(player, "declare-attack"))(player.label("0101")))  # type: ignore[call-arg]
    assert "(case 4.1)" in player.refusal
    player.desk.scene.prompt.refused_by.click()
    rules = player.window.help.reference.rules
    assert rules is not None
    assert str(rules.case) == "4.1"
    rules.close()
    player.window.activateWindow()
    player.key("F1")
    assert rules.isVisible()
    assert str(rules.case) == "4.1"


def test_the_case_of_a_row_opens_the_rules_by_mouse_and_by_keyboard(player: Player, qtbot: QtBot) -> None:
    player.desk.choose_unit("red-1")
    rows = player.desk.scene.why.table
    item = rows.topLevelItem([bool(rule) for _, _, rule in rows.texts()].index(True))
    assert item is not None
    with qtbot.waitSignal(player.desk.scene.why.case_wanted) as wanted:
        rows.itemClicked.emit(item, 2)
    assert wanted.args == [item.text(2)]
    rows.setCurrentItem(item)
    rows.setFocus()
    with qtbot.waitSignal(player.desk.scene.why.case_wanted):
        QTest.keyClick(rows, Qt.Key.Key_Return)


def test_f1_reads_the_case_off_whatever_the_pointer_is_on(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    reference = player.window.help.reference
    barred = QPushButton("Attack")
    barred.setToolTip("It has fought already (4.1)")
    tagged = QLabel("nothing to read")
    tagged.setProperty("case", "2.5")
    row = QListWidget()
    row.addItems(["Supply is checked", "Red loses its attack, see 5.2."])
    row.setCurrentRow(1)
    for widget, case in ((barred, "4.1"), (tagged, "2.5")):
        monkeypatch.setattr(QApplication, "widgetAt", lambda _, widget=widget: widget)
        assert (reference.pointed_case() or reference.asked_case()) == case
    monkeypatch.setattr(QApplication, "widgetAt", lambda _: None)
    monkeypatch.setattr(QApplication, "focusWidget", lambda: row)
    assert (reference.pointed_case() or reference.asked_case()) == "5.2"
    monkeypatch.setattr(QApplication, "focusWidget", lambda: None)
    assert (reference.pointed_case() or reference.asked_case()) == player.desk.scene.prompt.rule.case


def test_outside_a_game_f1_is_the_manual_and_the_index_opens_all_the_same(window: MainWindow) -> None:
    player = Player(window)
    player.key("F1")
    assert window.help.manual is not None
    assert window.help.manual.isVisible()
    window.activateWindow()
    player.key("F3")
    rules = window.help.reference.rules
    assert rules is not None
    assert rules.cases.count() > 20
    assert rules.game.count() >= 4


def test_the_charts_open_with_those_of_the_scenario_first_and_follow_the_game(player: Player) -> None:
    player.key("F4")
    charts = player.window.help.reference.charts
    assert charts is not None
    assert charts.which.currentText() == "The Ford"
    player.window.activateWindow()
    player.click_place(player.label("0807"))
    player.gesture(first(player, "add-attacker"))  # type: ignore[arg-type]
    QApplication.processEvents()
    assert charts.turn_to(ChartPart.TABLES, "combat")
    answer = attack_answer(player.table)
    assert answer is not None
    assert charts.table.chart.light.columns == {answer.column}


def test_a_double_click_on_the_small_table_shows_it_large(player: Player) -> None:
    player.click_place(player.label("0807"))
    player.gesture(first(player, "add-attacker"))  # type: ignore[arg-type]
    (throw,) = player.desk.scene.why.odds.shown()
    throw.chart.doubleClicked.emit(throw.chart.chart.index(0, 0))
    charts = player.window.help.reference.charts
    assert charts is not None
    assert charts.page is not None
    assert charts.page.name == "combat"
