"""Charts to be read: sources and changes of every cell, what is lit, what a search finds, and the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from app.application import application
from app.play.games.game_setup import NewGame
from app.reference.chart_words import cell_html, cell_words
from app.reference.charts_window import ChartSet, ChartsWindow
from app.window import MainWindow
from engine.definitions.charts.chart_pages import ChartPage, ChartPart, Light, chart_pages
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.overrides import override
from engine.rulesets.assembly import charts_of
from engine.rulesets.registry import registered
from engine.rulesets.words import catalogue

CHARTS = Charts.from_data(
    {
        "id": "toy",
        "tables": {
            "combat": {
                "title": "Combat table",
                "source": "reconstruction",
                "columns": ["1:1", "2:1"],
                "rows": ["1", "2"],
                "cells": [["AR", "DR"], ["DR", "DE"]],
                "results": {"DE": "All defenders are lost."},
                "sources": {"2": {"2:1": "rulebook 4.5"}},
            }
        },
        "terrain": {
            "source": "rulebook 2.1",
            "classes": ["foot"],
            "rows": {"forest": {"cost": {"foot": 2}}},
            "sides": {"river": {"cost": {"foot": "prohibited"}}},
        },
        "tracks": {
            "turns": {"source": "published chart", "entries": [{"turn": 1, "date": "May"}, {"turn": 2, "date": "June"}]}
        },
        "parameters": {
            "stack_limit": {"value": 2, "source": "rulebook 2.5"},
            "winter": {"value": {"first": 3, "second": 1}, "source": "rulebook 9"},
        },
    }
)
PATCH = {
    "tables": {"combat": {"cells": {"1": {"1:1": "DR"}}}},
    "terrain": {"rows": {"forest": {"cost": {"foot": 3}}}},
    "parameters": {"winter": {"second": 2}},
}


FRENCH = catalogue(None, "fr")


def pages(patch: dict[str, object] | None = None) -> dict[str, ChartPage]:
    made = chart_pages(override(CHARTS, patch or {}), CHARTS, catalogue())
    return {page.title if page.is_original else page.name: page for page in made}


def test_every_sort_of_chart_becomes_a_page() -> None:
    found = pages()
    assert list(found) == ["combat", "terrain", "turns", "parameters"]
    assert found["terrain"].rows == ("forest", "across: river")
    assert found["turns"].columns == ("date",)
    assert found["parameters"].rows == ("stack limit", "winter: first", "winter: second")
    assert [page.changes for page in found.values()] == [0, 0, 0, 0]


def test_each_cell_says_where_it_comes_from_and_what_it_means() -> None:
    page = pages()["combat"]
    assert "All defenders are lost." in cell_words(page, 1, 1)
    assert "case 4.5" in cell_words(page, 1, 1)
    assert 'href="case:4.5"' in cell_html(page, 1, 1)
    assert "reconstruction" in cell_words(page, 0, 0)


def test_what_a_scenario_changes_is_marked_with_the_original_beside_it() -> None:
    found = pages(PATCH)
    assert [page.changes for page in found.values()] == [1, 1, 0, 1]
    changed = found["combat"].cells[0][0]
    assert (changed.text, changed.before) == ("DR", "AR")
    assert "The game itself has AR" in cell_words(found["combat"], 0, 0)
    assert "Changed by this scenario" in cell_words(found["combat"], 0, 0)
    assert found["terrain"].cells[0][0].before == "2"
    assert found["parameters"].cells[2][0].before == "1"


def test_a_chart_that_is_replaced_as_a_whole_stands_beside_the_one_of_the_game() -> None:
    instead = {"tracks": {"turns": {"instead": [{"turn": 1, "date": "April"}]}}}
    found = pages(instead)
    assert found["turns"].cells[0][0].text == "April"
    assert [row[0].text for row in found["turns, as the game has it"].cells] == ["May", "June"]


def test_a_search_finds_headings_values_and_meanings() -> None:
    page = pages()["combat"]
    assert page.found("defenders lost") == [(1, 1)]
    assert page.found("2:1") == [(0, 1), (1, 1)]
    assert page.found("nothing of the sort") == []


@pytest.mark.parametrize("game", ["red-star-rising", "barbarossa-to-berlin"])
def test_all_charts_of_a_game_can_be_read(game: str) -> None:
    charts = charts_of(registered()[game])
    for page in chart_pages(charts, charts, catalogue(game)):
        assert page.title
        assert len(page.cells) == len(page.rows)
        assert all(len(row) == len(page.columns) for row in page.cells)
        assert cell_words(page, 0, 0)


# The window


@pytest.fixture
def shown(qtbot: QtBot) -> ChartsWindow:
    application()
    window = ChartsWindow()
    qtbot.addWidget(window)
    lights = {(ChartPart.TABLES, "combat"): Light.of(["2:1"], ["2"]), (ChartPart.TRACKS, "turns"): Light.of(rows=["2"])}
    changed = chart_pages(override(CHARTS, PATCH), CHARTS, catalogue())
    plain = chart_pages(CHARTS, CHARTS, catalogue())
    window.show_sets([ChartSet("toy", "The scenario", changed, lambda: lights), ChartSet("toy", "The game", plain)])
    window.show()
    return window


def test_the_column_that_counts_is_lit_and_brightest_where_its_rows_cross_it(shown: ChartsWindow) -> None:
    model = shown.table.chart
    grounds = {
        (row, column): model.data(model.index(row, column), Qt.ItemDataRole.BackgroundRole)
        for row in range(2)
        for column in range(2)
    }
    assert isinstance(grounds[1, 1], QColor)
    assert isinstance(grounds[0, 1], QColor)
    assert grounds[1, 1] != grounds[0, 1]
    assert model.data(model.index(0, 0)) == "DR  (AR)"
    assert shown.turn_to(ChartPart.TRACKS, "turns")
    assert model.headerData(1, Qt.Orientation.Vertical, Qt.ItemDataRole.FontRole).bold()


def test_a_chosen_value_tells_its_source_whose_case_leads_to_the_rules(shown: ChartsWindow, qtbot: QtBot) -> None:
    shown.table.setCurrentIndex(shown.table.chart.index(1, 1))
    assert "4.5" in shown.about.text()
    with qtbot.waitSignal(shown.case_wanted) as wanted:
        shown.about.linkActivated.emit("case:4.5")
    assert wanted.args == ["toy", "4.5"]


def test_words_narrow_the_list_and_the_first_find_is_chosen(shown: ChartsWindow) -> None:
    shown.search.setText("winter second")
    assert shown.page is not None
    assert shown.page.part is ChartPart.PARAMETERS
    assert shown.table.currentIndex().row() == 2
    shown.search.setText("no such thing")
    assert shown.page is None
    assert shown.title.text() == "No chart has that"
    shown.search.clear()
    assert shown.page is not None


def test_the_charts_of_the_game_as_it_is_are_beside_those_of_the_scenario(shown: ChartsWindow) -> None:
    shown.which.setCurrentIndex(1)
    assert shown.page is not None
    assert shown.page.changes == 0
    assert shown.table.chart.light == Light()


def test_what_the_game_itself_has_is_read_in_the_language_too() -> None:
    winter = CHARTS.to_document() | {"id": "toy"}
    winter["tracks"]["turns"]["entries"] = [{"turn": 1, "weather": "snow"}, {"turn": 2, "weather": "snow"}]
    del winter["format"]
    charts = Charts.from_data(winter)
    patch = {
        "terrain": {"sides": {"river": {"cost": {"foot": 2}}}},
        "tracks": {"turns": {"entries": [{"turn": 2, "weather": "mud"}]}},
    }
    words = FRENCH.extended({"word.snow": "neige", "word.mud": "boue", "word.prohibited": "interdit"})
    made = {page.name: page for page in chart_pages(override(charts, patch), charts, words)}
    ((first,), (second,)) = made["turns"].cells
    assert (first.shown, first.before) == ("neige", None)
    assert (second.shown, second.before) == ("boue", "neige")
    assert [(cell.shown, cell.before) for (cell,) in made["terrain"].cells] == [("2", None), ("2", "interdit")]
    assert made["parameters"].rows == ("stack limit", "winter\u00a0: first", "winter\u00a0: second")


def test_charts_that_lie_open_follow_to_another_game(window: MainWindow) -> None:
    for name in ("ford", "cabinet-war"):
        assert window.open(name)
        assert window.play.begin(NewGame(name, seed=3))
        window.enter_play()
        if name == "ford":
            window.help.reference.show_charts()
        charts, table = window.help.reference.charts, window.play.table
        assert charts is not None
        assert table is not None
        assert charts.chosen is not None
        assert charts.chosen.title == table.brief.scenario.title
