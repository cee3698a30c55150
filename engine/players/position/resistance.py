"""How hard an enemy place is to strike: the strength of its defence as the game reckons it, with ground and works."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.answers import AttackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.state import State, Unit


def resistance(game: Game, state: State, target: Location, posts: Sequence[Location], attacker: Unit) -> float | None:
    """The defence that a unit would meet if it struck a place from beside it; None where the game does not say."""
    question = game.ruleset.questions.get("attack")
    post = next((at for at in posts if not any(unit.side != attacker.side for unit in state.at(at))), None)
    if question is None or post is None:
        return None
    draft = Draft(state)
    if attacker.at != post:
        draft.move_unit(attacker.id, post)
    answer = question(game, draft.state, {"units": [attacker.id], "target": game.board.key(target)})
    return float(answer.defence.value) if isinstance(answer, AttackAnswer) else None
