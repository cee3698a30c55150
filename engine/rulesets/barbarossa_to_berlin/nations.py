"""Chapter 19, and who is mechanised: where each nation's units may go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.effects import is_active
from engine.rulesets.barbarossa_to_berlin.materials import Kind, Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED_BEACHHEAD,
    AMERICAN_BEACHHEAD,
    AMERICAN_NATIONS,
    AXIS,
    BEACHHEADS,
    BRITISH_BEACHHEAD,
    BRITISH_NATIONS,
    WESTERN,
    Nation,
)

USSR: Final = "soviet-union"
LANDS: Final[Mapping[Nation, tuple[str, frozenset[str]]]] = {
    Nation.HUNGARIAN: ("19.1", frozenset({"hungary", USSR, "yugoslavia"})),
    Nation.ROMANIAN: ("19.2", frozenset({"romania", USSR, "yugoslavia"})),
    Nation.BULGARIAN: ("19.3", frozenset({"greece", "bulgaria", "turkey", "yugoslavia"})),
    Nation.ITALIAN: (
        "19.4",
        frozenset(
            {
                "italy", "yugoslavia", "albania", "greece", "turkey", "tunisia", "algeria", "libya", "egypt",
                "palestine", "syria", "iraq",
            }
        ),
    ),
    Nation.TURKISH: ("17.4", frozenset({"turkey"})),
    Nation.SWEDISH: ("17.4", frozenset({"sweden"})),
}  # fmt: skip
"""The countries that units of a nation keep to, and the case that says so."""
FIRST_ARMY: Final = frozenset({"malta", "algeria", "tunisia", "libya", "egypt"})
NOT_FOR_SOVIETS: Final = frozenset({"egypt", "libya", "algeria", "tunisia", "palestine", "syria", "transjordan"})
EXPEDITION: Final = "expedition"
"""The value of an Italian corps that took the place of the 8th Army and may be in the Soviet Union (19.4)."""
SLEDGEHAMMER: Final = "sledgehammer"
"""The value of the British 1st Army that landed by Sledgehammer and may go anywhere (19.7)."""


@rule("13.4.1", "15.2")
def is_mechanised(game: Game, unit: Unit, *, supplied: bool = True, frozen: bool = False) -> bool:
    """Whether a unit moves on wheels and tracks: by its allowance, if it is supplied and the winter lets it.

    A reduced mechanised front has become infantry.
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if not supplied or frozen or (unit.step and kind.has("mechanised-front")):
        return False
    return materials.face(unit).movement >= materials.number("mechanised_from")


def is_panzer(kind: Kind) -> bool:
    """German mechanised units alone are Panzers (ruling 4)."""
    return kind.has("panzer")


@rule("17.3", "17.4")
def is_closed_country(game: Game, state: State, at: Location) -> bool:
    """Whether a space lies in a country that is still neutral: Turkey, Sweden or Vichy France."""
    materials: Materials = game.materials
    country = materials.countries[at]
    if country in ("turkey", "sweden"):
        return f"{country}-at-war" not in state.values
    return materials.in_area(at, "vichy") and "vichy-at-war" not in state.values


def may_enter(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit out of a space, by whatever means it would come: stacking and enemies are not looked at."""
    return closed_refusal(game, state, unit.side, at) or nation_refusal(game, state, unit, at)


def closed_refusal(game: Game, state: State, side: Side, at: Location) -> Refusal | None:
    """What keeps all units of a side out of a space; a beach is open to those who have a beachhead."""
    materials: Materials = game.materials
    label = game.board.label
    if not materials.on_map[at]:
        return Refusal("2.1", message("refusal.btb.no-space", space=label(at)))
    if materials.has(at, "beach"):
        return None
    if is_closed_country(game, state, at):
        case = "17.3" if materials.in_area(at, "vichy") else "17.4"
        return Refusal(case, message("refusal.btb.neutral", space=label(at)))
    closed = game.board.feature(at, "closed") if side == AXIS and materials.has(at, "closed") else None
    if closed is not None and closed.attributes.get("until") == "never":
        return Refusal("13.2", message("refusal.btb.never-axis", space=label(at)))
    return None


def nation_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit out of a space that is open to its side."""
    if game.materials.has(at, "beach"):
        return _beach_refusal(game, state, unit, at)
    case = closed_countries(game, state, unit)[at]
    return Refusal(case, message("refusal.btb.not-there", unit=unit.id, space=game.board.label(at))) if case else None


@rule("7.6.3")
def _beach_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """Only western units stand on beaches, where there is a beachhead for them."""
    kind = game.materials.kind(unit)
    label = game.board.label(at)
    if kind.nation not in WESTERN:
        return Refusal("7.6.3", message("refusal.btb.beach", space=label))
    if not any(state.marker(at, marker) and serves(marker, kind.nation) for marker in BEACHHEADS):
        return Refusal("7.6.3", message("refusal.btb.no-beachhead", space=label))
    return None


@rule("7.6.3")
def serves(marker: str, nation: Nation) -> bool:
    """Whether a beachhead serves a nation: the British one British units, the American one Americans and French."""
    if marker == ALLIED_BEACHHEAD:
        return nation in WESTERN
    if marker == BRITISH_BEACHHEAD:
        return nation in BRITISH_NATIONS
    return marker == AMERICAN_BEACHHEAD and nation in AMERICAN_NATIONS


def closed_countries(game: Game, state: State, unit: Unit) -> tuple[str, ...]:
    """For each location the case that keeps a unit out of its country, empty where none does and for beaches.

    It is found once for a map, whatever happens on it.
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    freed = bool(unit.values) and bool(unit.values.get(SLEDGEHAMMER if kind.has("first-british") else EXPEDITION))
    key = (unit.type, freed, is_active(state, "achse"))
    found = materials.kept_out.get(key)
    if found is None:
        found = tuple(_country_case(materials, kind, Location(at), *key[1:]) for at in range(game.board.size))
        materials.kept_out[key] = found
    return found


@rule("19.1", "19.2", "19.3", "19.4", "19.5", "19.6", "19.7", "19.8", "19.9")
def _country_case(materials: Materials, kind: Kind, at: Location, freed: bool, achse: bool) -> str:
    """The countries a unit keeps to; Italians of the expedition and the army of Sledgehammer are `freed` of that."""
    country = materials.countries[at]
    if materials.has(at, "beach"):
        return ""
    if kind.has("hungary-only") and country != "hungary":
        return "19.1"
    if kind.has("eighth-italian") and country != USSR:
        return "19.4"
    if kind.nation in LANDS and not kind.has("eighth-italian"):
        case, lands = LANDS[kind.nation]
        if country not in lands and not (country == USSR and freed):
            return case
    if kind.nation is Nation.GERMAN and kind.large and materials.in_area(at, "italy-south"):
        return "" if achse else "19.5"
    if kind.nation is Nation.YUGOSLAV and not _near_yugoslavia(materials, at):
        return "19.6"
    if kind.has("first-british") and not freed and country not in FIRST_ARMY:
        return "19.7"
    if kind.nation is Nation.SOVIET and country in NOT_FOR_SOVIETS:
        return "19.9"
    if kind.nation in WESTERN and country == USSR:
        return "19.9"
    return ""


@rule("19.6")
def _near_yugoslavia(materials: Materials, at: Location) -> bool:
    """Yugoslavia and the spaces next to it."""
    if materials.countries[at] == "yugoslavia":
        return True
    return any(materials.countries[other] == "yugoslavia" for other, _ in materials.land_links[at])


@rule("19.6")
def may_not_end(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """After Tito Soviet units cross Yugoslavia but do not end their movement there."""
    materials: Materials = game.materials
    if (
        materials.kind(unit).nation is Nation.SOVIET
        and is_active(state, "tito")
        and materials.countries[at] == "yugoslavia"
    ):
        return Refusal("19.6", message("refusal.btb.tito", space=game.board.label(at)))
    return None
