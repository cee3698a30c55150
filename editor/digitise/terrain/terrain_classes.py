"""Terrain from samples: a few hexes of each sort are shown, and the rest are told, each with how sure it is.

What is known of a class are its samples and, after the first look, the hexes that are plainly like them. Uneven light
is found out at the same time: where hexes of one class are brighter on the left than on the right, all are. A hex
that is like two classes, like none, or half one and half the other, is doubtful, and a person decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.terrain.hex_features import BRIGHTNESS, HexFeatures
from editor.digitise.transforms import Floats

SURE: Final = 0.85
"""The confidence from which a hex needs no look."""
_ROUNDS: Final = 4
_FLOORS: Final = np.array((0.035, 0.02, 0.025, 0.035, 0.035, 0.02, 0.025))
"""How much hexes of one class differ at least, in each feature: three samples can be alike by chance."""
_BELIEVED: Final = 0.9
_PRIOR: Final = 6.0
"""The floors count as so many hexes when the spread of a class is reckoned."""
_FAR: Final = 5.0
"""A hex further from its class than this, in spreads and over all features together, is like none."""
_STIFF: Final = 0.3
_HALF: Final = 0.55
_WHOLE: Final = 0.8
"""From which share of its places on a hex is half, and wholly, of its class."""


@dataclass(frozen=True, slots=True)
class TerrainProposal:
    """For each hex the number of its class in `classes`, and how sure that is, from 0 to 1; 0 where nothing is seen."""

    classes: tuple[str, ...]
    kinds: npt.NDArray[np.int64]
    confidence: Floats

    @property
    def sure(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.confidence >= SURE)

    def name(self, number: int) -> str:
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
    values = features.values.copy()
    light = np.column_stack((features.at, features.at**2, features.at[:, :1] * features.at[:, 1:]))
    weights = (known >= 0).astype(np.float64)
    kinds = np.maximum(known, 0)
    chances = np.zeros((count, len(classes)))
    far = np.zeros(count)
    for turn in range(_ROUNDS):
        values[:, BRIGHTNESS] = features.values[:, BRIGHTNESS] - _shade(
            features.values[:, BRIGHTNESS], light, kinds, weights, turn
        )
        chances, far = _chances(values, kinds, weights, len(classes))
        chances[known >= 0] = np.eye(len(classes))[known[known >= 0]]
        kinds = chances.argmax(axis=1)
        best = chances.max(axis=1)
        plain = (best > _BELIEVED) & (far < 0.7 * _FAR) & features.is_seen
        weights = np.where(known >= 0, 3.0, plain * 1.0)
    shares = _shares(features, values, kinds, weights, len(classes))
    confidence = chances.max(axis=1) * np.clip(1.5 - far / _FAR, 0.0, 1.0)
    confidence *= np.clip((shares - _HALF) / (_WHOLE - _HALF), 0.0, 1.0) * 0.4 + 0.6
    confidence = np.where(features.is_seen, np.maximum(confidence, 0.01), 0.0)
    confidence[known >= 0] = 1.0
    return TerrainProposal(classes, kinds, confidence)


def _shade(bright: Floats, light: Floats, kinds: npt.NDArray[np.int64], weights: Floats, turn: int) -> Floats:
    """How much brighter than usual the picture is at each hex: what hexes of all classes have in common."""
    used = weights > 0
    terms = 2 if turn == 0 else light.shape[1]
    classes = np.eye(int(kinds.max()) + 1)[kinds[used]]
    rows = np.column_stack((classes, light[used, :terms])) * np.sqrt(weights[used])[:, None]
    square = rows.T @ rows
    square[np.arange(len(square)), np.arange(len(square))] += 1e-6
    bent = np.arange(classes.shape[1], len(square))
    square[bent, bent] += _STIFF * (4.0 if turn == 0 else 1.0)
    solved = np.linalg.solve(square, rows.T @ (bright[used] * np.sqrt(weights[used])))
    return np.asarray(light[:, :terms] @ solved[classes.shape[1] :])


def _chances(values: Floats, kinds: npt.NDArray[np.int64], weights: Floats, count: int) -> tuple[Floats, Floats]:
    """The chance of each class for each hex, and how far each is from the nearest, in spreads a feature."""
    distances = np.full((len(values), count), np.inf)
    logs = np.zeros((len(values), count))
    for kind in range(count):
        mine = (kinds == kind) & (weights > 0)
        if not mine.any():
            logs[:, kind] = -np.inf
            continue
        share = weights[mine] / weights[mine].sum()
        mean = share @ values[mine]
        square = share @ (values[mine] - mean) ** 2
        total = weights[mine].sum()
        spread = np.sqrt((square * total + _FLOORS**2 * _PRIOR) / (total + _PRIOR))
        spread = np.maximum(spread, 0.7 * _FLOORS)
        off = np.minimum(np.abs(values - mean) / spread, 8.0)
        distances[:, kind] = np.sqrt((off**2).mean(axis=1))
        logs[:, kind] = -0.5 * (off**2).sum(axis=1) - np.log(spread).sum()
    logs -= logs.max(axis=1, keepdims=True)
    chances = np.exp(logs / 1.5)
    chances /= chances.sum(axis=1, keepdims=True)
    nearest = np.take_along_axis(distances, chances.argmax(axis=1)[:, None], axis=1)[:, 0]
    return chances, nearest


def _shares(features: HexFeatures, values: Floats, kinds: npt.NDArray[np.int64], weights: Floats, count: int) -> Floats:
    """Which share of the places of each hex is nearer to the colour of its class than to that of any other."""
    light = values[:, BRIGHTNESS] - features.values[:, BRIGHTNESS]
    means = np.full((count, 3), np.inf)
    for kind in range(count):
        mine = (kinds == kind) & (weights > 0)
        if mine.any():
            means[kind] = np.average(values[mine, :3], axis=0, weights=weights[mine])
    shown = features.colours.astype(np.float64)
    shown[..., 0] += light[:, None]
    scale = _FLOORS[:3] * 2
    shares = np.zeros(len(values))
    for start in range(0, len(values), 2_000):
        part = slice(start, start + 2_000)
        off = ((shown[part, :, None, :] - means) / scale) ** 2
        nearest = off.sum(axis=3).argmin(axis=2)
        shares[part] = (nearest == kinds[part, None]).mean(axis=1)
    return shares
