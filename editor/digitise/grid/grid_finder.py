"""The grid of a scan, found without being told anything about it, or refused with the reason.

Pieces of the picture are asked at several sizes which lattices they may show; the best are put in their place and grown
over the sheet. What comes out is judged by the picture itself: the mean strength of lines along its hexsides against
that between them. A grid is told only where that is clear in all three directions; a guess is worse than a question.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.echoes import LONGEST, SHORTEST, LatticeHint, candidates, pitch_of_steps
from editor.digitise.grid.found_grid import FoundGrid, FoundSheet, is_beside, parted, sheet_of
from editor.digitise.grid.growth import Grown, beliefs_about, grown, polished
from editor.digitise.grid.line_picture import LinePicture
from editor.digitise.grid.lone_marks import lone_mark
from editor.digitise.grid.refinement import refined
from editor.digitise.grid.sheet_support import Support, judged
from editor.digitise.grid.unit_cell import PlacedLattice, place, place_by_flanks
from editor.digitise.grid.what_is_left import accounted_for, share_left_out
from editor.digitise.transforms import Floats
from engine.core.messages import message

LEAST_SCORE: Final = 1.05
_PERCEPTIBLE: Final = 0.005
"""A score that is told: below it nothing repeats itself."""
_SIDE: Final = 512
"""Pixels of a piece, at each size of the picture."""
_REACH: Final = 5.0
"""Pitches about the middle of a piece over which a lattice is put in its place: further out the paper bends."""
_ELSEWHERE: Final = 0.1
_MOST_PIECES: Final = 30
_SEEDS: Final = 24
_TRIES: Final = 12
_TRIES_BESIDE: Final = 8
_MOST_FOLLOWED: Final = 5
"""To follow a lattice over the whole picture takes longest; so many that are refused after it are enough."""
_ALIKE: Final = 1.3
"""Sheets of one scan have hexes of about one size."""
_OF_ONE_SIZE: Final = 1.1
_MOST: Final = 0.5
"""The share of a picture from which on a sheet is the map; a smaller one may be an inset of a map with other hexes."""
_AS_STRONG: Final = 0.3
"""The share of the plainness of the first sheet that another beside it must have: they are of one print."""
_WELL_ANSWERED: Final = 0.35
"""A seed to so many of whose sides lines answer is tried however faint they are: another sheet may be a paler print."""
_PLAINLY_ANSWERED: Final = 0.5
"""The same share for what was not followed and is told all the same: there may be another sheet."""
_LOUD: Final = 30.0
"""How strongly what is left of a picture resembles itself where another sheet lies; paper and desks have 22 at most."""
_AS_LARGE: Final = 0.05
"""By how much hexes of such a part may be larger or smaller than those of the sheets."""
_TOO_MUCH: Final = 0.6
"""From this share of the sheets on, a part that cannot be followed is too large to tell the rest as the grid."""
_MOST_SHEETS: Final = 4
_FEWEST_HEXES: Final = 10
_FEWEST_OF_MANY: Final = 40
_MOST_OF_FEW: Final = 0.8
"""Fewer hexes are enough where nearly all of them answer; held by so few, the rest of a sheet lies nowhere surely."""
_SMALLEST_PITCH: Final = 14.0
"""Pixels: smaller cells are the screen of a print or the weave of paper, not hexes that anybody could read."""
_MOST_TURNS: Final = 6
_MORE: Final = 1.05
"""So many times more hexes must answer for another turn."""
_SEEN: Final = 0.6
_AGREED: Final = 2.0
"""The share of the hexes told that answers where no more is asked, and pixels of the scan that halves may differ by."""
_MOST_OFF: Final = 0.7
"""Pixels of the scan by which hexes may be off, as a rule, where a grid is told: what was measured is about that."""
_OFF_ON_A_PART: Final = 0.008
_LEAST_OFF: Final = 0.3
"""The same in pitches, and pixels that are always allowed, where less than half of the picture is told."""
_MOST_HIDDEN: Final = 0.7
"""The share of a piece on which other sheets are seen from which on it is not asked."""
_WITNESSES: Final = 12
"""So many of the best hints are asked for single marks, and half of them must agree."""
_AS_PLAIN: Final = 0.7
_SAME: Final = 0.08
_MUCH_CLEARER: Final = 2.0
"""A finer lattice is taken when it is so many times clearer: half the lines of a grid lie on a finer one too."""


@dataclass(frozen=True, slots=True)
class _Hint:
    hint: LatticeHint
    level: int
    corner: tuple[int, int]
    side: int

    @property
    def at(self) -> Floats:
        """The middle of its piece, in pixels of the whole picture."""
        return np.asarray((np.array(self.corner) + self.side / 2) * 2**self.level)

    @property
    def box(self) -> Floats:
        """The first and the last corner of its piece, in pixels of the whole picture."""
        return np.asarray([np.array(self.corner), np.array(self.corner) + self.side]) * 2.0**self.level


@dataclass(frozen=True, slots=True)
class _Seed:
    level: int
    at: Floats
    """The middle of its piece, in pixels of the whole picture."""
    placed: PlacedLattice
    promise: float
    """How clear it is, how much its piece resembles itself, and to how many sides about it lines answer."""
    answered: float
    """To which share of the sides about it lines answer."""

    def is_unlike(self, sheets: Sequence[FoundSheet]) -> bool:
        """Whether it is none of these sheets: they are not seen where it is, and do not lie as it does."""
        return not any(sheet.is_seen_at(self.at) or sheet.lies_as(self.placed, self.level) for sheet in sheets)


@dataclass(frozen=True, slots=True)
class _Rivals:
    are_there: bool = False
    """Whether something beside the sheets looks as plainly like another, and could not be followed."""
    share: float = 0.0
    """How large what repeats itself as the sheets do is, against them, where nothing is told."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    score: float
    """The best that was seen."""
    doubt: float | None = None
    """By how many pixels a grid may be off that was refused for that alone."""


def find_grid(pixels: npt.NDArray[np.uint8], tell: Callable[[float], None] | None = None) -> FoundGrid:
    """Look for the grid of a scan; `tell` hears how much is done and may raise to give up."""
    say = tell or (lambda share: None)
    picture = LinePicture(pixels)
    if min(picture.size) < 64:
        return FoundGrid(picture.size, refusal=message("digitise.grid.too-small"))
    hints = _hints(picture, say)
    seeds = _seeds(picture, hints[: 2 * _SEEDS], lambda share: say(0.4 + 0.1 * share))
    sheets: list[FoundSheet] = []
    outcome = _grow(picture, seeds, sheets, _TRIES, lambda share: say(0.5 + 0.3 * share))
    _add_larger(picture, sheets, lambda share: say(0.8 + 0.1 * share))
    rivals = _add_others(picture, sheets, lambda share: say(0.9 + 0.1 * share))
    say(1.0)
    if sheets and rivals.share >= _TOO_MUCH:
        told = sum(len(sheet.centres) for sheet in sheets)
        best = min(sheets[0].score, LEAST_SCORE - 0.01)
        return FoundGrid(picture.size, best_score=best, refusal=message("digitise.grid.half", hexes=told))
    if sheets:
        sheets.sort(key=lambda sheet: -sheet.area)
        return FoundGrid(picture.size, tuple(sheets), has_rivals=rivals.are_there)
    best = min(outcome.score, LEAST_SCORE - 0.01)
    if outcome.doubt is not None:
        return FoundGrid(picture.size, best_score=best, refusal=message("digitise.grid.unsure", off=outcome.doubt))
    apart = _apart(picture, hints)
    if apart is not None:
        return FoundGrid(picture.size, best_score=best, refusal=message("digitise.grid.no-lines", pitch=apart))
    said = message("digitise.grid.unclear", score=best, least=LEAST_SCORE) if best >= _PERCEPTIBLE else None
    return FoundGrid(picture.size, best_score=best, refusal=said or message("digitise.grid.no-lattice"))


def _apart(picture: LinePicture, hints: list[_Hint]) -> float | None:
    """How far apart single marks are that several pieces of the picture repeat as hexes do; None where they do not."""
    found: list[float] = []
    for each in hints[:_WITNESSES]:
        piece = picture.piece(each.level, *each.corner, each.side)
        plain = [(lone_mark(piece, steps, pitch_of_steps(steps)), pitch_of_steps(steps)) for steps in _finer(each.hint)]
        clearest = max(depth for depth, _ in plain)
        if clearest > 0:
            found.append(min(pitch for depth, pitch in plain if depth >= _AS_PLAIN * clearest) * 2**each.level)
    if len(found) < _WITNESSES // 2:
        return None
    usual = float(np.median(found))
    agreeing = sum(abs(each / usual - 1) < _SAME for each in found)
    return usual if agreeing >= _WITNESSES // 2 and usual >= _SMALLEST_PITCH else None


def _finer(hint: LatticeHint) -> list[Floats]:
    """A lattice, and those of which it may be a part."""
    one, other = hint.steps.T
    return [hint.steps, hint.steps / 2, np.column_stack(((one + other) / 3, (2 * other - one) / 3)), hint.steps / 3]


def _grow(
    picture: LinePicture,
    seeds: list[_Seed],
    sheets: list[FoundSheet],
    tries: int,
    say: Callable[[float], None],
    *,
    least: float = 0.0,
) -> _Outcome:
    """Grow seeds of at least some contrast into one more sheet, trying so many."""
    best, doubt, tried, followed = 0.0, None, 0, 0
    for seed in seeds:
        if tried == tries or followed == _MOST_FOLLOWED:
            break
        if not seed.is_unlike(sheets) or (seed.placed.contrast < least and seed.answered < _WELL_ANSWERED):
            continue
        found = grown(picture, seed.placed, seed.level, partial(say, tried / tries))
        tried += 1
        if not found.is_followed:
            continue
        followed += 1
        support = judged(picture, found)
        best = max(best, support.score)
        if _is_sheet(found, support, sheets):
            found, support, off = _extended(picture, found, support, partial(say, tried / tries))
            sheet = replace(sheet_of(picture, found, support), plainness=seed.placed.contrast, doubt=off)
            if not _is_sheet(found, support, sheets) or not is_beside(sheet, sheets):
                continue
            told = parted(picture, [*sheets, sheet]) if sheets else [sheet]
            is_sheet = len(told[-1].centres) >= _FEWEST_HEXES
            if is_sheet and _lies_surely(picture, found, support, partial(say, tried / tries)):
                if off <= _most_off(picture, told):
                    sheets[:] = told
                    return _Outcome(best)
                doubt = min(off, doubt or off)
    return _Outcome(best, doubt)


def _most_off(picture: LinePicture, told: Sequence[FoundSheet]) -> float:
    """By how many pixels hexes may be off: less where most of the picture is left out, and may be more of the map."""
    if sum(sheet.area for sheet in told) >= _MOST * picture.size[0] * picture.size[1]:
        return _MOST_OFF
    return min(_MOST_OFF, max(_LEAST_OFF, _OFF_ON_A_PART * told[-1].pitch))


def _add_others(picture: LinePicture, sheets: list[FoundSheet], say: Callable[[float], None]) -> _Rivals:
    """Look for more sheets of about the same hexes beside those found; gives what looks like one and was not followed.

    Where a sheet is told and not seen, another one may lie: what is plain there and lies otherwise bounds it.
    """
    if not sheets:
        return _Rivals()
    least = _AS_STRONG * sheets[0].plainness
    while True:
        known = len(sheets)
        left = picture.without(accounted_for(picture.size, sheets))
        hints = _hints(left, lambda share: say(0.0))
        others = _seeds(left, _beside(hints, sheets), lambda share: say(0.0), is_dark=sheets[0].grown.is_dark)
        if known < _MOST_SHEETS:
            _grow(left, others, sheets, _TRIES_BESIDE, say, least=least)
        if len(sheets) == known:
            break
    seeds = [
        each
        for each in others
        if each.answered >= _PLAINLY_ANSWERED and each.placed.contrast >= least and each.is_unlike(sheets)
    ]
    if any(sheet.holds(each.at) for each in seeds for sheet in sheets):
        sheets[:] = parted(picture, sheets, np.array([each.at for each in seeds]))
    repeated = [each.box for each in hints if each.hint.strength >= _LOUD and _is_beyond(each, sheets)]
    return _Rivals(bool(seeds or repeated), share_left_out(picture.size, sheets, repeated))


def _is_beyond(each: _Hint, sheets: list[FoundSheet]) -> bool:
    """Whether a hint is of hexes as large as those of a sheet, where none is told."""
    ratios = [each.hint.pitch * 2**each.level / sheet.pitch for sheet in sheets]
    return any(abs(ratio - 1) <= _AS_LARGE for ratio in ratios) and not any(sheet.holds(each.at) for sheet in sheets)


def _add_larger(picture: LinePicture, sheets: list[FoundSheet], say: Callable[[float], None]) -> None:
    """Where what was found is a part of the picture only, look for a larger map with hexes of another size.

    An inset of plain ground shows its hexes better than the map it is printed on; the map comes first in `sheets`. What
    turns out to have hexes of the same size is another sheet beside it.
    """
    while sheets and sheets[0].area < _MOST * picture.size[0] * picture.size[1] and len(sheets) < _MOST_SHEETS:
        known = list(sheets)
        left = picture.without(accounted_for(picture.size, sheets))
        others = [
            each for each in _hints(left, lambda share: say(0.0)) if not any(_is_of(sheet, each) for sheet in sheets)
        ]
        _grow(left, _seeds(left, others[:_SEEDS], lambda share: say(0.0)), sheets, _TRIES_BESIDE, say)
        if len(sheets) == len(known):
            return
        if sheets[-1].area > sheets[0].area:
            sheets.insert(0, sheets.pop())
        elif not 1 / _ALIKE <= sheets[-1].pitch / sheets[0].pitch <= _ALIKE:
            sheets[:] = known
            return


def _is_of(sheet: FoundSheet, each: _Hint) -> bool:
    """Whether a hint comes from a sheet: it lies on it, or its hexes are of that size."""
    ratio = each.hint.pitch * 2**each.level / sheet.pitch
    return 1 / _OF_ONE_SIZE <= ratio <= _OF_ONE_SIZE or sheet.holds(each.at)


def _extended(
    picture: LinePicture, found: Grown, support: Support, tell: Callable[[], None]
) -> tuple[Grown, Support, float]:
    """A sheet polished by the hexes that answer, again and again while more of them do; and by how much it may be off.

    Where counters hid the lines a lattice went astray on its way; led by what is sure it comes nearer, ring by ring.
    """
    for _ in range(_MOST_TURNS):
        known = len(support.cells)
        found = polished(picture, found, support.cells, tell)
        support = judged(picture, found)
        if len(support.cells) < _MORE * known:
            break
    last = refined(picture, found, support.cells, found.cells[support.holds(found.cells)], tell)
    return last.grown, judged(picture, last.grown), last.doubt


def _lies_surely(picture: LinePicture, found: Grown, support: Support, tell: Callable[[], None]) -> bool:
    """Whether a sheet of which much is hidden lies where it is told: two halves of what answers must say the same."""
    held = found.cells[support.holds(found.cells)]
    if len(support.cells) < _FEWEST_OF_MANY:
        return len(support.cells) >= _MOST_OF_FEW * len(held)
    if len(support.cells) >= _SEEN * len(held):
        return True
    is_one = np.floor_divide(support.cells, 2).sum(axis=1) % 2 == 0
    halves = [polished(picture, found, support.cells[part], tell) for part in (is_one, ~is_one)]
    one, other = (half.warp.points(held) * 2**half.level for half in halves)
    return float(np.median(np.hypot(*(one - other).T))) <= _AGREED


def _is_sheet(found: Grown, support: Support, others: Sequence[FoundSheet]) -> bool:
    """Whether what was grown is a grid, before the last touch and after it: to fit too well is no proof."""
    is_enough = len(support.cells) >= _FEWEST_HEXES and found.pitch >= _SMALLEST_PITCH
    kin = [
        float(other.support.thirds.min())
        for other in others
        if other.grown.is_dark == found.is_dark and 1 / _OF_ONE_SIZE <= found.pitch / other.pitch <= _OF_ONE_SIZE
    ]
    return support.is_clear_beside(min(kin, default=1.0)) and support.score >= LEAST_SCORE and is_enough


def _hints(picture: LinePicture, say: Callable[[float], None]) -> list[_Hint]:
    """The lattices that pieces of the picture may show, the strongest first."""
    hints: list[_Hint] = []
    for level in range(picture.first, picture.levels):
        height, width = picture.grey(level).shape
        side = min(_SIDE, height, width)
        shortest = _shortest(picture, level)
        longest = LONGEST if level + 1 < picture.levels else 2 * LONGEST
        pieces = _pieces(width, height, side)
        for number, (left, top) in enumerate(pieces):
            say(0.4 * (level + number / len(pieces)) / picture.levels)
            if picture.hidden_share(level, left, top, side) > _MOST_HIDDEN:
                continue
            piece = picture.piece(level, left, top, side)
            found = candidates(piece, most=3, shortest=shortest, longest=longest)
            hints.extend(_Hint(hint, level, (left, top), side) for hint in found)
    hints.sort(key=lambda hint: -hint.hint.strength)
    return hints


def _beside(hints: list[_Hint], sheets: list[FoundSheet]) -> list[_Hint]:
    """The strongest hints of pieces where no sheet is seen yet, of hexes about as large as those that were found."""
    pitch = sheets[0].pitch
    found = []
    for each in hints:
        ratio = each.hint.pitch * 2**each.level / pitch
        if 1 / _ALIKE <= ratio <= _ALIKE and not any(sheet.is_seen_at(each.at) for sheet in sheets):
            found.append(each)
            if len(found) == _SEEDS // 2:
                break
    return found


def _seeds(
    picture: LinePicture, hints: list[_Hint], say: Callable[[float], None], *, is_dark: bool | None = None
) -> list[_Seed]:
    """Lattices put in their place on pieces of the picture, the clearest first.

    Printed numbers stand out more than hairlines, and the paper between their rows looks like light lines: only the
    sides themselves tell.
    """
    seeds = []
    for number, each in enumerate(hints):
        say(number / len(hints))
        piece = picture.piece(each.level, *each.corner, each.side)
        first = _placed(piece, each.hint, _shortest(picture, each.level), is_dark)
        others = place_by_flanks(piece, first.steps, reach=_REACH * pitch_of_steps(first.steps))
        chosen = [first, *(other for other in others if _is_another(first, other) and is_dark in (None, other.is_dark))]
        for placed in chosen:
            moved = PlacedLattice(placed.origin + np.array(each.corner), placed.steps, placed.contrast, placed.is_dark)
            answered = max(beliefs_about(picture, moved, each.level))
            promise = placed.contrast * max(each.hint.strength, 0.0) * answered
            seeds.append(_Seed(each.level, each.at, moved, promise, answered))
    seeds.sort(key=lambda seed: -seed.promise)
    return seeds


def _is_another(first: PlacedLattice, other: PlacedLattice) -> bool:
    """Whether a lattice lies elsewhere than the first, or has the other kind of lines."""
    away = np.linalg.solve(first.steps, other.origin - first.origin)
    away = first.steps @ (away - np.rint(away))
    return first.is_dark != other.is_dark or float(np.hypot(*away)) > _ELSEWHERE * pitch_of_steps(first.steps)


def _shortest(picture: LinePicture, level: int) -> float:
    """The pitch from which a size is asked; shorter ones are seen better in the one before."""
    return SHORTEST if level == picture.first else LONGEST / 3


def _pieces(width: int, height: int, side: int) -> list[tuple[int, int]]:
    """Where pieces begin, evenly over the picture and not too many."""
    across, down = (max(1, math.ceil(1.4 * (length - side) / side) + 1) for length in (width, height))
    while across * down > _MOST_PIECES:
        across, down = (across - 1, down) if across >= down else (across, down - 1)
    lefts = np.linspace(0, width - side, across) if across > 1 else [(width - side) / 2]
    tops = np.linspace(0, height - side, down) if down > 1 else [(height - side) / 2]
    return [(int(left), int(top)) for top in tops for left in lefts]


def _placed(piece: npt.NDArray[np.float32], hint: LatticeHint, shortest: float, is_dark: bool | None) -> PlacedLattice:
    """The best place of a lattice or of a finer one that it may be a part of."""
    best = place(piece, hint.steps, reach=_REACH * pitch_of_steps(hint.steps), is_dark=is_dark)
    for steps in _finer(hint)[1:]:
        if pitch_of_steps(steps) >= 0.9 * shortest:
            trial = place(piece, steps, reach=_REACH * pitch_of_steps(steps), is_dark=is_dark)
            if trial.contrast > max(_MUCH_CLEARER * best.contrast, best.contrast + 0.15):
                best = trial
    return best
