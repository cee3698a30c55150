"""What counters on the map show of their factors."""

from __future__ import annotations

import pytest

from app.play.scene.game_counters import is_printed
from engine.rulesets.assembly import bundled_brief


@pytest.mark.parametrize(
    ("scenario", "type_", "factor", "printed"),
    [
        ("france-1940", "german-infantry", "defence", True),
        ("france-1940", "german-infantry", "attack", True),
        ("france-1940", "german-static", "attack", True),
        ("france-1940", "german-infantry", "support", False),
        ("barbarossa", "soviet-infantry-army", "attack", False),
    ],
)
def test_one_number_for_combat_is_printed_for_attack_and_defence(
    scenario: str, type_: str, factor: str, printed: bool
) -> None:
    """A division that adds nothing to a defence shows a nought; only what nobody knows yet shows a question mark."""
    brief = bundled_brief(scenario)
    assert is_printed(brief.types[type_], factor) is printed
