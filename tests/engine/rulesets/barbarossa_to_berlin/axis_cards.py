"""Rounds of the Axis with a card in hand, for the tests of its cards."""

from __future__ import annotations

from typing import Any

from engine.core.ids import Side
from engine.rulesets.barbarossa_to_berlin.resources import hand_size
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import in_round
from tests.helpers.positions import Scene

EAST = "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk"


def held(number: int, /, units: dict[str, Any] | None = None, links: str = EAST, **more: Any) -> Scene:
    """The Axis in its round with one card in hand; somebody stands on the eastern front, where there is one."""
    usual = {"army": "warsaw", "front": "smolensk"} if "smolensk" in links else {}
    return in_round({**usual, **(units or {})}, links, **{"cards": [card(number)], **more})


def card(number: int) -> str:
    return f"axis-{number:02}"


def as_event(number: int, use: str = "event") -> str:
    return f"play-card {card(number)} {use}"


def played(
    number: int, /, units: dict[str, Any] | None = None, links: str = EAST, use: str = "event", **more: Any
) -> Scene:
    return held(number, units, links, **more).play(as_event(number, use))


def attack(scene: Scene, unit: str, target: str, fire: str = "attack", **more: Any) -> Any:
    return scene.ask("attack", units=[unit], target=target, fire=fire, **more)


def hand(scene: Scene, side: str) -> int:
    """The size that a side's hand is drawn up to."""
    return hand_size(scene.game, scene.state, Side(side))
