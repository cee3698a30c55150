"""Stamps: fragments with a name, kept with the file, as plain data that is checked when it comes back.

A file may come from anywhere, so every list is bounded and every word is of the sort a map can hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, ValidationError, model_validator

from editor.model.fragment import (
    Fragment,
    FragmentFeature,
    FragmentGround,
    FragmentLine,
    FragmentLink,
    FragmentPlace,
    FragmentRegion,
    FragmentSide,
    Towards,
)
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Orientation
from engine.core.messages import Message, message
from engine.definitions.bounds import LONGEST_LINE, MOST_CELLS
from engine.definitions.faults import first_said
from engine.definitions.maps.map_model import NameOffset
from engine.definitions.model import FrozenDict, Id, Line, Model, Values, Word

_FARTHEST = 10_000
_Step = Annotated[int, Field(ge=-_FARTHEST, le=_FARTHEST)]
_Steps = Annotated[tuple[_Step, ...], Field(max_length=MOST_CELLS)]
_Offset = tuple[_Step, _Step]
_Where = _Offset | Line
_Length = Annotated[float, Field(ge=-_FARTHEST, le=_FARTHEST, allow_inf_nan=False)]
_NAMELESS: Values = FrozenDict()


class _GroundModel(Model):
    names: tuple[Word, ...] = ()
    q: _Steps = ()
    r: _Steps = ()
    codes: Annotated[tuple[Annotated[int, Field(ge=0, le=65_535)], ...], Field(max_length=MOST_CELLS)] = ()

    @model_validator(mode="after")
    def _fits(self) -> _GroundModel:
        if not len(self.q) == len(self.r) == len(self.codes):
            raise ValueError("columns of different lengths")
        if self.codes and max(self.codes) >= len(self.names):
            raise ValueError("a terrain without a name")
        if len(set(zip(self.q, self.r, strict=True))) != len(self.q):
            raise ValueError("a hex given twice")
        return self


class _SideModel(Model):
    at: _Offset
    direction: Annotated[int, Field(ge=0, le=2)]
    kind: Word
    towards: Literal["", "near", "far"] = ""
    attributes: Values = _NAMELESS


class _FeatureModel(Model):
    id: Line
    at: _Where
    kind: Word
    name: Annotated[str, Field(max_length=LONGEST_LINE)] = ""
    attributes: Values = _NAMELESS
    name_offset: NameOffset = (0.0, 0.0)


class _LineModel(Model):
    id: Annotated[str, Field(max_length=LONGEST_LINE)] = ""
    kind: Word
    through: Annotated[tuple[_Where, ...], Field(min_length=2, max_length=MOST_CELLS)]
    attributes: Values = _NAMELESS


class _RegionModel(Model):
    id: Line
    kind: Word
    title: Annotated[str, Field(max_length=LONGEST_LINE)] = ""
    colour: Annotated[str, Field(max_length=LONGEST_LINE)] = ""
    members: Annotated[tuple[_Where, ...], Field(max_length=MOST_CELLS)]


class _PlaceModel(Model):
    id: Id
    is_box: bool = False
    name: Annotated[str, Field(max_length=LONGEST_LINE)] = ""
    at: tuple[_Length, _Length]
    terrain: Word | Literal[""] = ""
    attributes: Values = _NAMELESS
    name_offset: NameOffset = (0.0, 0.0)


class _LinkModel(Model):
    a: _Where
    b: _Where
    kind: Word
    one_way: bool = False
    attributes: Values = _NAMELESS


class _StampModel(Model):
    name: Line
    orientation: Literal["flat", "pointy"]
    ground: _GroundModel = _GroundModel()
    sides: tuple[_SideModel, ...] = ()
    features: tuple[_FeatureModel, ...] = ()
    lines: tuple[_LineModel, ...] = ()
    regions: tuple[_RegionModel, ...] = ()
    places: tuple[_PlaceModel, ...] = ()
    links: tuple[_LinkModel, ...] = ()


@dataclass(frozen=True, slots=True)
class Stamp:
    """A fragment with a name."""

    name: str
    fragment: Fragment


def data_of(stamp: Stamp) -> dict[str, Any]:
    """A stamp as plain data; raises CannotEdit for a name that is none."""
    fragment, ground = stamp.fragment, stamp.fragment.ground
    try:
        return _StampModel(
            name=stamp.name,
            orientation=fragment.orientation.value,
            ground=_GroundModel(
                names=ground.names,
                q=tuple(ground.q.tolist()),
                r=tuple(ground.r.tolist()),
                codes=tuple(ground.codes.tolist()),
            ),
            sides=tuple(_SideModel(**{**side._asdict(), "towards": side.towards.value}) for side in fragment.sides),
            features=tuple(_FeatureModel(**feature._asdict()) for feature in fragment.features),
            lines=tuple(_LineModel(**line._asdict()) for line in fragment.lines),
            regions=tuple(_RegionModel(**region._asdict()) for region in fragment.regions),
            places=tuple(_PlaceModel(**place._asdict()) for place in fragment.places),
            links=tuple(_LinkModel(**link._asdict()) for link in fragment.links),
        ).to_data()
    except ValidationError as bad:
        raise CannotEdit(message("edit.cannot.bad-stamp", problem=_problem(bad))) from None


def stamp_of(data: object) -> Stamp:
    """The stamp of plain data; raises CannotEdit for data that is none."""
    try:
        model = _StampModel.from_data(data)
    except (ValidationError, TypeError, ValueError, RecursionError) as bad:
        raise CannotEdit(message("edit.cannot.bad-stamp", problem=_problem(bad))) from None
    ground = model.ground
    return Stamp(
        model.name,
        Fragment(
            Orientation(model.orientation),
            FragmentGround(_ints(ground.q), _ints(ground.r), np.array(ground.codes, dtype=np.uint16), ground.names),
            tuple(
                FragmentSide(each.at, each.direction, each.kind, Towards(each.towards), dict(each.attributes))
                for each in model.sides
            ),
            tuple(
                FragmentFeature(each.id, each.at, each.kind, each.name, dict(each.attributes), each.name_offset)
                for each in model.features
            ),
            tuple(FragmentLine(each.id, each.kind, each.through, dict(each.attributes)) for each in model.lines),
            tuple(FragmentRegion(each.id, each.kind, each.title, each.colour, each.members) for each in model.regions),
            tuple(
                FragmentPlace(
                    each.id, each.is_box, each.name, each.at, each.terrain, dict(each.attributes), each.name_offset
                )
                for each in model.places
            ),
            tuple(FragmentLink(each.a, each.b, each.kind, each.one_way, dict(each.attributes)) for each in model.links),
        ),
    )


def _ints(values: Sequence[int]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


def _problem(bad: Exception) -> str | Message:
    return first_said(bad) if isinstance(bad, ValidationError) else str(bad)[:LONGEST_LINE]
