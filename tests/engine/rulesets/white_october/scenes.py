"""Positions of White October 1919 on small maps of their own.

    scene = october({"inf": "03/C"}, "......../........", side="white")

Hexes are labelled as on the real map, the number of a diagonal row and the letter of a column. `hexes(board)` lists the
labels row by row as the board is written, so that `here(board, column, row)` is the label of a hex counted from the top
left. `city` adds the districts of Petrograd as a sheet of their own, linked to the country by `ways_in`. A unit's name
begins with the short name of its type: `inf` is three points of the North-West Army, `rifle` three of the Reds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from engine.core.boards.hexes import Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, Letters, RowAxis
from tests.helpers.positions import Scene, one_line, position, unit_of

GAME = "white-october"
FIELD = "/".join(["............"] * 8)
LABELS = {
    "order": "row-column",
    "separator": "/",
    "column": {"style": "letters", "letters": "doubled"},
    "row": {"step": -1, "start": 40},
    "row_axis": "oblique-up",
}
TYPES = {
    "inf": "nwa-infantry-3",
    "inf1": "nwa-infantry-1",
    "inf2": "nwa-infantry-2",
    "inf4": "nwa-infantry-4",
    "weak": "nwa-infantry-weak",
    "cav": "nwa-cavalry-2",
    "guns": "nwa-artillery",
    "hguns": "nwa-horse-artillery",
    "train": "nwa-armoured-train",
    "hqa": "nwa-headquarters-attack",
    "hqm": "nwa-headquarters-morale",
    "hqd": "nwa-headquarters-dodge",
    "hqde": "nwa-headquarters-defence",
    "hqi": "nwa-headquarters-iaroslavtsev",
    "tanks": "british-tanks",
    "car": "nwa-armoured-car",
    "squadron": "british-fleet",
    "plane": "british-aircraft",
    "est": "estonian-infantry-3",
    "est2": "estonian-infantry-2",
    "estguns": "estonian-artillery",
    "esttrain": "estonian-armoured-train",
    "esthq": "estonian-headquarters",
    "rifle": "red-infantry-3",
    "rifle1": "red-infantry-1",
    "rifle2": "red-infantry-2",
    "rifle4": "red-infantry-4",
    "redweak": "red-infantry-weak",
    "cadets": "red-cadets-3",
    "cadets2": "red-cadets-2",
    "redcav": "red-cavalry-2",
    "redguns": "red-artillery",
    "redtrain": "red-armoured-train",
    "redhq": "red-headquarters",
    "trotsky": "trotsky",
    "redcar": "red-armoured-car",
    "redfleet": "red-fleet",
    "redplane": "red-aircraft",
    "fort": "red-fort",
    "kronstadt": "kronstadt",
    "com": "communists-1",
    "district": "district-detachment",
    "petrguns": "petrograd-artillery",
    "levy2": "red-levy-2",
    "levy3": "red-levy-3",
}
"""Short names of counter types; a unit `inf-2` is a second infantry of three points."""


@cache
def _scheme() -> LabelScheme:
    return LabelScheme(
        order=LabelOrder.ROW_COLUMN,
        column=Axis(style=AxisStyle.LETTERS, letters=Letters.DOUBLED),
        row=Axis(step=-1, start=40),
        separator="/",
        row_axis=RowAxis.OBLIQUE_UP,
    )


@cache
def hexes(board: str = FIELD) -> tuple[tuple[str, ...], ...]:
    """The labels of a board, row by row."""
    rows = board.split("/")
    width = max(map(len, rows))
    grid = HexGrid(Orientation.FLAT, Parity.EVEN)
    extent = Extent((1, 1), (width, len(rows)))
    return tuple(
        tuple(_scheme().labels(grid, ((column, row) for column in range(1, width + 1)), extent))
        for row in range(1, len(rows) + 1)
    )


def here(column: int, row: int, board: str = FIELD) -> str:
    """The label of a hex, counted from the top left."""
    return hexes(board)[row - 1][column - 1]


LINE = [here(column, 4) for column in range(1, 13)]
"""The fourth row of the field, where railways are laid."""


def october(
    units: Mapping[str, Any],
    board: str = FIELD,
    *,
    rails: Iterable[Sequence[str]] = (),
    roads: Iterable[Sequence[str]] = (),
    narva: str = "",
    sources: Sequence[str] = (),
    features: Iterable[Mapping[str, Any]] = (),
    sides: Mapping[str, Sequence[str]] | None = None,
    regions: Mapping[str, Sequence[str]] | None = None,
    city: str = "",
    ways_in: Iterable[tuple[str, str]] = (),
    offensive: bool = True,
    **more: Any,
) -> Scene:
    """A position: units by name, each with its place or with a mapping of what is known about it.

    Without more words White draws supply from `narva` and Red from `sources`, the eastern edge; the turn is an
    offensive one unless told.
    """
    plan = dict(one_line(board, GAME))
    plan["sheets"] = [{**plan["sheets"][0], "labels": LABELS}]
    found = [*features]
    if narva:
        found.append(town(narva, "Narva"))
    if city:
        sheet = {**one_line(city, GAME)["sheets"][0], "id": "petrograd", "labels": {"prefix": "P"}, "origin": [40, 0]}
        plan["sheets"].append(sheet)
        plan["links"] = [{"between": list(pair), "kind": "way-in"} for pair in ways_in]
    plan["features"] = found
    plan["sides"] = [{"kind": kind, "at": list(at)} for kind, at in (sides or {}).items()]
    lines = [("rail", line) for line in rails] + [("road", line) for line in roads]
    plan["paths"] = [
        {"id": f"{kind}-{number}", "kind": kind, "through": list(line)} for number, (kind, line) in enumerate(lines, 1)
    ]
    areas = dict(regions or {})
    if sources:
        areas["east-edge"] = sources
    plan["regions"] = [
        {"id": name, "kind": name, "title": name, "members": list(members)} for name, members in areas.items()
    ]
    placed = {name: unit_of(TYPES, name, given) for name, given in units.items()}
    values = {"offensive-turn": offensive, **more.pop("values", {})}
    return position(game=GAME, map=plan, units=placed, values=values, **{"turn": 1, **more})


def town(at: str, name: str = "Town", kind: str = "town") -> dict[str, Any]:
    """A town, or a city or village when told."""
    return {"at": at, "kind": kind, "name": name}


def moving(units: Mapping[str, Any], board: str = FIELD, side: str = "white", **more: Any) -> Scene:
    """The movement sequence of a side."""
    return october(units, board, **{"phase": "movement", "side": side, **more})
