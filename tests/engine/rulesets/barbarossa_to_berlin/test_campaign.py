"""Chapters 4 and 20 as data: the map, the counters, the cards, and who stands where in June 1941."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache

import pytest

from engine.core.board import Board
from engine.core.ids import Location
from engine.core.state import State
from engine.rulesets.assembly import bundled_brief, game_of
from engine.rulesets.barbarossa_to_berlin.materials import Materials

CAMPAIGN, SUMMER = "europe-1941-45", "summer-1941"
SCENARIOS = (CAMPAIGN, SUMMER)
BOXES = {"axis-reserve", "allied-reserve", "axis-eliminated", "allied-eliminated", "turn-track", "removed", "to-come"}

ALLIED_SETUP = {
    "basra": "br-corps!", "alexandria": "cw-corps!", "cairo": "cw-corps!", "buq-buq": "br-corps cw-corps",
    "tobruk": "cw-corps", "courland": "su-army", "riga": "su-army", "vitebsk": "su-army", "smolensk": "su-army",
    "brest-litovsk": "su-army", "pinsk": "su-army", "kovel": "su-army", "kolomyja": "su-army",
    "tarnopol-rovno": "su-army", "chernovitsi": "su-army", "dnepropetrovsk": "su-army", "sevastopol": "su-army",
    "odessa": "su-army", "leningrad": "su-leningrad-front", "kaunas": "su-northwest-front",
    "bialystok": "su-west-front", "lwow": "su-southwest-front", "gomel": "su-central-front",
    "mozhaisk": "su-reserve-front", "armavir": "su-caucasus-front", "kishinev": "su-south-front", "moscow": "stalin",
    "allied-reserve": "su-army su-army su-army su-army su-army",
}  # fmt: skip
AXIS_SETUP = {
    "genoa": "it-corps", "trieste": "it-corps", "naples": "it-corps", "palermo": "it-corps", "taranto": "it-corps",
    "zagreb": "it-corps", "albania": "it-corps", "tripoli": "it-corps", "benghazi": "it-corps", "gazala": "it-corps",
    "bir-hacheim": "it-mech-corps!", "budapest": "hu-3-army", "belgrade": "ge-corps hu-corps", "cluj": "hu-corps",
    "sofia": "bu-corps", "plovdiv": "bu-corps", "salonika": "bu-corps", "yassi": "ge-11-army! ro-3-army",
    "galatz": "ro-4-army", "bucharest": "ro-corps", "brest": "ge-corps", "holland": "ge-corps",
    "trondheim": "ge-corps", "bergen": "ge-corps", "oslo": "ge-corps", "athens": "ge-corps", "crete": "ge-corps",
    "masurian-lakes": "ge-corps", "slovakia": "ge-corps", "vienna": "ge-2-army! ge-panzer-corps",
    "memel": "ge-16-army ge-18-army ge-4-panzer-army", "insterberg": "ge-3-panzer-army ge-9-army",
    "warsaw": "ge-2-panzer-army ge-4-army ge-corps", "lublin": "ge-1-panzer-army ge-6-army", "tarnow": "ge-17-army",
    "hellfire-pass": "ge-panzer-corps",
    "axis-reserve": " ".join(["ge-corps"] * 4 + ["ge-panzer-corps"] * 4 + ["ro-corps"] * 2),
}  # fmt: skip


@cache
def board_of(name: str) -> Board:
    return bundled_brief(name).board


def sort_of(unit: str) -> str:
    """The sort of a corps or army that is one of many alike; any other unit is itself."""
    head, _, number = unit.rpartition("-")
    return head if number.isdigit() else unit


def begun() -> State:
    """The campaign before anybody has decided anything."""
    return game_of(bundled_brief(CAMPAIGN)).new(1).state


def standing(state: State) -> dict[str, str]:
    """What stands where, by sorts; an exclamation mark behind what is reduced."""
    board = board_of(CAMPAIGN)
    found: dict[str, list[str]] = defaultdict(list)
    for unit in state.every_unit():
        if board.key(unit.at) not in ("to-come", "removed"):
            found[board.key(unit.at)].append(sort_of(unit.id) + ("!" if unit.step else ""))
    return {place: " ".join(sorted(units)) for place, units in found.items()}


@pytest.mark.rule("barbarossa-to-berlin:20.3", "barbarossa-to-berlin:20.4", "barbarossa-to-berlin:4.2")
def test_the_campaign_begins_as_chapter_20_says_unit_by_unit() -> None:
    expected = {place: " ".join(sorted(units.split())) for place, units in (ALLIED_SETUP | AXIS_SETUP).items()}
    assert standing(begun()) == expected


@pytest.mark.rule("barbarossa-to-berlin:20.3", "barbarossa-to-berlin:20.4", "barbarossa-to-berlin:4.1")
def test_trenches_and_tracks_lie_as_at_the_start() -> None:
    state, board = begun(), board_of(CAMPAIGN)
    markers = {(board.key(at), *each) for at, lying in state.markers.items() for each in lying.items()}
    assert markers == {
        ("saar", "west-wall", 1),
        ("stuttgart", "west-wall", 1),
        ("tobruk", "trench-british", 1),
        ("bialystok", "trench", 1),
        ("kishinev", "trench", 1),
        ("lwow", "trench", 2),
    }
    assert (state.turn, state.values["vp"]) == (1, 7)
    assert (state.values["orders-axis"], state.values["orders-allied"]) == ("none", "stalin")
    assert all(state.values[f"rp-{pool}"] == 0 for pool in ("german", "axis", "british", "american", "soviet"))


@pytest.mark.rule("barbarossa-to-berlin:20.4", "barbarossa-to-berlin:20.5", "barbarossa-to-berlin:20.2")
def test_who_is_placed_by_choice_or_by_a_war_waits() -> None:
    units = [unit for unit in begun().every_unit() if unit.values]
    assert {board_of(CAMPAIGN).key(unit.at) for unit in units} == {"to-come"}
    waiting = {unit.id: (unit.step, dict(unit.values)) for unit in units}
    assert waiting == {
        "ge-1-army": (1, {"free-setup": "france"}),
        "ge-7-army": (1, {"free-setup": "france"}),
        "sw-1-army": (0, {"neutral": "sweden", "setup": "stockholm"}),
        "sw-corps-1": (0, {"neutral": "sweden", "setup": "reserve"}),
        "tu-1-army": (0, {"neutral": "turkey", "setup": "istanbul"}),
        "tu-2-army": (0, {"neutral": "turkey", "setup": "ankara"}),
        "tu-corps-1": (0, {"neutral": "turkey", "setup": "anywhere"}),
        "tu-corps-2": (0, {"neutral": "turkey", "setup": "anywhere"}),
        "tu-corps-3": (0, {"neutral": "turkey", "setup": "reserve"}),
        "tu-corps-4": (0, {"neutral": "turkey", "setup": "reserve"}),
    }


@pytest.mark.rule("barbarossa-to-berlin:20.1")
def test_the_campaign_runs_from_june_1941_to_the_summer_of_1945() -> None:
    brief = bundled_brief(CAMPAIGN)
    turns = brief.charts.track("turns")
    assert (begun().turn, brief.scenario.last_turn, turns.turns()) == (1, 18, tuple(range(1, 19)))
    assert (turns.at(1).date, turns.at(18).date) == ("June 1941", "Summer 1945")


def test_the_map_has_every_space_and_every_connection_once() -> None:
    brief = bundled_brief(CAMPAIGN)
    board, materials = brief.board, Materials.of(brief)
    terrains = Counter(board.terrains)
    assert (sum(materials.on_map), terrains["beach"], terrains["sea"]) == (344, 21, 8)
    assert Counter(edge.kind for edge in board.edges) == {"regular": 534, "river": 78, "sea": 33, "invasion": 5}
    pairs = Counter(frozenset((edge.a, edge.b)) for edge in board.edges)
    assert max(pairs.values()) == 1
    joined = {frozenset(map(board.key, (edge.a, edge.b))) for edge in board.edges if edge.kind == "invasion"}
    assert joined == {frozenset(f"beach-{letter}" for letter in pair) for pair in ("ab", "de", "fg", "kl", "pq")}
    corridor = board.edge_between(board.at("leningrad"), board.at("tikhvin-volkhov"))
    assert corridor is not None
    assert board.edges[corridor].kind == "sea"


@pytest.mark.parametrize("name", SCENARIOS)
def test_no_space_is_an_orphan_and_all_hang_together(name: str) -> None:
    board = board_of(name)
    places = [Location(at) for at in range(board.size) if board.key(Location(at)) not in BOXES]
    assert all(board.links[at] for at in places)
    reached, waiting = {places[0]}, [places[0]]
    for at in waiting:
        for to, _ in board.links[at]:
            if to not in reached:
                reached.add(Location(to))
                waiting.append(Location(to))
    assert {board.key(at) for at in set(places) - reached} == set()


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_space_of_the_land_has_a_country(name: str) -> None:
    brief = bundled_brief(name)
    materials = Materials.of(brief)
    for number in range(brief.board.size):
        if materials.on_map[number] and brief.board.terrains[number] != "beach":
            assert materials.countries[number], brief.board.key(Location(number))


@pytest.mark.parametrize("name", SCENARIOS)
def test_units_stand_where_their_side_is_in_control_and_no_more_than_three(name: str) -> None:
    brief = bundled_brief(name)
    held = {place: each.side for each in brief.scenario.control for place in each.locations}
    stacks = Counter(placed.at for placed in brief.scenario.setup if placed.at not in BOXES and placed.unit != "stalin")
    assert max(stacks.values()) == 3
    for placed in brief.scenario.setup:
        assert placed.at in BOXES or held[placed.at] == brief.side_of(placed.unit), placed


def test_what_the_spaces_are_by_number() -> None:
    materials = Materials.of(bundled_brief(CAMPAIGN))
    kinds = ("urban", "victory", "fort", "supply", "port", "resource", "capital", "wehrkreis", "beach", "closed")
    counts = {kind: len(materials.with_feature(kind)) for kind in kinds}
    assert counts == {
        "urban": 22, "victory": 53, "fort": 5, "supply": 11, "port": 27, "resource": 5, "capital": 11,
        "wehrkreis": 19, "beach": 21, "closed": 7,
    }  # fmt: skip
    areas = {name: len(materials.board.regions[name].members) for name in ("vichy", "sicily", "north-africa")}
    assert areas == {"vichy": 17, "sicily": 4, "north-africa": 31}
    assert Counter(materials.countries)["soviet-union"] == 116


def test_the_counters_and_cards_are_complete() -> None:
    brief = bundled_brief(CAMPAIGN)
    materials = Materials.of(brief)
    assert len(brief.units) == 189
    assert Counter(unit.type for unit in brief.units.values()) == {
        name: each.limit for name, each in brief.types.items()
    }
    for side in ("axis", "allied"):
        cards = [card for card in materials.cards.values() if card.side == side]
        assert [card.total_war for card in sorted(cards, key=lambda card: card.id)] == [False] * 25 + [True] * 30
    assert all(brief.cards[card].text for card in brief.cards)
    spare = [placed.unit for placed in brief.scenario.setup if placed.at == "removed"]
    assert [sort_of(unit) for unit in spare] == ["ge-corps"] * 4
