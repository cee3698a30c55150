"""Which hexes of a lattice the picture answers for, and how clearly: the judgement that accepts or refuses a grid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import shapely

from editor.digitise.grid.growth import Grown
from editor.digitise.grid.honeycomb import SPOKES, beside_ends, strength_at, thirds_and_spoke
from editor.digitise.grid.line_picture import Grey, LinePicture
from editor.digitise.grid.sheet_outline import FLAT, RIM, CellLooks, sheet_outline
from editor.digitise.grid.side_profiles import Profiles, profiles
from editor.digitise.transforms import Floats

_PLACES: Final = 21
_REACH: Final = 0.2
_ON: Final = 0.03
_BESIDE: Final = (0.09, 0.2)
"""What is on a side and what is beside it, in pitches from where the side is expected."""
_LOUDER: Final = 4.0
"""From so many times its doubt on, one hand of the sides of a direction is louder than the other."""
_ANSWERS: Final = 2.5
"""How many times its own doubt the contrast about a hex must be."""
_PRINTED: Final = 0.35
"""A hex whose sides stand out less than this share of what is usual is beyond the edge of the print, or covered."""
_RINGS: Final = 3
"""How many rings of hexes beyond the edge of the print are looked for and taken away."""
_CLEAR: Final = 6.0
"""The same for each direction of sides over the whole sheet."""
_PLAIN: Final = 3.5
"""The same where sides are printed from end to end and nothing goes on from their corners: by luck that is not so."""
_PLAIN_WHOLE: Final = 0.8
_PLAIN_SPOKE: Final = 0.35
_PLAIN_EVEN: Final = 0.5
_PLAIN_SCORE: Final = 2.0
_BETTER: Final = 1.6
"""How many times clearer a grid must be than the same lattice laid elsewhere."""
_ELSEWHERE: Final = np.array([(3, 0), (0, 3), (3, 3), (2, 2), (4, 4)]) / 6.0
_FAINT: Final = 1.35
"""Less than so many times what is between them the sides of printed hexes never were; nets of other lines were."""
_REGULAR: Final = 2.5
_REGULAR_SCORE: Final = 2.0
"""Sides that are all alike stand out from what is between them by so much, or what is between is a net as well.

Alike is where their mean contrast is so many times its spread: a print that is faint is uneven too.
"""
_EVEN: Final = 0.3
"""The weakest direction must stand out by this share of the strongest: squares moved by half fill it by a quarter."""
_WHOLE: Final = 0.6
"""Every third of a side must be printed at this share of the mean of it: lines that only cross a side are not it."""
_AS_WHOLE: Final = 0.85
"""The same against another sheet of the same print."""
_ROUND: Final = 0.95
"""Where the ends of sides are barer than what is beside them, round things lie close together."""
_EMPTY: Final = 0.75
"""From the corners of a honeycomb no line goes on to the centre of a hex; of a net of triangles all do."""
_SMALL_SHARE: Final = 0.1
_SMALL_COUNT: Final = 60
_SMALL_WHOLE: Final = 0.7
_SMALL_SPOKE: Final = 0.4
"""A grid on a small part of the picture, or of few hexes, is by luck more often: it must be plainer, and emptier."""
_SMALL_SCORE: Final = 1.9
_CROOKED: Final = 0.028
"""Paper and a camera bend a lattice less than this; one that was bent to follow foam or cracks is more crooked."""
_CREASED: Final = 0.05
"""The same where there is no doubt about the lines: a few large hexes on wavy paper."""
_DOUBTLESS: Final = 15.0
_DOUBTLESS_SCORE: Final = 4.0
_DOUBTLESS_SPOKE: Final = 0.2
_AMPLE_SHARE: Final = 0.3
_AMPLE_COUNT: Final = 200
_AMPLE_WHOLE: Final = 0.48
_DOTTED_WHOLE: Final = 0.38
_DOTTED_SCORE: Final = 3.0
"""Hundreds of hexes over much of the picture may be dotted in step, with a gap at one end of every side."""
_BOLD_WHOLE: Final = 0.5
"""The same for fewer hexes over as much of it whose sides are beyond doubt: large dots of which counters hide some."""
_BARE_SPOKE: Final = 0.1
"""The same hundreds on a smaller part of it, one of several sheets, where nothing at all goes on from the corners."""
_NOT_ROUND: Final = 0.6
"""What stands beside the ends of sides that are lines with gaps; where round things touch it is many times this."""


@dataclass(frozen=True, slots=True)
class Support:
    """The cells that answer, and the outline of the sheet they are on; `score` is lines on sides against between."""

    cells: Floats
    outline: shapely.Geometry
    score: float
    clarity: Floats
    """Of the three directions, how many times its own doubt the contrast is."""
    ratios: Floats
    """Lines on the sides of each direction against between."""
    rival: float = 1.0
    """Lines on the sides of the best of the same lattices laid elsewhere, against between."""
    thirds: Floats = field(default_factory=lambda: np.ones(3))
    """Of the sides of each direction, the weakest third against the mean of all three."""
    spoke: float = 0.0
    """Lines from corners towards centres, where a honeycomb has none, against lines on sides; of six the median."""
    share: float = 1.0
    """How much of the picture is covered."""
    beside: float = 0.0
    """What stands close beside the ends of sides against what stands on them."""
    bend: float = 0.0
    """By which share of a pitch a hex is off the middle of its neighbours, as a rule: how crooked the lattice lies."""
    sides: Floats = field(default_factory=lambda: np.zeros((0, 4)))
    """Of every side the cell that calls it its own, which of its three it is, and how plainly it is printed, 0 to 1."""

    @property
    def is_clear(self) -> bool:
        """Whether all three directions are there, none by far weaker, and the lattice would lie nowhere else as well.

        Squares and bricks lack a direction; a net of triangles is full of hexes, but in many places at once; other
        lines cross sides and do not run along them.
        """
        return self.is_clear_beside(1.0)

    def is_clear_beside(self, whole: float) -> bool:
        """The same beside a sheet of the same print, the weakest third of whose sides is known: dashes have gaps."""
        is_even = bool(self.ratios.min() >= 1.0 + _EVEN * (self.ratios.max() - 1.0) > 1.0)
        is_even_well = bool(self.ratios.min() >= 1.0 + _PLAIN_EVEN * (self.ratios.max() - 1.0))
        is_best = self.score - 1.0 >= _BETTER * max(self.rival - 1.0, 0.0) and self.score >= 1.05 * self.rival
        is_small = self.share < _SMALL_SHARE or len(self.cells) < _SMALL_COUNT
        is_gapped = is_even_well and self.beside <= _NOT_ROUND
        is_bare = is_gapped and self.spoke <= _BARE_SPOKE and self.score >= _DOTTED_SCORE
        is_large = is_bare if self.share < _AMPLE_SHARE else self.spoke <= _SMALL_SPOKE
        is_ample = is_large and len(self.cells) >= _AMPLE_COUNT
        is_dotted = is_ample and self.score >= _DOTTED_SCORE and is_even_well
        is_bold = is_gapped and self.share >= _AMPLE_SHARE and self.score >= _DOUBTLESS_SCORE
        least = _WHOLE
        if is_small:
            least = _SMALL_WHOLE
        elif is_ample:
            least = _DOTTED_WHOLE if is_dotted else _AMPLE_WHOLE
        elif is_bold and self.spoke <= _SMALL_SPOKE:
            least = _BOLD_WHOLE
        least = min(least, _AS_WHOLE * whole)
        is_whole = bool(self.thirds.min() >= least) and self.beside <= _ROUND
        is_empty = self.spoke <= (_SMALL_SPOKE if is_small else _EMPTY)
        crooked = _CREASED if self._is_beyond_doubt else _CROOKED
        is_paper = self.bend <= crooked and (len(self.cells) >= _SMALL_COUNT or self.score >= _SMALL_SCORE)
        is_plain = (
            self.score >= _PLAIN_SCORE
            and self.spoke <= _PLAIN_SPOKE
            and bool(self.thirds.min() >= _PLAIN_WHOLE)
            and is_even_well
        )
        is_sure = bool(self.clarity.min() >= (_PLAIN if is_plain else _CLEAR))
        is_alone = self.score >= (_REGULAR_SCORE if self._is_regular else _FAINT)
        return is_alone and is_sure and is_even and is_best and is_whole and is_empty and is_paper

    @property
    def _is_regular(self) -> bool:
        """Whether every side stands out as every other does, as in the screen of a print."""
        return bool(self.clarity.min() >= _REGULAR * np.sqrt(len(self.cells)))

    @property
    def _is_beyond_doubt(self) -> bool:
        """Whether sides are printed from end to end and nothing else is, on every hex that answers."""
        return (
            self.score >= _DOUBTLESS_SCORE
            and bool(self.clarity.min() >= _DOUBTLESS)
            and bool(self.thirds.min() >= _PLAIN_WHOLE)
            and self.spoke <= _DOUBTLESS_SPOKE
            and bool(self.ratios.min() >= 1.0 + _PLAIN_EVEN * (self.ratios.max() - 1.0))
        )

    def holds(self, counted: Floats) -> npt.NDArray[np.bool_]:
        """Whether counts of steps lie on the sheet."""
        flat = counted @ FLAT.T
        return np.asarray(shapely.contains_xy(self.outline, flat[:, 0], flat[:, 1]))


def judged(picture: LinePicture, found: Grown) -> Support:
    """What the picture says to a lattice."""
    sign = np.float32(-1.0 if found.is_dark else 1.0)
    lines = picture.lines(found.level) * sign
    pitch = found.pitch / 2**found.level
    sides = profiles(lines, found.warp, found.cells, reach=_REACH * pitch, places=_PLACES)
    contrast = _contrast(sides, pitch)
    cells = _answering(sides, contrast) if len(contrast) else np.zeros((0, 2))
    if len(cells) < 6:
        return Support(np.zeros((0, 2)), shapely.Polygon(), 0.0, np.zeros(3), np.ones(3))
    hull = shapely.convex_hull(shapely.MultiPoint(cells @ FLAT.T))
    around, flat = hull.buffer(RIM), sides.cells @ FLAT.T
    inside = shapely.contains_xy(around, flat[:, 0], flat[:, 1])
    strength = np.maximum(lines, 0.0)
    between = _between(strength, found, cells)
    clarity, ratios = np.zeros(3), np.ones(3)
    on_sides = profiles(strength, found.warp, cells, reach=0.6, places=3)
    for kind in range(3):
        mine = contrast[inside & (sides.kind == kind)]
        if len(mine) > 3:
            clarity[kind] = mine.mean() / (mine.std() / np.sqrt(len(mine)) + 1e-6)
        strong = on_sides.values[on_sides.kind == kind]
        if len(strong):
            ratios[kind] = strong.mean() / max(between, 1e-6)
    rival = max(
        float(profiles(strength, found.warp, cells + shift, reach=0.6, places=3).values.mean()) for shift in _ELSEWHERE
    )
    usual = max(float(np.median(contrast[inside])) if inside.any() else 1.0, 1e-6)
    plain = np.column_stack((sides.cells, sides.kind, np.clip(contrast / usual, 0.0, 1.0)))
    thirds, spoke = thirds_and_spoke(lines, found.warp, cells)
    share = len(cells) * found.pitch**2 * np.sqrt(3) / 2 / (picture.size[0] * picture.size[1])
    return Support(
        cells,
        outlined(picture, found, cells),
        float(ratios.mean()),
        clarity,
        ratios,
        rival / max(between, 1e-6),
        thirds,
        spoke,
        float(share),
        beside_ends(lines, found.warp, cells),
        _bend(found, cells),
        plain,
    )


def outlined(picture: LinePicture, found: Grown, cells: Floats, others: Floats | None = None) -> shapely.Geometry:
    """The outline of the sheet on which cells answer; it does not go on over `others`, pixels of another grid."""
    grey = picture.grey(found.level)
    whole = found.cells[_are_whole(found, grey.shape)]
    counted = None if others is None else found.warp.counts((others + 0.5) / 2**found.level - 0.5)
    return sheet_outline(cells, whole, CellLooks.of(grey, found.warp, whole), counted).buffer(RIM)


def _bend(found: Grown, cells: Floats) -> float:
    """How far cells lie off the middle between the two on either hand of them, in pitches."""
    ways = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 1.0)])
    at = found.warp.points(cells)
    off = [found.warp.points(cells + way) + found.warp.points(cells - way) - 2 * at for way in ways]
    return float(np.sqrt(np.mean([(each**2).sum(axis=1) for each in off]))) / (found.pitch / 2.0**found.level)


def _are_whole(found: Grown, shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Which cells lie wholly in the picture."""
    rims = found.warp.points((found.cells[:, None, :] + SPOKES).reshape(-1, 2)).reshape(-1, 6, 2)
    inside = (rims >= -0.5) & (rims <= np.array((shape[1], shape[0])) - 0.5)
    return np.asarray(inside.all(axis=(1, 2)))


def _contrast(sides: Profiles, pitch: float) -> Floats:
    """By how much each side stands out from what is beside it, on the quieter hand of its direction.

    Numbers stand in a row close to one side of every hex: they would hide the line that they stand beside.
    """
    off = np.abs(sides.off)
    on = sides.values[:, off <= max(_ON * pitch, 0.6)].mean(axis=1)
    far = (off >= _BESIDE[0] * pitch) & (off <= _BESIDE[1] * pitch)
    hands = np.stack([sides.values[:, far & (way * sides.off > 0)].mean(axis=1) for way in (-1, 1)])
    beside = hands.mean(axis=0)
    for kind in range(3):
        mine = sides.kind == kind
        if mine.any():
            usual = hands[:, mine].mean(axis=1)
            spread = hands[:, mine].std() / np.sqrt(mine.sum())
            if abs(float(usual[0] - usual[1])) > _LOUDER * spread:
                beside[mine] = hands[int(usual.argmin()), mine]
    return np.asarray(on - beside)


def _between(strength: Grey, found: Grown, cells: Floats) -> float:
    """The mean strength of lines inside hexes: about the centre and along the spokes to the corners."""
    shares = np.array((0.0, 0.25, 0.45, 0.65))
    spots = np.concatenate(
        [share * SPOKES for share in shares]
        + [0.7 * share * np.roll(SPOKES, 1, 0) + 0.7 * share * SPOKES for share in shares[1:]]
    )
    return strength_at(strength, found.warp, cells, spots)


def _answering(sides: Profiles, contrast: Floats) -> Floats:
    """Cells about which sides stand out, joined to the most of them."""
    cells = sides.cells
    low = cells.min(axis=0).astype(int)
    where = cells.astype(int) - low
    shape = tuple(where.max(axis=0) + 1)
    count, total, square = (np.zeros(shape) for _ in range(3))
    spot = (where[:, 0], where[:, 1])
    np.add.at(count, spot, 1.0)
    np.add.at(total, spot, contrast)
    np.add.at(square, spot, contrast**2)
    near = [_about(values) for values in (count, total, square)]
    mean = near[1] / np.maximum(near[0], 1.0)
    spread = np.sqrt(np.maximum(near[2] / np.maximum(near[0], 1.0) - mean**2, 0.0)) + 0.1
    answers = (near[0] >= 6) & (mean / (spread / np.sqrt(np.maximum(near[0], 1.0))) > _ANSWERS) & (count > 0)
    own = _own_sides(where, sides.kind.astype(int), contrast, shape)
    if answers.any():
        usual = float(np.median(own[answers]))
        answers &= own > _PRINTED * usual
        answers = _peeled(answers, where, sides.kind.astype(int), contrast, _PRINTED * usual)
    return np.asarray(np.argwhere(_largest(answers)) + low, dtype=np.float64)


def _own_sides(where: Floats, kind: Floats, contrast: Floats, shape: tuple[int, ...]) -> Floats:
    """The mean contrast of the six sides of each cell, three of which its neighbours call theirs."""
    values = np.zeros((3, shape[0] + 2, shape[1] + 2))
    values[kind, where[:, 0] + 1, where[:, 1] + 1] = contrast
    inner = slice(1, -1)
    total = values[:, inner, inner].sum(axis=0)
    total = total + values[0, :-2, inner] + values[1, inner, :-2] + values[2, 2:, :-2]
    return np.asarray(total / 6.0)


def _peeled(
    answers: npt.NDArray[np.bool_], where: Floats, kind: Floats, contrast: Floats, least: float
) -> npt.NDArray[np.bool_]:
    """What answers without the hexes beyond the edge of the print: those are bounded by it, and by nothing outside.

    Sides of which the picture shows nothing say nothing, so that a sheet may go on beyond the picture.
    """
    shape = answers.shape
    values, known = np.zeros((3, shape[0] + 2, shape[1] + 2)), np.zeros((3, shape[0] + 2, shape[1] + 2))
    values[kind, where[:, 0] + 1, where[:, 1] + 1] = contrast
    known[kind, where[:, 0] + 1, where[:, 1] + 1] = 1.0

    def beside(array: npt.NDArray[Any], right: int, down: int) -> npt.NDArray[Any]:
        return array[..., 1 + right : 1 + right + shape[0], 1 + down : 1 + down + shape[1]]

    for _ in range(_RINGS):
        padded = np.pad(answers, 1)
        total, count = np.zeros(shape), np.zeros(shape)
        for number, (right, down) in enumerate(((1, 0), (0, 1), (-1, 1))):
            for way in (1, -1):
                at = (0, 0) if way == 1 else (-right, -down)
                outer = ~beside(padded, way * right, way * down)
                total += outer * beside(values[number], *at)
                count += outer * beside(known[number], *at)
        kept = answers & ((count == 0) | (total > least * count))
        if (kept == answers).all():
            break
        answers = kept
    return answers


def _about(values: Floats) -> Floats:
    """Each value with those of the six cells about it."""
    padded = np.pad(values, 1)
    moves = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, -1), (-1, 1))
    height, width = values.shape
    return np.asarray(sum(padded[1 + i : 1 + i + height, 1 + j : 1 + j + width] for i, j in moves))


def _largest(answers: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The largest part of what answers that hangs together, gaps of a hex or two being bridged."""
    wide = answers.astype(float)
    for _ in range(2):
        wide = (_about(wide) > 0).astype(float)
    left, best = wide > 0, np.zeros_like(answers)
    while left.any():
        part = np.zeros_like(left)
        part[tuple(np.argwhere(left)[0])] = True
        while True:
            more = (_about(part.astype(float)) > 0) & left
            if (more == part).all():
                break
            part = more
        left &= ~part
        if (part & answers).sum() > best.sum():
            best = part & answers
    return best
