"""What a player wants to know about a place: ground, what lies there and along its sides, whose it is, who reaches it.

Read from the board, the charts and what the viewer may see, and asked of the rules. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.answers import StackAnswer, ZoneAnswer
from engine.core.board import PlaceKind
from engine.core.boards.hexes import DIRECTION_NAMES
from engine.core.ids import Location, UnitId
from engine.core.messages import Message, message
from engine.definitions.charts.terrain_chart import PROHIBITED
from engine.definitions.palette import Palette, Swatch, by_id
from engine.definitions.sources import SourceKind
from engine.narration.explanations import Explained, Row, number, reckoned_number
from engine.narration.far_reasons import why_not_there
from engine.narration.names import Names
from engine.narration.seen_game import SeenGame

_COUNTED = "stacking"
"""The factor that is the size of a stack itself."""
Reach = Mapping[Location, tuple[str, tuple[Location, ...]]]
"""Where the unit in hand can get to, with the cost and the way."""


def place_facts(
    table: SeenGame, at: Location, palette: Palette | None, unit: str = "", reach: Reach | None = None
) -> Explained:
    """Everything about a place; with a unit in hand also what it costs that unit to get there, or why it cannot."""
    facts = _Place(table, at, palette)
    rows = [*facts.ground(), *facts.borders(), *facts.holders(), *facts.stack()]
    if unit:
        rows += facts.entering(UnitId(unit), reach or {})
    return Explained(table.names.place(at), tuple(rows))


def marker_name(names: Names, marker: str, swatches: Mapping[str, Swatch]) -> str:
    """What a marker on the map is called: by a word of the game, or else by its name in the palette."""
    swatch = swatches.get(marker)
    return names.word(marker) if swatch is None or names.is_word(marker) else swatch.name.lower()


class _Place:
    def __init__(self, table: SeenGame, at: Location, palette: Palette | None) -> None:
        self._table, self._at = table, at
        self._is_box = table.board.kinds[at] is PlaceKind.BOX
        self._terrain = by_id(palette.terrain) if palette is not None else {}
        self._features = by_id(palette.features) if palette is not None else {}
        self._markers = by_id(palette.markers) if palette is not None else {}
        lines = (*palette.sides, *palette.paths, *palette.connections) if palette is not None else ()
        self._kinds = {line.id: line.name for line in lines}

    def _heading(self, said: Message, value: str = "", rule: str = "") -> Row:
        return Row(self._table.say(said), value, rule, is_heading=True)

    # Ground

    def ground(self) -> Iterator[Row]:
        """The terrain with what it costs, and what stands there."""
        table, at = self._table, self._at
        terrain = table.board.terrains[at]
        if terrain:
            swatch = self._terrain.get(terrain)
            yield self._heading(
                message("why.terrain"), swatch.name if swatch is not None else table.names.word(terrain)
            )
            yield from self._costs(terrain)
        features = [
            self._feature(each.kind, each.name)
            for each in table.board.features(at)
            if each.name or each.kind in self._features or not self._features
        ]
        if features:
            yield self._heading(message("why.features"), ", ".join(features))
        for region in table.board.regions_of(at):
            yield self._heading(
                message("why.region"), table.names.authored(region.title or "") or table.names.word(region.id)
            )
        markers = table.view.markers.get(at)
        if markers:
            told = (
                marker_name(table.names, name, self._markers) + (f" {level}" if level > 1 else "")
                for name, level in sorted(markers.items())
            )
            yield self._heading(message("why.markers"), ", ".join(told))

    def _costs(self, terrain: str) -> Iterator[Row]:
        table, chart = self._table, self._table.brief.charts.terrain
        row = chart.rows.get(terrain)
        if row is None or not row.cost:
            return
        never = table.say(message("why.prohibited"))
        costs = [
            table.say(message("why.cost", by=table.names.word(name), cost=never if cost == PROHIBITED else f"{cost:g}"))
            for name, cost in row.cost.items()
        ]
        sources = [chart.source_of(terrain, name) for name in row.cost]
        cases = dict.fromkeys(case for each in sources if each.kind is SourceKind.RULEBOOK for case in each.cases)
        yield Row(table.say(message("why.entering")), ", ".join(costs), next(iter(cases), ""))

    def _feature(self, kind: str, name: str | None) -> str:
        swatch = self._features.get(kind)
        sort = swatch.name if swatch is not None else self._table.names.word(kind)
        return f"{name} ({sort.lower()})" if name and name != sort else sort

    # Borders

    def borders(self) -> Iterator[Row]:
        """Rivers and the like, by direction or by the place they lead to, and roads and rails."""
        sides: dict[str, list[str]] = {}
        paths: dict[str, list[str]] = {}
        for edge, where in self._edges():
            for feature in self._table.board.side_features(edge):
                sides.setdefault(feature.kind, []).append(where)
            for path in self._table.board.paths(edge):
                paths.setdefault(path.kind, []).append(where)
        for said, found in ((message("why.hexsides"), sides), (message("why.paths"), paths)):
            if found:
                yield self._heading(said, "; ".join(self._along(kind, where) for kind, where in found.items()))
        links = self._links()
        if links:
            yield self._heading(
                message("why.links"), "; ".join(self._along(kind, where) for kind, where in links.items())
            )

    def _along(self, kind: str, where: list[str]) -> str:
        name = self._kinds.get(kind) or self._table.names.word(kind)
        told = message("why.side-of", kind=name.lower(), where=tuple(dict.fromkeys(where)))
        return self._table.say(told)

    def _edges(self) -> Iterator[tuple[int, str]]:
        board, at = self._table.board, self._at
        if board.kinds[at] is not PlaceKind.HEX:
            return
        names = DIRECTION_NAMES[board.sheet(board.sheets[at]).grid.orientation]
        for direction, name in enumerate(names):
            edge = board.hexside(at, direction)
            if edge is not None:
                yield edge, self._table.names.word(name)

    def _links(self) -> dict[str, list[str]]:
        """The neighbours of a space by the kind of connection."""
        board, at = self._table.board, self._at
        found: dict[str, list[str]] = {}
        if board.kinds[at] is PlaceKind.SPACE:
            for to, edge in board.links[at]:
                found.setdefault(board.edges.kind(edge), []).append(self._table.names.place(Location(to)))
        return found

    # Holders

    def holders(self) -> Iterator[Row]:
        """Who controls it, whose zones lie on it, and what it is worth."""
        table, at = self._table, self._at
        if self._is_box:
            return
        side = table.view.control.get(at)
        yield self._heading(
            message("why.control"), table.names.side(side) if side else table.say(message("why.nobody"))
        )
        answer = table.ask("zone", at=table.board.key(at))
        if isinstance(answer, ZoneAnswer) and answer.sides:
            yield self._heading(message("why.zones"), "", answer.rule)
            for side, units in answer.sides.items():
                names = tuple(table.names.unit(unit) for unit in units[:4])
                more = ("…",) if len(units) > 4 else ()
                yield Row(table.say(message("why.zone-units", side=side, units=(*names, *more))))
        for objective in table.brief.scenario.objectives:
            if table.board.find(objective.at) == at:
                yield self._heading(
                    message("why.objective"), self._worth(objective.value, objective.side) or objective.name or ""
                )

    def _worth(self, value: float | None, side: str | None) -> str:
        if value is None:
            return ""
        told = (
            message("why.worth-to", value=f"{value:g}", side=side) if side else message("why.worth", value=f"{value:g}")
        )
        return self._table.say(told)

    # Units

    def stack(self) -> Iterator[Row]:
        """What stands there together, against the limit."""
        table, at = self._table, self._at
        answer = table.ask("stack", at=table.board.key(at)) if not self._is_box else None
        if not isinstance(answer, StackAnswer) or (not answer.units and answer.limit is None):
            return
        size = number(answer.size)
        if answer.limit is not None:
            size = table.say(message("why.stacked-of", size=size, limit=number(answer.limit)))
        if not answer.allowed:
            size = f"{size}, {table.say(message('why.overfull'))}"
        yield self._heading(message("why.stacking"), size, answer.rule)
        if answer.units:
            for name, reckoned in answer.factors.items():
                if name != _COUNTED:
                    yield Row(table.names.word(name), reckoned_number(reckoned))

    def entering(self, unit: UnitId, reach: Reach) -> Iterator[Row]:
        """What it costs a unit to get there, or what forbids it."""
        table, at = self._table, self._at
        record = table.view.units.get(unit)
        if record is None or record.at == at:
            return
        if at in reach:
            yield Row(table.say(message("why.unit-enters", unit=unit)), reach[at][0], is_heading=True)
        elif not table.is_computers_turn and not table.is_over:
            refusal = why_not_there(table, at, unit)
            if refusal is not None:
                yield Row(table.say(refusal.message), "", refusal.rule, is_heading=True)
