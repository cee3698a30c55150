"""What is said to a player holds no internal ids: whatever the engine names by id is called by a name or a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine.core.messages import Message
from engine.core.records import Action
from engine.core.writing.notation import Notation
from engine.narration.names import Names
from tests.contract.subjects import subject

AN_ID = re.compile(r"[a-z][a-z0-9]*([-+][a-z0-9]+)*")
KEPT, TRIED = 300, 20


def arguments(said: Message) -> Iterator[str]:
    """Every text in a message and in those inside it."""
    for value in said.args.values():
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Message):
                yield from arguments(each)
            elif isinstance(each, str):
                yield each


def raw_ids(names: Names, said: Message) -> set[str]:
    """The ids of a message that stay as they are when it is spoken, and are no words of the catalogue either."""
    spoken = zip(arguments(said), arguments(names.spoken(said)), strict=True)
    return {
        f"{said.key}: {before}"
        for before, after in spoken
        if before == after and AN_ID.fullmatch(before) and not names.is_word(before)
    }


@pytest.mark.parametrize(
    ("game", "scenario", "steps"),
    [("red-star-rising", "typhoon", 400), ("barbarossa-to-berlin", "europe-1941-45", 600)],
)
def test_prompts_events_and_refusals_hold_no_internal_ids(game: str, scenario: str, steps: int) -> None:
    found = subject(game, scenario)
    rules = found.game
    names = Names(rules.materials.brief, rules.ruleset.sides, rules.board)
    notation = Notation(rules.board, found.words)
    rng, state, seen, raw = Random(7), rules.new(7).state, list[Action](), set[str]()
    for _ in range(steps):
        if state.outcome is not None:
            break
        menu = rules.menu(state)
        raw |= raw_ids(names, menu.prompt)
        for action in rng.sample(seen, min(TRIED, len(seen))):
            refusal = menu.refusal(action)
            if refusal is not None:
                raw |= raw_ids(names, refusal.message)
        actions = tuple(menu)
        seen = [*seen, *rng.sample(actions, min(3, len(actions)))][-KEPT:]
        done = rules.apply(state, rng.choice(actions))
        for event in done.events:
            raw |= raw_ids(names, notation.narration(event))
        state = done.state
    assert not raw


def test_a_part_that_rules_made_of_a_unit_goes_by_the_name_of_the_whole() -> None:
    rules = subject("war-in-europe", "france-1940").game
    brief = rules.materials.brief
    names = Names(brief, rules.ruleset.sides, rules.board)
    whole = next(unit for unit in brief.units if f"{unit}-1" not in brief.units)
    assert names.unit(f"{whole}-r2") == f"{names.unit(whole)}, part 2"
    assert names.spoken(Message("event.x", {"unit": f"{whole}-r2"})).args["unit"] == f"{names.unit(whole)}, part 2"
    assert names.unit("nobody-r2") == "nobody-r2"
