"""When strength markers come into their cups, onto armies in contact, and back: 2.0.A e, 2.0.I h and i, 15.3."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Side
from engine.core.phases import Phase
from engine.core.records import Event, Frame
from engine.core.state import Unit
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.distances import is_adjacent_to
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import (
    AXIS,
    CUPS,
    MARKER,
    ON_ARMIES,
    OUT_OF_PLAY,
    SET_ASIDE,
    SOVIET,
    TO_COME,
    Status,
    cup,
)
from engine.rulesets.red_star_rising.strengths import draw_markers, return_marker


@dataclass(frozen=True, slots=True)
class MarkersFrame(Frame):
    """The markers of this turn go into their cups."""

    kind: ClassVar[str] = "markers"


@dataclass(frozen=True, slots=True)
class ContactFrame(Frame):
    """Armies in contact draw."""

    kind: ClassVar[str] = "contact"


@dataclass(frozen=True, slots=True)
class ReleaseFrame(Frame):
    """Armies out of contact give their markers back."""

    kind: ClassVar[str] = "release"


@dataclass(frozen=True, slots=True)
class MarkersArrived(Event):
    kind: ClassVar[str] = "markers-arrived"
    side: Side
    cards: tuple[CardId, ...]


@rule("6.2.1")
def fill_cups(game: Game, draft: Draft) -> None:
    """At the start the markers of past turns are in their cups, stirred; the others wait for their turn."""
    materials: Materials = game.materials
    by_cup: dict[str, list[CardId]] = {name: [] for name in CUPS}
    waiting: list[CardId] = []
    first = materials.brief.scenario.first_turn
    for card in sorted(materials.markers):
        marker = materials.markers[card]
        if marker.turn < first:
            by_cup[cup(marker.strength_class)].append(card)
        else:
            waiting.append(card)
    for name, cards in by_cup.items():
        draft.set_pool(name, cards)
        draft.shuffle(name)
    draft.set_pool(TO_COME, waiting)
    for name in (ON_ARMIES, SET_ASIDE, OUT_OF_PLAY):
        draft.set_pool(name, ())


class MarkersPhase(Phase[MarkersFrame]):
    """Nothing is decided: markers cannot be delayed."""

    @rule("15.2.1", "15.3.1", "15.3.2")
    def start(self, game: Game, draft: Draft, frame: MarkersFrame) -> None:
        """The markers of the turn go into the cups of their classes in the supply phase."""
        materials: Materials = game.materials
        due = tuple(card for card in draft.state.pool(TO_COME) if materials.markers[card].turn <= draft.state.turn)
        for card in due:
            draft.move_card(card, TO_COME, cup(materials.markers[card].strength_class))
        for name in sorted({cup(materials.markers[card].strength_class) for card in due}):
            draft.shuffle(name)
        if due:
            draft.emit(MarkersArrived(SOVIET, due))


class ContactPhase(Phase[ContactFrame]):
    """Nothing is decided."""

    @rule("6.2.2")
    def start(self, game: Game, draft: Draft, frame: ContactFrame) -> None:
        """Every army next to an Axis unit that has no marker draws one."""
        draw_markers(
            game, draft, [unit.id for unit in _armies(game, draft) if is_adjacent_to(game, draft.state, unit.at, AXIS)]
        )


class ReleasePhase(Phase[ReleaseFrame]):
    """Nothing is decided."""

    @rule("6.2.3")
    def start(self, game: Game, draft: Draft, frame: ReleaseFrame) -> None:
        """An army away from the enemy gives its marker back, unless it is out of supply."""
        for unit in _armies(game, draft):
            away = not is_adjacent_to(game, draft.state, unit.at, AXIS)
            if MARKER in unit.values and away and status_of(unit) is not Status.UNSUPPLIED:
                return_marker(game, draft, unit.id)


def _armies(game: Game, draft: Draft) -> list[Unit]:
    materials: Materials = game.materials
    return [
        unit for unit in draft.state.every_unit() if materials.kind(unit).is_soviet_army and materials.is_on_map(unit)
    ]


CHAPTER = Chapter(
    events=(MarkersArrived,),
    phases={MarkersFrame: MarkersPhase(), ContactFrame: ContactPhase(), ReleaseFrame: ReleasePhase()},
)
