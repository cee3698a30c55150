"""The index of every game, the tags in its code and the marks on its tests say the same, so the index cannot lie."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from engine.core.cases import tagged_functions
from engine.definitions.issues import DefinitionError
from engine.rulesets.registry import GameEntry, registered
from engine.rulesets.rules_index import Counts, Status, counts, marks_in, rules_index, untested

TESTS = Path(__file__).parents[1]

each_game = pytest.mark.parametrize("game", registered())


@each_game
def test_every_implemented_case_has_a_function(game: str) -> None:
    index = rules_index(registered()[game])
    untagged = [case for case in index.with_status(Status.IMPLEMENTED) if case not in tagged_functions(game)]
    assert not untagged, "the index calls these implemented, and no function is tagged with them"


@each_game
def test_every_implemented_case_has_a_marked_test(game: str) -> None:
    assert untested(registered()[game], TESTS) == ()


@each_game
def test_no_tag_names_an_unknown_or_an_explained_case(game: str) -> None:
    index = rules_index(registered()[game])
    implemented = index.with_status(Status.IMPLEMENTED)
    wrong = {case: where for case, where in tagged_functions(game).items() if case not in implemented}
    assert not wrong, "these tags name cases that the index does not have, or that it says need no code"


def test_no_mark_names_an_unknown_case() -> None:
    wrong = [
        f"{game}:{case}"
        for game, cases in marks_in(TESTS).items()
        for case in sorted(cases)
        if game not in registered() or case not in rules_index(registered()[game])
    ]
    assert not wrong


@each_game
def test_cases_known_only_from_rulings_are_outside_the_totals(game: str) -> None:
    index = rules_index(registered()[game])
    found = counts(registered()[game], TESTS)
    rulings = [case for case in index.cases.values() if case.ruling is not None]
    assert found.total == len(index.cases) - len(rulings) == found.implemented + found.explained


def test_marks_are_read_from_tests_without_running_them(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        textwrap.dedent("""
            import pytest
            pytestmark = pytest.mark.rule("toy-cabinet:1.2")

            @pytest.mark.rule("toy-cabinet:2.1", "other:9")
            @pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.rule("toy-cabinet:2.2/a"))])
            def test_it(a): ...
        """)
    )
    assert marks_in(tmp_path) == {"toy-cabinet": {"1.2", "2.1", "2.2/a"}, "other": {"9"}}
    missing = untested(registered()["toy-cabinet"], tmp_path)
    assert missing is not None
    assert "2.2" not in missing
    assert "2.3" in missing


def test_where_no_tests_are_nobody_says_that_cases_are_untested(tmp_path: Path) -> None:
    assert counts(registered()["toy-cabinet"], tmp_path / "none") == Counts(27, 26, 1, None)


def _entry(folder: Path, cases: str, id: str = "toy-cabinet") -> GameEntry:
    text = f"format: redoubt/rules-index/1\nid: {id}\ncases:\n{textwrap.indent(textwrap.dedent(cases), '  ')}"
    (folder / "rules_index.yaml").write_text(text)
    return GameEntry(registered()["toy-cabinet"].ruleset, folder, folder)


@pytest.mark.parametrize(
    ("cases", "code"),
    [
        ('"1.1": {status: explained, summary: A definition.}', "rules-index.no-reason"),
        ('"1.1": {status: implemented, summary: It moves., reason: Why.}', "rules-index.needless-reason"),
        ('"1.1": {status: forgotten, summary: It moves.}', "not-a-choice"),
        ('"1..1": {status: implemented, summary: It moves.}', ""),
    ],
)
def test_an_index_that_is_wrong_says_where(tmp_path: Path, cases: str, code: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        rules_index(_entry(tmp_path, cases))
    assert [issue.where.line for issue in caught.value.issues] == [4]
    if code.startswith("rules-index"):
        assert caught.value.issues[0].code == code


def test_the_index_of_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError):
        rules_index(_entry(tmp_path, '"1.1": {status: implemented, summary: It moves.}', id="other"))
