"""The positions of the manual's page about Ukraine '43 answer as it says, in both languages."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from app.reference.manual_pages import pages
from engine.rulesets.words import catalogue
from engine.session.position_files import entries
from engine.session.probe_run import probe_all


@pytest.mark.parametrize("page", ["ukraine-43.md", "fr/ukraine-43.md"])
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


def test_the_page_stands_where_the_index_has_it() -> None:
    names = [page.name for page in pages("en")]
    assert names.index("names-ukraine-43") < names.index("ukraine-43") < names.index("command-line")
