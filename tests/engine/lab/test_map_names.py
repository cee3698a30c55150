"""The names on the maps of reports: what pays and capitals first, none on another, and no more than can be read."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location
from engine.lab.arms import arm_of
from engine.lab.map_names import FIRST_NAMES, MOST_NAMES, SPACE_RADIUS, MapName, PaperFrame, placed_names
from engine.lab.playing import ReadyArm, ready
from engine.lab.report_sections import ArmReport
from engine.rulesets.library import find_bundled

SCENARIOS = ("europe-1941-45", "summer-1941", "overlord", "ukraine-43", "typhoon", "white-october")


@cache
def made(scenario: str) -> ReadyArm:
    return ready(arm_of(find_bundled(scenario).load(), None, ("random", "random")))


@cache
def landmarks(scenario: str) -> dict[Location, str]:
    return ArmReport(made(scenario), []).landmarks


def paper_of(board: Board) -> PaperFrame:
    places = [board.positions[at] for at in board.locations() if board.kinds[at] is not PlaceKind.BOX]
    xs, ys = zip(*places, strict=True)
    return PaperFrame(min(xs) - 1.2, min(ys) - 1.2, max(xs) + 1.2, max(ys) + 1.2)


@cache
def written(scenario: str) -> tuple[MapName, ...]:
    board = made(scenario).game.board
    paper = paper_of(board)
    return tuple(placed_names(board, landmarks(scenario), 12 * (paper.right - paper.left) / 640, paper))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_name_lies_on_another_or_leaves_the_paper(scenario: str) -> None:
    names, paper = written(scenario), paper_of(made(scenario).game.board)
    assert 15 < len(names) <= MOST_NAMES
    assert not [(a.text, b.text) for a, b in itertools.combinations(names, 2) if a.frame.meets(b.frame)]
    assert [name.text for name in names if not paper.holds(name.frame)] == []


@pytest.mark.parametrize("scenario", ["europe-1941-45", "summer-1941"])
def test_only_the_first_names_lie_on_spaces(scenario: str) -> None:
    board = made(scenario).game.board
    first = set(itertools.islice(landmarks(scenario), FIRST_NAMES))
    covering = {name.at for name in written(scenario) if spaces_in(board, name)}
    assert covering
    assert covering <= first


def spaces_in(board: Board, name: MapName) -> list[Location]:
    """The other spaces that a name lies on."""
    found = []
    for at in board.locations():
        x, y = board.positions[at]
        about = PaperFrame(x - SPACE_RADIUS, y - SPACE_RADIUS, x + SPACE_RADIUS, y + SPACE_RADIUS)
        if at != name.at and board.kinds[at] is PlaceKind.SPACE and about.meets(name.frame):
            found.append(at)
    return found


@pytest.mark.parametrize(
    ("scenario", "first"),
    [
        ("europe-1941-45", {"Berlin", "Moscow", "Rome", "Leningrad", "Stalingrad"}),
        ("summer-1941", {"Berlin", "Moscow", "Leningrad", "Kiev"}),
        ("overlord", {"Cherbourg", "Berlin", "Moscow", "Rome"}),
        ("ukraine-43", {"Kiev", "Kharkov", "Stalino"}),
        ("typhoon", {"Moscow", "Tula", "Kalinin"}),
    ],
)
def test_what_pays_and_capitals_are_written(scenario: str, first: set[str]) -> None:
    assert first <= {name.text for name in written(scenario)}


def test_what_pays_most_comes_first_and_a_lone_letter_is_no_name() -> None:
    assert next(iter(landmarks("typhoon").values())) == "Moscow"
    assert min(map(len, landmarks("ukraine-43").values())) > 1
