"""Secrets: a view, an event or a menu tells a side nothing that it may not know."""

from __future__ import annotations

from random import Random

from engine.core.ids import CardId, Side
from engine.core.secrets.secrecy import scramble
from engine.core.state import State
from engine.core.writing.codec import canonical
from tests.contract.playthrough import Step, require
from tests.contract.subjects import Subject


def hidden_cards(subject: Subject, state: State, side: Side) -> frozenset[CardId]:
    """The cards that lie in pools a side may not look into, and nowhere else."""
    return _cards(subject, state, side, seen=False) - _cards(subject, state, side, seen=True)


def _cards(subject: Subject, state: State, side: Side, *, seen: bool) -> frozenset[CardId]:
    specs = subject.game.ruleset.pools(subject.game)
    return frozenset(
        card for name, pool in state.pools.items() if specs[name].is_seen_by(side) is seen for card in pool
    )


def hidden_pools(subject: Subject, state: State, side: Side) -> dict[str, list[str]]:
    """The pools a side may not look into, with those together that could have each other's cards."""
    found: dict[str, list[str]] = {}
    specs = subject.game.ruleset.pools(subject.game)
    for name in sorted(state.pools):
        if not specs[name].is_seen_by(side):
            found.setdefault(specs[name].group or name, []).append(name)
    return found


def check_views(subject: Subject, step: Step, rng: Random) -> None:
    """A view does not change when all that its side may not know is changed, and names no hidden card."""
    game, state = subject.game, step.after
    for side in subject.viewers:
        text = game.codec.dumps(game.view(state, side))
        for salt in (rng.randrange(1 << 30), rng.randrange(1 << 30)):
            other = game.codec.dumps(game.view(scramble(game, state, side, salt), side))
            require(other == text, f"the view of {side} depends on what it may not know")
        for card in sorted(hidden_cards(subject, state, side)):
            require(f'"{card}"' not in text, f"the view of {side} names {card}")


def check_events(subject: Subject, step: Step, rng: Random) -> None:
    """Outside their audience events name no card that is hidden when they are over.

    Where discards were shuffled back a card may have been public for a moment, so nothing can be told from that step.
    """
    for side in subject.viewers:
        hidden = hidden_cards(subject, step.after, side)
        if _cards(subject, step.before, side, seen=True) & hidden:
            continue
        for event in step.events:
            if side not in event.audience:
                text = canonical(subject.game.codec.event_to_json(event.seen_by(side)))
                named = sorted(card for card in hidden if f'"{card}"' in text)
                require(not named, f"{event.kind} tells {side} of {', '.join(named)}")


def check_menus(subject: Subject, step: Step, rng: Random) -> None:
    """What a side may do does not depend on the secrets of others, nor on dice not yet thrown."""
    other = subject.game.menu(scramble(subject.game, step.before, step.menu.side, rng.randrange(1 << 30)))
    require(tuple(other) == step.listed, "the menu depends on what its side may not know")
    require(other.prompt == step.menu.prompt and other.default == step.menu.default, "the prompt gives a secret away")


def check_reveals(subject: Subject, step: Step, rng: Random) -> None:
    """When a side comes to see a card it did not see before, that is counted, so that undo stops there."""
    for side in subject.game.ruleset.sides:
        learned = hidden_cards(subject, step.before, side) & _cards(subject, step.after, side, seen=True)
        counted = step.after.reveals > step.before.reveals
        require(counted or not learned, f"{side} comes to see {', '.join(sorted(learned))} and no reveal is counted")


def check_sealed(subject: Subject, step: Step, rng: Random) -> None:
    """While a choice is sealed nobody else can tell it from another: neither by a view nor by what is told."""
    game, side = subject.game, step.menu.side
    if side not in step.after.sealed or step.after.sealed.get(side) == step.before.sealed.get(side):
        return
    others = [each for each in step.menu.of_kind(type(step.action)) if each != step.action]
    if not others:
        return
    instead = game.apply(step.before, rng.choice(others))
    for viewer in subject.viewers:
        if viewer == side:
            continue
        seen = game.view(step.after, viewer)
        require(not seen.sealed.get(side), f"{viewer} sees what {side} has sealed")
        same = game.codec.dumps(seen) == game.codec.dumps(game.view(instead.state, viewer))
        require(same, f"{viewer} can tell from its view what {side} has sealed")
        told, other = ([event.seen_by(viewer) for event in events] for events in (step.events, instead.events))
        require(told == other, f"{viewer} is told what {side} has sealed")
