"""The positions of the manual's page about War in Europe answer as it says, in both languages."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from engine.rulesets.words import catalogue
from engine.session.position_files import entries
from engine.session.probe_run import probe_all


@pytest.mark.parametrize("page", ["war-in-europe.md", "fr/war-in-europe.md"])
def test_the_positions_of_the_page_answer_as_expected(page: str, tmp_path: Path) -> None:
    text = (files("resources") / "manual").joinpath(*page.split("/")).read_text(encoding="utf-8")
    blocks = re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S)
    assert blocks
    for number, block in enumerate(blocks):
        path = tmp_path / f"{number}.yaml"
        path.write_text(block, encoding="utf-8")
        run = list(probe_all(entries(path), catalogue))
        assert not any(each.has_issues for each in run)
        assert [line for each in run for answered in each.answers for line in answered.differences] == []
