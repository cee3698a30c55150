"""The tables of a `.redoubt` file.

Everything authored is a row under a key of its own, so that a stroke of the brush is a handful of rows and a
version is a place in the journal. Rows that belong to something refer to it; the references are checked when a
transaction ends, so the order of the rows inside one is free. All tables are STRICT: SQLite itself keeps the
types, and its integrity check sees when a flipped bit breaks them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import SchemaItem

APPLICATION_ID: Final = 0x52445442
"""`RDTB` in the header, so that nobody takes another program's database for ours."""

SCHEMA_VERSION: Final = 6

METADATA: Final = sa.MetaData()

_DIALECT = sqlite.dialect(paramstyle="qmark")


def _text(name: str, *, key: bool = False, optional: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, primary_key=key, nullable=optional)


def _integer(name: str, *, key: bool = False, optional: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.INTEGER, primary_key=key, nullable=optional, autoincrement=False)


def _real(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.REAL, nullable=False)


def _refers(columns: str, target: str) -> sa.ForeignKeyConstraint:
    """Columns of this table that name a row of another, checked when the transaction ends."""
    table, _, names = target.partition(".")
    return sa.ForeignKeyConstraint(
        columns.split(),
        [f"{table}.{name}" for name in names.split()],
        deferrable=True,
        initially="DEFERRED",
    )


def _table(name: str, *parts: SchemaItem) -> sa.Table:
    return sa.Table(name, METADATA, *parts, sqlite_strict=True, sqlite_with_rowid=False)


@dataclass(frozen=True, eq=False)
class RowShelf:
    """A table of content as rows under keys, and the statements that read and change it."""

    table: sa.Table

    @property
    def name(self) -> str:
        return self.table.name

    @cached_property
    def keys(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.table.primary_key.columns)

    @cached_property
    def values(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.table.columns if not column.primary_key)

    @cached_property
    def select(self) -> str:
        columns = [self.table.c[name] for name in (*self.keys, *self.values)]
        return _sql(sa.select(*columns).order_by(*self.table.primary_key.columns))

    @cached_property
    def insert(self) -> str:
        """Takes the key and then the values."""
        return _sql(self.table.insert())

    @cached_property
    def update(self) -> str:
        """Takes the values and then the key."""
        new: dict[str, sa.BindParameter[object]] = {name: sa.bindparam(f"new_{name}") for name in self.values}
        return _sql(self.table.update().where(*self._is_row).values(new))

    @cached_property
    def delete(self) -> str:
        """Takes the key."""
        return _sql(self.table.delete().where(*self._is_row))

    @property
    def _is_row(self) -> list[sa.ColumnElement[bool]]:
        return [self.table.c[name] == sa.bindparam(f"old_{name}") for name in self.keys]


def _sql(statement: sa.ClauseElement) -> str:
    return str(statement.compile(dialect=_DIALECT))


# Maps

MAP = _table("map", _text("id", key=True), _text("title"), _text("palette"), _text("georeference"))
TERRAIN = _table("terrain", _text("map", key=True), _integer("code", key=True), _text("name"), _refers("map", "map.id"))
SHEET = _table(
    "sheet",
    _text("map", key=True),
    _text("id", key=True),
    _integer("number"),
    _text("orientation"),
    _text("parity"),
    _integer("first_col"),
    _integer("first_row"),
    _integer("cols"),
    _integer("rows"),
    _text("edge"),
    _real("scale"),
    _real("origin_x"),
    _real("origin_y"),
    _text("labels"),
    _text("fill"),
    _refers("map", "map.id"),
)
CELL = _table(
    "cell",
    _text("map", key=True),
    _text("sheet", key=True),
    _integer("col", key=True),
    _integer("row", key=True),
    _integer("terrain", optional=True),
    _refers("map sheet", "sheet.map id"),
    _refers("map terrain", "terrain.map code"),
)
JOIN = _table(
    "sheet_join",
    _text("map", key=True),
    _integer("number", key=True),
    _text("sheet"),
    _integer("col"),
    _integer("row"),
    _text("onto_sheet"),
    _integer("onto_col"),
    _integer("onto_row"),
    _refers("map sheet", "sheet.map id"),
    _refers("map onto_sheet", "sheet.map id"),
)
SPACE = _table(
    "space",
    _text("map", key=True),
    _text("id", key=True),
    _text("name"),
    _real("x"),
    _real("y"),
    _text("terrain"),
    _text("attributes"),
    _refers("map", "map.id"),
)
BOX = _table(
    "box",
    _text("map", key=True),
    _text("id", key=True),
    _text("title"),
    _real("x"),
    _real("y"),
    _text("attributes"),
    _refers("map", "map.id"),
)
LINK = _table(
    "link",
    _text("map", key=True),
    _text("id", key=True),
    _text("a"),
    _text("b"),
    _text("kind"),
    _integer("one_way"),
    _text("attributes"),
    _refers("map", "map.id"),
)
FEATURE = _table(
    "feature",
    _text("map", key=True),
    _text("id", key=True),
    _text("at"),
    _text("kind"),
    _text("name"),
    _text("attributes"),
    _refers("map", "map.id"),
)
NAME_OFFSET = _table(
    "name_offset",
    _text("map", key=True),
    _text("part", key=True),
    _text("id", key=True),
    _real("x"),
    _real("y"),
    _refers("map", "map.id"),
)
"""Names of spaces and features that stand elsewhere than usual. A table of its own, so that the journal of files from
before there were any still fits the tables it speaks of."""
SIDE = _table(
    "side",
    _text("map", key=True),
    _text("sheet", key=True),
    _integer("col", key=True),
    _integer("row", key=True),
    _integer("direction", key=True),
    _text("kind", key=True),
    _text("towards"),
    _text("attributes"),
    _refers("map sheet", "sheet.map id"),
)
PATH = _table(
    "path",
    _text("map", key=True),
    _text("id", key=True),
    _text("kind"),
    _text("through"),
    _text("attributes"),
    _refers("map", "map.id"),
)
REGION = _table(
    "region",
    _text("map", key=True),
    _text("id", key=True),
    _text("kind"),
    _text("title"),
    _text("colour"),
    _refers("map", "map.id"),
)
MEMBER = _table(
    "region_member",
    _text("map", key=True),
    _text("region", key=True),
    _text("place", key=True),
    _refers("map region", "region.map id"),
)
LETTERING = _table(
    "text",
    _text("map", key=True),
    _text("id", key=True),
    _text("text"),
    _real("x"),
    _real("y"),
    _real("angle"),
    _real("size"),
    _refers("map", "map.id"),
)
LETTERING_LOOK = _table(
    "lettering_look",
    _text("map", key=True),
    _text("id", key=True),
    _text("weight"),
    _real("spacing"),
    _real("curve"),
    _refers("map", "map.id"),
)
"""Lettering that looks otherwise than usual; a table of its own, as for moved names."""
LETTERING_LINE = _table(
    "lettering_line",
    _text("map", key=True),
    _text("id", key=True),
    _text("points"),
    _refers("map", "map.id"),
)
"""Lettering that stands on a line somebody drew."""
SHAPE = _table(
    "shape",
    _text("map", key=True),
    _text("id", key=True),
    _text("terrain"),
    _text("region"),
    _integer("level"),
    _text("rings"),
    _refers("map", "map.id"),
)
SCAN = _table(
    "scan",
    _text("map", key=True),
    _text("id", key=True),
    _text("title"),
    _text("sha256"),
    _text("placement"),
    _text("attributes"),
    _refers("map", "map.id"),
    _refers("sha256", "blob.sha256"),
)
SWATCH = _table(
    "swatch",
    _text("map", key=True),
    _text("list", key=True),
    _text("id", key=True),
    _text("body"),
    _refers("map", "map.id"),
)

# Other documents: a head with what is small, and a row for every item of a long list


def _head(name: str) -> sa.Table:
    return _table(name, _text("id", key=True), _text("head"))


def _keyed(name: str, head: str) -> sa.Table:
    """Items with a name of their own; `follows` is the name of the one before, so that an insertion moves nobody."""
    return _table(
        name,
        _text("document", key=True),
        _text("id", key=True),
        _text("follows"),
        _text("body"),
        _refers("document", f"{head}.id"),
    )


def _numbered(name: str, head: str) -> sa.Table:
    """Items known by their place in the list."""
    return _table(
        name,
        _text("document", key=True),
        _integer("number", key=True),
        _text("body"),
        _refers("document", f"{head}.id"),
    )


COUNTERS = _head("counters")
COUNTER_TYPE = _keyed("counter_type", "counters")
OOB = _head("oob")
FORMATION = _keyed("formation", "oob")
UNIT = _keyed("unit", "oob")
CARDS = _head("cards")
CARD = _keyed("card", "cards")
SCENARIO = _head("scenario")
PLACEMENT = _keyed("placement", "scenario")
CONTROL = _numbered("control", "scenario")
MARKER = _numbered("marker", "scenario")
SCHEDULE = _numbered("schedule", "scenario")
OBJECTIVE = _numbered("objective", "scenario")
OVERRIDE = _keyed("chart_override", "scenario")
GAME = _head("game")
GAME_ACTION = _numbered("game_action", "game")
PLAYED = _head("played")
"""What games are played with: documents as they were, under the hash of what they say. Games refer to them in their
heads, and may outlive one that was damaged."""
DOCUMENT = _table("document", _text("kind", key=True), _text("id", key=True), _text("head"))
"""Kinds without long lists: charts, palettes, positions."""

DOCUMENTS: Final = frozenset(
    table.name
    for table in (
        *(COUNTERS, COUNTER_TYPE, OOB, FORMATION, UNIT, CARDS, CARD),
        *(SCENARIO, PLACEMENT, CONTROL, MARKER, SCHEDULE, OBJECTIVE, OVERRIDE),
    )
)
"""The tables of what a scenario is made of; the first part of a key is the id of the document."""

SHELVES: Final = {
    table.name: RowShelf(table)
    for table in (
        *(
            MAP,
            TERRAIN,
            SHEET,
            CELL,
            JOIN,
            SPACE,
            BOX,
            LINK,
            FEATURE,
            NAME_OFFSET,
            SIDE,
            PATH,
            REGION,
            MEMBER,
            LETTERING,
            LETTERING_LOOK,
            LETTERING_LINE,
        ),
        *(SHAPE, SCAN, SWATCH),
        *(COUNTERS, COUNTER_TYPE, OOB, FORMATION, UNIT, CARDS, CARD),
        *(SCENARIO, PLACEMENT, CONTROL, MARKER, SCHEDULE, OBJECTIVE, OVERRIDE, GAME, GAME_ACTION, PLAYED, DOCUMENT),
    )
}
"""The tables of content, each after those it refers to."""

# About the file itself

PROJECT = _table("project", _text("key", key=True), _text("value"))
"""What the program remembers about the file; see `notes`."""
BLOB = sa.Table(
    "blob",
    METADATA,
    _text("sha256", key=True),
    _text("media"),
    _integer("size"),
    sa.Column("data", sa.BLOB, nullable=False),
    sqlite_strict=True,
)
JOURNAL = sa.Table(
    "journal",
    METADATA,
    sa.Column("id", sa.INTEGER, primary_key=True, autoincrement=True),
    _text("at"),
    _text("label"),
    _integer("changes"),
    sa.Column("deltas", sa.BLOB, nullable=False),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
VERSION = sa.Table(
    "version",
    METADATA,
    sa.Column("id", sa.INTEGER, primary_key=True, autoincrement=True),
    _text("at"),
    _text("name"),
    _integer("journal"),
    sqlite_strict=True,
    sqlite_autoincrement=True,
)
