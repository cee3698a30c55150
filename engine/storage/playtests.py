"""The results of the lab in a file of their own: a game a row, a turn a row, the rest packed.

It lies beside the scenario, so that a shared scenario does not carry ten thousand games along, and can be thrown away:
everything in it can be played again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from engine.core.messages import message
from engine.definitions.bounds import LARGEST_QUANTITY
from engine.lab.arms import Arm, LabError
from engine.lab.packing import unpacked
from engine.lab.results import GameResult, TurnRow
from engine.storage.connection import Access, Database
from engine.storage.errors import FileError, speaking_of

SUFFIX: Final = ".playtest"
APPLICATION_ID: Final = 0x52444C42
"""The letters RDLB, in the header of the file."""
VERSION: Final = 1
MOST_PLAIN: Final = 64 * 1024 * 1024
"""Bytes of an arm, unpacked: it carries the documents it was played with."""
_PATIENCE: Final = 10_000
"""Milliseconds to wait for another program that reads or writes the same results, such as the lab in a window."""

_tables = sa.MetaData()
_arms = sa.Table(
    "arms",
    _tables,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
_games = sa.Table(
    "games",
    _tables,
    sa.Column("arm", sa.Integer, sa.ForeignKey("arms.number"), primary_key=True),
    sa.Column("seed", sa.Integer, primary_key=True),
    *(sa.Column(name, sa.Text, nullable=False) for name in ("winner", "level", "rule", "fault", "digest")),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("actions", sa.Integer, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("deeds", sa.LargeBinary, nullable=False),
    sa.Column("fields", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
_turns = sa.Table(
    "turns",
    _tables,
    sa.Column("arm", sa.Integer, primary_key=True),
    sa.Column("seed", sa.Integer, primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("attacks", sa.Integer, nullable=False),
    sa.Column("holders", sa.Text, nullable=False),
    *(sa.Column(name, sa.Text, nullable=False) for name in ("steps_lost", "units_lost", "held")),
    sqlite_with_rowid=False,
)


class PlaytestFile:
    """A shelf of results in a file; made where there is none yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with speaking_of(path):
            is_new = not path.exists() or not path.stat().st_size
            self._database = Database(path, Access.CREATE)
            try:
                self._database.outside(f"PRAGMA busy_timeout={_PATIENCE}")
                self._make() if is_new else self._check()
            except BaseException:
                self._database.close()
                raise

    def _make(self) -> None:
        with self._database.transaction() as connection:
            _tables.create_all(connection)
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            connection.exec_driver_sql(f"PRAGMA user_version={VERSION}")

    def _check(self) -> None:
        found = self._database.outside("PRAGMA application_id")[0][0]
        if found != APPLICATION_ID:
            raise FileError(message("file.no-playtest", file=str(self.path)), self.path)
        version = self._database.outside("PRAGMA user_version")[0][0]
        if version > VERSION:
            raise FileError(message("file.newer", file=str(self.path), found=version, known=VERSION), self.path)
        for kind, name, statement in self._database.outside("SELECT type, name, sql FROM sqlite_schema"):
            is_ours = kind == "table" and name in _tables.tables and str(statement).upper().startswith("CREATE TABLE")
            if not is_ours and not (kind == "index" and str(name).startswith("sqlite_")):
                raise FileError(message("file.stranger", file=str(self.path), name=str(name)[:80]), self.path)

    def keep(self, arm: Arm, results: Iterable[GameResult]) -> None:
        """Put games by in one stroke; one that is known already, also by another program at work, stays as it is."""
        with self._database.transaction() as connection:
            number = self._number(arm.id)
            if number is None:
                data = zlib.compress(json.dumps(arm.to_json()).encode(), 6)
                number = connection.execute(_arms.insert().values(id=arm.id, data=data)).lastrowid
            known = set(self.seeds(arm.id))
            games, turns = [], []
            for result in results:
                if result.seed not in known:
                    known.add(result.seed)
                    games.append({"arm": number, **_game_row(result)})
                    turns += [{"arm": number, "seed": result.seed, **_turn_row(row)} for row in result.turns]
            if games:
                connection.execute(_games.insert().prefix_with("OR REPLACE"), games)
            if turns:
                connection.execute(_turns.insert(), turns)

    def _number(self, arm: str) -> int | None:
        """Under which an arm is in the file; None where it is not. It is asked each time: others may write as well."""
        found = self._database.rows(sa.select(_arms.c.number).where(_arms.c.id == arm))
        return found[0].number if found else None

    def seeds(self, arm: str) -> frozenset[int]:
        played = sa.select(_games.c.seed).where(_games.c.arm == self._number(arm), _games.c.digest != "")
        return frozenset(row.seed for row in self._database.rows(played))

    def results(self, arm: str, seeds: range | None = None) -> tuple[GameResult, ...]:
        # In one look: a game that is put by meanwhile is there with its turns or not at all.
        with self._database.transaction():
            number = self._number(arm)
            turn_rows = self._database.rows(_of(_turns, number, seeds).order_by(_turns.c.seed, _turns.c.turn))
            game_rows = self._database.rows(_of(_games, number, seeds).order_by(_games.c.seed))
        turns: dict[int, list[TurnRow]] = {}
        with self._believing(_turns):
            for row in turn_rows:
                turns.setdefault(row.seed, []).append(_turn(row))
        with self._believing(_games):
            return tuple(_game(row, tuple(turns.get(row.seed, ()))) for row in game_rows)

    def arms(self) -> tuple[Arm, ...]:
        rows = self._database.rows(sa.select(_arms.c.data).order_by(_arms.c.number))
        with self._believing(_arms):
            return tuple(Arm.from_json(json.loads(_inflated(row.data))) for row in rows)

    @contextmanager
    def _believing(self, table: sa.Table) -> Iterator[None]:
        """Rows may be anybody's: what makes no sense is told with the file and the table."""
        try:
            yield
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, LabError, zlib.error) as bad:
            problem = f"{type(bad).__name__}: {bad}"[:200]
            said = message("file.bad-row", file=str(self.path), table=table.name, key="", problem=problem)
            raise FileError(said, self.path) from bad

    def close(self) -> None:
        self._database.close()


def playtest_beside(path: Path) -> Path:
    """Where the results of a scenario's file or folder lie."""
    return path.with_name(f"{path.stem if path.is_file() else path.name}{SUFFIX}")


def _inflated(data: bytes) -> bytes:
    """What was packed, up to a bound: few bytes can unfold beyond measure."""
    inflate = zlib.decompressobj()
    plain = inflate.decompress(data, MOST_PLAIN)
    if inflate.unconsumed_tail or not inflate.eof:
        raise ValueError("it is cut, or too large")
    return plain


def _of(table: sa.Table, number: int | None, seeds: range | None) -> sa.Select[Any]:
    wanted = sa.select(table).where(table.c.arm == number)
    return wanted if seeds is None else wanted.where(table.c.seed.between(seeds.start, seeds.stop - 1))


def _game_row(result: GameResult) -> dict[str, Any]:
    names = (column.name for column in _games.columns if column.name != "arm")
    return {name: getattr(result, name) for name in names}


def _game(row: Any, turns: tuple[TurnRow, ...]) -> GameResult:
    """A game as it was put by; raises ValueError, TypeError or zlib.error for a row that none of ours is."""
    are_words = all(isinstance(getattr(row, name), str) for name in ("winner", "level", "rule", "fault", "digest"))
    if not are_words or type(row.seed) is not int or not _are_numbers(row.score, row.turn, row.actions, row.seconds):
        raise ValueError("a game whose words or numbers are none")
    if row.level and not row.fault and not turns:
        raise ValueError("a game that ended has no turns")
    for packed in filter(None, (row.deeds, row.fields)):
        unpacked(packed)
    return GameResult(
        row.seed, row.winner, row.level, row.rule, row.score, row.turn, row.actions, row.fault, row.digest,
        turns, row.deeds, row.fields, row.seconds,
    )  # fmt: skip


def _turn_row(row: TurnRow) -> dict[str, Any]:
    counts = {name: " ".join(map(str, getattr(row, name))) for name in ("steps_lost", "units_lost", "held")}
    return {"turn": row.turn, "score": row.score, "attacks": row.attacks, "holders": row.holders, **counts}


def _turn(row: Any) -> TurnRow:
    steps, units, held = (tuple(map(int, text.split())) for text in (row.steps_lost, row.units_lost, row.held))
    if not _are_numbers(row.turn, row.score, row.attacks, *steps, *units, *held):
        raise ValueError("a turn whose numbers are none")
    return TurnRow(row.turn, row.score, steps, units, held, row.attacks, row.holders)


def _are_numbers(*values: object) -> bool:
    """A column of a file that is not strict may hold anything, and a number may be too large for any report."""
    return all(isinstance(value, int | float) and abs(value) <= LARGEST_QUANTITY for value in values)
