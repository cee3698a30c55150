"""The sides of a scenario on the screen: what they are called, and a colour for each.

The colour is that of the nation most of a side's counters belong to, or a spare one. No Qt.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from editor.model.design.design import Design
from engine.definitions.palette import by_id
from engine.narration.language import title

_SPARE: Final = ("#6f8fb3", "#b5604a", "#8fa466", "#b99f4a")


def side_colours(design: Design) -> dict[str, str]:
    """A colour for each side of the scenario; no two sides share one."""
    nations = by_id(design.palette.nations)
    found: dict[str, str] = {}
    for number, side in enumerate(design.scenario.sides):
        own = Counter(kind.nation or side for kind in design.types.values() if kind.side == side)
        named = [nations[name].colour for name, _ in own.most_common() if name in nations]
        spare = _SPARE[number % len(_SPARE)]
        found[side] = next((colour for colour in named if colour not in found.values()), spare)
    return found


def side_title(design: Design, side: str) -> str:
    """A side as it is written on the screen."""
    return title(side, design.scenario.ruleset)


def side_of_words(design: Design, text: str) -> str | None:
    """The side a person means, by its id or as it is written on the screen; None for nobody."""
    wanted = text.strip().casefold()
    known = (side for side in design.scenario.sides if wanted in (side, side_title(design, side).casefold()))
    return next(known, wanted or None)
