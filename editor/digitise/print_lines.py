"""Lines that are printed: how much of a stretch of the map is in the colour of a sample.

A river keeps near to hexsides and a railway near to the middles of hexes without lying on them. So a stretch is looked
at from end to end, at each place across a little way to both sides, and counts for how many of its places show the
colour. One click says that colour roughly; what it is along the line, and how much of it makes one, is learnt from
the stretches about the click. What comes out is a price: a way along printed stretches costs next
to nothing, any other costs its length.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from editor.digitise.print_sight import LineColour, PrintSight, told_apart
from editor.digitise.transforms import Floats
from engine.definitions.plan import Point

_ALONG: Final = np.linspace(0.08, 0.92, 11)
_ACROSS: Final = 9
_FLANK: Final = 1.75
"""How far off a line there must be something else, in reaches."""
SIDE_REACH: Final = 0.3
"""How far beside a hexside a river may run, in circumradii."""
STEP_REACH: Final = 0.42
"""How far beside the straight line from one hex to the next a road may run."""
_NEAR: Final = 0.38
_NEAREST, _FARTHEST = 14.0, 48.0
"""Colours apart by this share of what sets the line off from the ground are half alike, within these bounds."""
CHEAPEST: Final = 0.04
"""What a stretch costs that is wholly printed, in its length."""
_DRIFT, _DRIFT_OF_GREY, _COLOURFUL = 10.0, 26.0, 32.0
"""How far from the clicked colour the learnt one may be: a grey line takes on more of its ground than a blue one."""
_WEIGHTS_OF_GREY: Final = (1.0, 0.4, 0.4)
"""A thin dark line takes its tint from whatever it crosses, so that its darkness counts for more."""
_ABOUT: Final = 60
_TOP: Final = 4
"""From how many stretches about the click is learnt, and how many of them are taken to be the line."""
_LEAST: Final = 0.2
_FOUND: Final = 0.45
"""Less than this of any stretch shows a colour that is no line's."""
_NONE, _NONE_OF_GREY, _PRINTED = 0.42, 0.28, 0.66
"""Shares of what the line shows at the click."""
_CHUNK: Final = 4_000
"""Stretches that are looked at in one go: each is some hundred and fifty places of the print."""


class PrintedLines:
    """Stretches of one print, for one colour; `learn` makes it sharper."""

    def __init__(self, sight: PrintSight, colour: LineColour, about: Point, others: Sequence[LineColour] = ()) -> None:
        """The colour was clicked at `about`; `others` are seen near by, for a click that hit a town on the line."""
        self._about = about
        self._sight = sight
        self._others = others
        self._take(colour)

    def _take(self, colour: LineColour) -> None:
        self._tone = self._first = np.array(colour.tone)
        is_colourful = float(np.abs(self._first[1:]).max()) >= _COLOURFUL
        self._drift = _DRIFT if is_colourful else _DRIFT_OF_GREY
        self._weights = np.array((1.0, 1.0, 1.0) if is_colourful else _WEIGHTS_OF_GREY)
        self._near = min(max(_NEAR * colour.contrast, _NEAREST), _FARTHEST)
        self.none, self.printed, self.whole = 0.4, 0.6, 0.85
        """Shares up to which a stretch is not printed, from which on it is taken for so, and is wholly so."""

    def learn(self, starts: Floats, ends: Floats, reach: float) -> None:
        """See from the stretches about the click what the colour is along the line, and how much of it makes one.

        Where no stretch shows the clicked colour, that was a symbol; the line is then what shows best along a few.
        """
        if not len(starts):
            return
        away = np.hypot(*((starts + ends) / 2 - np.array(self._about)).T)
        near = np.argsort(away, kind="stable")[:_ABOUT]
        tones = self._tones(starts[near], ends[near], reach)
        clicked = LineColour((float(self._first[0]), float(self._first[1]), float(self._first[2])), self._near / _NEAR)
        usual = self._learnt(tones)
        if usual > _LEAST:
            return
        best = clicked
        for other in self._others:
            self._take(other)
            shown = self._learnt(tones)
            if shown >= _FOUND and shown > usual and self._is_rare(tones, shown):
                usual, best = shown, other
        self._take(best)
        self._learnt(tones)

    def _is_rare(self, tones: Floats, usual: float) -> bool:
        """Whether few stretches show the colour: the grid is on all of them."""
        return float(np.median(self._places(self._apart(tones)).mean(axis=1))) < 0.5 * usual

    def _learnt(self, tones: Floats) -> float:
        """Learn from stretches about the click; gives how much of the colour those have that show it best."""
        for _ in range(2):
            apart = self._apart(tones)
            shares = self._places(apart).mean(axis=1)
            best = np.nan_to_num(apart[..., :_ACROSS], nan=np.inf).argmin(axis=2)
            shown = np.take_along_axis(tones, best[..., None, None], axis=2)[:, :, 0]
            shown = shown[shares >= 0.8 * float(shares.max())].reshape(-1, 3)
            drift = np.median(shown, axis=0) - self._first
            if np.isfinite(drift).all():
                self._tone = self._first + drift * min(1.0, self._drift / max(float(np.sqrt((drift**2).sum())), 1e-6))
        shares = self._places(self._apart(tones)).mean(axis=1)
        usual = float(np.median(np.sort(shares)[-_TOP:]))
        if usual > _LEAST:
            none = _NONE if self._drift == _DRIFT else _NONE_OF_GREY
            self.none, self.printed, self.whole = none * usual, _PRINTED * usual, usual
        return usual

    def shares(self, starts: Floats, ends: Floats, reach: float) -> Floats:
        """Of stretches of the map plane, how much of each is in the colour; `reach` is how far beside it is looked."""
        found = np.zeros(len(starts))
        for begin in range(0, len(starts), _CHUNK):
            part = slice(begin, begin + _CHUNK)
            found[part] = self._places(self._apart(self._tones(starts[part], ends[part], reach))).mean(axis=1)
        return found

    def prices(self, starts: Floats, ends: Floats, reach: float) -> Floats:
        """What each stretch costs, at most 1."""
        part = (self.shares(starts, ends, reach) - self.none) / max(self.whole - self.none, 1e-6)
        return np.asarray(CHEAPEST + (1.0 - CHEAPEST) * (1.0 - np.clip(part, 0.0, 1.0)) ** 1.5)

    def _apart(self, tones: Floats) -> Floats:
        """How far colours are from that of the line."""
        return np.asarray(np.sqrt((((tones - self._tone) * self._weights) ** 2).sum(axis=-1)))

    def _places(self, apart: Floats) -> Floats:
        """How plainly each place of each stretch shows the line: in its colour, as what lies further off is not.

        A lake is no river, however blue it is; a river beside one still is.
        """
        alike = np.nan_to_num(1.0 / (1.0 + (apart / self._near) ** 4), nan=0.0)
        left = alike[..., _ACROSS : _ACROSS + 2].mean(axis=2)
        right = alike[..., _ACROSS + 2 :].mean(axis=2)
        return np.asarray(np.clip(alike[..., :_ACROSS].max(axis=2) - np.minimum(left, right), 0.0, 1.0))

    def _tones(self, starts: Floats, ends: Floats, reach: float) -> Floats:
        along = ends - starts
        length = np.maximum(np.hypot(*along.T), 1e-9)
        normal = np.column_stack((-along[:, 1], along[:, 0])) / length[:, None]
        flank = _FLANK * reach + 0.04 * length.mean()
        off = np.concatenate((np.linspace(-reach, reach, _ACROSS), (-flank, -1.12 * flank, flank, 1.12 * flank)))
        at = (
            starts[:, None, None, :]
            + _ALONG[None, :, None, None] * along[:, None, None, :]
            + off[None, None, :, None] * normal[:, None, None, :]
        )
        return np.asarray(told_apart(self._sight.colours(at)))
