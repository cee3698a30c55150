"""Where a scan lies under the map: fitted to clicked points, with every doubt about it told.

The fit goes from the map to the pixels, because the clicks are what is uncertain. Of the shapes that the number
of points allows, the stiffest is taken unless a more pliant one clearly helps; a fit with no point to spare has no
residuals and says so. A misclick is found by leaving each point out in turn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from editor.digitise.clicks import CalibrationError, Click, ControlPoint, Numbering
from editor.digitise.fitting import (
    FEWEST,
    FREEDOMS,
    DegenerateError,
    Shape,
    distances,
    fit,
    is_on_a_line,
    root_mean_square,
)
from editor.digitise.misclicks import Suspect, leave_one_out, suspect
from editor.digitise.transforms import Floats, Transform, shifted, turned
from engine.core.boards.hexes import HexGrid, Orientation
from engine.core.messages import Message, message
from engine.definitions.issues import Issue, info, warning
from engine.definitions.plan import Placement, Point

RATIO_TOLERANCE: Final = 0.02
"""Columns and rows may be this much nearer or further apart than a regular hex grid has them."""
STEEPEST: Final = 45.0
"""Degrees beyond which a scan is taken to lie on its side or upside down."""
_HELPS: Final = 0.7
"""A more pliant shape must bring the error down to this share."""


@dataclass(frozen=True, slots=True)
class Residual:
    """How far a click is from where the fit puts its hex, in pixels; `alone` is that of the fit without it."""

    name: str
    pixel: Point
    off: Point
    distance: float
    alone: float | None


@dataclass(frozen=True, slots=True)
class Pitch:
    """The grid as the scan shows it, in pixels and degrees, measured in the middle of the clicks."""

    columns: float
    rows: float
    expected_ratio: float
    rotation: float
    shear: float
    is_mirrored: bool

    @property
    def ratio(self) -> float:
        """From column to column, in units of row to row."""
        return self.columns / self.rows

    @property
    def is_regular(self) -> bool:
        """Whether the ratio is that of a regular hex grid, as nearly as we ask."""
        return abs(self.ratio / self.expected_ratio - 1.0) <= RATIO_TOLERANCE


@dataclass(frozen=True, slots=True)
class Calibration:
    """A scan laid under the map. `reason` says why the fit has its shape, `notes` what to be wary of."""

    points: tuple[ControlPoint, ...]
    grid: HexGrid
    shape: Shape
    to_pixel: Transform
    to_plane: Transform
    residuals: tuple[Residual, ...]
    rms: float
    pitch: Pitch
    reason: Message
    notes: tuple[Issue, ...] = ()
    suspect: Suspect | None = None

    @property
    def worst(self) -> Residual:
        return max(self.residuals, key=lambda residual: residual.distance)

    @property
    def placement(self) -> Placement:
        """What `ScanPlan` keeps."""
        return self.to_plane.placement

    def nudged(
        self, *, move: Point = (0.0, 0.0), degrees: float = 0.0, factor: float = 1.0, about: Point | None = None
    ) -> Calibration:
        """The grid moved over the scan by pixels, turned and stretched about a pixel (the middle of the clicks)."""
        if about is None:
            middle = np.array([point.pixel for point in self.points]).mean(axis=0)
            about = float(middle[0]), float(middle[1])
        to_pixel = self.to_pixel.then(turned(degrees, factor, about)).then(shifted(move))
        return _measured(self, to_pixel)

    def moved(self, by: Point) -> Calibration:
        """The scan moved over the map by a distance of the map plane, such as the hex that a count was off by."""
        return _measured(self, shifted((-by[0], -by[1])).then(self.to_pixel))


def _measured(calibration: Calibration, to_pixel: Transform) -> Calibration:
    """A calibration with another transform, and what follows from it measured again."""
    source, target = _arrays(calibration.points)
    off = to_pixel.points(source) - target
    residuals = tuple(
        replace(residual, off=(float(x), float(y)), distance=math.hypot(float(x), float(y)), alone=None)
        for residual, (x, y) in zip(calibration.residuals, off, strict=True)
    )
    return replace(
        calibration,
        to_pixel=to_pixel,
        to_plane=to_pixel.inverse(),
        residuals=residuals,
        rms=root_mean_square(distances(to_pixel, source, target)),
        pitch=pitch_of(to_pixel, calibration.grid, source.mean(axis=0)),
    )


def calibrate_clicks(clicks: Sequence[Click], numbering: Numbering, *, shape: Shape | None = None) -> Calibration:
    """Calibrate from labels read off the scan; raises CalibrationError."""
    found = calibrate(
        [numbering.control_point(click) for click in clicks], numbering.grid, scale=numbering.scale, shape=shape
    )
    if found.suspect is None:
        return found
    meant = numbering.label(numbering.cell_at(found.suspect.plane))
    named = replace(found.suspect, meant="" if meant == found.suspect.name else meant)
    notes = tuple(warning(named.message) if note.message == found.suspect.message else note for note in found.notes)
    return replace(found, suspect=named, notes=notes)


def calibrate(
    points: Sequence[ControlPoint], grid: HexGrid, *, scale: float = 1.0, shape: Shape | None = None
) -> Calibration:
    """Calibrate from pixels and points of the map plane; raises CalibrationError for points that will not do."""
    _refuse_duplicates(points)
    wanted = FEWEST[shape or Shape.SIMILARITY]
    if len(points) < wanted:
        raise CalibrationError(message("digitise.calibration.too-few", count=len(points), needed=wanted))
    source, target = _arrays(points)
    pitch = scale * math.sqrt(3.0)
    chosen, to_pixel, reason = _forced(shape, source, target) if shape else _chosen(source, target, pitch)
    off = to_pixel.points(source) - target
    alone = leave_one_out(chosen, source, target)
    residuals = tuple(
        Residual(point.name, point.pixel, (float(x), float(y)), math.hypot(float(x), float(y)), without)
        for point, (x, y), without in zip(points, off, alone, strict=True)
    )
    middle = source.mean(axis=0)
    doubtful = suspect(points, chosen, source, target, pitch * to_pixel.stretch(float(middle[0]), float(middle[1])))
    measured = pitch_of(to_pixel, grid, middle)
    return Calibration(
        points=tuple(points),
        grid=grid,
        shape=chosen,
        to_pixel=to_pixel,
        to_plane=to_pixel.inverse(),
        residuals=residuals,
        rms=root_mean_square(distances(to_pixel, source, target)),
        pitch=measured,
        reason=reason,
        notes=tuple(_notes(chosen, source, measured, doubtful)),
        suspect=doubtful,
    )


def pitch_of(to_pixel: Transform, grid: HexGrid, middle: Floats) -> Pitch:
    """How far apart the columns and the rows of the grid are on the scan, and how it leans."""
    across, down = to_pixel.jacobian(float(middle[0]), float(middle[1])).T
    column, row = (1.5, math.sqrt(3.0)) if grid.orientation is Orientation.FLAT else (math.sqrt(3.0), 1.5)
    rotation = math.degrees(math.atan2(across[1], across[0]))
    upright = math.degrees(math.atan2(-down[0], down[1]))
    is_mirrored = bool(across[0] * down[1] - across[1] * down[0] < 0)
    shear = (upright - rotation + 180.0) % 360.0 - 180.0
    if is_mirrored:
        shear = (shear + 360.0) % 360.0 - 180.0
    return Pitch(
        columns=column * math.hypot(*across),
        rows=row * math.hypot(*down),
        expected_ratio=column / row,
        rotation=rotation,
        shear=shear,
        is_mirrored=is_mirrored,
    )


def _arrays(points: Sequence[ControlPoint]) -> tuple[Floats, Floats]:
    plane = np.array([point.plane for point in points], dtype=np.float64).reshape(-1, 2)
    return plane, np.array([point.pixel for point in points], dtype=np.float64).reshape(-1, 2)


def _refuse_duplicates(points: Sequence[ControlPoint]) -> None:
    names: dict[Point, str] = {}
    pixels: dict[Point, str] = {}
    for point in points:
        if not all(math.isfinite(value) for value in (*point.pixel, *point.plane)):
            raise CalibrationError(message("digitise.calibration.no-number", name=point.name))
        if point.plane in names:
            raise CalibrationError(message("digitise.calibration.named-twice", name=point.name))
        if point.pixel in pixels:
            said = message("digitise.calibration.clicked-twice", name=point.name, other=pixels[point.pixel])
            raise CalibrationError(said)
        names[point.plane] = pixels[point.pixel] = point.name


def shape_name(shape: Shape) -> Message:
    """What a shape is called on screen."""
    names = {
        Shape.SIMILARITY: message("digitise.shape.similarity"),
        Shape.AFFINE: message("digitise.shape.affine"),
        Shape.PROJECTIVE: message("digitise.shape.projective"),
    }
    return names[shape]


def _forced(shape: Shape, source: Floats, target: Floats) -> tuple[Shape, Transform, Message]:
    try:
        found = fit(shape, source, target)
    except DegenerateError:
        raise CalibrationError(message("digitise.calibration.on-a-line", shape=shape_name(shape))) from None
    return shape, found, message("digitise.fit.asked-for", shape=shape_name(shape))


def _chosen(source: Floats, target: Floats, pitch: float) -> tuple[Shape, Transform, Message]:
    """The stiffest shape that will do: by the number of points, by their lie, and by what pliancy gains."""
    best, found = Shape.SIMILARITY, _stiffest(source, target)
    count = len(source)
    rms = root_mean_square(distances(found, source, target))
    middle = source.mean(axis=0)
    noise = min(max(0.01 * pitch * found.stretch(float(middle[0]), float(middle[1])), 0.5), 1.5)
    before = 0.0
    for shape in (Shape.AFFINE, Shape.PROJECTIVE):
        if count < FEWEST[shape]:
            break
        try:
            trial = fit(shape, source, target)
        except DegenerateError:
            continue
        left = root_mean_square(distances(trial, source, target))
        spare = 2 * count - FREEDOMS[shape]
        if spare:
            gain = left * math.sqrt(1 / spare) < _HELPS * rms * math.sqrt(1 / (2 * count - FREEDOMS[best]))
            helps = rms > noise and gain
        else:
            helps = rms > 2 * noise
        if helps:
            best, found, before, rms = shape, trial, rms, left
    name = shape_name(best)
    if best is not Shape.SIMILARITY:
        return best, found, message("digitise.fit.helps", shape=name, count=count, before=before, after=rms)
    if count == 2:
        return best, found, message("digitise.fit.two-points", shape=name)
    if is_on_a_line(source) or is_on_a_line(target):
        return best, found, message("digitise.fit.on-a-line", shape=name, count=count)
    return best, found, message("digitise.fit.enough", shape=name, count=count, rms=rms)


def _stiffest(source: Floats, target: Floats) -> Transform:
    try:
        return fit(Shape.SIMILARITY, source, target)
    except DegenerateError:
        raise CalibrationError(message("digitise.calibration.no-turn")) from None


def _notes(shape: Shape, source: Floats, pitch: Pitch, doubtful: Suspect | None) -> list[Issue]:
    notes = []
    if doubtful is not None:
        notes.append(warning(doubtful.message))
    if len(source) == FEWEST[shape]:
        notes.append(info(message("digitise.calibration.nothing-to-spare", count=len(source))))
    if pitch.is_mirrored:
        notes.append(warning(message("digitise.calibration.mirrored")))
    elif abs(pitch.rotation) > STEEPEST:
        notes.append(warning(message("digitise.calibration.steep", degrees=pitch.rotation)))
    if shape is not Shape.SIMILARITY and not pitch.is_regular:
        percent = 100 * (pitch.ratio / pitch.expected_ratio - 1)
        notes.append(
            warning(
                message(
                    "digitise.calibration.pitch-ratio",
                    found=pitch.ratio,
                    expected=pitch.expected_ratio,
                    percent=percent,
                    tolerance=100 * RATIO_TOLERANCE,
                )
            )
        )
    return notes
