"""The maps of War in Europe lie on the globe as the rulebook numbers them (3.11 to 3.13)."""

from __future__ import annotations

import functools
from collections import Counter

import pytest

from engine.core.board import Board
from engine.core.ids import Side
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.maps.map_text import plan_of
from engine.rulesets.assembly import assemble, palette_of
from engine.rulesets.library import find_bundled
from engine.rulesets.registry import registered
from engine.rulesets.war_in_europe.railways import friendly_rails
from engine.rulesets.war_in_europe.weather import repair_price
from engine.session.session import Session


@functools.cache
def europe() -> Board:
    """All nine sheets, as Overlord has them."""
    plan, issues = plan_of(find_bundled("overlord").load().maps["overlord"])
    assert not issues
    return compile_map(plan)


@pytest.mark.parametrize(
    ("label", "place"),
    [
        ("C1928", "Nice"),
        ("C1920", "Lyon"),
        ("C4728", "Vienna"),
        ("H2021", "Sevastopol"),
        ("C1107", "Nantes"),
        ("A3814", "San Sebastian"),
        ("C0116", "Bayonne"),
    ],
)
def test_towns_lie_in_the_hexes_that_are_named(label: str, place: str) -> None:
    board = europe()
    assert place in {feature.name for feature in board.features(board.at(label))}


@pytest.mark.parametrize(("label", "other"), [("D0101", "C0134"), ("G0101", "C6101"), ("H0101", "G0134")])
def test_sheets_overlap_by_one_row_or_column(label: str, other: str) -> None:
    board = europe()
    assert board.at(label) == board.at(other)
    assert board.label(board.at(other)) == label, "the hex 0101 of every sheet is seen"


@pytest.mark.parametrize(
    ("label", "beside"), [("A3814", "C0115"), ("A3814", "C0116"), ("A3845", "D0113"), ("A3845", "D0114")]
)
def test_spain_lies_half_a_hex_off_france(label: str, beside: str) -> None:
    board = europe()
    assert board.at(beside) in {to for to, _ in board.links[board.at(label)]}


def test_every_sheet_is_there() -> None:
    board = europe()
    assert {label[0] for label in board.labels if label[:1].isupper()} == set("ABCDEFGHJ")
    assert 15_000 < sum(bool(sheet) for sheet in board.sheets) < 19_000


@pytest.mark.rule("war-in-europe:6.62", "war-in-europe:6.5")
def test_what_the_soviets_hold_in_june_1941_has_their_gauge() -> None:
    """Railways of the lands that the USSR controls when the scenario begins are of the wide gauge."""
    game = assemble(find_bundled("east-1941").load())
    state = Session.new(game, 1).state
    wide = friendly_rails(game, state, Side("allied"))
    assert wide
    assert all(wide.values())
    assert repair_price(game, state, min(wide), same_gauge=True) == 1


def test_markers_of_track_that_many_hexes_have_are_small() -> None:
    """In June 1941 more than a hundred hexes have a changed gauge: squares with letters would hide the armies."""
    small = {swatch.id for swatch in palette_of(registered()["war-in-europe"]).markers if swatch.icon == "cut"}
    state = Session.new(assemble(find_bundled("east-1941").load()), 1).state
    often = Counter(name for laid in state.markers.values() for name in laid)
    assert {name for name, count in often.items() if count > 50} <= small
    assert often["gauge-changed"] > 50
