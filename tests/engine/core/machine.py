"""A bare game for tests of the machine: a small board, three units, a deck, and phases that a test writes itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.actions import Done, PickUnit, PlayCard, StepTo
from engine.core.board import Board
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame, secret
from engine.core.ruleset import PoolSpec, Ruleset, Vocabulary
from engine.core.sequence import SequenceFrame
from engine.core.state import State, Unit

RED, BLUE = Side("red"), Side("blue")
CARDS = tuple(CardId(name) for name in ("ace", "king", "queen", "knave"))


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Something happened, with a part that only red may know."""

    kind: ClassVar[str] = "told"
    what: str
    whispered: str | None = secret()

    @property
    def audience(self) -> frozenset[Side]:
        return frozenset({RED})


@dataclass(frozen=True, slots=True)
class Outer(Frame):
    kind: ClassVar[str] = "outer"
    count: int = 0


@dataclass(frozen=True, slots=True)
class Inner(Frame):
    kind: ClassVar[str] = "inner"
    count: int = 0


@dataclass(frozen=True, slots=True)
class Last(Frame):
    kind: ClassVar[str] = "last"


@dataclass(frozen=True, slots=True)
class Homeless(Frame):
    """A frame that no phase is for."""

    kind: ClassVar[str] = "homeless"


def small_board() -> Board:
    """Twelve hexes, two spaces with two lines between them, and a box."""
    builder = BoardBuilder()
    builder.add_sheet("main", HexGrid(Orientation.FLAT, Parity.EVEN), first=(1, 1), size=(4, 3))
    builder.add_space("kiev", name="Kiev")
    builder.add_space("gomel", name="Gomel")
    builder.add_box("reserve")
    builder.add_connection("kiev", "gomel", "road")
    builder.add_connection("kiev", "gomel", "road")
    builder.add_link("0101", "kiev", "inset")
    return builder.build()


BOARD = small_board()


def at(label: str) -> Location:
    return BOARD.at(label)


UNITS = (
    Unit(UnitId("r1"), "foot", RED, at("0101")),
    Unit(UnitId("r2"), "foot", RED, at("0101")),
    Unit(UnitId("b1"), "foot", BLUE, at("0202")),
)


def open_menu(side: Side = RED) -> Menu:
    """Done, and nothing else."""
    return Menu(side, message("prompt.test"), "1.0", (Offer.one(Done()),))


class Scripted(Phase[Any]):
    """A phase whose every part is a function that a test hands over."""

    def __init__(
        self,
        *,
        start: Callable[[Game, Draft, Any], object] | None = None,
        menu: Callable[[Game, State, Any], Menu | None] | None = None,
        apply: Callable[[Game, Draft, Any, Action], object] | None = None,
        resume: Callable[[Game, Draft, Any, object], object] | None = None,
    ) -> None:
        self._start, self._menu, self._apply, self._resume = start, menu, apply, resume

    def start(self, game: Game, draft: Draft, frame: Any) -> None:
        if self._start is not None:
            self._start(game, draft, frame)

    def menu(self, game: Game, state: State, frame: Any) -> Menu | None:
        return self._menu(game, state, frame) if self._menu is not None else None

    def apply(self, game: Game, draft: Draft, frame: Any, action: Action) -> None:
        if self._apply is None:
            super().apply(game, draft, frame, action)
        else:
            self._apply(game, draft, frame, action)

    def resume(self, game: Game, draft: Draft, frame: Any, result: object) -> None:
        if self._resume is not None:
            self._resume(game, draft, frame, result)


class Bare(Ruleset):
    """No rules but those of the phases it is given."""

    id: ClassVar[str] = "bare"
    title: ClassVar[str] = "Bare"
    sides: ClassVar[tuple[Side, ...]] = (RED, BLUE)
    secret_unit_values: ClassVar[frozenset[str]] = frozenset({"orders"})
    vocabulary: ClassVar[Vocabulary] = Vocabulary(
        actions=(Done, PickUnit, StepTo, PlayCard), events=(Told,), frames=(Outer, Inner, Last, SequenceFrame)
    )

    def __init__(self, phases: Mapping[type[Frame], Phase[Any]], first: Frame) -> None:
        self.phases = phases  # type: ignore[misc]
        self.first = first

    def materials(self, brief: object) -> object:
        return brief

    def set_up(self, game: Game, draft: Draft) -> None:
        draft.add_units(UNITS)
        draft.set_pool("deck", CARDS)
        draft.set_pool("red-hand", ())
        draft.set_pool("table", ())

    def open(self, game: Game, draft: Draft) -> None:
        draft.call(self.first)

    def pools(self, game: Game) -> Mapping[str, PoolSpec]:
        return {
            "deck": PoolSpec(frozenset(), group="unknown"),
            "red-hand": PoolSpec(frozenset({RED}), group="unknown"),
            "table": PoolSpec(None),
        }


def game_of(phases: Mapping[type[Frame], Phase[Any]], first: Frame | None = None) -> Game:
    """A game of these phases, which begins with a frame of the first of them."""
    return Game(Bare(phases, first or next(iter(phases))()), BOARD)


def asking(apply: Callable[[Game, Draft, Any, Action], object] | None = None) -> Scripted:
    """A phase that asks red whether he is done."""
    return Scripted(menu=lambda *_: open_menu(), apply=apply)


def quiet_game() -> Game:
    """A game in which nothing happens until somebody is done, which ends the turn."""
    return game_of({Outer: asking(lambda game, draft, frame, action: draft.set_turn(draft.state.turn + 1))})
