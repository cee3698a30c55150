"""Ruling 50: countries that are neutral, what keeps units out, and what follows when one joins a side (6.68)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.records import Event
from engine.core.state import State, derived
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import SIDES, enemy_of


@dataclass(frozen=True, slots=True)
class CountryJoined(Event):
    """A country that was neutral is on a side now."""

    kind: ClassVar[str] = "country-joined"
    country: str
    side: Side


def joined(country: str) -> str:
    """The value that says which side a neutral country has joined."""
    return f"joined-{country}"


@derived("values")
def neutral_hexes(game: Game, state: State) -> frozenset[Location]:
    """The hexes of the countries that are still neutral."""
    materials: Materials = game.materials
    closed = {each for each in materials.words("neutral") if joined(each) not in state.values}
    if not closed:
        return frozenset()
    return frozenset(Location(at) for at, country in enumerate(materials.ground.countries) if country in closed)


@derived("values")
def closed_hexes(game: Game, state: State) -> frozenset[Location]:
    """Those of them that nobody may enter, because the scenario does not let this neutrality be violated."""
    materials: Materials = game.materials
    open_to_all = set(materials.words("neutral_open"))
    countries = materials.ground.countries
    return frozenset(at for at in neutral_hexes(game, state) if countries[at] not in open_to_all)


@rule("6.68")
def join(game: Game, draft: Draft, country: str, side: Side) -> None:
    """A country joins a side: its hexes, and with them its railways, are that side's."""
    draft.set_value(joined(country), str(side))
    for at, name in enumerate(game.materials.ground.countries):
        if name == country and draft.state.control.get(Location(at)) is None:
            draft.set_control(Location(at), side)
    draft.emit(CountryJoined(country, side))


@rule("6.68")
def violated(game: Game, draft: Draft, at: Location, side: Side) -> None:
    """A unit of a side has come into a neutral country, which joins the side that data name, or else the other one."""
    if at not in neutral_hexes(game, draft.state):
        return
    country = game.materials.ground.countries[at]
    named = game.materials.named("neutral_joins").get(country)
    join(game, draft, country, next((each for each in SIDES if each == named), enemy_of(side)))


CHAPTER = Chapter(events=(CountryJoined,))
