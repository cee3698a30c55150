"""No string that is shown is an id: the catalogues in both languages, and every text in the pictures of the tour.

An id is what files and rules call a thing by: of units, counters, cards, formations, places, regions, scenarios and
maps, or the key of a template. What has an underscore in it is one too. Ids are shown in the designer to whoever turns
them on, in a column and in tips that are there for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import application
from app.language import speak_in
from app.panel_shelf import DESIGN_PANELS
from app.tour.design_tour import design_scenes
from app.tour.overlay_tour import overlay_scenes
from app.tour.play_tour import play_scenes
from app.tour.reference_tour import reference_scenes
from app.tour.sideboard_tour import sideboard_scenes
from app.window import MainWindow
from editor.export.kit.kit_options import KitOptions, KitPart
from editor.export.pdf_pages import pdf_of
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH
from engine.rulesets.assembly import bundled_brief
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.registry import registered
from engine.rulesets.words import catalogue
from tests.editor.export.kit.test_kit_contents import kit_of, text_of
from tests.helpers.shown_texts import ids_in, shown_everywhere, without_fields

LANGUAGES = (ENGLISH, FRENCH)


@cache
def known_ids() -> frozenset[str]:
    """What the bundled scenarios and their games call things by."""
    found: set[str] = set()
    for name in bundled_scenarios():
        brief = bundled_brief(name)
        scenario = brief.scenario
        found |= {name, scenario.id, scenario.map, scenario.ruleset, *scenario.oob, *scenario.counters, *scenario.cards}
        found |= {*brief.units, *brief.types, *brief.cards, *brief.formations, *brief.board.keys, *brief.board.regions}
        found |= set(catalogue(scenario.ruleset))
    return frozenset(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_template_of_a_catalogue_holds_an_id(language: str) -> None:
    shown = {
        f"{game or 'all games'}: {key}: {sorted(raw)}"
        for game in (None, *registered())
        for key, text in texts(game, language)
        if (raw := ids_in(without_fields(text), known_ids()))
    }
    assert not shown, "\n".join(sorted(shown))


def texts(game: str | None, language: str) -> Iterator[tuple[str, str]]:
    words = catalogue(game, language)
    for key in words:
        text = words.template(key)
        if text is not None:
            yield key, text


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_picture_of_a_game_shows_an_id(language: str, qtbot: QtBot, tmp_path: Path) -> None:
    speak_in(language)
    try:
        settings = QSettings(str(tmp_path / "tour.ini"), QSettings.Format.IniFormat)
        settings.setValue("animate", False)
        window = MainWindow(settings, tmp_path / "recovery")
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        window.play.sideboard.check.set_on(False)
        found = found_in_scenes(window, all_of_them=language == ENGLISH)
        shown = {f"{scene}: {where}: {raw}: {text[:120]}" for scene, where, text, raw in found}
        window.leaving.leave()
    finally:
        speak_in(ENGLISH)
    assert not shown, "\n".join(sorted(shown))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_panel_of_the_designer_shows_an_id_until_it_is_asked_to(language: str, qtbot: QtBot, tmp_path: Path) -> None:
    speak_in(language)
    try:
        settings = QSettings(str(tmp_path / "tour.ini"), QSettings.Format.IniFormat)
        window = MainWindow(settings, tmp_path / "recovery")
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        shown = {
            f"{scene}: {where}: {raw}: {text[:120]}" for scene, where, text, raw in found_in_design(window, language)
        }
        assert not shown, "\n".join(sorted(shown))
        if language == ENGLISH:
            window.docks.show_panel("units")
            window.menus.design.ids.trigger()
            assert any("UnitTable" in where for _, where, _, _ in found_now("with ids"))
        window.leaving.leave()
    finally:
        speak_in(ENGLISH)


def found_in_design(window: MainWindow, language: str) -> Iterator[tuple[str, str, str, str]]:
    """What is found in the scenes of the designer, with each of its panels in front once; once is enough in French."""
    for scene, _ in design_scenes(window):
        yield from found_now(scene)
        if scene == "design-typhoon":
            for panel in DESIGN_PANELS:
                window.docks.show_panel(panel.name)
                yield from found_now(f"{scene} {panel.name}")
            if language == FRENCH:
                return


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", ["typhoon", "summer-1941", "pulkovo-heights"])
def test_no_printed_sheet_shows_an_id(scenario: str, language: str, qapp: QApplication) -> None:
    application()
    speak_in(language)
    try:
        kit, options = kit_of(scenario), KitOptions()
        parts = [part for part in KitPart if part is not KitPart.MAP and kit.has(part)]
        printed = {part: text_of(pdf_of(scenario, options.page, kit.pages(part, options))) for part in parts}
        names = [counter.front for counter in kit.counters]
        words = [text for front in names for text in (front.name, front.designation, front.code)]
    finally:
        speak_in(ENGLISH)
    shown = {f"{part}: {raw}" for part, text in printed.items() for raw in ids_in(text, known_ids())}
    shown |= {f"counter: {raw}" for text in words for raw in ids_in(text, known_ids())}
    assert not shown, "\n".join(sorted(shown))


def found_in_scenes(window: MainWindow, *, all_of_them: bool) -> Iterator[tuple[str, str, str, str]]:
    """What is found in the scenes of a game, those beside it too where all are wanted: they take their time."""
    further = chain(overlay_scenes(window), sideboard_scenes(window)) if all_of_them else ()
    for scene in chain(play_scenes(window), further):
        yield from found_now(scene)
        if scene == "play-attack":
            for looked_up, _ in reference_scenes(window):
                yield from found_now(looked_up)


def found_now(scene: str) -> Iterator[tuple[str, str, str, str]]:
    QApplication.processEvents()
    for where, text in shown_everywhere():
        for raw in ids_in(text, known_ids()):
            yield scene, where, text, raw


def test_what_is_an_id_and_what_is_a_word() -> None:
    ids = {"su-tank-army-1", "refusal.rsr.halted", "summer-1941"}
    assert ids_in("Take su-tank-army-1 in hand.", ids) == {"su-tank-army-1"}
    assert ids_in("refusal.rsr.halted", ids) == {"refusal.rsr.halted"}
    assert ids_in("the victory_levels of it", ids) == {"victory_levels"}
    assert not ids_in("a hot-seat game out of supply, 5-7-4, summer of 1941, /tmp/summer-1941.png", ids)
