"""Chapter 1: the map, roundings, zones of control and dominant values."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH
from engine.rulesets.white_october.ratings import rounded
from engine.rulesets.words import catalogue
from tests.engine.rulesets.white_october.fights import CENTRE, NE, NW, SE, SW, N, S, combat
from tests.engine.rulesets.white_october.scenes import FIELD, here, hexes, moving, october
from tests.helpers.positions import Scene, costs, marked


def covered(scene: Scene, side: str) -> set[str]:
    """The hexes in a zone of a side."""
    return {at for row in hexes(FIELD) for at in row if side in scene.ask("zone", at).sides}


@pytest.mark.rule("white-october:1.1")
def test_hexes_are_labelled_by_diagonal_row_and_column() -> None:
    """A row runs up to the east, half a hex a column, and numbers grow northward: as on the map of the game."""
    scene = october({"inf": here(2, 2)}, phase="movement", side="white")
    board = scene.game.board
    number, letter = here(3, 3).split("/")
    assert letter == "C"
    assert board.neighbour(board.at(here(3, 3)), 1) == board.at(f"{number}/D")
    assert board.neighbour(board.at(here(3, 3)), 0) == board.at(f"{int(number) + 1}/C")
    assert scene.game.materials.ground.row(board.at(here(3, 3))) == int(number)


@pytest.mark.rule("white-october:1.1")
def test_a_hex_with_a_blue_side_is_maritime_and_its_neighbour_is_not() -> None:
    scene = october(
        {"inf": here(2, 2)}, "..s/...", phase="movement", side="white", sides={"shore": [f"{here(2, 1)}/NE"]}
    )
    board, ground = scene.game.board, scene.game.materials.ground
    sea, shore, inland = (board.at(here(column, 1, "..s/...")) for column in (3, 2, 1))
    assert sea in ground.maritime
    assert sea not in ground.coast
    assert shore in ground.coast
    assert inland not in ground.maritime


@pytest.mark.rule("white-october:1.1")
def test_hexes_at_the_edge_are_played_on() -> None:
    scene = moving({"inf": here(1, 1)})
    assert here(1, 2) in costs(scene, "inf")


@pytest.mark.rule("white-october:1.2")
def test_a_unit_has_as_many_strength_points_as_faces_left() -> None:
    scene = combat({"inf4": CENTRE, "inf": {"at": SW, "step": 1}, "rifle": NE})
    assert scene.ask("unit", "inf4").factors.strength.value == 4
    assert scene.ask("unit", "inf").factors.strength.value == 2


@pytest.mark.rule("white-october:1.3")
@pytest.mark.parametrize(
    ("unit", "combat_unit", "support", "vehicle"),
    [
        ("inf", True, False, False),
        ("cav", True, False, False),
        ("train", True, True, False),
        ("guns", False, True, False),
        ("fort", False, True, False),
        ("redfleet", False, True, False),
        ("plane", False, True, False),
        ("tanks", False, False, True),
        ("car", False, False, True),
        ("hqa", False, False, False),
    ],
)
def test_units_are_of_four_sorts(unit: str, combat_unit: bool, support: bool, vehicle: bool) -> None:
    scene = moving({unit: CENTRE, "inf-9": here(1, 1)})
    kind = scene.game.materials.kind(scene.unit(unit))
    assert (kind.is_combat, kind.is_support, kind.is_vehicle) == (combat_unit, support, vehicle)


def test_a_counter_shows_what_is_printed_and_defence_where_it_differs() -> None:
    scene = moving({"inf": CENTRE, "cav": marked(SW, "low-ammo"), "train": NE, "hqa": NW})
    assert scene.ask("unit", "inf").shown == ["attack", "quality", "morale", "movement"]
    assert scene.ask("unit", "cav").shown == ["attack", "defence", "quality", "morale", "movement"]
    assert scene.ask("unit", "train").shown == ["attack", "fire", "quality", "morale"]
    assert scene.ask("unit", "hqa").shown == ["radius", "command", "movement"]


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_every_weather_of_the_calendar_has_words(language: str) -> None:
    spoken = catalogue("white-october", language)
    track = moving({"inf": CENTRE}).game.materials.turns
    assert {box.weather for box in track.entries} == {"clear", "bad"}
    assert all(f"track.{box.weather}" in spoken for box in track.entries)


@pytest.mark.rule("white-october:1.4")
@pytest.mark.parametrize(
    ("value", "whole"), [(Fraction(349, 100), 3), (Fraction(7, 2), 4), (Fraction(5, 2), 3), (2, 2)]
)
def test_halves_are_rounded_up_and_less_is_rounded_down(value: Fraction, whole: int) -> None:
    assert rounded(value) == whole


@pytest.mark.rule("white-october:1.4")
def test_values_that_are_divided_are_added_first() -> None:
    """Two disorganised units of 7 are worth 7 together, not twice 4."""
    units = {"inf": marked(SW, "disorganised"), "inf-2": marked(SW, "disorganised"), "rifle": CENTRE}
    answer = combat(units).ask("attack", units=["inf", "inf-2"], target=CENTRE)
    assert answer.attack.value == 7


@pytest.mark.rule("white-october:1.4")
def test_a_value_that_is_divided_twice_is_rounded_once() -> None:
    """9 by 4 is 2.25, so 2; with a rounding between the two halvings it would be 3."""
    units = {"inf4": marked(SW, "disorganised", "low-ammo"), "rifle": CENTRE}
    assert combat(units).ask("attack", units=["inf4"], target=CENTRE).attack.value == 2


@pytest.mark.rule("white-october:1.4")
@pytest.mark.parametrize(("red", "odds"), [("rifle", "1/1"), ("rifle2", "2/1"), ("rifle4", "1/1")])
def test_a_ratio_falls_to_the_bracket_it_reaches(red: str, odds: str) -> None:
    """7 against 5 is 1.4, against 3 more than 2, against 6 hardly more than 1."""
    assert combat({"inf": SW, red: CENTRE}).ask("attack", units=["inf"], target=CENTRE).odds == odds


@pytest.mark.rule("white-october:1.5")
def test_a_zone_covers_the_six_hexes_around() -> None:
    scene = moving({"inf": CENTRE})
    assert covered(scene, "white") == {N, NE, SE, S, SW, NW}


@pytest.mark.rule("white-october:1.5")
def test_a_zone_covers_them_whatever_lies_between() -> None:
    scene = moving({"inf": CENTRE}, sides={"neva": [f"{CENTRE}/N"], "lakeside": [f"{CENTRE}/S"]})
    assert covered(scene, "white") == {N, NE, SE, S, SW, NW}


@pytest.mark.rule("white-october:1.5")
@pytest.mark.parametrize("unit", ["tanks", "car", "hqa", "squadron", "weak"])
def test_units_without_a_zone(unit: str) -> None:
    assert covered(moving({unit: CENTRE, "rifle": here(10, 7)}, side="red"), "white") == set()


@pytest.mark.rule("white-october:1.5")
@pytest.mark.parametrize("unit", ["inf", "cav", "guns", "train"])
def test_units_with_a_zone(unit: str) -> None:
    assert N in covered(moving({unit: CENTRE, "rifle": here(10, 7)}, side="red"), "white")


@pytest.mark.rule("white-october:1.5")
def test_two_white_symbols_together_have_a_zone() -> None:
    assert N in covered(moving({"weak": CENTRE, "weak-2": CENTRE, "inf-9": here(12, 8)}), "white")


@pytest.mark.rule("white-october:1.5")
def test_a_routed_unit_has_no_zone_and_restores_none() -> None:
    alone = {"inf": marked(CENTRE, "routed"), "inf-9": here(12, 8)}
    assert covered(october(alone, phase="combat", side="white"), "white") == covered(
        moving({"inf-9": here(12, 8)}), "white"
    )
    together = {"weak": CENTRE, "inf": marked(CENTRE, "routed"), "rifle": here(10, 7)}
    assert covered(moving(together, side="red"), "white") == set()


def quality_of(scene: Scene) -> int:
    return int(scene.ask("stack", CENTRE).factors.quality.value)


TWO_POINTS = [
    {
        "id": f"q{quality}",
        "name": "Q",
        "side": "white",
        "nation": "nwa",
        "movement_class": "foot",
        "traits": ["infantry"],
        "steps": [{"combat": 4, "quality": quality, "morale": quality, "movement": 5}] * 2,
    }
    for quality in (2, 3, 4, 5, 6)
]


def stacked(*qualities: int) -> Scene:
    units = {f"q-{number}": {"at": CENTRE, "type": f"q{each}"} for number, each in enumerate(qualities)}
    return moving(units, types=TWO_POINTS)


@pytest.mark.rule("white-october:1.6")
def test_the_rulebooks_example_of_dominant_quality() -> None:
    """Q6, Q6 and Q3 of two points each: 6, and one less for the one that is three below."""
    assert quality_of(stacked(6, 6, 3)) == 5


@pytest.mark.rule("white-october:1.6")
def test_of_values_as_common_as_each_other_the_worse_counts() -> None:
    assert quality_of(stacked(6, 4)) == 4
    assert quality_of(stacked(5, 5, 4)) == 5


@pytest.mark.rule("white-october:1.6")
def test_one_that_is_three_better_raises_the_dominant_value() -> None:
    assert quality_of(stacked(3, 3, 6)) == 4


@pytest.mark.rule("white-october:1.6")
def test_strength_points_count_and_not_units() -> None:
    scene = moving({"inf4": CENTRE, "weak": CENTRE}, types=TWO_POINTS)
    assert quality_of(scene) == 5


@pytest.mark.rule("white-october:1.7")
def test_aircraft_fly_by_clear_weather_alone() -> None:
    units = {"plane": "white-air", "rifle": CENTRE, "inf": SW}
    assert combat(units, turn=1).allows(f"bombard plane {CENTRE}")
    assert combat(units, turn=3).refused(f"bombard plane {CENTRE}") == "1.7"
