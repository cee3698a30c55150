"""A game as a document of the open file: written after every action, found again when the file is opened.

The log is the game, and each action is a row of its own in the file, so that keeping one more costs the same late in a
game as at its beginning. Who plays is a note beside it. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.play.stack_order import StackOrder
from app.play.table import Table
from engine.core.codec import SCHEMA
from engine.core.coders import Json
from engine.definitions.game_record import GameRecord
from engine.session.replay import digest
from engine.storage.contents import Contents
from engine.storage.store import Store

_PLAYERS = "players:"
_STACKS = "stacks:"


class Keeper:
    """Keeps one game in one file."""

    def __init__(self, table: Table, id: str) -> None:
        self._table = table
        self.id = id
        self._written: list[tuple[object, Json]] = []

    def record(self) -> GameRecord:
        """The game as it stands."""
        table, game = self._table, self._table.game
        actions = [played.action for played in table.session.log]
        same = 0
        while same < min(len(actions), len(self._written)) and self._written[same][0] is actions[same]:
            same += 1
        del self._written[same:]
        self._written += [(action, game.codec.action_to_json(action)) for action in actions[same:]]
        return GameRecord(
            id=self.id,
            title=table.brief.scenario.title,
            scenario=table.brief.scenario.id,
            ruleset=game.ruleset.id,
            seed=table.session.start.state.seed,
            options=dict(game.options),
            schema_version=SCHEMA,
            digest=digest(game, table.session.state),
            actions=tuple(written for _, written in self._written),
        )


def saved_games(contents: Contents, scenario: str | None = None) -> dict[str, GameRecord]:
    """The games of a file, or those of one scenario, in the order they were begun."""
    games = {
        name: document
        for (kind, name), document in contents.documents.items()
        if kind == GameRecord.KIND and isinstance(document, GameRecord) and scenario in (None, document.scenario)
    }
    return dict(sorted(games.items(), key=lambda item: (len(item[0]), item[0])))


def note_players(store: Store, id: str, players: Mapping[str, str]) -> None:
    """Remember who plays a game."""
    store.note(_PLAYERS + id, dict(players))


def players_of_game(store: Store, id: str) -> Mapping[str, str]:
    """Who plays a saved game."""
    found = store.notes().get(_PLAYERS + id)
    return {str(side): str(who) for side, who in found.items()} if isinstance(found, dict) else {}


def note_stacks(store: Store, id: str, order: StackOrder) -> None:
    """Remember how the stacks of a game lie on the screen."""
    store.note(_STACKS + id, dict(order.written()))


def stacks_of_game(store: Store, id: str) -> object:
    """How the stacks of a saved game lay."""
    return store.notes().get(_STACKS + id)


def free_id(contents: Contents) -> str:
    """A name that no game of the file has."""
    number = 1
    while (GameRecord.KIND, f"game-{number}") in contents.documents:
        number += 1
    return f"game-{number}"
