"""The manual says what is so: its examples run, and it knows every field, question, key, command and exit code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from app.cli.exits import Exit
from app.cli.main import run
from app.cli.parser import COMMANDS, WINDOW, build_parser
from editor.model.picture_safety import MOST_BYTES, MOST_DRAWING, MOST_SHAPES, MOST_SIDE
from engine.core.answers import ANSWERS, Chance, Losses, ReachedLocation, Reckoning, Standing, Throw, TriedAction
from engine.core.records import Moment
from engine.core.refusals import Refusal
from engine.core.terms import Op, Term
from engine.definitions import bounds
from engine.definitions.documents import KINDS
from engine.definitions.position import PlacedUnit, Position
from engine.players.playouts import Summary
from engine.rulesets.words import catalogue
from engine.session.answered_question import Answered
from engine.session.position_files import entries
from engine.session.probe_run import probe_all

MANUAL = files("resources") / "manual"
FIRST_LINE = "format: redoubt/position/1"


def page(name: str) -> str:
    return (MANUAL / f"{name}.md").read_text(encoding="utf-8")


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next of its level or above."""
    found = re.search(rf"^(#+) {re.escape(heading)}$", text, re.M)
    assert found is not None, f"there is no heading {heading}"
    rest = text[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.M)
    return rest[: end.start()] if end else rest


def tables(text: str) -> list[list[str]]:
    """The first column of each table, without the words of its head; only what is written as code counts."""
    found: list[list[str]] = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        rows = [line.split("|")[1].strip() for line in block.splitlines()[2:]]
        found.append([row.strip("`") for row in rows if row.startswith("`")])
    return found


def examples() -> list[str]:
    blocks = re.findall(r"^```yaml\n(.*?)^```$", page("positions"), re.M | re.S)
    return [block for block in blocks if block.startswith(FIRST_LINE)]


@pytest.mark.parametrize("number", range(len(examples())))
def test_every_example_of_a_position_runs_and_is_as_expected(number: int, tmp_path: Path) -> None:
    path = tmp_path / "positions.yaml"
    path.write_text(examples()[number], encoding="utf-8")
    run = list(probe_all(entries(path), catalogue))
    assert all(each.answers for each in run)
    assert not any(each.has_issues for each in run)
    assert [line for each in run for answered in each.answers for line in answered.differences] == []


def test_an_example_shows_several_positions_and_one_variants() -> None:
    assert any("\n---\n" in each for each in examples())
    assert any("\nvariants:\n" in each for each in examples())


def test_the_examples_ask_nearly_everything() -> None:
    asked = "\n".join(examples())
    assert len(examples()) >= 3
    assert all(
        re.search(rf"\b{verb}\b", asked) for verb in ("unit", "attack", "retreat", "try", "menu", "reach", "zone")
    )


def test_every_field_of_a_position_is_described() -> None:
    position, unit = tables(section(page("positions"), "What a position is made of"))[:2]
    assert sorted(position) == sorted(Position.model_fields)
    assert sorted(unit) == sorted(PlacedUnit.model_fields)


def test_every_question_is_described() -> None:
    asked = tables(section(page("positions"), "Questions"))[0]
    assert asked == [*ANSWERS, "state"]


CHOICES = "losses, retreat, advance"


@pytest.mark.parametrize("question", ANSWERS)
def test_every_key_of_an_answer_is_described_and_no_other(question: str) -> None:
    heading = CHOICES if question in CHOICES.split(", ") else question
    described = tables(section(section(page("positions"), "Answers"), heading))[0]
    assert described == [each.name for each in fields(ANSWERS[question])]


def test_every_key_within_an_answer_is_described() -> None:
    text = section(page("positions"), "Answers")
    reckoning, term, refusal = tables(section(text, "Reckonings and refusals"))
    assert sorted(reckoning) == sorted(each.name for each in fields(Reckoning))
    assert sorted(term) == sorted(each.name for each in fields(Term))
    assert sorted(refusal) == sorted(each.name for each in fields(Refusal))
    assert all(f"`{op.value}`" in text for op in Op)
    assert tables(section(text, "attack"))[1] == [each.name for each in fields(Throw)]
    assert tables(section(text, "try"))[1] == [each.name for each in fields(TriedAction)]
    for inner, heading in ((ReachedLocation, "reach"), (Standing, "try"), (Chance, "attack"), (Losses, "attack")):
        assert all(f"`{each.name}`" in section(text, heading) for each in fields(inner))


def test_the_frame_around_answers_is_described() -> None:
    opening = section(page("positions"), "Answers").partition("###")[0]
    whole = ("game", "answers", "errors", "right", "of", "file", "position", "message")
    for key in (*whole, *Answered("a", {}, {}, ("difference",)).as_json(), *(each.name for each in fields(Moment))):
        assert f"`{key}`" in opening


# The command line


def test_every_command_is_described() -> None:
    text = page("command-line")
    described = {row.split()[1] for row in tables(section(text, "Commands"))[0] if len(row.split()) > 1}
    assert described - {"FILE"} == {*COMMANDS, WINDOW}


def test_every_argument_of_every_command_is_described() -> None:
    text = page("command-line")
    parsers = next(action.choices for action in build_parser()._actions if isinstance(action.choices, dict))
    for name, parser in parsers.items():
        line = next(row for row in tables(section(text, "Commands"))[0] if row.startswith(f"redoubt {name}"))
        if f"\n### {name}\n" in text:
            line += section(text, name)
        for action in parser._actions:
            words = action.option_strings or [(action.metavar or action.dest).upper()]
            if "--help" not in words:
                assert any(str(word) in line for word in words), f"{name} {words} is not described"


def test_every_exit_code_is_described() -> None:
    codes = re.findall(r"^\| (\d+) \|", section(page("command-line"), "Exit codes"), re.M)
    assert [int(code) for code in codes] == [*sorted(Exit), 130]


def test_the_keys_of_playouts_are_described() -> None:
    text = section(page("command-line"), "playout")
    assert all(f"`{key}`" in text for key in Summary().as_json())


def test_a_wrong_command_ends_with_the_code_that_the_manual_gives(tmp_path: Path) -> None:
    assert run(["probe", str(tmp_path / "nothing.yaml")]) == 3
    with pytest.raises(SystemExit) as ended:
        run(["playout"])
    assert ended.value.code == 2


# Files


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {Position.KIND}))
def test_every_field_of_every_kind_of_file_is_described(kind: str) -> None:
    described = tables(section(page("files"), kind))[0]
    assert sorted(described) == sorted(set(KINDS[kind].model_fields) - {"id", "title"})


def models_in(hint: object) -> Iterator[type[BaseModel]]:
    """The models that a value of a type is made of."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        yield hint
        for each in hint.model_fields.values():
            yield from models_in(each.annotation)
    for inside in get_args(hint):
        yield from models_in(inside)


@pytest.mark.parametrize("folder", [MANUAL, MANUAL / "fr"], ids=["English", "French"])
@pytest.mark.parametrize("kind", sorted(set(KINDS) - {Position.KIND}))
def test_every_field_of_what_stands_in_a_file_is_named(kind: str, folder: Path) -> None:
    text = (folder / "files.md").read_text(encoding="utf-8")
    fields = {field for model in models_in(KINDS[kind]) for field in model.model_fields}
    assert not [field for field in sorted(fields - {"title"}) if f"`{field}`" not in text]


def test_every_kind_of_file_has_its_heading() -> None:
    headings = re.findall(r"^## ([a-z]+)$", page("files"), re.M)
    assert sorted(headings) == sorted(KINDS)


@pytest.mark.parametrize("folder", [MANUAL, MANUAL / "fr"], ids=["English", "French"])
def test_the_bounds_are_those_that_hold(folder: Path) -> None:
    text = (folder / "files.md").read_text(encoding="utf-8")
    said = re.sub(r"(?<=\d)[, \u00a0](?=\d{3})", "", section(text, "Bounds" if folder == MANUAL else "Limites"))
    table = re.findall(r"^\| .* \| (.*) \|$", said, re.M)[1:]
    numbers = [[float(each.replace(",", ".")) for each in re.findall(r"\d+(?:[.,]\d+)?", row)] for row in table]
    assert numbers == [
        [bounds.LONGEST_SIDE],
        [bounds.MOST_CELLS],
        [bounds.MOST_CELLS_IN_ALL],
        [bounds.MOST_SHEETS],
        [bounds.SMALLEST_SCALE, bounds.LARGEST_SCALE],
        [bounds.FARTHEST_POINT],
        [bounds.LONGEST_LINE],
        [bounds.LONGEST_TEXT],
        [MOST_BYTES / 2**20, MOST_SIDE, MOST_DRAWING / 2**10, MOST_SHAPES],
        [bounds.LONGEST_FILE_NAME],
    ]


# The whole


def test_every_page_is_linked_from_the_first_and_every_link_leads_somewhere() -> None:
    pages = {path.name for path in MANUAL.iterdir() if path.name.endswith(".md")}
    linked = set(re.findall(r"\]\(([a-z0-9-]+\.md)\)", page("index")))
    assert linked == pages - {"index.md"}
    for name in pages:
        text = (MANUAL / name).read_text(encoding="utf-8")
        assert set(re.findall(r"\]\(([^)#]+\.md)\)", text)) <= pages
        assert text.startswith("# ")
        assert max(len(line) for line in text.splitlines() if not line.startswith("|")) <= 130, (
            "a table cannot be broken"
        )
