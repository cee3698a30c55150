"""Chapters 16 and 18: Italy leaves, points, levels and the fall of the capitals."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.assembly import bundled_brief, game_of
from engine.rulesets.red_star_rising.names import AXIS, SOVIET
from engine.rulesets.red_star_rising.victory import level_of, score_terms
from tests.engine.rulesets.red_star_rising.battles import fought
from tests.engine.rulesets.red_star_rising.scenes import city, red_star
from tests.helpers.positions import Scene

WEST = {"axis": ["0101"], "soviet": ["0806"]}


def standing(units: dict[str, Any], **more: Any) -> Scene:
    more = {"sources": WEST, "phase": "movement", "side": "axis", "turn": 3, **more}
    return red_star({"army": "0806", **units}, **more)


def points(scene: Scene, case: str) -> int:
    return int(scene.ask("score").score.by_rule.get(case, 0))


@pytest.mark.rule("red-star-rising:18.0.5", "red-star-rising:18.0.3", "red-star-rising:11.2.6")
@pytest.mark.parametrize(
    ("unit", "worth"),
    [
        ({"pz": "0202"}, 8),
        ({"pz": {"at": "0202", "step": 1}}, 6),
        ({"pzkg": {"at": "0202", "step": 1}}, 2),
        ({"inf": "0202"}, 4),
        ({"mtn": "0202"}, 4),
        ({"base": "0202"}, 4),
        ({"depot": "0202"}, 2),
        ({"romhq": "0202"}, 1),
        ({"sec": "0202"}, 1),
        ({"ita": "0202"}, 2),
        ({"siege": "0202"}, 0),
        ({"fleet": "0202"}, 0),
    ],
)
def test_what_a_supplied_unit_is_worth(unit: dict[str, Any], worth: int) -> None:
    assert points(standing(unit), "18.0.5") == worth


@pytest.mark.rule("red-star-rising:18.0.5")
@pytest.mark.parametrize("mark", ["unsupplied", "lacking", "emergency"])
def test_units_short_of_supply_count_nothing(mark: str) -> None:
    assert points(standing({"pz": {"at": "0202", "marks": [mark]}}), "18.0.5") == 0


def with_city(units: dict[str, Any], **more: Any) -> Scene:
    more = {"features": [city("0303", "Kiev")], "control": {"axis": ["0303"]}, **more}
    return standing(units, objectives=[{"at": "0303", "value": 7}], **more)


@pytest.mark.rule("red-star-rising:18.0.4")
def test_a_city_counts_for_the_axis_alone_and_only_under_control() -> None:
    assert points(with_city({"inf": "0303"}), "18.0.4") == 7
    assert points(with_city({}, control={"soviet": ["0303"]}), "18.0.4") == 0


@pytest.mark.rule("red-star-rising:18.0.4")
def test_an_empty_city_in_an_enemy_zone_does_not_count() -> None:
    assert points(with_city({"rifle": "0304"}), "18.0.4") == 0
    assert points(with_city({"rifle": "0304", "inf": "0303"}), "18.0.4") == 7
    assert points(with_city({"rifle": "0304", "sec": "0303"}), "18.0.4") == 7


def test_the_axis_cannot_leave_a_city_in_an_enemy_zone_without_losing_its_points() -> None:
    beside, alone = with_city({"rifle": "0304", "inf": "0303"}), with_city({"inf": "0303"})
    at = alone.game.board.at("0303")
    assert alone.game.ruleset.stays_with(alone.game, alone.state, at, AXIS)
    assert not beside.game.ruleset.stays_with(beside.game, beside.state, at, AXIS)
    assert not alone.game.ruleset.stays_with(alone.game, alone.state, at, SOVIET)
    lost = with_city({"inf": "0304"}, control={"soviet": ["0303"]})
    assert lost.game.ruleset.stays_with(lost.game, lost.state, at, SOVIET)


@pytest.mark.rule("red-star-rising:18.0.4")
def test_a_city_cut_off_from_every_source_does_not_count() -> None:
    wall = {f"rifle-{row}": f"020{row}" for row in range(1, 7)}
    assert points(with_city({"inf": "0403", **wall}), "18.0.4") == 0


@pytest.mark.rule("red-star-rising:18.0.4", "red-star-rising:10.1.2")
@pytest.mark.parametrize("unit", ["cav", "hq", "leader"])
def test_a_city_with_a_soviet_unit_in_it_draws_no_line_though_its_control_has_not_changed(unit: str) -> None:
    beside, inside = with_city({unit: "0304"}), with_city({unit: "0303"})
    assert beside.holder("0303") == inside.holder("0303") == "axis"
    assert points(beside, "18.0.4") == 7
    assert points(inside, "18.0.4") == 0
    assert points(with_city({"partisan": "0303"}), "18.0.4") == 7


@pytest.mark.rule("red-star-rising:18.0.3")
def test_destroyed_assets_count() -> None:
    assert points(standing({"oil": "destroyed-assets", "factory": "evacuated-factories"}), "18.0.3") == 2


@pytest.mark.rule("red-star-rising:18.0.1", "red-star-rising:18.0.2")
@pytest.mark.parametrize(
    ("count", "level"),
    [(160, "axis-decisive"), (130, "axis-marginal"), (100, "soviet-marginal"), (99, "soviet-decisive")],
)
def test_levels_follow_from_the_points(count: int, level: str) -> None:
    assert level_of(standing({"pz": "0202"}).game.materials, count) == level


@pytest.mark.rule("red-star-rising:18.0.2", "red-star-rising:18.0.5")
def test_after_the_last_turn_a_supply_phase_is_played_and_the_points_decide() -> None:
    scene = standing({"pz": "0202", "inf": "0706"}, phase="contact", side=None, last_turn=3)
    assert scene.state.outcome is not None
    assert scene.state.outcome.rule == "18.0.2"
    assert scene.state.outcome.winner == "soviet"


def entering(name: str, die: int, **more: Any) -> Scene:
    more = {"features": [city("0303", name)], "dice": [die], **more}
    return standing({"pz": "0302"}, **more).play("step-to pz 0303")


@pytest.mark.rule("red-star-rising:18.1.1", "red-star-rising:18.1")
def test_moscow_surrenders_on_a_one() -> None:
    outcome = entering("Moscow", 1).state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level, outcome.rule) == ("axis", "decisive", "18.1.1")
    assert entering("Moscow", 2).state.outcome is None


@pytest.mark.rule("red-star-rising:18.1.2", "red-star-rising:18.1")
def test_baku_surrenders_likewise() -> None:
    outcome = entering("Baku", 1).state.outcome
    assert outcome is not None
    assert outcome.rule == "18.1.2"


@pytest.mark.rule("red-star-rising:18.1.1")
def test_holding_leningrad_and_baku_helps() -> None:
    cities = [city("0303", "Moscow"), city("0101", "Leningrad"), city("0102", "Baku")]
    both = {"features": cities, "control": {"axis": ["0101", "0102"]}}
    one = {"features": cities, "control": {"axis": ["0101"], "soviet": ["0102"]}}
    assert entering("Moscow", 3, **both).state.outcome is not None
    assert entering("Moscow", 3, **one).state.outcome is None
    assert entering("Moscow", 2, **one).state.outcome is not None


@pytest.mark.rule("red-star-rising:18.1.2")
def test_holding_leningrad_and_moscow_helps_at_baku() -> None:
    cities = [city("0303", "Baku"), city("0101", "Leningrad"), city("0102", "Moscow")]
    both = {"features": cities, "control": {"axis": ["0101", "0102"]}}
    assert entering("Baku", 3, **both).state.outcome is not None
    assert entering("Baku", 4, **both).state.outcome is None


@pytest.mark.rule("red-star-rising:18.1.1", "red-star-rising:18.1.2")
@pytest.mark.parametrize("capital", ["Moscow", "Baku"])
def test_stalingrad_and_sevastopol_take_two_off_the_die_but_only_together(capital: str) -> None:
    cities = [city("0303", capital), city("0101", "Stalingrad"), city("0102", "Sevastopol", "fortress")]
    both = {"features": cities, "control": {"axis": ["0101", "0102"]}}
    one = {"features": cities, "control": {"axis": ["0101"], "soviet": ["0102"]}}
    [thrown] = entering(capital, 3, **both).told("surrender-rolled")
    assert (thrown.modified, thrown.result) == (1, "surrender")
    [thrown] = entering(capital, 3, **one).told("surrender-rolled")
    assert (thrown.modified, thrown.result) == (3, "shock")


@pytest.mark.rule("red-star-rising:18.1")
def test_a_capital_is_entered_by_an_advance_or_a_retreat_as_well() -> None:
    advanced = fought(
        {"inf": "0404", "rifle": "0504"}, "0504", "inf", "DE", dice=[1], features=[city("0504", "Moscow")]
    )
    assert advanced.play("advance inf 0504").state.outcome is not None
    beaten = fought({"inf": "0404", "rifle": "0504"}, "0504", "inf", "A1", dice=[1], features=[city("0304", "Moscow")])
    assert beaten.play("fall-back", "retreat inf 0304").state.outcome is not None


@pytest.mark.rule("red-star-rising:18.1.1")
def test_a_striped_marker_that_was_brought_back_is_out_of_play_when_it_is_used_again() -> None:
    units = {"pz": "0404", "army": "0504"}
    given: dict[str, Any] = {"features": [city("0403", "Moscow")], "pools": {"at-start": ["c-01"], "cup-c": []}}
    scene = red_star(units, phase="movement", side="axis", turn=3, dice=[3], sources=WEST, **given)
    shocked = scene.play("step-to pz 0403")
    assert [event.cards for event in shocked.told("markers-recalled")] == [["c-01"]]
    lost = shocked.given(results=["DE"], dice=[1]).play("overrun pz 0504")
    assert lost.told("marker-drawn")[0].card == "c-01"
    assert (lost.state.pool("at-start"), lost.state.pool("markers-out-of-play")) == ((), ("c-01",))


@pytest.mark.rule("red-star-rising:18.1.1")
@pytest.mark.parametrize(("die", "back"), [(2, True), (3, True), (4, False), (6, False)])
def test_the_shock_brings_the_striped_markers_back_once(die: int, back: bool) -> None:
    after = entering("Moscow", die, pools={"at-start": ["c-01", "c-02"], "cup-c": ["c-60"]})
    assert ("c-01" in after.state.pool("cup-c")) is back
    assert (after.state.pool("at-start") == ()) is back


@pytest.mark.rule("red-star-rising:18.1.1")
def test_only_the_first_entry_counts() -> None:
    scene = standing({"pz": "0302", "pz-2": "0202"}, features=[city("0303", "Moscow")], dice=[6, 1])
    after = scene.play("step-to pz 0303", "step-to pz 0403", "step-to pz-2 0303")
    assert after.state.outcome is None


@pytest.mark.rule("red-star-rising:16.0")
@pytest.mark.parametrize(("turn", "place"), [(34, "axis-eliminated"), (33, "0202")])
def test_the_italian_army_goes_home_after_turn_34(turn: int, place: str) -> None:
    scene = standing({"ita": "0202", "itc": "0303"}, phase="italy", turn=turn, pause="0801")
    assert scene.place("ita") == place
    assert scene.place("itc") == "0303"


@pytest.mark.rule("red-star-rising:18.0.4")
def test_an_air_fleet_above_it_does_not_hold_an_empty_city() -> None:
    assert points(with_city({"rifle": "0304", "inf": "0303"}), "18.0.4") == 7
    assert points(with_city({"rifle": "0304", "fleet": "0303"}), "18.0.4") == 0
    assert points(with_city({"fleet": "0303"}), "18.0.4") == 7


def test_a_city_is_called_by_its_name() -> None:
    game = game_of(bundled_brief("typhoon"), {})
    terms = score_terms(game, game.new(1).state)
    assert "Smolensk" in [term.label.args.get("city") for term in terms]
