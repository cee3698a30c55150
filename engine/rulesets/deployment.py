"""Setup by the players: units that a scenario leaves to their owners are put where they like before play begins.

A placement with an area stands at its place as a suggestion. In the order of the sides, each owner may put every such
unit anywhere in its area, once, or leave it; what the rules would not let stand there is refused with their case. Undo
takes a placement back like any other action. A scenario without areas begins as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Deploy, Done
from engine.core.board import Board
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, evolve
from engine.core.unit_events import Deployed
from engine.definitions.scenario import Area
from engine.rulesets.brief import Brief
from engine.rulesets.chapter import Chapter


@dataclass(frozen=True, slots=True)
class DeployFrame(Frame):
    """A side puts its free units down: its number among the sides, and the units that have been put already."""

    kind: ClassVar[str] = "deploy"
    number: int = 0
    placed: tuple[UnitId, ...] = ()


def places_in(board: Board, area: Area) -> frozenset[Location]:
    """The places of an area."""
    if area.region is not None:
        return board.regions[area.region].members
    if area.within is not None:
        return frozenset(board.within(board.at(area.within.place), area.within.hexes))
    return frozenset(board.at(label) for label in area.any_of)


def free_units(brief: Brief) -> Mapping[UnitId, Area]:
    """The units that their owners put down, with where they may."""
    return {UnitId(placed.unit): placed.area for placed in brief.scenario.setup if placed.area is not None}


def opening_frame(brief: Brief) -> DeployFrame | None:
    """What a game of a scenario begins with: nothing, unless units are left to their owners."""
    return DeployFrame() if free_units(brief) else None


class DeployPhase(Phase[DeployFrame]):
    """The owners decide, one side after the other."""

    def start(self, game: Game, draft: Draft, frame: DeployFrame) -> None:
        self._go_on(game, draft, frame)

    def menu(self, game: Game, state: State, frame: DeployFrame) -> Menu | None:
        """Every free unit of the side that has not been put down, at every place of its area where it may stand."""
        side, rule = game.ruleset.sides[frame.number], game.ruleset.setup_case
        areas = {unit: places_in(game.board, area) for unit, area in _waiting(game, state, frame)}

        def candidates() -> Iterator[Deploy]:
            return (Deploy(unit, to) for unit, places in areas.items() for to in sorted(places))

        def refuse(action: Deploy) -> Refusal | None:
            if action.to not in areas.get(action.unit, ()):
                place = game.board.label(action.to)
                return Refusal(rule, message("refusal.outside-area", unit=action.unit, place=place))
            unit = state.unit(action.unit)
            return None if unit.at == action.to else game.ruleset.deploy_refusal(game, state, unit, action.to)

        offers = (Offer(Deploy, candidates, refuse), Offer.one(Done()))
        return Menu(side, message("prompt.deploy", side=side), rule, offers)

    def apply(self, game: Game, draft: Draft, frame: DeployFrame, action: Action) -> None:
        if isinstance(action, Deploy):
            draft.move_unit(action.unit, action.to)
            draft.emit(Deployed(action.unit, action.to))
            now = DeployFrame(frame.number, (*frame.placed, action.unit))
            draft.replace_frame(now)
            self._go_on(game, draft, now)
        else:
            self._go_on(game, draft, DeployFrame(frame.number + 1))

    def _go_on(self, game: Game, draft: Draft, frame: DeployFrame) -> None:
        """Ask this side if it has units left, or the next that has, or begin play."""
        for number in range(frame.number, len(game.ruleset.sides)):
            here = frame if number == frame.number else DeployFrame(number)
            if any(_waiting(game, draft.state, here)):
                draft.replace_frame(here)
                return
        draft.state = evolve(draft.state, frames=())
        game.ruleset.open(game, draft)


def _waiting(game: Game, state: State, frame: DeployFrame) -> Iterator[tuple[UnitId, Area]]:
    side: Side = game.ruleset.sides[frame.number]
    for unit, area in free_units(game.materials.brief).items():
        if unit not in frame.placed and state.unit(unit).side == side:
            yield unit, area


CHAPTER = Chapter(actions=(Deploy, Done), events=(Deployed,), phases={DeployFrame: DeployPhase()})
