"""The tile cache paints what is asked for, repaints what was touched, and keeps within its bounds."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from editor.canvas.art.renderer import Patch
from editor.canvas.tiles.tile_cache import FULL_SIZE, TILE, TileCache, TileKey, mip_for
from editor.geometry.lattice import Box

MB = TILE * TILE * 4


class Chessboard:
    """A picture that remembers which patches it was asked to paint."""

    def __init__(self, width: float = 400.0, height: float = 300.0) -> None:
        self.bounds = Box(0, 0, width, height)
        self.colour = QColor("#204060")
        self.patches: list[Patch] = []

    def paint(self, painter: QPainter, patch: Patch) -> None:
        self.patches.append(patch)
        box = patch.box
        painter.fillRect(QRectF(box.left, box.top, box.width, box.height), self.colour)


def test_mips_are_powers_of_two_that_lose_nothing() -> None:
    assert mip_for(FULL_SIZE) == FULL_SIZE
    assert mip_for(FULL_SIZE * 0.51) == FULL_SIZE
    assert mip_for(FULL_SIZE * 0.5) == FULL_SIZE / 2
    assert mip_for(FULL_SIZE * 1.01) == FULL_SIZE * 2


def test_the_tiles_of_a_box_cover_it_and_no_more_than_the_paper() -> None:
    cache = TileCache(Chessboard())
    side = TILE / 40.0
    assert list(cache.keys_in(Box(1, 1, 2, 2), 40.0)) == [TileKey(40.0, 0, 0)]
    keys = list(cache.keys_in(Box(side - 1, side - 1, side + 1, side + 1), 40.0))
    assert keys == [TileKey(40.0, a, d) for d in (0, 1) for a in (0, 1)]
    assert list(cache.keys_in(Box(-90, -90, -1, -1), 40.0)) == []
    assert len(list(cache.keys_in(Box(-1e6, -1e6, 1e6, 1e6), 1.25))) == 1


def test_a_tile_is_painted_once() -> None:
    picture = Chessboard()
    cache = TileCache(picture)
    assert cache.ready(TileKey(40.0, 0, 0)) is None
    image = cache.make(TileKey(40.0, 0, 0))
    assert cache.make(TileKey(40.0, 0, 0)) is image
    assert len(picture.patches) == cache.painted == 1
    assert image.pixelColor(5, 5) == picture.colour


def test_an_edit_repaints_only_what_it_touched() -> None:
    picture = Chessboard()
    cache = TileCache(picture)
    keys = [TileKey(40.0, a, d) for a in (0, 1) for d in (0, 1)]
    for key in keys:
        cache.make(key)
    picture.patches.clear()
    picture.colour = QColor("#ff0000")
    assert cache.dirty([Box(2.0, 3.0, 4.0, 5.0)]) == 1
    images = [cache.ready(key) for key in keys]
    assert cache.repaired == len(picture.patches) == 1
    patch = picture.patches[0].box
    assert patch.width < 2.2
    assert patch.left <= 2.0
    assert patch.right >= 4.0
    assert picture.patches[0].fresh
    assert images[0] is not None
    assert images[0].pixelColor(120, 160) == picture.colour
    assert images[0].pixelColor(40, 40) != picture.colour
    assert cache.dirty([]) == 0


def test_an_edit_at_a_corner_touches_four_tiles_of_each_scale() -> None:
    cache = TileCache(Chessboard())
    for scale in (40.0, 20.0):
        for key in list(cache.keys_in(Box(0, 0, 40, 40), scale)):
            cache.make(key)
    side = TILE / 40.0
    touched = cache.dirty([Box(side - 1, side - 1, side + 1, side + 1)])
    assert touched == 4 + 1


def test_parts_that_lie_close_are_repainted_as_one_across_tiles() -> None:
    picture = Chessboard()
    cache = TileCache(picture)
    side = TILE / 40.0
    keys = [TileKey(40.0, across, 0) for across in (0, 1)]
    for key in keys:
        cache.make(key)
    picture.patches.clear()
    cache.dirty([Box(side - 3, 2, side + 2, 4), Box(side - 3, 4, side, 7), Box(side - 2, 3, side + 2, 6)])
    assert cache.repair(keys, until=0.0), "all of it in the one piece that is always painted"
    assert len(picture.patches) == 1
    assert not any(cache.is_dirty(key) for key in keys)


def test_parts_that_lie_far_apart_are_not() -> None:
    picture = Chessboard()
    cache = TileCache(picture)
    key = TileKey(40.0, 0, 0)
    cache.make(key)
    picture.patches.clear()
    cache.dirty([Box(0, 0, 1, 1), Box(11, 11, 12, 12)])
    assert not cache.repair([key], until=0.0)
    assert cache.is_dirty(key)
    assert cache.repair([key], until=math.inf)
    assert len(picture.patches) == 2


def test_a_dirty_tile_can_be_shown_as_it_was() -> None:
    cache = TileCache(Chessboard())
    cache.make(TileKey(40.0, 0, 0))
    cache.dirty([Box(1, 1, 2, 2)])
    assert cache.ready(TileKey(40.0, 0, 0), until=0.0) is not None
    assert cache.is_dirty(TileKey(40.0, 0, 0))
    assert cache.repaired == 0


def test_memory_is_bounded_and_the_overview_stays() -> None:
    cache = TileCache(Chessboard(), budget=6 * MB)
    overview = [cache.make(key) and key for key in cache.keys_in(cache.picture.bounds, cache.overview_scale)]
    for across in range(20):
        cache.make(TileKey(40.0, across, 0))
    assert cache.bytes <= 6 * MB
    assert all(key in cache for key in overview)
    assert TileKey(40.0, 19, 0) in cache
    assert TileKey(40.0, 0, 0) not in cache


def test_a_large_screen_is_always_granted_its_tiles() -> None:
    cache = TileCache(Chessboard(), budget=2 * MB)
    cache.reserve(10)
    for across in range(10):
        cache.make(TileKey(40.0, across, 0))
    assert all(TileKey(40.0, across, 0) in cache for across in range(10))


def test_other_scales_stand_in_the_best_first() -> None:
    cache = TileCache(Chessboard())
    coarse, fine = TileKey(5.0, 0, 0), TileKey(40.0, 0, 0)
    cache.make(coarse)
    assert list(cache.stand_ins(TileKey(30.0, 0, 0).box, 30.0)) == [coarse]
    cache.make(fine)
    assert list(cache.stand_ins(Box(1, 1, 15, 3), 30.0)) == [fine, coarse]
    assert list(cache.stand_ins(Box(1, 1, 3, 3), 40.0)) == [coarse], "a scale does not stand in for itself"


class Slow(Chessboard):
    """A picture that makes something anew, and slowly, however often it is asked."""

    def paint(self, painter: QPainter, patch: Patch) -> None:
        time.sleep(0.006)
        patch.has_made()
        super().paint(painter, patch)


def test_a_tile_for_which_much_has_to_be_made_is_put_off_but_not_for_ever() -> None:
    cache = TileCache(Slow())
    job = cache.begin(TileKey(40.0, 0, 0))
    assert not cache.go_on(job)
    assert (job.done, job.pauses) == (0, 1)
    calls = 1
    while not cache.go_on(job):
        calls += 1
        assert calls < 100
    assert TileKey(40.0, 0, 0) in cache


def test_a_job_paints_a_tile_in_bands() -> None:
    picture = Chessboard()
    cache = TileCache(picture)
    job = cache.begin(TileKey(40.0, 1, 1))
    steps = 1
    while not cache.go_on(job):
        assert TileKey(40.0, 1, 1) not in cache
        steps += 1
    assert steps == len(picture.patches) > 1
    whole = [patch.box for patch in picture.patches]
    assert whole[0].top == TILE / 40.0
    assert whole[-1].bottom == 2 * TILE / 40.0
    assert cache.make(TileKey(40.0, 1, 1)).pixelColor(TILE - 1, TILE - 1) == picture.colour
