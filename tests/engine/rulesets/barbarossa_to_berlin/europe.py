"""Positions on the whole map of the campaign, for arrivals, invasions and cards.

    scene = europe(2, turn=2)                        # the Allied round with card 2 in hand, all units as in June 1941
    after = event(scene, 2)                          # plays it as an event and sees where the card goes
    assert printed(scene, 2) == "4 2/2/4*"

Units stand as at the start of the campaign unless told; `axis` and `allied` name spaces or countries that change hands
first, `clear` spaces that lose their units, `events` gives the turns in which events were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from tests.helpers.positions import Scene, positions_of

GAME = "barbarossa-to-berlin"
SUMMER_42 = 6
campaign = positions_of(GAME, "europe-1941-45")


def europe(
    *cards: int,
    side: str = "allied",
    number: int = 1,
    events: Mapping[str, int] | None = None,
    axis: Iterable[str] = (),
    allied: Iterable[str] = (),
    values: Mapping[str, Any] | None = None,
    enemy: Iterable[str] = (),
    clear: Iterable[str] = (),
    **more: Any,
) -> Scene:
    """A round of a side that holds some cards; `enemy` are those of the other side, `clear` are spaces made empty."""
    other = "axis" if side == "allied" else "allied"
    noted = {f"event-{slug}": turn for slug, turn in (events or {}).items()}
    more["remove"] = [*more.get("remove", ()), *(unit for place in clear for unit in standing()[place])]
    return campaign(
        **{
            "setup": "scenario",
            "turn": SUMMER_42,
            "phase": f"round-{number}",
            "side": side,
            "pools": {f"{side}-hand": [f"{side}-{card:02}" for card in cards], f"{other}-hand": list(enemy)},
            "control": {"axis": list(axis), "allied": list(allied)},
            "values": {**noted, **(values or {})},
            **more,
        }
    )


@cache
def standing() -> Mapping[str, tuple[str, ...]]:
    """The units in each space when the campaign begins."""
    scene = campaign(setup="scenario", phase="round-1", side="axis")
    return {scene.game.board.key(at): stack for at, stack in scene.state.stacks.items()}


def printed(scene: Scene, number: int, side: str = "allied") -> str:
    """A card in one line: its points, its replacements, and what else is printed on it."""
    card = scene.game.materials.cards[f"{side}-{number:02}"]
    points = "/".join(str(card.replacements[pool]) for pool in ("british", "american", "soviet"))
    words = (" dual" if card.dual else "") + (" invasion" if card.invasion else "")
    return f"{card.ops} {points}{words}{'*' if card.asterisk else ''}"


def event(scene: Scene, number: int, use: str = "event", side: str = "allied") -> Scene:
    """The scene after a card was played as an event, out of the game or among the discards as it says."""
    name = f"{side}-{number:02}"
    after = scene.play(f"play-card {name} {use}")
    left = scene.game.materials.cards[name].asterisk
    assert (name in after.state.pool(f"{side}-removed"), name in after.state.pool(f"{side}-table")) == (
        left,
        not left,
    )
    return after


def refused(scene: Scene, number: int, use: str = "event", side: str = "allied") -> str:
    """The case that forbids the event of a card."""
    return scene.refused(f"play-card {side}-{number:02} {use}")


def words(scene: Scene, number: int, use: str = "event", side: str = "allied") -> str:
    """The words with which the event of a card is refused."""
    refusal = scene.game.explain(scene.state, scene.action(f"play-card {side}-{number:02} {use}"))
    assert refusal is not None
    return scene.notation.text(refusal.message)


def allowed(scene: Scene, number: int, use: str = "event", side: str = "allied") -> bool:
    return scene.allows(f"play-card {side}-{number:02} {use}")


def points(scene: Scene) -> int:
    """The victory points as they are recorded."""
    return int(scene.state.values.get("vp", 0))


def value(scene: Scene, name: str) -> Any:
    """A value of the game."""
    return scene.state.values.get(name)


def arrivals(scene: Scene, unit: str) -> set[str]:
    """The spaces where a unit can arrive."""
    return {choice.split(" ", 2)[2] for choice in scene.choices("arrive") if choice.split()[1] == unit}


def in_box(scene: Scene, box: str, kind: str) -> list[str]:
    """The units of a type in a box."""
    return sorted(unit.id for unit in scene.state.at(scene.game.board.at(box)) if unit.type == kind)
