"""What White October shows of the whole map: whom no line reaches, spirits, stacks, and what counts for whom."""

from __future__ import annotations

import pytest

from engine.core.overlays import OverlayKind
from tests.engine.rulesets.white_october.scenes import here, moving
from tests.helpers.positions import marked

FAR = here(12, 8)


@pytest.mark.rule("white-october:5.1")
def test_the_overlay_of_command_shows_whom_no_line_reaches() -> None:
    scene = moving({"hqa": here(1, 4), "inf": here(4, 4), "inf2": here(9, 2), "rifle": FAR})
    found = scene.areas(OverlayKind.COMMAND)
    assert here(5, 4) in found["overlay.wo.commanded white"]
    assert found["overlay.wo.uncommanded"] == {here(9, 2), FAR}


@pytest.mark.rule("white-october:1.6")
def test_the_overlay_of_morale_shows_the_spirit_of_each_stack() -> None:
    units = {"inf": here(2, 4), "rifle": here(9, 4), "rifle2": marked(here(10, 6), "disorganised")}
    found = moving(units).areas(OverlayKind.MORALE)
    assert found["overlay.wo.steady"] == {here(2, 4)}
    assert found["overlay.wo.shaky"] == {here(9, 4)}
    assert found["overlay.wo.disorganised"] == {here(10, 6)}


@pytest.mark.rule("white-october:4.2")
def test_the_overlay_of_supply_shows_who_has_a_line() -> None:
    narva = here(1, 4)
    units = {"inf": here(3, 4), "inf2": here(9, 2), "squadron": here(5, 5), "rifle": FAR}
    found = moving(units, narva=narva, sources=[here(12, 7)]).areas(OverlayKind.SUPPLY)
    assert found["overlay.wo.supplied"] == {here(3, 4), FAR}
    assert found["overlay.wo.unsupplied"] == {here(9, 2)}, "fleets are not asked for a line"


@pytest.mark.rule("white-october:7.2")
def test_the_overlay_of_stacks_shows_their_points_against_five() -> None:
    roomy, half, full = here(2, 2), here(4, 4), here(6, 6)
    units = {"inf2": roomy, "inf": half, "inf-2": full, "inf2-2": full, "hqa": full, "rifle": FAR}
    scene = moving(units)
    found = scene.areas(OverlayKind.STACKING)
    assert found["overlay.stack-roomy"] == {roomy}
    assert found["overlay.stack-half"] == {half, FAR}
    assert found["overlay.stack-full"] == {full}
    assert scene.overlay(OverlayKind.STACKING).texts[scene.game.board.at(full)] == "5/5"


@pytest.mark.rule("white-october:7.2")
def test_four_headquarters_and_vehicles_in_a_hex_are_too_many_though_none_has_a_point() -> None:
    units = {"hqa": here(3, 3), "hqm": here(3, 3), "hqd": here(3, 3), "hqi": here(3, 3), "rifle": FAR}
    assert moving(units).areas(OverlayKind.STACKING)["overlay.overstacked"] == {here(3, 3)}


@pytest.mark.rule("white-october:12")
def test_in_a_district_of_the_city_no_number_of_points_is_the_limit() -> None:
    """One unit of four points fills a district, and so do three of one; five are never measured there."""
    units = {"rifle4": "P0101", "rifle": "P0201", "rifle1": "P0201", "inf": here(2, 2)}
    scene = moving(units, city="oo", ways_in=[(here(3, 4), "P0101")])
    found, board = scene.overlay(OverlayKind.STACKING), scene.game.board
    assert (found.texts[board.at("P0101")], found.texts[board.at("P0201")]) == ("4", "4")
    assert scene.areas(OverlayKind.STACKING) == {
        "overlay.overstacked": {"P0201"},
        "overlay.stack-half": {here(2, 2)},
    }


@pytest.mark.rule("white-october:victory")
def test_an_objective_of_one_side_counts_for_nobody_in_the_hands_of_the_other() -> None:
    mine, theirs, common = here(3, 3), here(8, 3), here(5, 5)
    scene = moving(
        {"inf": here(2, 2), "rifle": here(9, 6)},
        objectives=[
            {"at": mine, "value": 7, "side": "white"},
            {"at": theirs, "value": 2, "side": "white"},
            {"at": common, "value": 1},
        ],
        control={"white": [mine], "red": [theirs, common]},
    )
    assert scene.ask("score").score.value == 6
    assert scene.areas(OverlayKind.OBJECTIVES) == {
        "overlay.counts-for white": {mine},
        "overlay.counts-for red": {common},
        "overlay.counts-for-nobody": {theirs},
    }
