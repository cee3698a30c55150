"""How far a sheet goes whose hexes answer only in part: its open sea, its boxes and its covered corners bear no lines.

A map is printed as a rectangle along its rows. Hexes that answer one by one, in the frame or on the table beside it, do
not make it larger. Where its edge is open sea, what lies beyond that looks the same is sea as well, to the first row
that looks otherwise. All of it is reckoned on the lattice, where a sheet in perspective is straight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import shapely

from editor.digitise.grid.honeycomb import SPOKES
from editor.digitise.grid.lattice_warp import LatticeWarp
from editor.digitise.grid.line_picture import Grey
from editor.digitise.grid.side_profiles import sampled
from editor.digitise.transforms import Floats

FLAT: Final = np.array([[1.0, 0.5], [0.0, np.sqrt(3) / 2]])
"""From counted steps to a plane on which hexes are a pitch of 1 apart."""
RIM: Final = 0.45
"""How far beyond its outermost centres a sheet goes, in pitches: less than to the notches of a staggered edge."""
_RECTANGLE: Final = 0.7
"""From this share of a rectangle on, what answers is taken for a sheet whose corners are open sea."""
_COMPANY: Final = 2
"""So many neighbours of a hex must answer too, for it to say where the sheet ends."""
_EDGE: Final = 0.15
"""The share of the hexes along an edge that must answer; fewer lie there by luck."""
_STEPS: Final = (1.0, float(np.sqrt(3) / 2))
"""From one line of centres to the next, along the rows and across them."""
_OPEN: Final = 0.25
"""From this share of the hexes near an edge on that do not answer, the edge may be open sea."""
_ALIKE: Final = 0.5
"""The share of a further row that must look like it: names, fleets and routes are printed on the sea."""
_WITNESSES: Final = 9
"""So many of the nearest hexes of the sea are asked, and a few of them are enough: on others lies a table."""
_GREYER: Final = 5.0
_FAR_GREYER: Final = 40.0
"""By how much a far row may be of another grey than the sea it began with: light falls off, but paper is no desk."""
_LIVELIER: Final = 1.6
_DESK: Final = 3
"""Beyond so many edges the margin must have been seen, for it to be known beyond the fourth."""


@dataclass(frozen=True, slots=True)
class CellLooks:
    """The mean grey and the liveliness inside each of some cells."""

    grey: Floats
    lively: Floats

    @staticmethod
    def of(picture: Grey, warp: LatticeWarp, cells: Floats) -> CellLooks:
        """Seen in the middle of each cell, away from its sides; beyond the edge the picture goes on as it ends."""
        spots = np.concatenate([np.zeros((1, 2)), *(share * SPOKES for share in (0.25, 0.5, 0.7))])
        at = warp.points((cells[:, None, :] + spots).reshape(-1, 2))
        height, width = picture.shape
        x, y = np.clip(at[:, 0], 0, width - 1.01), np.clip(at[:, 1], 0, height - 1.01)
        seen = sampled(picture, x, y).reshape(len(cells), len(spots))
        return CellLooks(np.median(seen, axis=1), seen.std(axis=1))


def sheet_outline(answering: Floats, cells: Floats, looks: CellLooks, others: Floats | None = None) -> shapely.Geometry:
    """The outline of the sheet on which hexes answer, among all cells of the picture; without its rim.

    `others` are places, in counted steps, where another grid is seen: the sheet does not go on over those.
    """
    solid = _in_company(answering)
    hull = shapely.convex_hull(shapely.MultiPoint(solid @ FLAT.T))
    turns = [_turned(way) for way in (0.0, 60.0, 120.0)]
    laid = [solid @ FLAT.T @ turn for turn in turns]
    turn = min(zip(laid, turns, strict=True), key=lambda each: float(np.prod(np.ptp(each[0], axis=0))))[1]
    foreign = np.zeros((0, 2)) if others is None else others @ FLAT.T @ turn
    box = _Box(solid @ FLAT.T @ turn, cells @ FLAT.T @ turn, looks, foreign)
    box.trim()
    low, high = box.low, box.high
    inner = shapely.box(*low, *high)
    if inner.area <= 0 or hull.intersection(_back(inner, turn)).area < _RECTANGLE * inner.area:
        return hull
    box.reach_out()
    return _back(shapely.box(*box.low, *box.high), turn)


def _turned(degrees: float) -> Floats:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _back(shape: shapely.Geometry, turn: Floats) -> shapely.Geometry:
    return shapely.transform(shape, lambda points: points @ turn.T)


def _in_company(cells: Floats) -> Floats:
    """Without those that answer alone: a table, a frame or a stain meets a hex here and there."""
    known = {(int(first), int(second)) for first, second in cells}
    ways = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    kept = np.array(
        [sum((int(a) + i, int(b) + j) in known for i, j in ways) >= _COMPANY for a, b in cells], dtype=np.bool_
    )
    return cells[kept] if int(kept.sum()) >= max(6, len(cells) // 2) else cells


class _Box:
    """A rectangle along the rows about what answers, that is made smaller and larger side by side."""

    def __init__(self, answering: Floats, cells: Floats, looks: CellLooks, others: Floats) -> None:
        self._cells, self._looks, self._others = cells, looks, others
        known = {tuple(place) for place in np.rint(answering * 1000).astype(np.int64).tolist()}
        there = np.rint(cells * 1000).astype(np.int64).tolist()
        self._answers = np.array([tuple(place) in known for place in there], dtype=np.bool_)
        if not self._answers.any():
            self._answers[:] = True
        self.low, self.high = self._span()

    def _span(self) -> tuple[Floats, Floats]:
        mine = self._cells[self._answers]
        return mine.min(axis=0), mine.max(axis=0)

    def _inside(self, slack: float = 0.1) -> npt.NDArray[np.bool_]:
        return np.asarray(((self._cells >= self.low - slack) & (self._cells <= self.high + slack)).all(axis=1))

    def trim(self) -> None:
        """Take away the outermost lines of centres along which hardly a hex answers."""
        for _ in range(4 * 8):
            inside = self._inside()
            for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1)):
                away = side * (self._cells[:, axis] - (self.high if side > 0 else self.low)[axis])
                line = inside & (away > -0.6 * _STEPS[axis])
                if (self._answers & line).sum() < _EDGE * line.sum():
                    self._answers &= ~line
                    break
            else:
                return
            if not self._answers.any():
                return
            self.low, self.high = self._span()

    def reach_out(self) -> None:
        """Go on, side by side, over what looks like the open sea along it.

        What is hidden under counters looks like everything that is as colourful, and so does the next sheet: a side
        beyond which another grid would come to lie on this one stays where it was.
        """
        beyond = self._usual_beyond()
        for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1)):
            edge = (self.high if side > 0 else self.low)[axis]
            away = side * (self._cells[:, axis] - edge)
            near = self._inside() & (away > -2.2 * _STEPS[axis])
            sea = near & ~self._answers
            if sea.sum() < max(3.0, _OPEN * near.sum()) or beyond.is_like(self._looks, sea):
                continue
            before, known = (self.low.copy(), self.high.copy()), self._foreign()
            first = float(np.median(self._looks.grey[sea]))
            while True:
                away = side * (self._cells[:, axis] - (self.high if side > 0 else self.low)[axis])
                across = (self._cells[:, 1 - axis] >= self.low[1 - axis] - 0.1) & (
                    self._cells[:, 1 - axis] <= self.high[1 - axis] + 0.1
                )
                row = across & (away > 0.1) & (away < _STEPS[axis] + 0.1)
                if row.sum() < 2 or self._alike(row, sea).mean() < _ALIKE:
                    break
                if beyond.goes_on(self._cells[row], self._looks.grey[row]):
                    break
                if abs(float(np.median(self._looks.grey[row])) - first) > _FAR_GREYER:
                    break
                limit = side * float((side * self._cells[row, axis]).max())
                (self.high if side > 0 else self.low)[axis] = limit
                sea = sea | row
            if self._foreign() > known:
                self.low, self.high = before

    def _foreign(self) -> int:
        """On how many places of another grid it lies."""
        return int(((self._others >= self.low) & (self._others <= self.high)).all(axis=1).sum())

    def _alike(self, row: npt.NDArray[np.bool_], sea: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which cells of a row look like the nearest of the sea; light falls unevenly on a sheet."""
        places, there = self._cells[sea], self._cells[row]
        away = ((there[:, None, :] - places[None, :, :]) ** 2).sum(axis=2)
        nearest = np.argsort(away, axis=1)[:, :_WITNESSES]
        grey, lively = self._looks.grey[sea][nearest], self._looks.lively[sea][nearest]
        is_grey = np.abs(self._looks.grey[row][:, None] - grey) <= _GREYER + 0.5 * lively
        is_calm = self._looks.lively[row][:, None] <= _LIVELIER * lively + 3.0
        return np.asarray((is_grey & is_calm).sum(axis=1) >= min(3, nearest.shape[1]))

    def _usual_beyond(self) -> _Margin:
        """What lies beyond edges that are printed to the end: the margin of the sheet, which is no sea."""
        found: list[npt.NDArray[np.bool_]] = []
        inside = self._inside()
        for axis, side in ((0, -1), (0, 1), (1, -1), (1, 1)):
            away = side * (self._cells[:, axis] - (self.high if side > 0 else self.low)[axis])
            near = inside & (away > -2.2 * _STEPS[axis])
            row = ~inside & (away > 0.1) & (away < _STEPS[axis] + 0.1)
            if row.any() and (near & ~self._answers).sum() < _OPEN * near.sum():
                found.append(row)
        places = np.concatenate([self._cells[row] for row in found]) if found else np.zeros((0, 2))
        grey = np.concatenate([self._looks.grey[row] for row in found]) if found else np.zeros(0)
        return _Margin(grey, places, len(found))


@dataclass(frozen=True, slots=True)
class _Margin:
    grey: Floats
    places: Floats
    edges: int
    """Beyond how many edges it was seen."""

    def is_like(self, looks: CellLooks, chosen: npt.NDArray[np.bool_]) -> bool:
        if not len(self.grey):
            return False
        off = abs(float(np.median(self.grey)) - float(np.median(looks.grey[chosen])))
        return off <= _GREYER + float(np.median(looks.lively[chosen]))

    def goes_on(self, places: Floats, grey: Floats) -> bool:
        """Whether what lies in some places is the desk that the margin about the other three edges shows.

        Counters along an edge hide its hexes as open sea does, and are as many greys as there are counters. A desk is
        one grey but for the light, which falls off evenly over it.
        """
        if self.edges < _DESK:
            return False
        known = np.column_stack((self.places, np.ones(len(self.places))))
        light = np.linalg.lstsq(known, self.grey, rcond=None)[0]
        there = np.column_stack((places, np.ones(len(places)))) @ light
        is_one_grey = float(np.median(np.abs(known @ light - self.grey))) <= _GREYER
        return is_one_grey and float(np.median(np.abs(there - grey))) <= _GREYER
