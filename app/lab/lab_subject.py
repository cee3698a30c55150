"""What the lab is about, as whoever opens it hands it over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.core.state import Scalar, State
from engine.definitions.project import Project
from engine.lab.shelves import ResultShelf


@dataclass(frozen=True, slots=True)
class LabPosition:
    """The position on the board, with what its game is played with: that may be other than what is edited now."""

    state: State
    project: Project
    scenario: str
    options: Mapping[str, Scalar]


@dataclass(frozen=True, slots=True)
class LabSubject:
    """What the lab is about: a scenario of some documents, where its games are kept, and the position on the board.

    The documents are asked for each time that something is played: they may be edited beside the lab.
    """

    project: Callable[[], Project]
    scenario: str
    shelf: ResultShelf
    position: Callable[[], LabPosition | None]
