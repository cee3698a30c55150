"""Secrets stay secret: what a side may know of a state.

A view is a state with the secrets taken out: the seed, the order and content of pools the side may not look into,
sealed choices and secret values of others. Bots and widgets read nothing else. `scramble` is the proof: it changes
everything a side may not know, and the view of that side must not change with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from immutables import Map

from engine.core.dice import NOTHING_GIVEN, shuffled
from engine.core.ids import CardId, Side
from engine.core.refusals import GameFault
from engine.core.ruleset import PoolSpec, Ruleset
from engine.core.state import HIDDEN_CARD, Scalar, State, derived, evolve

if TYPE_CHECKING:
    from engine.core.game import Game

NO_SEED = 0
"""The seed that views show."""


def redact(game: Game, state: State, side: Side) -> State:
    """The state as `side` may see it; a side that is none of the game's sees only what is public."""
    shown = evolve(
        state,
        seed=NO_SEED,
        throws=0,
        given=NOTHING_GIVEN,
        pools=_pools_shown(game, state, side),
        sealed=_notes_shown(state, side),
        viewer=side,
    )
    shown = _without_unit_secrets(game, shown, side)
    return game.ruleset.redact(game, shown, side)


@derived("pools")
def _pools_shown(game: Game, state: State, side: Side) -> Map[str, tuple[CardId, ...]]:
    """The pools with the backs of those cards that a side may not see."""
    specs = _specs(game, state)
    hidden = {
        name: (HIDDEN_CARD,) * len(cards) for name, cards in state.pools.items() if not specs[name].is_seen_by(side)
    }
    return state.pools.update(hidden)


@derived("sealed")
def _notes_shown(state: State, side: Side) -> Map[Side, Map[str, Scalar]]:
    """The sealed choices: those of others are there, and nothing is in them."""
    return Map({other: notes if other == side else Map() for other, notes in state.sealed.items()})


def divides_knowledge(game: Game, state: State) -> bool:
    """Whether some side may know of a state, or of another of this game, what some other side may not.

    A cup that nobody may look into divides nobody. What the rules redact themselves they have a reason to.
    """
    ruleset = game.ruleset
    if ruleset.secret_unit_values or type(ruleset).redact is not Ruleset.redact or any(state.sealed.values()):
        return True
    return any(len({spec.is_seen_by(side) for side in ruleset.sides}) > 1 for spec in ruleset.pools(game).values())


def scramble(game: Game, state: State, side: Side, salt: int) -> State:
    """Another state that `side` could not tell from this one."""
    specs = _specs(game, state)
    groups: dict[str, list[str]] = {}
    for name in sorted(state.pools):
        if not specs[name].is_seen_by(side):
            groups.setdefault(specs[name].group or name, []).append(name)
    pools = dict(state.pools)
    number = 0
    for names in groups.values():
        cards, used = shuffled(salt, number, [card for name in names for card in state.pools[name]])
        number += used
        for name in names:
            size = len(state.pools[name])
            pools[name], cards = cards[:size], cards[size:]
    sealed = {
        other: notes if other == side else Map({f"{name}~{salt}": salt for name in notes})
        for other, notes in state.sealed.items()
    }
    changed = evolve(
        state,
        seed=state.seed ^ (salt + 1),
        throws=salt,
        given=NOTHING_GIVEN,
        pools=Map(pools),
        sealed=Map(sealed),
    )
    changed = _with_other_unit_secrets(game, changed, side, salt)
    return game.ruleset.scramble(game, changed, side, salt)


def _specs(game: Game, state: State) -> Mapping[str, PoolSpec]:
    specs = game.ruleset.pools(game)
    unknown = [name for name in state.pools if name not in specs]
    if unknown:
        raise GameFault(f"{game.ruleset.id} does not say who may look into {', '.join(sorted(unknown))}")
    return specs


def _without_unit_secrets(game: Game, state: State, side: Side) -> State:
    secret = game.ruleset.secret_unit_values
    if not secret:
        return state
    units = state.units.mutate()
    for unit in state.every_unit():
        if unit.side != side and not secret.isdisjoint(unit.values):
            shown = {name: value for name, value in unit.values.items() if name not in secret}
            units[unit.id] = replace(unit, values=Map(shown))
    return evolve(state, units=units.finish())


def _with_other_unit_secrets(game: Game, state: State, side: Side, salt: int) -> State:
    secret = game.ruleset.secret_unit_values
    units = state.units.mutate()
    for unit in state.every_unit():
        if unit.side != side and not secret.isdisjoint(unit.values):
            changed = {name: salt if name in secret else value for name, value in unit.values.items()}
            units[unit.id] = replace(unit, values=Map(changed))
    return evolve(state, units=units.finish())
