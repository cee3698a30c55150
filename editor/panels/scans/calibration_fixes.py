"""What mends a numbering that the check found wrong: tried out whole, and offered only if all answers then agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from editor.digitise.calibration import Calibration
from editor.digitise.clicks import Click, Numbering
from editor.digitise.holdout import HeldOut, Verdict, verify
from engine.definitions.plan import Point


class CalibrationFix(Enum):
    """What would mend it."""

    MOVE = "move"
    """Lay the scan a hex or so further; the map keeps its numbers."""
    RENUMBER = "renumber"
    """Print in the sheet what is printed on the scan; nothing on the map moves."""
    RESTAGGER = "restagger"
    """Let the other columns or rows stand half a hex further; every second one moves, so it is only done when asked."""


@dataclass(frozen=True, slots=True)
class CheckedCalibration:
    """A calibration with the questions that were asked about it."""

    numbering: Numbering
    clicks: tuple[Click, ...]
    fit: Calibration
    asked: tuple[HeldOut, ...]
    verdict: Verdict


Refit: TypeAlias = Callable[[Numbering, Sequence[Click]], Calibration | None]


def mended(
    fix: CalibrationFix, found: CheckedCalibration, answers: Sequence[str], refit: Refit
) -> CheckedCalibration | None:
    """The calibration after a fix; None when it cannot be done without harm, or does not mend everything."""
    diagnosis, numbering = found.verdict.diagnosis, found.numbering
    if diagnosis is None:
        return None
    places = [point.plane for point in found.fit.points]
    if fix is CalibrationFix.MOVE:
        if diagnosis.move is None:
            return None
        right, down = diagnosis.move
        names = [numbering.label(numbering.cell_at((x + right, y + down))) for x, y in places]
        return _tried(found, numbering, names, answers, refit)
    other = diagnosis.numbering
    if other is None or (other.grid == numbering.grid) is (fix is CalibrationFix.RESTAGGER):
        return None
    as_read = [click.label for click in found.clicks]
    as_meant = [other.label(numbering.cell_at(place)) for place in places]
    return _tried(found, other, as_read, answers, refit) or _tried(found, other, as_meant, answers, refit)


def _tried(
    found: CheckedCalibration, numbering: Numbering, labels: Sequence[str], answers: Sequence[str], refit: Refit
) -> CheckedCalibration | None:
    clicks = tuple(replace(click, label=label) for click, label in zip(found.clicks, labels, strict=True))
    fit = refit(numbering, clicks)
    if fit is None:
        return None
    asked = tuple(_seen(numbering, fit, question.pixel) for question in found.asked)
    verdict = verify(numbering, fit, clicks, asked, answers)
    return CheckedCalibration(numbering, clicks, fit, asked, verdict) if verdict.is_confirmed else None


def _seen(numbering: Numbering, fit: Calibration, pixel: Point) -> HeldOut:
    """The hex that a fit puts at a pixel."""
    cell = numbering.cell_at(fit.to_plane.point(*pixel))
    plane = numbering.centre(cell)
    return HeldOut(cell, numbering.label(cell), plane, fit.to_pixel.point(*plane))
