"""A state of a long game that is written beside its log, so that the log need not be played again from its beginning.

The log is the game. A checkpoint is only a short cut through it, made by this very program for just these decisions: it
says what it was made of, and one that says anything else, or is damaged, is as good as none.
"""

from __future__ import annotations

import base64
import binascii
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import engine.core
import engine.mechanics
from engine.core.game import Game, Transition
from engine.core.records import Action
from engine.core.ruleset import Ruleset
from engine.core.state import State
from engine.core.writing.codec import SCHEMA, canonical
from engine.core.writing.coders import Json
from engine.definitions.game_record import GameRecord
from engine.definitions.played import MOST_PACKED
from engine.rulesets.registry import find_game
from engine.session.replay import digest
from engine.session.session import Session, UndoPolicy

SPACING: Final = 100
"""One after so many actions, and the last but one is kept: so many can be taken back before it is looked further."""
_MOST_TEXT: Final = 32 * 1024 * 1024
"""Characters of a state; one with two thousand units has a fiftieth."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A state, and after how many actions of the log it was."""

    actions: int
    state: State


def place_of_checkpoint(length: int) -> int:
    """After how many actions the checkpoint of a game is that is so long; 0 where it is too short for one."""
    return max(0, (length // SPACING - 1) * SPACING)


def made_of(record: GameRecord, actions: int, ruleset: Ruleset) -> str:
    """What a state after so many actions of a saved game follows from: the rules, the scenario, chance and the log."""
    rules, scenario = rules_fingerprint(ruleset), sorted(record.played_with)
    head = [SCHEMA, rules, record.scenario, scenario, record.seed, dict(record.options), record.begins]
    return sha256(canonical([head, list(record.actions[:actions])]).encode()).hexdigest()


def rules_fingerprint(ruleset: Ruleset) -> str:
    """Of the code and the charts that a game is played by: after any change of them its log is played again."""
    return _fingerprint(ruleset.id, type(ruleset).__module__)


@cache
def _fingerprint(ruleset: str, module: str) -> str:
    folders = [_folder(name) for name in (engine.core.__name__, engine.mechanics.__name__, module)]
    found = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    entry = find_game(ruleset)
    charts = sorted(Path(str(entry.resources)).glob("*.yaml")) if entry is not None else []
    return sha256(b"\0".join(path.read_bytes() for path in (*found, *charts))).hexdigest()


def _folder(module: str) -> Path:
    return Path(str(sys.modules[module].__file__)).parent


def written_checkpoint(record: GameRecord, checkpoint: Checkpoint, game: Game) -> dict[str, Json] | None:
    """A checkpoint as plain data, with what it was made of.

    None where the state is too large to be kept, or the game does not carry what it is played with: then nobody could
    tell later whether that is still the same.
    """
    if not record.played_with:
        return None
    text = game.codec.dumps(checkpoint.state).encode()
    packed = base64.b64encode(zlib.compress(text, 1)).decode("ascii")
    if len(text) > _MOST_TEXT or len(packed) > MOST_PACKED:
        return None
    return {
        "actions": checkpoint.actions,
        "made-of": made_of(record, checkpoint.actions, game.ruleset),
        "digest": sha256(text).hexdigest(),
        "state": packed,
    }


def fits(data: object, record: GameRecord) -> bool:
    """Whether a checkpoint is of a saved game as it is: of its rules, its scenario, its chance and its log."""
    entry = find_game(record.ruleset)
    if entry is None or not record.played_with or not isinstance(data, Mapping):
        return False
    actions = data.get("actions")
    if type(actions) is not int or not 0 < actions <= len(record.actions):
        return False
    return bool(data.get("made-of") == made_of(record, actions, entry.ruleset))


def read_checkpoint(data: object, record: GameRecord, game: Game) -> Checkpoint | None:
    """The checkpoint of a saved game; None where there is none, or one that is of another log, or damaged."""
    if not fits(data, record) or not isinstance(data, Mapping) or not isinstance(data.get("state"), str):
        return None
    try:
        inflate = zlib.decompressobj()
        text = inflate.decompress(base64.b64decode(data["state"], validate=True), _MOST_TEXT)
        if not inflate.eof or sha256(text).hexdigest() != data.get("digest"):
            return None
        state = game.codec.loads(text.decode("utf-8"))
    except (zlib.error, binascii.Error, ValueError):
        return None
    return Checkpoint(data["actions"], state) if digest(game, state) == data["digest"] else None


def session_of_log(
    checkpoint: Checkpoint | None, record: GameRecord, game: Game, begin: Callable[[], Transition]
) -> tuple[Session, Sequence[Mapping[str, Json]]]:
    """A session that goes on from a checkpoint, or begins, and the actions of the log that are to be played on it."""
    policy = UndoPolicy(record.undo)
    if checkpoint is None:
        return Session(game, begin(), policy), record.actions
    decode = game.codec.action_from_json
    before: list[Action] = [decode(data) for data in record.actions[: checkpoint.actions]]
    return Session.since(game, begin, before, checkpoint.state, policy), record.actions[checkpoint.actions :]
