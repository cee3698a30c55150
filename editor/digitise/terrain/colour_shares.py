"""Of which classes a hex is made, place by place: the mixture of what is known that explains its colours best.

A class is a distribution of colours, so that woods drawn as dark trees on light ground are one class and not two. A hex
over which a coast runs is a mixture, and what no class explains, such as a counter, is set aside as foreign.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.transforms import Floats

_BINS: Final = 56
_LOOKS: Final = 6_000
_ROUNDS: Final = 8
_SCALE: Final = np.array((0.055, 0.03, 0.035))
"""Colours nearer than this, in brightness and two ratios, are about the same."""
_TURNS: Final = 12
_FOREIGN: Final = 0.15
"""What is foreign is expected everywhere at this share of the usual density: it takes what nothing else explains."""
_CHUNK: Final = 2_000


class ColourBook:
    """Typical colours of a picture, and how alike they are."""

    def __init__(self, colours: npt.NDArray[np.float32]) -> None:
        """Of places of hexes, as `HexFeatures` has them."""
        flat = colours.reshape(-1, 3)
        some = flat[:: max(1, len(flat) // _LOOKS)].astype(np.float64) / _SCALE
        self._middles = _typical(some)
        apart = ((self._middles[:, None] - self._middles[None]) ** 2).sum(axis=2)
        alike = np.exp(-0.5 * apart)
        self._alike = alike / alike.sum(axis=1, keepdims=True)

    def histograms(self, colours: npt.NDArray[np.float32], brighter: Floats) -> Floats:
        """How often each typical colour occurs in each hex, once so much brightness is taken off it."""
        count = len(self._middles)
        found = np.zeros((len(colours), count))
        squares = (self._middles**2).sum(axis=1)
        for start in range(0, len(colours), _CHUNK):
            part = colours[start : start + _CHUNK].astype(np.float64)
            part[..., 0] -= brighter[start : start + _CHUNK, None]
            scaled = part / _SCALE
            nearest = (squares - 2.0 * scaled @ self._middles.T).argmin(axis=2)
            rows = np.arange(len(part))[:, None] * count + nearest
            found[start : start + _CHUNK] = np.bincount(rows.ravel(), minlength=len(part) * count).reshape(-1, count)
        return np.asarray(found / colours.shape[1])

    def spread(self, histogram: Floats) -> Floats:
        """A distribution that few hexes have shown, made as smooth as colours are alike."""
        return np.asarray(histogram @ self._alike)


def shares(histograms: Floats, classes: Floats) -> tuple[Floats, Floats]:
    """Which share of each hex is of each class, and which is foreign to all."""
    usual = histograms.mean(axis=0)
    foreign = np.full(histograms.shape[1], _FOREIGN / histograms.shape[1]) + 0.02 * usual
    known = np.vstack((classes, foreign))
    weights = np.full((len(histograms), len(known)), 1.0 / len(known))
    for _ in range(_TURNS):
        whole = np.maximum(weights @ known, 1e-9)
        weights *= (histograms / whole) @ known.T
        weights /= np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)
    return weights[:, :-1], weights[:, -1]


def purified(histograms: Floats, found: Floats, classes: Floats, weights: Floats) -> Floats:
    """The colours of classes told from one another: of each hex that speaks, what belongs to its other classes goes.

    A sample over which a coast runs would teach that land is partly blue.
    """
    used = weights > 0
    whole = np.maximum(found[used] @ classes, 1e-9)
    told = (histograms[used] / whole) * weights[used, None]
    new = classes * (found[used].T @ told)
    return np.asarray(new / np.maximum(new.sum(axis=1, keepdims=True), 1e-9))


def _typical(some: Floats) -> Floats:
    """Colours that stand for all others, begun far from one another and moved to the middle of what is near them."""
    rng = np.random.default_rng(1)
    middles = [some[0]]
    nearest = ((some - middles[0]) ** 2).sum(axis=1)
    for _ in range(min(_BINS, len(some)) - 1):
        total = float(nearest.sum())
        if total <= 0:
            break
        chosen = some[int(np.searchsorted(np.cumsum(nearest), rng.uniform(0, total)).clip(0, len(some) - 1))]
        middles.append(chosen)
        nearest = np.minimum(nearest, ((some - chosen) ** 2).sum(axis=1))
    found = np.array(middles)
    for _ in range(_ROUNDS):
        of = ((found**2).sum(axis=1) - 2.0 * some @ found.T).argmin(axis=1)
        counts = np.bincount(of, minlength=len(found))
        sums = np.column_stack([np.bincount(of, some[:, axis], minlength=len(found)) for axis in range(3)])
        found = np.where(counts[:, None] > 0, sums / np.maximum(counts, 1)[:, None], found)
    return found
