"""Menus: never empty, never wrong, and never silent about why not."""

from __future__ import annotations

from random import Random

from engine.core.refusals import IllegalAction
from engine.narration.menu_choices import acting_units
from tests.contract.near_misses import near_misses
from tests.contract.playthrough import Step, require
from tests.contract.subjects import Subject
from tests.contract.words import check_said

SAMPLE = 3
EVERY = 12
"""Each so many steps every listed action is tried, not only a sample."""
MOST_TRIED = 200


def check_not_empty(subject: Subject, step: Step, rng: Random) -> None:
    """Before an outcome somebody can do something, and the question has a case and words."""
    require(step.menu, "the menu is empty although the game goes on")
    require(step.listed, "the menu says that it holds something and lists nothing")
    require(step.menu.side in subject.game.ruleset.sides, f"the menu asks {step.menu.side!r}, who is no side")
    require(step.menu.rule in subject.index, f"the menu names the case {step.menu.rule}, which the index does not know")
    check_said(subject, step.menu.prompt)


def check_listed_apply(subject: Subject, step: Step, rng: Random) -> None:
    """Every listed action can be carried out, and twice with the same result."""
    game = subject.game
    exhaustive = step.number % EVERY == 0
    number = min(len(step.listed), MOST_TRIED if exhaustive else SAMPLE)
    for action in rng.sample(step.listed, number):
        once, again = game.apply(step.before, action), game.apply(step.before, action)
        require(once.state == again.state, f"{action} gives two different states")
        require(once.events == again.events, f"{action} tells two different stories")
    repeated = game.apply(step.before, step.action)
    require(game.codec.dumps(repeated.state) == game.codec.dumps(step.after), "the action gives another state now")


def check_list_agrees(subject: Subject, step: Step, rng: Random) -> None:
    """The list, `in`, and the questions by kind, unit, location and card say the same; nothing is listed twice."""
    listed, menu = step.listed, step.menu
    members = set(listed)
    require(len(members) == len(listed), "an action is listed twice")
    require(all(action in menu for action in listed), "a listed action is not in the menu")
    kinds = dict.fromkeys(action.kind for action in listed)
    require(set(menu.kinds()) == set(kinds), "the kinds of the menu are not those of its list")
    fresh = subject.game.menu(subject.game.codec.loads(step.text))
    acting = {unit for action in listed for unit in action.units()}
    require(acting_units(fresh) == acting, "who can act is not whom the menu lists")
    for unit in rng.sample(step.before.roster, min(3, len(step.before.roster))):
        wanted = {action for action in listed if unit in action.units()}
        require(set(fresh.of_unit(unit)) == wanted, f"what the menu says of {unit} is not what it lists")
    for action in rng.sample(listed, min(2, len(listed))):
        require(set(menu.of_kind(type(action))) == {each for each in listed if type(each) is type(action)}, "by kind")
        for place in action.locations():
            require(set(menu.of_location(place)) == {each for each in listed if place in each.locations()}, "by place")


def check_refusals(subject: Subject, step: Step, rng: Random) -> None:
    """What is not listed is refused with a case and words, and the state is as it was."""
    game, members = subject.game, set(step.listed)
    for action in near_misses(game, step.before, step.listed, rng, SAMPLE):
        require((action in step.menu) == (action in members), f"`in` and the list disagree about {action}")
        if action in members:
            continue
        try:
            game.apply(step.before, action)
        except IllegalAction as refused:
            refusal = refused.refusal
        else:
            require(False, f"{action} is not listed and was accepted")
        known = refusal.rule in subject.index or refusal.rule == step.menu.rule
        require(known, f"{action} is refused with {refusal.rule}, which the index does not know")
        check_said(subject, refusal.message)
    require(game.codec.dumps(step.before) == step.text, "a refused action changed the state")
