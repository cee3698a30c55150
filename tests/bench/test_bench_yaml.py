"""What reading a large scenario costs, beside what PyYAML's own fast loader costs for the same text."""

from __future__ import annotations

from time import perf_counter

import pytest
import yaml

from engine.definitions import strict_yaml

pytestmark = pytest.mark.bench

TEXT = "setup:\n" + "".join(
    f'- {{unit: infantry-{i}, at: "{i:04}", marks: [dug-in], values: {{supply: 2}}}}\n' for i in range(3000)
)


def test_a_scenario_of_3000_lines() -> None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    started = perf_counter()
    plain = yaml.load(TEXT, loader)
    theirs = perf_counter() - started
    started = perf_counter()
    ours_read = strict_yaml.load(TEXT, "f").data
    ours = perf_counter() - started
    print(f"\n3,000 lines: strict {ours * 1e3:.0f} ms, PyYAML {theirs * 1e3:.0f} ms")
    assert isinstance(ours_read, dict)
    assert len(plain["setup"]) == 3000
    assert ours < 3 * theirs
