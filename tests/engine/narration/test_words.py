"""What a game asks and offers is said in words: every kind of action, its heading, and what it means to be done."""

from __future__ import annotations

from random import Random

import pytest

from app.play.games.game_setup import NewGame, begin
from engine.core.actions import Done
from engine.narration.menu_choices import must_answer
from engine.rulesets.library import find_bundled


@pytest.mark.parametrize("scenario", ["typhoon", "summer-1941"])
def test_every_kind_of_action_has_a_sentence_and_a_heading(scenario: str) -> None:
    table = begin(find_bundled(scenario).load(), NewGame(scenario, seed=1))
    kinds = {action.kind for action in table.game.ruleset.vocabulary.actions}
    assert [kind for kind in sorted(kinds) if f"action.{kind}" not in table.catalogue] == []
    headless = [kind for kind in sorted(kinds - {"done"}) if f"action-kind.{kind}" not in table.catalogue]
    assert headless == []


@pytest.mark.parametrize("scenario", ["typhoon", "barbarossa", "summer-1941", "europe-1941-45"])
def test_every_question_says_what_is_asked_and_what_done_means(scenario: str) -> None:
    table = begin(find_bundled(scenario).load(), NewGame(scenario, seed=2))
    chance = Random(4)
    for _ in range(400):
        if table.is_over:
            break
        menu = table.menu
        asked = table.say(menu.prompt)
        assert asked.endswith((".", "?")), asked
        assert "{" not in asked
        if not must_answer(menu):
            words = table.words.text(Done(), menu.prompt.key)
            assert words != table.words.text(Done()), f"{menu.prompt.key}: what does Done mean?"
        kinds = menu.kinds()
        kind = chance.choice([each for each in kinds if each != "done"] or kinds)
        offered = [action for offer in menu.offers if offer.action.kind == kind for action in offer.actions()]
        table.session.submit(chance.choice(offered if chance.random() < 0.8 or Done() not in menu else [Done()]))
