"""The counters of a VASSAL module as types, units and a scenario that puts them where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from editor.digitise.exchange.vassal_module import VassalModule, VassalSlot
from editor.digitise.exchange.vassal_pieces import VassalPiece
from editor.model.words import LONGEST_SLUG, slug
from engine.core.messages import message
from engine.definitions.bounds import LONGEST_TEXT
from engine.definitions.counters import Counters, CounterType
from engine.definitions.maps.map_text import FreshIds
from engine.definitions.model import Document
from engine.definitions.oob import OrderOfBattle, UnitEntry
from engine.definitions.pictures import reference
from engine.definitions.scenario import Placement, Scenario

if TYPE_CHECKING:
    from editor.digitise.exchange.vassal_import import ImportedBoard

_SIDE_MARKS: Final = ("faction", "side", "nation", "army", "player", "country", "nationality")
_NOBODY: Final = "neutral"
_MOST_SIDES: Final = 16
_MOST_PICTURES: Final = 200
_MOST_PROTOTYPES: Final = 40
NO_GAME: Final = "none"
"""The game of a scenario that nobody has chosen one for."""


@dataclass(slots=True)
class ImportedUnits:
    """Types by what tells counters apart, with the pictures of each."""

    id: str
    types: dict[tuple[str, str, str], CounterType] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    placed: int = 0
    stacked: int = 0

    @staticmethod
    def of(module: VassalModule, keep: Callable[[str], str | None], id: str) -> ImportedUnits:
        """The types of all counters of a module."""
        found = ImportedUnits(id)
        names = FreshIds("-")
        for slot in (*module.slots, *(slot for stack in module.stacks for slot in stack.slots)):
            key = _key(slot, module)
            if key in found.types:
                continue
            type_id = names.fresh(slug(slot.title, "counter"))
            steps = 2 if len(slot.piece.layers) == 2 else 1
            name = _name(slot.title) or type_id
            found.types[key] = CounterType(id=type_id, name=name, side=key[2], steps=({},) * steps)
            sha256 = keep(key[1]) if len(found.pictures) < _MOST_PICTURES else None
            if sha256 is not None:
                found.pictures[type_id] = sha256
        return found

    def documents(self, boards: Sequence[ImportedBoard], module: VassalModule, game: str) -> list[Document]:
        """Counters, the order of battle, and a scenario for each map that has stacks on it."""
        if not self.types:
            return []
        units: list[UnitEntry] = []
        setups: dict[str, list[Placement]] = {}
        names = FreshIds("-")
        for stack in module.stacks:
            board = next(
                (
                    each
                    for each in boards
                    if stack.board in ("", each.board.name) and stack.map_name == each.board.map_name
                ),
                None,
            )
            place = None if board is None else board.place(stack)
            self.stacked += len(stack.slots)
            if stack.slots and (board is None or place is None):
                named = stack.name.strip() or stack.location or stack.board.strip() or module.title
                module.left_out.append(message("exchange.stack-nowhere", stack=named, count=len(stack.slots)))
            for slot in stack.slots:
                kind = self.types[_key(slot, module)]
                unit = names.fresh(kind.id[:LONGEST_SLUG])
                units.append(UnitEntry(id=unit, type=kind.id, name=kind.name))
                if board is not None and place is not None:
                    setups.setdefault(board.plan.id, []).append(Placement(unit=unit, at=place))
                    self.placed += 1
        sides = tuple(dict.fromkeys(kind.side for kind in self.types.values() if kind.side))[:_MOST_SIDES]
        names = FreshIds("-")
        scenarios = [
            Scenario(
                id=names.fresh(plan if number else self.id),
                title=_name(module.title) or self.id,
                ruleset=game or NO_GAME,
                map=plan,
                counters=(self.id,),
                oob=(self.id,),
                sides=sides or (_NOBODY,),
                last_turn=1,
                setup=tuple(setup),
                notes=self._notes(),
            )
            for number, (plan, setup) in enumerate(setups.items())
        ]
        title = _name(module.title) or self.id
        counters = Counters(id=self.id, title=title, types=tuple(self.types.values()))
        return [counters, OrderOfBattle(id=self.id, title=title, units=tuple(units)), *scenarios]

    def _notes(self) -> str:
        """The pictures of the counters, to look at."""
        names = {kind.id: kind.name for kind in self.types.values()}
        rows = [
            f"![{_plain(names[kind])}]({reference(sha256)}) {_plain(names[kind])}"
            for kind, sha256 in self.pictures.items()
        ]
        while sum(len(row) + 2 for row in rows) > LONGEST_TEXT:
            rows.pop()
        return "\n\n".join(rows)


def _key(slot: VassalSlot, module: VassalModule) -> tuple[str, str, str]:
    return slot.title, _picture(slot, module), _side(slot, module)


def _picture(slot: VassalSlot, module: VassalModule) -> str:
    """The picture of a counter: its own, one that it can be turned to, or one of its prototypes."""
    for piece in _with_prototypes(slot.piece, module):
        for picture in (piece.image, *piece.layers):
            if picture:
                return picture
    return ""


def _side(slot: VassalSlot, module: VassalModule) -> str:
    """Whose a counter is: by its marks, those of its prototypes, or the heading it is filed under."""
    for piece in _with_prototypes(slot.piece, module):
        for mark, value in piece.marks.items():
            if mark.lower() in _SIDE_MARKS and value.strip():
                return slug(value, _NOBODY)
    for heading in slot.headings[1:2] or slot.headings[:1]:
        return slug(heading, _NOBODY)
    return _NOBODY


def _with_prototypes(piece: VassalPiece, module: VassalModule) -> list[VassalPiece]:
    """A counter, its prototypes and theirs, each once: they may follow one another in a ring."""
    found, names = [piece], list(piece.prototypes)
    seen: set[str] = set()
    while names and len(seen) < _MOST_PROTOTYPES:
        name = names.pop(0)
        if name not in seen and name in module.prototypes:
            found.append(module.prototypes[name])
            names += module.prototypes[name].prototypes
        seen.add(name)
    return found


def _name(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:80]


def _plain(text: str) -> str:
    """A name without what Markdown would read."""
    return "".join(letter if letter.isalnum() or letter in " .-'" else " " for letter in text).strip()
