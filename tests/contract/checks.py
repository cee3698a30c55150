"""The contract that every game keeps, check by check; the tests and the fuzzer run the same ones.

A step check looks at one action of a game, a game check at a whole one. Each raises `Breach` and says what is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from tests.contract.facet_checks import check_losses, check_moves, check_places, check_throws
from tests.contract.game_checks import check_ending, check_replay, check_replay_elsewhere, check_undo
from tests.contract.imagination_checks import check_fair_draw, check_imagined
from tests.contract.menu_checks import check_list_agrees, check_listed_apply, check_not_empty, check_refusals
from tests.contract.playthrough import Playthrough, Step, chance, play
from tests.contract.preview_checks import check_previews
from tests.contract.secrecy_checks import check_events, check_menus, check_reveals, check_sealed, check_views
from tests.contract.subjects import Subject
from tests.contract.value_checks import (
    check_events_tell,
    check_facts,
    check_input_unchanged,
    check_round_trips,
    check_stacks,
)
from tests.contract.words import check_event_words, check_questions

StepCheck = Callable[[Subject, Step, Random], None]
GameCheck = Callable[[Playthrough], None]

STEP_CHECKS: dict[str, StepCheck] = {
    "input-unchanged": check_input_unchanged,
    "menu-not-empty": check_not_empty,
    "listed-apply": check_listed_apply,
    "list-agrees": check_list_agrees,
    "refusals": check_refusals,
    "round-trips": check_round_trips,
    "facts": check_facts,
    "stacks": check_stacks,
    "events-tell": check_events_tell,
    "views": check_views,
    "events-secret": check_events,
    "menus-secret": check_menus,
    "reveals-counted": check_reveals,
    "sealed": check_sealed,
    "event-words": check_event_words,
    "questions": check_questions,
    "previews": check_previews,
    "moves-told": check_moves,
    "throws-told": check_throws,
    "losses-told": check_losses,
    "places-told": check_places,
    "imagined": check_imagined,
}

READ_TEXT = ("input-unchanged", "list-agrees", "refusals", "facts")
"""The step checks that read the state as it was written down before the step."""

OPENING_CHECKS = ("round-trips", "stacks", "views", "events-secret", "event-words")
"""The step checks that the start of a game is put to as well."""

GAME_CHECKS: dict[str, GameCheck] = {
    "ending": check_ending,
    "replay": check_replay,
    "undo": check_undo,
    "fair-draw": check_fair_draw,
}

ELSEWHERE: dict[str, GameCheck] = {"replay-elsewhere": check_replay_elsewhere}
"""Once a game is enough: it starts another process."""


PLAYING = "playing"
"""The check that every game is put to by being played at all."""


class Fault(Exception):  # noqa: N818 - names what was found
    """A check that a game did not pass, or an error of the rules on the way; the playthrough leads up to it."""

    def __init__(self, check: str, playthrough: Playthrough, error: Exception) -> None:
        super().__init__(f"{check}, step {len(playthrough.steps)} of seed {playthrough.seed}: {error!r}")
        self.check, self.playthrough, self.error = check, playthrough, error


def run_check(check: str, playthrough: Playthrough, step: Step) -> None:
    """One check of one step."""
    STEP_CHECKS[check](playthrough.subject, step, chance(playthrough, step))


def hold_to_contract(
    playthrough: Playthrough,
    most: int,
    ran: Counter[str],
    *,
    elsewhere: bool = False,
    every: int = 1,
    closely: int = 0,
) -> Playthrough:
    """Play on, with every check at every step and the checks of whole games at the end; raises Fault.

    With `every` each check looks at one step in so many only, and they take turns; the first `closely` steps they all
    look at.
    """
    check = PLAYING
    try:
        for check in OPENING_CHECKS:
            ran[check] += 1
            run_check(check, playthrough, playthrough.opening)
        check = PLAYING
        turns = {check: number % every for number, check in enumerate(STEP_CHECKS)}
        written = {turns[check] for check in READ_TEXT}
        for step in play(playthrough, most, lambda number: number <= closely or number % every in written):
            for check in STEP_CHECKS:
                if step.number > closely and step.number % every != turns[check]:
                    continue
                ran[check] += 1
                run_check(check, playthrough, step)
            check = PLAYING
            ran[check] += 1
        for check, judge in {**GAME_CHECKS, **(ELSEWHERE if elsewhere else {})}.items():
            ran[check] += 1
            judge(playthrough)
    except Exception as error:
        raise Fault(check, playthrough, error) from error
    return playthrough
