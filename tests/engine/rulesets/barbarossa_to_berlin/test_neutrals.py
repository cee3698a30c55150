"""Chapter 17 and 20.5: neutrals."""

from __future__ import annotations

import pytest

from engine.core.draft import Draft
from engine.rulesets.barbarossa_to_berlin.names import Nation, Supply
from engine.rulesets.barbarossa_to_berlin.nations import may_enter
from engine.rulesets.barbarossa_to_berlin.neutrals import enter_us, enter_vichy
from engine.rulesets.barbarossa_to_berlin.supply import supply_at
from tests.engine.rulesets.barbarossa_to_berlin.europe import allowed, europe, event, in_box, points, refused, value
from tests.helpers.positions import Scene


def kept_out(scene: Scene, unit: str, at: str) -> str | None:
    """The case that keeps a unit out of a space."""
    found = may_enter(scene.game, scene.state, scene.unit(unit), scene.game.board.at(at))
    return None if found is None else found.rule


@pytest.mark.rule("barbarossa-to-berlin:17.1", "barbarossa-to-berlin:17.4")
def test_war_is_declared_on_turkey_and_sweden_alone() -> None:
    scene = europe()
    assert sorted(scene.choices("declare-war")) == ["declare-war sweden", "declare-war turkey"]
    assert scene.refused("declare-war italy") == "17.4"
    assert scene.play("declare-war sweden").refused("declare-war sweden") == "17.4"


@pytest.mark.rule("barbarossa-to-berlin:17.2")
def test_without_the_united_states_no_american_cards_and_replacements() -> None:
    scene = europe(9, 38, 33)
    assert refused(scene, 9) == "card.allied.9"
    assert refused(scene, 38) == "card.allied.38"
    assert refused(europe(33, turn=14), 33) == "card.allied.33"
    neutral = scene.play("play-card allied-09 rp")
    assert not value(neutral, "rp-american")
    assert value(neutral, "rp-british") == 4
    war = europe(9, values={"us-at-war": 4}).play("play-card allied-09 rp")
    assert value(war, "rp-american") == 4
    draft = Draft(scene.state)
    enter_us(draft)
    assert draft.state.values["us-at-war"] == 6


@pytest.mark.rule("barbarossa-to-berlin:17.3")
def test_nobody_enters_vichy_before_it_is_at_war() -> None:
    scene = europe(units={"ge-corps-16": "dijon"})
    assert kept_out(scene, "ge-corps-16", "lyon") == "17.3"
    assert kept_out(scene, "br-corps-1", "tunis") == "17.3"
    draft = Draft(scene.state)
    enter_vichy(draft)
    at = scene.game.board.at("lyon")
    assert may_enter(scene.game, draft.state, scene.unit("ge-corps-16"), at) is None
    assert scene.holder("lyon") is None


@pytest.mark.rule("barbarossa-to-berlin:17.3")
def test_the_first_landing_south_of_norway_brings_vichy_into_the_war() -> None:
    ready = {"us-build-up": 5}
    torch = event(europe(1, turn=7, events=ready), 1).play("place-beachhead beach-k beachhead-allied")
    assert value(torch, "vichy-at-war") == 7
    torch = torch.play("done", "land-unit br-1-army beach-k", "land-unit us-corps-1 beach-k")
    torch = torch.play("land-unit us-corps-2 beach-k", "advance us-corps-1 oran")
    assert torch.holder("oran") == "allied"
    assert torch.holder("algiers") is None
    norway = event(europe(16, turn=7, events=ready), 16).play("place-beachhead beach-a beachhead-allied")
    assert value(norway, "vichy-at-war") is None


@pytest.mark.rule("barbarossa-to-berlin:17.4", "barbarossa-to-berlin:20.5")
def test_the_other_side_sets_up_the_turks_and_has_them() -> None:
    scene = europe(side="axis").play("declare-war turkey")
    assert scene.menu.side == "allied"
    assert scene.place("tu-1-army") == "Istanbul"
    assert scene.place("tu-2-army") == "Ankara"
    assert scene.unit("tu-1-army").side == "allied"
    assert in_box(scene, "allied-reserve", "turkish-corps") == ["tu-corps-3", "tu-corps-4"]
    assert scene.refused("place-neutral tu-corps-1 sofia") == "20.5"
    assert scene.refused("place-neutral tu-corps-2 kars") == "20.5"
    scene = scene.play("place-neutral tu-corps-1 edirne", "place-neutral tu-corps-2 edirne")
    assert scene.stack("edirne") == ("tu-corps-1", "tu-corps-2")
    assert scene.menu.side == "axis"
    assert scene.menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:17.4", "barbarossa-to-berlin:20.5")
def test_attacked_by_the_allies_sweden_fights_for_the_axis() -> None:
    scene = europe().play("declare-war sweden")
    assert scene.place("sw-1-army") == "Stockholm"
    assert scene.unit("sw-1-army").side == "axis"
    assert in_box(scene, "axis-reserve", "swedish-corps") == ["sw-corps-1"]
    assert scene.holder("malmo") == "axis"
    assert points(scene) == 7
    assert scene.menu.side == "allied"


@pytest.mark.rule("barbarossa-to-berlin:17.4")
def test_a_country_that_counted_for_the_allies_since_casablanca_counts_for_nobody_when_it_joins_the_axis() -> None:
    scene = europe(events={"casablanca": 5}).play("declare-war sweden")
    assert points(scene) == 8
    assert points(europe(side="axis", events={"casablanca": 5}).play("declare-war sweden")) == 7


@pytest.mark.rule("barbarossa-to-berlin:17.4")
def test_turks_are_always_supplied_at_home_and_never_leave() -> None:
    scene = europe(side="axis").play("declare-war turkey", "place-neutral tu-corps-1 edirne")
    at = scene.game.board.at
    assert supply_at(scene.game, scene.state, Nation.TURKISH, at("edirne")) is Supply.FULL
    assert kept_out(scene, "tu-corps-1", "sofia") == "17.4"
    assert kept_out(scene, "tu-corps-1", "izmit") is None
    before = europe()
    assert kept_out(before, "bu-corps-1", "edirne") == "17.4"
    assert kept_out(scene, "bu-corps-1", "edirne") is None


@pytest.mark.rule("barbarossa-to-berlin:17.2", "barbarossa-to-berlin:card.allied.6")
def test_only_one_declaration_of_war_is_needed() -> None:
    assert allowed(europe(6, turn=3), 6)
    assert refused(europe(6, turn=3, values={"us-at-war": 3}), 6) == "17.2"
