"""11.3.1, 11.4.3, 14.2, 14.4 and 14.5.1: how units leave the map."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.draft import Draft
from engine.core.ids import UnitId
from engine.rulesets.barbarossa_to_berlin.eliminations import delay_unit, eliminate, lose_step
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign

LINKS = "berlin - warsaw - minsk - sverdlovsk; beach-d - calais - paris; beach-j - marseille; suez - cairo; odessa - x"


class Field:
    """A position and a draft on it, for what happens to units."""

    def __init__(self, units: dict[str, Any], **more: Any) -> None:
        scene = campaign(units, LINKS, **{"phase": "round-3", "side": "axis", **more})
        self.game, self.draft = scene.game, Draft(scene.state)

    def lose(self, unit: str) -> str | None:
        return lose_step(self.game, self.draft, UnitId(unit))

    def place(self, unit: str) -> str:
        return self.game.board.label(self.draft.state.unit(UnitId(unit)).at)

    def value(self, unit: str, name: str) -> object:
        return self.draft.state.unit(UnitId(unit)).values.get(name)


@pytest.mark.rule("barbarossa-to-berlin:11.3")
def test_a_unit_is_reduced_and_then_gone() -> None:
    field = Field({"corps": "minsk"})
    assert field.lose("corps") == "corps"
    assert field.lose("corps") is None
    assert field.place("corps") == "axis-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:11.3.1")
def test_a_whole_corps_of_the_reserve_takes_the_place_of_an_army() -> None:
    units = {"army": "minsk!", "corps": {"at": "axis-reserve", "step": 1}, "corps-2": "axis-reserve"}
    field = Field({**units, "pzc": "axis-reserve"})
    assert field.lose("army") == "corps-2"
    assert field.place("army") == "axis-eliminated"
    assert field.place("corps-2") == "minsk"
    reduced = Field({"army": "minsk!", "corps": {"at": "axis-reserve", "step": 1}})
    assert reduced.lose("army") == "corps"


@pytest.mark.rule("barbarossa-to-berlin:11.3.1", "barbarossa-to-berlin:14.4")
def test_without_a_corps_an_army_is_gone_for_good() -> None:
    field = Field({"army": "minsk!", "pzc": "axis-reserve", "itc": "axis-reserve"})
    assert field.lose("army") is None
    assert field.place("army") == "removed"


REPLACED = [
    ("pz", "pzc", "corps"),
    ("afrika", "pzc", "ssc"),
    ("sspz", "ssc", "pzc"),
    ("army", "corps", "pzc"),
    ("ro", "roc", "huc"),
    ("hu", "huc", "roc"),
    ("ita", "itc", "itm"),
    ("front", "rifle", "tank"),
    ("mech", "rifle", "shock"),
    ("bra", "cw", "us"),
    ("bra", "br", "us"),
    ("can", "cw", "br"),
    ("usa", "us", "br"),
    ("ffa", "ff", "us"),
    ("tu", "tuc", "br"),
]


@pytest.mark.rule("barbarossa-to-berlin:11.3.1")
@pytest.mark.parametrize(("army", "corps", "other"), REPLACED)
def test_which_corps_takes_the_place_of_which_army(army: str, corps: str, other: str) -> None:
    box = "allied-reserve" if corps in ("rifle", "cw", "br", "us", "ff", "tuc") else "axis-reserve"
    at = "paris!" if corps in ("cw", "br", "us", "ff") else "minsk!"
    field = Field({army: at, f"{other}-1": box, f"{corps}-2": box})
    assert field.lose(army) == f"{corps}-2"


@pytest.mark.rule("barbarossa-to-berlin:14.5.1", "barbarossa-to-berlin:14.4")
def test_the_southwest_front_comes_back_as_infantry() -> None:
    spare = {"sw-infantry": {"at": "to-come", "type": "soviet-front"}}
    field = Field({"sw": "minsk!", "rifle": "allied-reserve", **spare})
    assert field.lose("sw") == "rifle"
    assert field.place("sw") == "removed"
    assert field.place("sw-infantry") == "allied-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:14.4")
def test_what_bears_a_dot_is_out_of_the_game() -> None:
    field = Field({"fj": "minsk!", "corps": "axis-reserve"})
    assert field.lose("fj") == "corps"
    assert field.place("fj") == "removed"


@pytest.mark.rule("barbarossa-to-berlin:11.3.1", "barbarossa-to-berlin:19.4")
def test_the_corps_of_the_italian_expedition_may_stay() -> None:
    field = Field({"ita": "minsk!", "itc": "axis-reserve"})
    assert field.lose("ita") == "itc"
    assert field.value("itc", "expedition")


@pytest.mark.rule("barbarossa-to-berlin:14.2")
def test_a_western_army_is_noted_under_its_theatre() -> None:
    north, south = {"beach-d": {"beachhead-allied": 1}}, {"beach-j": {"beachhead-allied": 1}}
    reserve = {"us": "allied-reserve", "br": "allied-reserve"}

    def theatre(unit: str, at: str, markers: dict[str, Any], **more: Any) -> object:
        field = Field({unit: f"{at}!", **reserve}, markers=markers, **more)
        field.lose(unit)
        return field.value(unit, "theatre")

    assert theatre("usa", "paris", north, allied=["calais"]) == "north-west"
    assert theatre("usa", "marseille", south) == "mediterranean"
    assert theatre("bra", "cairo", {}) == "mediterranean"
    assert theatre("usa", "paris", {}) == "either"
    joined = f"{LINKS}; paris - marseille"
    both = campaign({"usa": "paris!", **reserve}, joined, phase="round-3", side="axis", allied=["calais", "marseille"],
                    markers={**north, **south})  # fmt: skip
    draft = Draft(both.state)
    lose_step(both.game, draft, UnitId("usa"))
    assert draft.state.unit(UnitId("usa")).values["theatre"] == "either"
    assert "theatre" not in Field({"us": "paris!"}).draft.state.unit(UnitId("us")).values


@pytest.mark.rule("barbarossa-to-berlin:11.4.3", "barbarossa-to-berlin:13.4.4")
def test_what_is_lost_as_a_whole_waits_three_turns_and_takes_a_corps_along() -> None:
    field = Field({"army": "minsk", "corps": "axis-reserve"}, turn=6)
    eliminate(field.game, field.draft, UnitId("army"))
    assert (field.place("army"), field.value("army", "due")) == ("turn-track", 9)
    assert field.place("corps") == "axis-eliminated"
    small = Field({"corps": "minsk"})
    eliminate(small.game, small.draft, UnitId("corps"))
    assert small.place("corps") == "axis-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:14.4", "barbarossa-to-berlin:13.4.4")
def test_what_bears_a_dot_does_not_wait_but_is_gone() -> None:
    field = Field({"fj": "minsk", "corps": "axis-reserve"}, turn=6)
    eliminate(field.game, field.draft, UnitId("fj"))
    assert field.place("fj") == "removed"
    assert field.place("corps") == "axis-eliminated"


@pytest.mark.rule("barbarossa-to-berlin:14.2", "barbarossa-to-berlin:14.5.4")
def test_a_delayed_western_army_belongs_to_either_theatre() -> None:
    field = Field({"usa": "paris", "us": "allied-reserve"}, turn=9)
    delay_unit(field.game, field.draft, UnitId("usa"))
    assert (field.value("usa", "theatre"), field.value("usa", "due")) == ("either", 12)
    assert field.place("us") == "allied-reserve"


@pytest.mark.rule("barbarossa-to-berlin:19.7", "barbarossa-to-berlin:13.4.4")
def test_how_the_first_army_came_into_play_is_not_forgotten() -> None:
    field = Field({"first": {"at": "paris", "values": {"sledgehammer": True}}, "br": "allied-reserve"})
    eliminate(field.game, field.draft, UnitId("first"))
    assert field.value("first", "sledgehammer")
