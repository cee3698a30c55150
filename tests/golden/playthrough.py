"""Golden playthroughs: one game a scenario, written down action by action with all that happened.

The file is the log of a random game. The test plays its actions again and compares every line, so that a change of the
rules shows as a difference that can be read. When the change is meant, renew the file and read the difference again:

    python -m tests.golden.renew toy-cabinet
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.core.writing.codec import canonical
from engine.core.writing.coders import Json
from engine.players.player import Budget
from engine.players.registry import players_for
from engine.session.replay import digest
from engine.session.session import Session
from tests.contract.subjects import Subject

HERE = Path(__file__).parent
SEED = 1919
MOST_ACTIONS = 400
DIGEST_EVERY = 10


def path_of(game: str, scenario: str) -> Path:
    """Where the playthrough of a scenario lies."""
    return HERE / f"{game}--{scenario}.txt"


def random_actions(found: Subject) -> Iterator[Json]:
    """The actions of the game that random bots play from the golden seed."""
    game = found.game
    bots, state = players_for(game, ("random",), SEED), game.new(SEED).state
    for _ in range(MOST_ACTIONS):
        if state.outcome is not None:
            return
        menu = game.menu(state)
        action = bots[menu.side].choose(game, game.view(state, menu.side), menu, Budget()).action
        yield game.codec.action_to_json(action)
        state = game.apply(state, action).state


def written(found: Subject, actions: Iterable[Json]) -> str:
    """The playthrough of a log as text: each action with the side that took it, its events below, digests between."""
    game, codec = found.game, found.game.codec
    session = Session.new(game, SEED)
    lines = [f"{found}, seed {SEED}; renew with: python -m tests.golden.renew {found.entry.id}"]
    lines += [f"  {canonical(codec.event_to_json(event))}" for event in session.start.events]
    for number, data in enumerate(actions, start=1):
        lines.append(f"{number} {session.menu.side} {canonical(data)}")
        done = session.submit(codec.action_from_json(data))
        lines += [f"  {canonical(codec.event_to_json(event))}" for event in done.events]
        if number % DIGEST_EVERY == 0:
            lines.append(f"= {digest(game, session.state)[:16]}")
    outcome = session.state.outcome
    ending = f"{outcome.winner or 'nobody'}, {outcome.level}, by {outcome.rule}" if outcome else "still being played"
    lines += [f"= {digest(game, session.state)[:16]}", f"{len(session.log)} actions: {ending}"]
    return "\n".join(lines) + "\n"


def actions_in(text: str) -> list[Json]:
    """The actions of a playthrough."""
    lines = (line.split(" ", 2) for line in text.splitlines() if line[:1].isdigit())
    return [json.loads(parts[2]) for parts in lines if parts[2].startswith("{")]
