"""About how well an attack goes, and how much a unit counts: rough measures where nobody asks the game itself."""

from __future__ import annotations

from engine.core.appraisal import Might


def size_of(might: Might) -> float:
    """How much more a strong unit is drawn on than a weak one."""
    return min(2.0, 0.3 + (might.attack + might.defence) / 10.0)


def chance(attack: float, defence: float) -> float:
    """About how well an attack would go: below 0 it hurts whoever makes it, 1 is all that can be hoped for."""
    if attack <= 0:
        return -0.3
    ratio = attack / max(0.5, defence)
    return float(max(-0.3, min(1.0, (ratio - 1.2) / 2.2)))
