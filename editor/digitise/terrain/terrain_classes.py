"""Terrain from samples: a few hexes of each sort are shown, and the rest are told, each with how sure it is.

What is known of a class are its samples and, after the first look, the hexes that are plainly like them. Uneven light
is found out at the same time: where hexes of one class are brighter on the left than on the right, all are. A hex that
is half one class and half another, like none, or grained as its class is not, is doubtful, and a person decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.terrain.colour_shares import ColourBook, purified, shares
from editor.digitise.terrain.hex_features import BRIGHTNESS, GRAINS, HexFeatures
from editor.digitise.transforms import Floats

Kinds = npt.NDArray[np.int64]

SURE: Final = 0.4
"""The confidence from which a hex needs no look."""
_ROUNDS: Final = 3
_SAMPLE: Final = 4.0
"""What a sample counts for, against a hex that is only like one."""
_PURER: Final = 3
_OWN: Final = 0.6
"""How often the colours of classes are told from one another, and what share of a sample is its own by rights."""
_PLAIN: Final = 0.8
"""The share from which on a hex says what its class is like."""
_STIFF: Final = 0.3
_GRAIN_FLOOR: Final = 0.03
_GRAINED: Final = 0.5
"""How much the grain counts against the colours, where colours leave a choice."""
_PURE: Final = 0.55
_HALF, _MOST = 0.5, 0.72
"""From which share on a hex is more of its class than not, and from which there is no doubt."""
_LEAD: Final = 0.2
_FOREIGN: Final = 0.7
"""A hex of which more than this is foreign to all classes is doubtful however well the rest fits."""


@dataclass(frozen=True, slots=True)
class TerrainProposal:
    """For each hex the number of its class in `classes`, and how sure that is, from 0 to 1; 0 where nothing is seen."""

    classes: tuple[str, ...]
    kinds: Kinds
    confidence: Floats

    @property
    def sure(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.confidence >= SURE)

    def name(self, number: int) -> str:
        """What a hex is taken for."""
        return self.classes[int(self.kinds[number])]

    def doubtful(self) -> list[int]:
        """The hexes to look at, the least sure first."""
        order = np.argsort(self.confidence, kind="stable")
        return [int(number) for number in order if 0.0 < self.confidence[number] < SURE]


def propose(features: HexFeatures, samples: Mapping[int, str]) -> TerrainProposal:
    """What every hex is, from samples: the number of a hex and the name of its class."""
    classes = tuple(sorted(set(samples.values())))
    count = len(features.values)
    if not classes:
        return TerrainProposal((), np.zeros(count, dtype=np.int64), np.zeros(count))
    known = np.full(count, -1, dtype=np.int64)
    for number, name in samples.items():
        known[number] = classes.index(name)
    is_sample = known >= 0
    light = np.column_stack((features.at, features.at**2, features.at[:, :1] * features.at[:, 1:]))
    kinds: Kinds = np.maximum(known, 0)
    weights: Floats = np.asarray(is_sample * _SAMPLE, dtype=np.float64)
    book = ColourBook(features.colours)
    found, foreign = np.zeros((count, len(classes))), np.zeros(count)
    for turn in range(_ROUNDS):
        brighter = _shade(features.values[:, BRIGHTNESS], light, kinds, weights, turn)
        histograms = book.histograms(features.colours, brighter)
        drawn = np.array([_drawn(book, histograms, weights * (kinds == kind)) for kind in range(len(classes))])
        for _ in range(_PURER):
            found, foreign = shares(histograms, drawn)
            pulled = np.where(is_sample[:, None], _OWN * np.eye(len(classes))[kinds] + (1 - _OWN) * found, found)
            drawn = np.array([_smooth(book, each) for each in purified(histograms, pulled, drawn, weights)])
        found, foreign = shares(histograms, drawn)
        found = _by_grain(found, features.values[:, GRAINS], kinds, weights)
        found[is_sample] = np.eye(len(classes))[known[is_sample]]
        kinds = found.argmax(axis=1)
        plain = (found.max(axis=1) > _PLAIN) & (foreign < 0.4) & features.is_seen
        weights = np.asarray(np.where(is_sample, _SAMPLE, plain * 1.0), dtype=np.float64)
    confidence = _confidence(found, foreign)
    confidence = np.where(features.is_seen, np.maximum(confidence, 0.01), 0.0)
    confidence[is_sample] = 1.0
    return TerrainProposal(classes, kinds, confidence)


def _confidence(found: Floats, foreign: Floats) -> Floats:
    """How sure the greatest share of each hex is to be most of it."""
    ordered = np.sort(found, axis=1)
    first = ordered[:, -1]
    lead = first - (ordered[:, -2] if found.shape[1] > 1 else 0.0)
    sure = np.clip((first - _HALF) / (_MOST - _HALF), 0.0, 1.0) * 0.6 + np.clip(lead / (2 * _LEAD), 0.0, 1.0) * 0.4
    return np.asarray(sure * np.clip((_FOREIGN - foreign) / (0.5 * _FOREIGN), 0.0, 1.0))


def _drawn(book: ColourBook, histograms: Floats, weights: Floats) -> Floats:
    """The colours of a class, from the hexes that stand for it; of samples alone the middle, lest one be a bad one."""
    mine = weights > 0
    if not mine.any():
        return np.full(histograms.shape[1], 1e-6)
    mean = np.average(histograms[mine], axis=0, weights=weights[mine])
    if 3 <= int(mine.sum()) <= 6:
        middle = np.median(histograms[mine], axis=0)
        mean = 0.3 * mean + 0.7 * middle / max(float(middle.sum()), 1e-9)
    return _smooth(book, mean)


def _smooth(book: ColourBook, histogram: Floats) -> Floats:
    spread = book.spread(histogram)
    return np.asarray(spread / max(float(spread.sum()), 1e-9))


def _by_grain(found: Floats, grains: Floats, kinds: Kinds, weights: Floats) -> Floats:
    """The shares once the grain of each hex is heard: classes of the same colours may be hatched otherwise.

    The grain of a hex that is part this and part that is neither's, and counts little.
    """
    logs = np.zeros_like(found)
    for kind in range(found.shape[1]):
        mine = (kinds == kind) & (weights > 0)
        if not mine.any():
            continue
        middle = np.median(grains[mine], axis=0)
        spread = np.maximum(1.48 * np.median(np.abs(grains[mine] - middle), axis=0), _GRAIN_FLOOR)
        logs[:, kind] = -0.5 * np.minimum(((grains - middle) / spread) ** 2, 9.0).sum(axis=1)
    pure = np.clip((found.max(axis=1, keepdims=True) - _PURE) / (1.0 - _PURE), 0.0, 1.0)
    heard = found * np.exp(_GRAINED * pure * (logs - logs.max(axis=1, keepdims=True)))
    return np.asarray(heard / np.maximum(heard.sum(axis=1, keepdims=True), 1e-9))


def _shade(bright: Floats, light: Floats, kinds: Kinds, weights: Floats, turn: int) -> Floats:
    """How much brighter than usual the picture is at each hex: what hexes of all classes have in common."""
    used = weights > 0
    terms = 2 if turn == 0 else light.shape[1]
    count = int(kinds.max()) + 1
    rows = np.column_stack((np.eye(count)[kinds[used]], light[used, :terms]))
    wanted = bright[used]
    belief = weights[used]
    stiff = np.concatenate((np.full(count, 1e-6), np.full(terms, _STIFF * (2.0 if turn == 0 else 1.0))))
    solved: Floats = np.zeros(count + terms)
    for _ in range(3):
        square = rows.T @ (rows * belief[:, None]) + np.diag(stiff)
        solved = np.asarray(np.linalg.solve(square, rows.T @ (wanted * belief)), dtype=np.float64)
        off = np.abs(rows @ solved - wanted)
        belief = weights[used] / (1.0 + (off / max(2.0 * float(np.median(off)), 0.01)) ** 2)
    return np.asarray(light[:, :terms] @ solved[count:])
