"""Changes of documents: undone by swapping, folded into one, and carried over what others changed meanwhile."""

from __future__ import annotations

import pytest

from editor.model.documents_change import DocumentsChange, change_of, folded, rebased
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.model import Document
from engine.definitions.oob import OrderOfBattle, UnitEntry
from engine.definitions.scenario import Scenario

LABEL = message("design.do.set-title")
ARMY = ("oob", "armies")


def army(*units: str, **names: str) -> OrderOfBattle:
    return OrderOfBattle(
        id="armies", units=tuple(UnitEntry(id=unit, type="foot", name=names.get(unit)) for unit in units)
    )


def change(before: Document | None, after: Document | None) -> DocumentsChange:
    old = {ARMY: before} if before is not None else {}
    new = {ARMY: after} if after is not None else {}
    return change_of(LABEL, old, new, (ARMY,))


def merged(before: Document | None, after: Document | None, now: Document) -> Document | None:
    """What a change made for one state makes of another."""
    return rebased(change(before, after), {ARMY: now}).edits[ARMY].after


def test_a_change_and_its_undoing_fold_into_nothing() -> None:
    one = change(army("a"), army("a", "b"))
    assert one.then(one.inverted()).is_empty
    assert folded(LABEL, (one, change(army("a", "b"), army("b")))).edits[ARMY] == (army("a"), army("b"))


def test_what_was_made_and_taken_away_is_undone() -> None:
    made = change(None, army("a"))
    assert made.applied({}) == {ARMY: army("a")}
    assert made.inverted().applied({ARMY: army("a")}) == {}


@pytest.mark.parametrize(
    ("before", "after", "now", "wanted"),
    [
        (army("a", "b"), army("a", "b", a="1"), army("a", "b", b="2"), army("a", "b", a="1", b="2")),
        (army("a", "b"), army("b"), army("a", "b", "c"), army("b", "c")),
        (army("a", "b"), army("a", "x", "b"), army("a", "b", "c"), army("a", "x", "b", "c")),
        (army("a"), army("x", "a"), army("a", a="1"), army("x", "a", a="1")),
        (army("a", a="1"), army("a", a="2"), army("a", a="2"), army("a", a="2")),
    ],
)
def test_changes_of_other_things_go_together(
    before: OrderOfBattle, after: OrderOfBattle, now: OrderOfBattle, wanted: OrderOfBattle
) -> None:
    found = rebased(change(before, after), {ARMY: now}).applied({ARMY: now})
    assert found[ARMY] == wanted


@pytest.mark.parametrize(
    ("before", "after", "now"),
    [
        (army("a"), army("a", a="1"), army("a", a="2")),
        (army("a"), army(), army("a", a="2")),
        (army("a"), army("a", "x"), army("a", "x", x="theirs")),
        (army("a", "b"), army("b", "a"), army("a", "b", "c")),
        (army("a"), None, army("a", "b")),
        (None, army("a"), army("b")),
    ],
)
def test_changes_of_the_same_thing_are_refused(
    before: OrderOfBattle | None, after: OrderOfBattle | None, now: OrderOfBattle
) -> None:
    with pytest.raises(CannotEdit):
        merged(before, after, now)


def test_options_and_charts_go_together_entry_by_entry() -> None:
    plain = Scenario(id="war", ruleset="toy", map="ford", sides=("red",), last_turn=3, options={"fog": True})
    mine = plain.replace(options={"fog": False})
    theirs = plain.replace(options={"fog": True, "mud": True}, title="Theirs")
    name = ("scenario", "war")
    one = change_of(LABEL, {name: plain}, {name: mine}, (name,))
    found = one.applied({name: theirs})[name]
    assert found == theirs.replace(options={"fog": False, "mud": True})
