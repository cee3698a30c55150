"""Putting what a position says on top of what its scenario laid out: units, control, markers, cards, turn and phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NoReturn

from engine.core.boards.board_parts import UnknownLocation
from engine.core.boards.edge_names import find_edge
from engine.core.dice import Given
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import CardId, EdgeIndex, Location, Side, UnitId
from engine.core.messages import Message, message
from engine.core.refusals import MalformedData
from engine.core.ruleset import PositionLayout
from engine.core.sequence import SequenceFrame, SequencePhase
from engine.core.state import Unit, evolve
from engine.definitions.documents import Loaded
from engine.definitions.issues import DefinitionError, error
from engine.definitions.issues import Path as DataPath
from engine.definitions.position import PlacedUnit, Position, Setup
from engine.rulesets.brief import Brief, scalars
from engine.session.complaints import check_whole, refuse


class Arrangement:
    """One position being arranged on a draft that its ruleset has set up."""

    def __init__(self, game: Game, brief: Brief, draft: Draft, source: Loaded[Position]) -> None:
        self.game, self.brief, self.draft, self.source = game, brief, draft, source
        self.position = source.document
        self.sides = tuple(dict.fromkeys((*game.ruleset.sides, *map(Side, brief.scenario.sides))))

    def carry_out(self) -> None:
        """Everything in the order of the manual; the phase comes last, because it begins to play."""
        self._units()
        self._map()
        self._tracks()
        self._pools()
        self.game.ruleset.infer(self.game, self.draft, PositionLayout(frozenset(self._said()), self.position.phase))
        self._phase()

    def _said(self) -> Iterator[Location]:
        """The places whose control the position names."""
        for side, labels in self.position.control.items():
            for number, label in enumerate(labels):
                yield from self._places(label, ("control", side, number))

    def _units(self) -> None:
        position, draft = self.position, self.draft
        if position.setup is Setup.EMPTY:
            for unit in draft.state.roster:
                draft.remove_unit(unit)
        for number, name in enumerate(position.remove):
            if UnitId(name) not in draft.state.units:
                self._refuse(message("issue.unknown-unit", id=name), ("remove", number), name, draft.state.roster)
            draft.remove_unit(UnitId(name))
        for name, placed in position.units.items():
            self._place(name, PlacedUnit(at=placed) if isinstance(placed, str) else placed)

    def _place(self, name: str, placed: PlacedUnit) -> None:
        types, entry, path = self.brief.types, self.brief.units.get(name), ("units", name)
        kind = placed.type or (entry.type if entry is not None else None)
        if kind is None:
            self._refuse(message("issue.unknown-unit", id=name), path, name, self.brief.units)
        if kind not in types:
            self._refuse(message("issue.unknown-type", id=kind), (*path, "type"), kind, types)
        as_listed = entry is not None and kind == entry.type
        step = placed.step if placed.step is not None else entry.step if entry is not None and as_listed else 0
        if step >= len(types[kind].steps):
            said = message("issue.no-such-step", id=name, step=step, steps=len(types[kind].steps))
            self._refuse(said, (*path, "step"))
        side = Side(placed.side or types[kind].side or "")
        if placed.side is not None:
            self._check_side(side, (*path, "side"))
        check_whole(self.source, placed.values, (*path, "values"))
        inherited = scalars(entry.values) if entry is not None and as_listed else scalars({})
        values = inherited.update(scalars(placed.values))
        at = self._stand(name, placed, path)
        unit = Unit(UnitId(name), kind, side, at, step, frozenset(placed.marks), values)
        if unit.id in self.draft.state.units:
            self.draft.remove_unit(unit.id)
        self.draft.add_unit(unit)

    def _stand(self, name: str, placed: PlacedUnit, path: DataPath) -> Location:
        """Where a unit is put: at its place or, where it has none, where the setup has put it."""
        if placed.at is not None:
            return self._location(placed.at, (*path, "at"))
        standing = self.draft.state.units.get(UnitId(name))
        if standing is None:
            self._refuse(message("issue.unit-nowhere", id=name), path)
        return standing.at

    def _map(self) -> None:
        position, draft = self.position, self.draft
        for side, labels in position.control.items():
            self._check_side(Side(side), ("control", side))
            for number, label in enumerate(labels):
                for place in self._places(label, ("control", side, number)):
                    draft.set_control(place, Side(side))
        for label, levels in position.markers.items():
            for marker, level in levels.items():
                draft.set_marker(self._location(label, ("markers", label)), marker, level)
        for label, levels in position.side_markers.items():
            for marker, level in levels.items():
                draft.set_side_marker(self._edge(label, ("side_markers", label)), marker, level)

    def _tracks(self) -> None:
        position, draft = self.position, self.draft
        check_whole(self.source, position.values, ("values",))
        for name, value in scalars(position.values).items():
            draft.set_value(name, value)
        if position.turn is not None:
            draft.set_turn(position.turn)
        if position.extra:
            self._set_extra()
        given = position.given
        draft.state = evolve(draft.state, given=Given(given.dice, given.draws, given.results))

    def _set_extra(self) -> None:
        codec, state = self.game.codec, self.draft.state
        if self.game.ruleset.vocabulary.extra is None:
            self._refuse(message("issue.no-extra", game=self.game.ruleset.id), ("extra",))
        data = codec.state_to_json(evolve(state, frames=()))
        data["extra"] = {**(data["extra"] or {}), **self.position.extra}
        try:
            self.draft.set_extra(codec.state_from_json(data).extra)
        except MalformedData as bad:
            self._refuse(message("issue.bad-extra", problem=bad.said), ("extra",))

    def _pools(self) -> None:
        """A card lies in one place: what is put into a pool is taken out of every other."""
        position, draft = self.position, self.draft
        specs = self.game.ruleset.pools(self.game)
        known = {*self.brief.cards, *chain.from_iterable(draft.state.pools.values())}
        seen: set[str] = set()
        for pool, cards in position.pools.items():
            if pool not in specs:
                self._refuse(message("issue.unknown-pool", name=pool), ("pools", pool), pool, specs)
            for number, card in enumerate(cards):
                if card not in known:
                    self._refuse(message("issue.unknown-card", id=card), ("pools", pool, number), card, sorted(known))
                if card in seen:
                    self._refuse(message("issue.card-twice", id=card), ("pools", pool, number))
                seen.add(card)
        for pool in sorted(draft.state.pools) if seen else ():
            draft.set_pool(pool, [card for card in draft.state.pool(pool) if card not in seen])
        for pool, cards in position.pools.items():
            draft.set_pool(pool, [CardId(card) for card in cards])

    def _phase(self) -> None:
        position, draft, ruleset = self.position, self.draft, self.game.ruleset
        side = Side(position.side) if position.side is not None else None
        if side is not None:
            if side not in ruleset.sides:
                self._refuse(message("issue.unknown-side", id=side), ("side",), side, ruleset.sides)
            draft.set_side(side)
        if position.phase is None:
            ruleset.open(self.game, draft)
        elif not ruleset.enter(self.game, draft, position.phase, side):
            sequence = ruleset.phases.get(SequenceFrame)
            names = [step.name for step in sequence.steps] if isinstance(sequence, SequencePhase) else []
            self._refuse(message("issue.unknown-phase", name=position.phase), ("phase",), position.phase, names)

    def _location(self, label: str, path: DataPath) -> Location:
        try:
            return self.game.board.at(label)
        except UnknownLocation as bad:
            raise DefinitionError([error(bad.message, self.source.where(path))]) from None

    def _places(self, label: str, path: DataPath) -> Iterator[Location]:
        """A label, or the name of a region."""
        region = self.game.board.regions.get(label)
        if region is not None and self.game.board.find(label) is None:
            yield from sorted(region.members)
        else:
            yield self._location(label, path)

    def _edge(self, text: str, path: DataPath) -> EdgeIndex:
        try:
            found = find_edge(self.game.board, text)
        except UnknownLocation as bad:
            raise DefinitionError([error(bad.message, self.source.where(path))]) from None
        if found is None:
            self._refuse(message("issue.unknown-edge", text=text), path)
        return found

    def _check_side(self, side: Side, path: DataPath) -> None:
        if side not in self.sides:
            self._refuse(message("issue.unknown-side", id=side), path, side, self.sides)

    def _refuse(self, said: Message, path: DataPath, word: str = "", known: Iterable[str] = ()) -> NoReturn:
        refuse(self.source, said, path, word, known)
