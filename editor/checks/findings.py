"""What a check of the map finds: an issue, the place to jump to, and the mending where that is safe.

Checks are generators that run while the program is idle. Between two issues they yield how many things they have
looked at since the last word, never many, so that whoever runs them can pause there, or drop them when the map has
changed. No Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from editor.geometry.ground import Ground
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import Part, RecordKey
from engine.core.messages import Message
from engine.definitions.issues import Issue
from engine.definitions.palette import Palette, Swatch
from engine.definitions.plan import MapPlan, Point

T = TypeVar("T")

BREATH: Final = 64
"""After so many things a check lets others have a turn."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A mending that can do no harm; it is made for the map as it is when it is asked for."""

    label: Message
    make: Callable[[MapPlan], Change]


@dataclass(frozen=True, slots=True)
class MapIssue:
    """An issue of a map under the brush."""

    issue: Issue
    places: tuple[str, ...] = ()
    """The locations it is about; the first is where to look."""
    part: Part | None = None
    key: RecordKey | None = None
    """The thing it is about, for the inspector."""
    point: Point | None = None
    """Where to look when it is about no location."""
    fix: Fix | None = None

    @property
    def identity(self) -> tuple[object, ...]:
        """What tells two issues apart, from one check of the map to the next."""
        return self.issue.code, self.issue.message, self.places[:1], self.part, self.key


Step: TypeAlias = MapIssue | int
"""An issue, or the number of things looked at since the last step."""


@dataclass(frozen=True, slots=True)
class Sense:
    """What kinds mean, as the palette and the style tell: which terrain is water, what is a river, a town, a port."""

    palette: Palette
    is_water: Callable[[str], bool]
    is_river: Callable[[str], bool]
    is_settlement: Callable[[str], bool]
    is_objective: Callable[[str], bool]
    is_landing: Callable[[str], bool]
    """Whether a feature lets one come ashore: a port, a beach."""

    def title(self, group: str, kind: str) -> str:
        """What a kind of a group of the palette is called, in small letters, for the middle of a sentence."""
        swatches: Sequence[Swatch] = getattr(self.palette, group)
        return next((swatch.name.lower() for swatch in swatches if swatch.id == kind), kind)

    @staticmethod
    def is_barrier(kind: str) -> bool:
        """Whether a terrain or hexside of this name lets nobody through."""
        return kind.replace("_", "-").rpartition("-")[2] in ("impassable", "prohibited")


@dataclass(frozen=True, slots=True)
class Subject:
    """A map to check: its plan, the index of what lies on it, its ground, and what its kinds mean."""

    plan: MapPlan
    contents: MapContents
    ground: Ground
    sense: Sense


def breathing(things: Iterable[T], look: Callable[[T], Iterator[MapIssue]]) -> Iterator[Step]:
    """Look at one thing after the other, with a breath now and then."""
    count = 0
    for thing in things:
        count += 1
        yield from look(thing)
        if count == BREATH:
            yield count
            count = 0
    yield count
