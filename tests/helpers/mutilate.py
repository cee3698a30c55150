"""Good files spoilt in every way we could think of, the same ways for the same seed.

`mutilated_files` spoils a `.redoubt` file and `mutilated_folders` a folder of YAML, each into files or folders of their
own below a place given. What is expected of every one: it opens and behaves, or gives one clear error; it never gives
anything else, and it is never touched.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

SQL_MUTILATIONS: dict[str, tuple[list[str], str]] = {
    "another program's": (["PRAGMA application_id=1"], "file.not-redoubt"),
    "a newer version's": (["PRAGMA user_version=999"], "file.newer"),
    "no version's": (["PRAGMA user_version=0"], "file.unknown-schema"),
    "without a table": (["DROP TABLE journal"], "file.missing-table"),
    "without any table": (["DROP TABLE region_member", "DROP TABLE region"], "file.missing-table"),
    "with another table": (["DROP TABLE project", "CREATE TABLE project (key TEXT)"], "file.strange-table"),
    "with a table that takes anything": (
        ["DROP TABLE project", "CREATE TABLE project (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)"],
        "file.strange-table",
    ),
    "with a trigger": (["CREATE TRIGGER t AFTER INSERT ON cell BEGIN DELETE FROM cell; END"], "file.stranger"),
    "with a view": (["CREATE VIEW v AS SELECT 1"], "file.stranger"),
    "with a table of somebody's": (["CREATE TABLE further (a TEXT)"], "file.stranger"),
    "with an index of somebody's": (["CREATE INDEX further ON sheet (abs(cols))"], "file.stranger"),
    "with a virtual table": (["CREATE VIRTUAL TABLE further USING rtree(id, a, b)"], "file.stranger"),
    "with a palette that is markup": (["UPDATE map SET palette = '<b>'"], "file.bad-row"),
    "with a palette on two lines": (["UPDATE map SET palette = 'a' || char(10)"], "file.bad-row"),
    "with a sheet of no scale": (["UPDATE sheet SET scale = 1e-300"], "file.bad-row"),
    "with a sheet of all scale": (["UPDATE sheet SET scale = 1e300"], "file.bad-row"),
    "with a space on another planet": (["UPDATE space SET x = 1e6"], "file.bad-row"),
    "with a box nowhere": (["UPDATE box SET y = 1e300"], "file.bad-row"),
    "with endless lettering": (["UPDATE text SET size = 1e9"], "file.bad-row"),
    "with a name that never ends": (["UPDATE feature SET name = hex(zeroblob(9000))"], "file.bad-row"),
    "with a cell of no sheet": (["INSERT INTO cell VALUES ('ford', 'lost', 1, 1, 1)"], "file.broken-reference"),
    "with a cell of no terrain": (["INSERT INTO cell VALUES ('ford', 'main', 1, 1, 99)"], "file.broken-reference"),
    "with a unit of no army": (["INSERT INTO unit VALUES ('lost', 'a', '', '{}')"], "file.broken-reference"),
    "without its map": (["DELETE FROM map"], "file.broken-reference"),
    "with a cell outside": (["INSERT INTO cell VALUES ('ford', 'main', 99, 1, 1)"], "file.bad-row"),
    "with a cell far outside": (["INSERT INTO cell VALUES ('ford', 'main', 9e18, -9e18, 1)"], "file.bad-row"),
    "with a gap in the terrains": (["INSERT INTO terrain VALUES ('ford', 9, 'x')"], "file.bad-row"),
    "with an endless sheet": (["UPDATE sheet SET cols = 900000, rows = 900000"], "file.bad-row"),
    "with a sheet of nothing": (["UPDATE sheet SET cols = 0"], "file.bad-row"),
    "with a distant sheet": (["UPDATE sheet SET first_col = 9e18"], "file.bad-row"),
    "with a hexside of seven": (["UPDATE side SET direction = 7 WHERE direction = 1"], "file.bad-row"),
    "with a strange orientation": (["UPDATE sheet SET orientation = 'round'"], "file.bad-row"),
    "with absurd labels": (["UPDATE sheet SET labels = '{\"order\": 7}'"], "file.bad-row"),
    "with labels that stand still": (['UPDATE sheet SET labels = \'{"column": {"step": 0}}\''], "file.bad-row"),
    "with deep JSON": ([f"UPDATE feature SET attributes = '{'[' * 50_000}'"], "file.bad-row"),
    "with JSON deep and closed": ([f"UPDATE scenario SET head = '{'[' * 500}{']' * 500}'"], "file.bad-row"),
    "with a huge number": (["UPDATE feature SET attributes = '{\"a\": 1e999}'"], "file.bad-row"),
    "with an endless number": ([f"UPDATE feature SET attributes = '{{\"a\": {'9' * 5000}}}'"], "file.bad-row"),
    "with a very long text": (
        ["UPDATE feature SET attributes = '\"' || hex(zeroblob(3000000)) || '\"'"],
        "file.bad-row",
    ),
    "with half of a character": (['UPDATE feature SET attributes = \'{"a": "\\ud800"}\''], "file.bad-row"),
    "with half of a character in a path": (['UPDATE path SET through = \'["main:1,1", "\\udfff"]\''], "file.bad-row"),
    "with a list for attributes": (["UPDATE box SET attributes = '[1, 2]'"], "file.bad-row"),
    "with half a path": (["UPDATE path SET through = '[\"main:1,1\", 7]'"], "file.bad-row"),
    "with an unknown field": (['UPDATE unit SET body = \'{"id": "a", "colour": 3}\''], "file.bad-row"),
    "with a wrong type": (['UPDATE unit SET body = \'{"id": 7, "type": []}\''], "file.bad-row"),
    "with an unknown kind": (["INSERT INTO document VALUES ('poem', 'a', '{}')"], "file.bad-row"),
    "with a kind in the wrong table": (["INSERT INTO document VALUES ('oob', 'a', '{}')"], "file.bad-row"),
    "with a head that is a list": (["UPDATE scenario SET head = '[]'"], "file.bad-row"),
    "with a head of nothing": (["UPDATE scenario SET head = ''"], "file.bad-row"),
    "with a swatch in no list": (["INSERT INTO swatch VALUES ('ford', 'skies', 'a', '{}')"], "file.bad-row"),
    "with a globe that is none": (["UPDATE map SET georeference = '{\"anchor\": 1}'"], "file.bad-row"),
}
"""Statements that spoil a good file, and the error they give."""

LENIENT_SQL: dict[str, list[str]] = {
    "with units in a ring": ["UPDATE unit SET follows = 'unit-7' WHERE id = 'unit-0'"],
    "with a unit that follows nobody": ["UPDATE unit SET follows = 'lost' WHERE id = 'unit-3'"],
    "with a city nowhere": ["UPDATE feature SET at = 'lost'"],
    "with a city on a cut-out hex": ["UPDATE feature SET at = 'main:6,5'"],
    "with a path that leaps": ['UPDATE path SET through = \'["main:1,1", "main:5,5"]\''],
    "with a member nowhere": ["INSERT INTO region_member VALUES ('ford', 'north', 'lost')"],
    "with a rubbish journal": ["INSERT INTO journal (at, label, changes, deltas) VALUES ('', '', 1, x'00')"],
    "with a version of the future": ["INSERT INTO version (at, name, journal) VALUES ('', 'x', 999)"],
}
"""Statements after which a file still opens; what is wrong shows when it is checked, compiled or reverted."""


@dataclass(frozen=True, slots=True)
class Mutilated:
    """A spoilt file or folder, and how it was spoilt."""

    name: str
    path: Path


def mutilated_files(good: Path, into: Path, seed: int = 1) -> list[Mutilated]:
    """Well over a hundred spoilt copies of a file that is closed."""
    chance = random.Random(seed)
    content = good.read_bytes()
    made = []
    for number, (name, spoilt) in enumerate(_spoilt_bytes(content, chance)):
        path = into / f"file-{number}.redoubt"
        path.write_bytes(spoilt)
        made.append(Mutilated(name, path))
    statements = {name: found for name, (found, _) in SQL_MUTILATIONS.items()} | LENIENT_SQL
    for number, (name, found) in enumerate(statements.items(), start=len(made)):
        path = into / f"file-{number}.redoubt"
        path.write_bytes(content)
        run_sql(path, found)
        made.append(Mutilated(name, path))
    return made


def run_sql(path: Path, statements: list[str]) -> None:
    """Change a file behind the program's back."""
    raw = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        raw.execute(statement)
    raw.close()


def _spoilt_bytes(content: bytes, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    size = len(content)
    cuts = [0, 1, 15, 16, 50, 99, 100, 4095, 4096, size - 4096, size - 1]
    for cut in [*cuts, *(chance.randrange(size) for _ in range(12))]:
        yield f"cut after {cut} bytes", content[:cut]
    for place in [*range(16, 100, 4), *(chance.randrange(100, size) for _ in range(45))]:
        bit = chance.randrange(8)
        yield f"bit {bit} of byte {place} flipped", _patched(content, place, bytes([content[place] ^ (1 << bit)]))
    for _ in range(8):
        place = chance.randrange(100, size - 64)
        yield f"64 random bytes at {place}", _patched(content, place, chance.randbytes(64))
    for _ in range(4):
        page = chance.randrange(1, size // 4096)
        yield f"page {page} zeroed", _patched(content, page * 4096, bytes(4096))
    one, other = sorted(chance.sample(range(1, size // 4096), 2))
    swapped = _patched(content, one * 4096, content[other * 4096 : other * 4096 + 4096])
    yield "pages swapped", _patched(swapped, other * 4096, content[one * 4096 : one * 4096 + 4096])
    yield "rubbish at the end", content + b"rubbish"
    yield "said to have a log", _patched(content, 18, b"\x02\x02")
    yield "text", b"format: redoubt/map/1\nid: ford\n"
    yield "a picture", b"\x89PNG\r\n\x1a\n" + chance.randbytes(2000)
    yield "an archive", b"PK\x03\x04" + chance.randbytes(2000)
    yield "random bytes", chance.randbytes(8192)
    yield "zeros", bytes(8192)
    yield "a header and random bytes", content[:100] + chance.randbytes(8192)


def _patched(content: bytes, place: int, patch: bytes) -> bytes:
    return content[:place] + patch + content[place + len(patch) :]


def mutilated_folders(good: Path, into: Path, seed: int = 1) -> list[Mutilated]:
    """About a hundred spoilt copies of a folder of YAML, each with one file spoilt."""
    chance = random.Random(seed)
    files = sorted(path.name for path in good.glob("*.yaml"))
    made = []
    for number in range(100):
        name = "map.yaml" if number % 2 and "map.yaml" in files else chance.choice(files)
        how, spoil = _YAML_WAYS[number % len(_YAML_WAYS)]
        folder = into / f"folder-{number}"
        shutil.copytree(good, folder)
        target = folder / name
        target.write_bytes(spoil(target.read_bytes(), chance))
        made.append(Mutilated(f"{name}: {how}", folder))
    return made


def _cut(text: bytes, chance: random.Random) -> bytes:
    return text[: chance.randrange(len(text))]


def _flip(text: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(text))
    return _patched(text, place, bytes([text[place] ^ (1 << chance.randrange(8))]))


def _repeat_line(text: bytes, chance: random.Random) -> bytes:
    lines = text.splitlines(keepends=True)
    place = chance.randrange(len(lines))
    return b"".join([*lines[:place], lines[place], *lines[place:]])


def _drop_line(text: bytes, chance: random.Random) -> bytes:
    lines = text.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def _bomb(text: bytes, chance: random.Random) -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    return text + "\n".join(lines).encode() + b"\n"


def _appended(more: str | bytes) -> Callable[[bytes, random.Random], bytes]:
    data = more.encode() if isinstance(more, str) else more
    return lambda text, _: text + data


def _replaced(old: bytes, new: bytes) -> Callable[[bytes, random.Random], bytes]:
    return lambda text, _: text.replace(old, new)


def _wrong_value(text: bytes, chance: random.Random) -> bytes:
    """One value of a line replaced by something of another sort."""
    lines = text.splitlines(keepends=True)
    places = [number for number, line in enumerate(lines) if b": " in line and b"{" not in line]
    place = chance.choice(places or [0])
    key = lines[place].partition(b": ")[0]
    value = chance.choice([b"true", b"[]", b"{}", b"null", b"9" * 400, b"1e999", b".nan", b"-1", b'"lost"', b"[[[]]]"])
    lines[place] = key + b": " + value + b"\n"
    return b"".join(lines)


def _lost_reference(text: bytes, chance: random.Random) -> bytes:
    """A label or an id that names nothing any more."""
    quoted = [part for part in (b'"0101"', b'"0202"', b"armies", b"ford", b"unit-1", b"north") if part in text]
    return text.replace(chance.choice(quoted), b'"nowhere-at-all"') if quoted else text + b"map: nowhere\n"


_YAML_WAYS: list[tuple[str, Callable[[bytes, random.Random], bytes]]] = [
    ("cut short", _cut),
    ("a bit flipped", _flip),
    ("a line twice", _repeat_line),
    ("a line missing", _drop_line),
    ("a wrong value", _wrong_value),
    ("a lost reference", _lost_reference),
    ("an alias bomb", _bomb),
    ("a duplicate key", _appended("id: again\n")),
    ("a huge number", _appended(f"title: {'9' * 5000}\n")),
    ("deep nesting", _appended(f"deep: {'[' * 3000}{']' * 3000}\n")),
    ("deeper nesting, open", _appended(f"deep: {'{a: ' * 20000}")),
    ("invalid UTF-8", _appended(b"title: \xff\xfe\x80\n")),
    ("a null byte", _appended(b"title: a\x00b\n")),
    ("a tag", _appended("title: !!python/object/apply:os.system ['true']\n")),
    ("a merge key", _appended("<<: {id: other}\n")),
    ("two documents", _appended("---\nid: other\n")),
    ("an unknown field", _appended("colour_of_the_sky: blue\n")),
    ("a key that is no text", _appended("7: seven\n")),
    ("a newer format", _replaced(b"/1\n", b"/99\n")),
    ("no format", _replaced(b"format: ", b"formal: ")),
    ("another format", _replaced(b"format: redoubt/", b"format: elsewhere/")),
    ("nothing", lambda text, _: b""),
    ("a list", lambda text, _: b"- 1\n- 2\n"),
    ("random bytes", lambda text, chance: chance.randbytes(3000)),
    ("tabs", _replaced(b"  ", b"\t")),
]
