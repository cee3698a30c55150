"""Whole games: they end, they can be played again to the byte, and undo stops where it must."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

from engine.core.game import GAME_OVER
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.core.writing.codec import canonical
from engine.core.writing.coders import Json
from engine.session.replay import digest, replay
from engine.session.session import Session, UndoPolicy
from tests.contract.playthrough import Playthrough, require
from tests.contract.subjects import Subject

MOST_ACTIONS = 20_000
"""No game of any scenario is longer than this, however foolishly it is played."""
ROOT = Path(__file__).parents[2]


def check_ending(playthrough: Playthrough) -> None:
    """A game that is over says by which case, offers nothing, and refuses all else."""
    subject, state = playthrough.subject, playthrough.last
    require(state.outcome is not None or len(playthrough.steps) < MOST_ACTIONS, "the game does not end")
    if state.outcome is None:
        return
    sides = (None, *subject.game.ruleset.sides)
    require(state.outcome.winner in sides, f"the winner is {state.outcome.winner!r}, who is no side")
    rule = state.outcome.rule
    require(rule in subject.index, f"the game ends by {rule}, which the index does not know")
    require(not subject.game.menu(state), "the game is over and the menu is not empty")
    try:
        subject.game.apply(state, playthrough.steps[-1].action)
    except IllegalAction as refused:
        require(refused.refusal.rule == GAME_OVER, "an action after the end is refused for another reason")
    else:
        require(False, "an action was accepted after the end")


def check_replay(playthrough: Playthrough) -> None:
    """The log alone gives the same states, to the byte, and the same events."""
    game, actions = playthrough.subject.game, json.loads(canonical(playthrough.actions()))
    session = replay(game, playthrough.seed, actions, expected=digest(game, playthrough.last))
    for step, again in zip(playthrough.steps, session.log, strict=True):
        require(again.state == step.after and again.events == step.events, f"step {step.number} differs when replayed")


def fingerprints(subject: Subject, seed: int, actions: list[Json]) -> list[str]:
    """One for each step of a log: of the state, of the menu in its order, and of what happened."""
    game, codec = subject.game, subject.game.codec
    session = Session.new(game, seed)
    found = []
    for data in [*actions, None]:
        menu = [codec.action_to_json(action) for action in session.menu]
        events = [codec.event_to_json(event) for event in session.log[-1].events] if session.log else []
        text = f"{codec.dumps(session.state)}{canonical(menu)}{canonical(events)}"
        found.append(sha256(text.encode()).hexdigest())
        if data is not None:
            session.submit(codec.action_from_json(data))
    return found


def check_replay_elsewhere(playthrough: Playthrough) -> None:
    """Another process, in which sets and maps have another order, plays the same game."""
    subject, actions = playthrough.subject, playthrough.actions()
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    rules = type(subject.game.ruleset)
    told = {
        "game": subject.entry.id,
        "scenario": subject.scenario,
        "ruleset": [rules.__module__, rules.__qualname__],
        "seed": playthrough.seed,
        "actions": actions,
    }
    command, env = [sys.executable, "-m", "tests.contract.elsewhere"], {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        command, input=json.dumps(told), capture_output=True, text=True, check=False, cwd=ROOT, env=env
    )
    require(done.returncode == 0, f"the other process failed: {done.stderr}")
    here, there = fingerprints(subject, playthrough.seed, actions), done.stdout.split()
    require(len(here) == len(there), "the other process played another number of steps")
    differing = [number for number, (one, other) in enumerate(zip(here, there, strict=True)) if one != other]
    require(not differing, f"another process differs from step {differing[:1]} on")


def check_undo(playthrough: Playthrough) -> None:
    """Undo goes back step by step to the last barrier and no further; redo restores every byte."""
    game, rng = playthrough.subject.game, Random(playthrough.seed)
    session = Session(game, playthrough.start)
    for step in playthrough.steps:
        session.submit(step.action)
        if rng.random() < 0.5:
            _back_and_forth(session, rng)
        require(session.state == step.after, "undo and redo lead to another state")
    free = Session(game, playthrough.start, UndoPolicy.UNLOCKED)
    for step in playthrough.steps[:20]:
        free.submit(step.action)
    while free.can_undo:
        free.undo()
    require(free.state is playthrough.start.state, "an unlocked session does not go back to the beginning")


def _back_and_forth(session: Session, rng: Random) -> None:
    game = session.game
    text, length = game.codec.dumps(session.state), len(session.log)
    undone = 0
    while session.can_undo and rng.random() < 0.8:
        later = session.state
        session.undo()
        undone += 1
        _check_crossed_nothing(session, session.state, later)
    if not session.can_undo:
        here = session.state
        try:
            session.undo()
        except IllegalAction:
            require(session.state is here, "a refused undo changed the game")
        else:
            require(False, "undo crossed a barrier")
    for _ in range(undone):
        session.redo()
    require(game.codec.dumps(session.state) == text and len(session.log) == length, "redo does not restore the state")


def _check_crossed_nothing(session: Session, earlier: State, later: State) -> None:
    require(earlier.throws == later.throws, "undo took back a throw of the dice")
    require(earlier.reveals == later.reveals, "undo took back what somebody has learned")
    sides = [session.game.menu(state).side for state in (earlier, later)]
    require(sides[0] == sides[1], "undo took back the decision of another side")
