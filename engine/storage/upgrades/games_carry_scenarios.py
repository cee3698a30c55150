"""Since version 4 a saved game carries what it is played with, so that an edit of the scenario never breaks it.

The games of an older file get the scenario that lies beside them: nobody knows another. That is a change like any
other, with its entry in the journal, so that going back to a version of before still finds the rows as it left them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa

from engine.core.messages import message
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.narration.language import catalogue
from engine.session.played_with import played_with
from engine.storage import history
from engine.storage.contents import Contents, contents_of, diff
from engine.storage.schema import SHELVES, VERSION
from engine.storage.writing import apply_deltas


def let_games_carry_scenarios(connection: sa.Connection) -> None:
    """The table of what games are played with, and in it what those of the file are."""
    connection.exec_driver_sql(
        "CREATE TABLE played (id TEXT NOT NULL, head TEXT NOT NULL, PRIMARY KEY (id)) STRICT, WITHOUT ROWID"
    )
    if connection.exec_driver_sql("SELECT count(*) FROM game").scalar_one():
        _fill(connection)


def _fill(connection: sa.Connection) -> None:
    before = contents_of(lambda table: _rows(connection, table))
    deltas = diff(before, _carrying(before))
    if not deltas:
        return
    last = connection.exec_driver_sql("SELECT coalesce(max(id), 0) FROM journal").scalar_one()
    apply_deltas(connection, deltas)
    entry = history.record(connection, deltas, catalogue().text(message("file.games-carry")))
    newest = sa.select(sa.func.max(VERSION.c.id)).scalar_subquery()
    connection.execute(
        sa.update(VERSION).where(VERSION.c.id == newest, VERSION.c.journal == last).values(journal=entry)
    )


def _rows(connection: sa.Connection, table: str) -> Iterable[Any]:
    """The rows of a table; one that came with a still later version has none yet."""
    is_there = connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema WHERE name = ?", (table,)).scalar_one()
    return connection.exec_driver_sql(SHELVES[table].select).all() if is_there else ()


def _carrying(contents: Contents) -> Contents:
    """The same with every game carrying its scenario, where that lies in the file and can be written."""
    after = contents.copy()
    try:
        project = contents.to_project()
    except DefinitionError:
        return after
    games = [each for each in contents.documents.values() if isinstance(each, GameRecord)]
    for scenario in {game.scenario for game in games if not game.played_with}:
        documents = played_with(project, scenario)
        after.add(*documents)
        names = tuple(each.id for each in documents)
        after.add(*(game.model_copy(update={"played_with": names}) for game in games if game.scenario == scenario))
    return after
