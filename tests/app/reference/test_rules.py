"""The rules index: what a number names, what mentions what, what a search finds, and the window that shows it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.application import application
from app.reference.rules import Named, Rules, link, rules_of
from app.reference.rules_window import RulesWindow
from engine.rulesets.registry import registered
from engine.rulesets.rules_index import RulesIndex

INDEX = RulesIndex.from_data(
    {
        "id": "toy",
        "title": "The cases of a toy",
        "cases": {
            "3.2": {"status": "implemented", "summary": "Units move, see 7.1.2.", "exceptions": {"k": "Not in 3.2.1."}},
            "3.2.1": {"status": "implemented", "summary": "Zones stop them."},
            "7.1": {"status": "explained", "summary": "Heads combat.", "reason": "A heading; 7.1.2 holds the rule."},
            "7.1.2": {"status": "implemented", "summary": "Odds of 3.5 are no case, 7.1.2 is.", "ruling": 4},
            "7.15": {"status": "implemented", "summary": "Advances."},
            "card.red.5": {"status": "implemented", "summary": "The fifth card."},
        },
    }
)


@pytest.fixture
def rules() -> Rules:
    return Rules(INDEX, "Toy")


@pytest.fixture
def shown(qtbot: QtBot, rules: Rules) -> RulesWindow:
    application()
    window = RulesWindow({"toy": rules})
    qtbot.addWidget(window)
    window.show()
    return window


# What a number names


@pytest.mark.parametrize(
    ("rule", "named"),
    [
        ("7.1.2", Named("7.1.2")),
        ("3.2/k", Named("3.2", "k")),
        ("3.2 k", Named("3.2", "k")),
        ("3.2/z", Named("3.2")),
        ("3.2.9", Named("3.2")),
        ("card.red.5", Named("card.red.5")),
        ("card.blue.5", None),
        ("game-over", None),
    ],
)
def test_a_number_names_a_case_its_exception_or_the_case_above(rules: Rules, rule: str, named: Named | None) -> None:
    assert rules.find(rule) == named


def test_the_cases_that_a_text_names_become_links_and_other_numbers_do_not(rules: Rules) -> None:
    said = rules.linked("Forbidden by 3.2/k & 7.1.2, at odds of 3.5 (card.red.5).")
    assert said.count("<a ") == 3
    assert link("3.2/k") in said
    assert "&amp;" in said
    assert ">3.5<" not in said


def test_a_case_knows_what_it_is_of_what_is_within_it_and_what_mentions_it(rules: Rules) -> None:
    assert rules.above("3.2.1") == "3.2"
    assert rules.above("7.15") is None, "there is no case 7"
    assert rules.within("7.1") == ("7.1.2",)
    assert rules.mentioned_by("7.1.2") == ("3.2", "7.1")


def test_a_search_by_number_keeps_to_its_points_and_by_words_looks_everywhere(rules: Rules) -> None:
    assert rules.search("7.1")[:2] == ("7.1", "7.1.2")
    assert "7.15" not in rules.search("7.1")
    assert rules.search("ZONES stop") == ("3.2.1",)
    assert rules.search("heading") == ("7.1",), "reasons are read as well"
    assert rules.search("") == rules.numbers


@pytest.mark.parametrize("game", ["red-star-rising", "barbarossa-to-berlin"])
def test_every_case_that_the_index_of_a_game_mentions_is_there(game: str) -> None:
    book = rules_of(registered()[game])
    for number in book.numbers:
        for named, _, _ in book.mentions(book.case(number).summary):
            assert named.case in book.index.cases


# The window


def test_the_window_opens_at_a_case_and_lights_the_exception_that_was_named(shown: RulesWindow) -> None:
    assert shown.open_at("toy", "3.2/k")
    assert shown.case == Named("3.2", "k")
    assert shown.cases.currentItem().text().startswith("3.2 ")
    text = shown.page.toPlainText()
    assert "Units move" in text
    assert "Not in 3.2.1." in text
    assert "The program carries this out." in text
    assert "background-color" in shown.page.toHtml()


def test_links_lead_on_and_back_and_forward_go_through_what_was_read(shown: RulesWindow) -> None:
    shown.open_at("toy", "3.2")
    assert not shown.back.isEnabled()
    shown.page.anchorClicked.emit(QUrl("case:7.1.2"))
    assert shown.case == Named("7.1.2")
    assert "ruling 4" in shown.page.toPlainText()
    QTest.keyClick(shown, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert shown.case == Named("3.2")
    shown.forward.click()
    assert shown.case == Named("7.1.2")
    shown.back.click()
    shown.open_at("toy", "7.15")
    assert not shown.forward.isEnabled(), "what lay ahead is forgotten"


def test_typing_finds_a_case_and_enter_reads_it(shown: RulesWindow) -> None:
    shown.begin_search()
    QTest.keyClicks(shown.search, "fifth")
    assert shown.count.text() == "1 of 6 cases"
    QTest.keyClick(shown.search, Qt.Key.Key_Return)
    assert shown.case == Named("card.red.5")
    shown.open_at("toy", "7.15")
    assert shown.search.text() == "", "a case that the search hides brings all back"
    assert shown.cases.count() == 6


def test_a_case_that_is_not_there_is_said_to_be_none(shown: RulesWindow) -> None:
    assert not shown.open_at("toy", "99.1")
    assert "99.1" in shown.page.toPlainText()
