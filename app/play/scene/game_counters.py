"""From what a side may see of a game to counters on the canvas: where they stand and what they are worth.

Factors come from the rules, which know that an army is worth its strength marker; where the game does not answer they
are those printed on the step. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_not

from app.play.table import GameTable
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_pictures import bands_of, colours_of, designation_of, factors_text
from engine.core.answers import UnitAnswer
from engine.core.ids import Location, UnitId
from engine.core.state import Unit
from engine.definitions.counters import CounterType
from engine.definitions.palette import Nation, Palette, by_id
from engine.narration.explanations import STEPS

COMBAT, FIGHTING = "combat", ("attack", "defence")
"""The factor that some counters print once, and what it stands for."""


class CounterPictures:
    """Makes the counters of one game; what did not change since is the same picture."""

    def __init__(self, table: GameTable, palette: Palette) -> None:
        self._table = table
        self._nations: Mapping[str, Nation] = by_id(palette.nations)
        self._bands = bands_of(table.brief.formations)
        self._made: dict[str, tuple[Unit, str, CounterPicture]] = {}
        self._stacks: dict[Location, tuple[tuple[Unit, ...], tuple[CounterPicture, ...]]] = {}
        self._turn = -1

    def all(self) -> tuple[CounterPicture, ...]:
        """Every counter, from the bottom of its stack to the top.

        A stack in which nothing has changed this turn is not asked about again.
        """
        return tuple(picture for location in sorted(self._table.view.stacks) for picture in self.stack(location))

    def stack(self, location: Location) -> tuple[CounterPicture, ...]:
        """The counters of one place, from the bottom to the top."""
        view = self._table.view
        if view.turn != self._turn:
            self._turn, self._stacks = view.turn, {}
        key = self._table.board.key(location)
        lying = self._table.order.arranged(key, view.stacks.get(location, ()))
        units = tuple(view.units[UnitId(each)] for each in lying)
        made = self._stacks.get(location)
        if made is None or len(made[0]) != len(units) or any(map(is_not, made[0], units)):
            made = self._stacks[location] = (units, tuple(self.picture(unit, key) for unit in units))
        return made[1]

    def picture(self, unit: Unit, at: str) -> CounterPicture:
        """One counter."""
        factors = self._factors(unit)
        made = self._made.get(unit.id)
        if made is None or made[0] is not unit or made[1] != factors:
            made = self._made[unit.id] = (unit, factors, self._picture(unit, at, factors))
        return made[2]

    def _picture(self, unit: Unit, at: str, factors: str) -> CounterPicture:
        kind = self._table.brief.types.get(unit.type)
        entry = self._table.brief.units.get(unit.id)
        full = self._table.names.unit(unit.id)
        if kind is None:
            return CounterPicture(unit.id, at, full, marks=tuple(sorted(unit.marks)))
        ground, ink = colours_of(kind, self._nations)
        return CounterPicture(
            unit=unit.id,
            at=at,
            name=full if "(" in full or full == kind.name else f"{full} ({kind.name})",
            ground=ground,
            ink=ink,
            symbol=kind.symbol or "",
            size=kind.size or "",
            factors=factors,
            designation=designation_of((entry.name if entry is not None else None) or kind.name),
            steps=len(kind.steps),
            lost=min(unit.step, len(kind.steps) - 1),
            marks=tuple(sorted(unit.marks)),
            band=self._bands.get((entry.formation if entry is not None else "") or "", kind.band or ""),
            code=((entry.code if entry is not None else "") or kind.code) or "",
            art=kind.picture or "",
        )

    def _factors(self, unit: Unit) -> str:
        kind = self._table.brief.types.get(unit.type)
        answer = self._table.ask("unit", unit=unit.id)
        if isinstance(answer, UnitAnswer):
            shown = answer.shown or tuple(name for name in answer.factors if name != STEPS)
            reckoned = {name: answer.factors[name].value for name in shown}
            values = [
                "?" if value == 0 and not is_printed(kind, name) else str(value) for name, value in reckoned.items()
            ]
            return "-".join(values) if _has_factors(kind) else ""
        return factors_text(kind, min(unit.step, len(kind.steps) - 1)) if kind is not None else ""


def is_printed(kind: CounterType | None, factor: str) -> bool:
    """Whether a factor is printed on the counter: the strength of an army that has drawn none is not known yet.

    One number for combat is that of attack and of defence; where it comes to nothing now, nothing is what is shown.
    """
    named = {factor, COMBAT} if factor in FIGHTING else {factor}
    return kind is not None and any(named & step.keys() for step in kind.steps)


def _has_factors(kind: CounterType | None) -> bool:
    """Whether anything is printed on the counter at all: depots and markers have no factors to show."""
    return kind is not None and any(value for step in kind.steps for value in step.values())
