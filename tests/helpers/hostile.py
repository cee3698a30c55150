"""Files from a stranger: well-formed, and wrong in one value, every column to each of its extremes.

`mutilate` spoils the structure of a file; here the structure is whole and every table is as it should be, but a number
is absurd, a name is markup, a blob is cut. What is expected is the same: a sentence or a map, quickly, and nothing
opened that is not the file.
"""

from __future__ import annotations

import json
import sqlite3
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from engine.definitions.game_record import GameRecord
from engine.definitions.palette import Palette, TerrainSwatch
from engine.definitions.plan import ScanPlan
from engine.rulesets.library import bundled_scenarios
from engine.storage.blobs import Blob
from engine.storage.contents import Contents
from engine.storage.schema import METADATA, SHELVES
from engine.storage.store import Store
from tests.contract.playthrough import begin, play
from tests.contract.subjects import subject
from tests.helpers.mutilate import LENIENT_SQL, SQL_MUTILATIONS, Mutilated, mutilated_files
from tests.helpers.projects import small_contents

REALS: Final = (1e300, -1e300, 1e-300, 1e6, -1e9, 0.0, float("inf"), -1.0)
INTEGERS: Final = (2**63 - 1, -(2**63), 0, -1, 1_000_000, 65_536)
LONG_NAME: Final = "N" * 100_000
SPELLINGS: Final = ("{0}", "file:{0}", "file://{0}", "FILE://{0}", "//localhost{0}", "../../../../../../../..{0}")
"""Ways to name a file of the machine from inside a document."""

_PNG: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


def markup(bait: str) -> str:
    """What Qt would take for rich text, with a picture from elsewhere in it."""
    return f'<img src="{bait}"><b>bold</b> &lt;'


def baited_contents(bait: str) -> Contents:
    """A whole project whose every title, name and text is markup that names a file of the machine."""
    return with_bait(small_contents(), bait)


def with_bait(contents: Contents, bait: str) -> Contents:
    """The same contents with markup for every title, name and text."""
    words = markup(bait)
    for plan in contents.maps.values():
        plan.title = words
        for group in (plan.spaces, plan.features, plan.boxes, plan.regions, plan.texts):
            for name, part in list(group.items()):
                field = next(each for each in ("name", "title", "text") if hasattr(part, each))
                group[name] = _with(part, field, words)
    for key, document in list(contents.documents.items()):
        data = _marked(document.to_data(), words)
        contents.documents[key] = type(document).from_data(data)
    return contents


def _with(part: Any, field: str, value: str) -> Any:

    return replace(part, **{field: value})


def _marked(value: Any, words: str, under: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _marked(inside, words, name) for name, inside in value.items()}
    if isinstance(value, list):
        return [_marked(inside, words, under) for inside in value]
    return words if isinstance(value, str) and under in _PROSE else value


_PROSE: Final = {"title", "name", "text", "description", "notes", "note", "designation"}


@dataclass(frozen=True, slots=True)
class _Spoiling:
    name: str
    statement: str
    values: tuple[object, ...] = ()


def playable_contents() -> Contents:
    """One of everything as in `small_contents`, and a scenario with a game begun that the rules can play."""
    contents = Contents.of_project(bundled_scenarios()["ford"].load())
    plan, furnished = contents.maps["ford"], small_contents().maps["ford"]
    for group in ("spaces", "boxes", "links", "features", "paths", "regions", "texts", "shapes"):
        for name, part in getattr(furnished, group).items():
            getattr(plan, group).setdefault(name, part)
    playthrough = begin(subject("toy-skirmish", "ford"), 7)
    deque(play(playthrough, 6, written=lambda _: False), maxlen=0)
    record = GameRecord(
        id="evening",
        scenario="ford",
        ruleset="toy-skirmish",
        seed=7,
        options=dict(playthrough.subject.game.options),
        actions=tuple(playthrough.actions()),
    )
    return contents.add(Palette(id="spare", terrain=(TerrainSwatch(id="clear", name="Clear"),)), record)


def baseline(path: Path) -> Path:
    """The file that is spoilt: one of everything, a scan too."""
    contents = playable_contents()
    scan = Blob("image/png", _PNG)
    contents.maps["ford"].scans["scan"] = ScanPlan("scan", "A scan", scan.sha256)
    with Store.create(path, contents, [scan], name="First") as store:
        other = contents.copy()
        other.maps["ford"].title = "Another title"
        store.write(other, "Name the map")
    return path


def hostile_files(folder: Path, bait: str, *, every: int = 1, first: int = 0) -> Iterator[Mutilated]:
    """Files spoilt by value and by structure, made one at a time as they are asked for; of many, every so manieth."""
    good = baseline(folder / "good.redoubt")
    content = good.read_bytes()
    spoilings = [*_by_value(content, folder, bait), *_by_structure()]
    (folder / "bytes").mkdir()
    for number, spoiling in enumerate(spoilings[first::every]):
        path = folder / f"value-{number}.redoubt"
        path.write_bytes(content)
        if _spoil(path, spoiling):
            yield Mutilated(spoiling.name, path)
    strange = set(SQL_MUTILATIONS) | set(LENIENT_SQL)
    spoilt = [each for each in mutilated_files(good, folder / "bytes") if each.name not in strange]
    yield from spoilt[first::every]


def _spoil(path: Path, spoiling: _Spoiling) -> bool:
    """Whether the file is another one now; a constraint that SQLite itself keeps cannot be broken this way."""
    raw = sqlite3.connect(path, isolation_level=None)
    try:
        if not spoiling.values:
            for statement in spoiling.statement.split(";;"):
                raw.execute(statement)
            return True
        return raw.execute(spoiling.statement, spoiling.values).rowcount > 0
    except sqlite3.Error:
        return False
    finally:
        raw.close()


def _by_value(content: bytes, folder: Path, bait: str) -> Iterator[_Spoiling]:
    probe = folder / "probe.redoubt"
    probe.write_bytes(content)
    raw = sqlite3.connect(probe)
    try:
        for table in METADATA.sorted_tables:
            for column in table.columns:
                yield from _of_column(raw, table, column, bait)
    finally:
        raw.close()


def _of_column(raw: sqlite3.Connection, table: sa.Table, column: sa.Column[Any], bait: str) -> Iterator[_Spoiling]:
    update = f'UPDATE OR IGNORE "{table.name}" SET "{column.name}" = ?'
    place = f"{table.name}.{column.name}"
    if isinstance(column.type, sa.REAL):
        yield from (_Spoiling(f"{place} is {value}", update, (value,)) for value in REALS)
    elif isinstance(column.type, sa.Integer):
        yield from (_Spoiling(f"{place} is {value}", update, (value,)) for value in INTEGERS)
    elif isinstance(column.type, sa.LargeBinary):
        for row, (data,) in enumerate(raw.execute(f'SELECT "{column.name}" FROM "{table.name}"').fetchall()):
            for size in (0, len(data) // 2):
                yield _Spoiling(f"{place} of row {row} is cut to {size}", update, (data[:size],))
    else:
        found = raw.execute(f'SELECT "{column.name}" FROM "{table.name}" LIMIT 1').fetchone()
        yield from _of_text(place, update, found[0] if found else "", bait)


def _of_text(place: str, update: str, text: str, bait: str) -> Iterator[_Spoiling]:
    if not text.startswith(("{", "[")):
        yield _Spoiling(f"{place} is markup", update, (markup(bait),))
        yield _Spoiling(f"{place} is long", update, (LONG_NAME,))
        return
    value = json.loads(text)
    for name, spoilt in _leaves(value, markup(bait)):
        yield _Spoiling(f"{place}: {name}", update, (json.dumps(spoilt),))


def _leaves(value: Any, words: str) -> Iterator[tuple[str, Any]]:
    """The value with one leaf at a time in another state: texts as markup, numbers as extremes."""
    yield "cut", []
    if not isinstance(value, dict):
        return
    for name, inside in value.items():
        if isinstance(inside, str):
            yield f"{name} is markup", {**value, name: words}
        elif isinstance(inside, int | float) and not isinstance(inside, bool):
            for number in (1e300, 2**62, -1):
                yield f"{name} is {number}", {**value, name: number}


def _by_structure() -> Iterator[_Spoiling]:
    for name, (statements, _) in SQL_MUTILATIONS.items():
        yield _Spoiling(name, ";;".join(statements))
    for name, statements in LENIENT_SQL.items():
        yield _Spoiling(name, ";;".join(statements))
    yield _Spoiling("three hundred sheets of a million", _SHEETS)
    yield _Spoiling("a further table", "CREATE TABLE further (a TEXT)")
    yield _Spoiling("a further index", "CREATE INDEX further ON sheet (cols)")
    yield _Spoiling("a virtual table", "CREATE VIRTUAL TABLE further USING rtree(id, a, b)")
    yield _Spoiling("a generated column", "ALTER TABLE map ADD COLUMN more TEXT AS (title)")


_COLUMNS = ", ".join(f'"{name}"' for name in SHELVES["sheet"].values if name not in ("number", "cols", "rows"))
_SHEETS: Final = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) "
    f'INSERT INTO sheet (map, id, number, cols, "rows", {_COLUMNS}) '
    f"SELECT map, 'more-' || i, i, 1000, 1000, {_COLUMNS} FROM sheet, n WHERE number = 0"
)
