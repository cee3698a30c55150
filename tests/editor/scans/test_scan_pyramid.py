"""A scan in copies: every pixel is there, each copy is the mean of the one before, and memory is bounded."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from editor.canvas.scans.scan_pyramid import (
    SIDE,
    Pyramid,
    PyramidWriter,
    ScanTile,
    TileAt,
    TileFile,
    TileMemory,
    Words,
    halved,
    level_sizes,
)


def written(words: Words) -> Pyramid:
    height, width = words.shape
    file = TileFile()
    writer = PyramidWriter((width, height), file)
    for top in range(0, height, SIDE):
        writer.feed(words[top : top + SIDE])
    return Pyramid((width, height), True, file)


def pixels(pyramid: Pyramid, level: int) -> Words:
    """A whole copy, put together from its tiles."""
    width, height = pyramid.levels[level]
    whole = np.zeros((height, width), np.uint32)
    for down in range(-(-height // SIDE)):
        for across in range(-(-width // SIDE)):
            data, (wide, high) = pyramid.file.read(TileAt(level, across, down))
            part = np.frombuffer(data, np.uint32).reshape(high, wide)
            whole[down * SIDE : down * SIDE + high, across * SIDE : across * SIDE + wide] = part
    return whole


def channels(words: Words) -> np.ndarray:
    return np.ascontiguousarray(words).view(np.uint8).reshape(*words.shape, 4).astype(int)


@pytest.mark.parametrize("size", [(1, 1), (512, 512), (513, 1), (1, 2000), (1300, 1025), (512, 1537)])
def test_every_copy_is_whole(size: tuple[int, int]) -> None:
    width, height = size
    words = np.random.default_rng(3).integers(0, 2**32, size=(height, width), dtype=np.uint32)
    pyramid = written(words)
    assert np.array_equal(pixels(pyramid, 0), words)
    for level in range(1, len(pyramid.levels)):
        assert np.array_equal(pixels(pyramid, level), halved(pixels(pyramid, level - 1)))
    assert len(pyramid.file) == sum(-(-w // SIDE) * -(-h // SIDE) for w, h in pyramid.levels)


def test_the_coarsest_copy_is_one_tile() -> None:
    assert level_sizes((12000, 8400))[-1] == (375, 263)
    assert level_sizes((10, 10)) == ((10, 10),)


@given(st.lists(st.integers(0, 2**32 - 1), min_size=4, max_size=4))
def test_half_as_fine_is_the_mean_of_four(four: list[int]) -> None:
    words = np.array(four, np.uint32).reshape(2, 2)
    off = channels(halved(words))[0, 0] - channels(words).reshape(4, 4).mean(axis=0)
    assert np.abs(off).max() <= 1.0


def test_a_map_does_not_darken_from_copy_to_copy() -> None:
    words = np.random.default_rng(1).integers(0, 2**32, size=(512, 512), dtype=np.uint32)
    mean = channels(words).mean()
    for _ in range(8):
        words = halved(words)
    assert abs(channels(words).mean() - mean) < 1.5


def test_colours_stay_below_their_alpha() -> None:
    image = QImage(64, 64, QImage.Format.Format_ARGB32)
    generator = np.random.default_rng(5)
    for y in range(64):
        for x in range(64):
            image.setPixel(x, y, int(generator.integers(0, 2**32)))
    ready = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    half = channels(halved(np.frombuffer(ready.constBits(), np.uint32).reshape(64, 64)))
    assert (half[..., :3] <= half[..., 3:]).all()


def test_memory_keeps_what_was_used_last_and_no_more_than_allowed() -> None:
    memory = TileMemory(budget=3 * 400)
    for number in range(3):
        memory.put("scan", TileAt(0, number, 0), ScanTile(QImage(), bytearray(400)))
    assert memory.get("scan", TileAt(0, 0, 0)) is not None, "asked for, and so used"
    memory.put("scan", TileAt(0, 3, 0), ScanTile(QImage(), bytearray(400)))
    assert memory.bytes <= memory.budget
    assert memory.get("scan", TileAt(0, 1, 0)) is None
    assert memory.get("scan", TileAt(0, 0, 0)) is not None
    memory.put("scan", TileAt(0, 3, 0), ScanTile(QImage(), bytearray(100)))
    assert memory.bytes == 900
    memory.forget("scan")
    assert (memory.bytes, len(memory)) == (0, 0)


def test_tiles_on_the_disk_have_no_name(tmp_path: Path) -> None:
    file = TileFile(tmp_path)
    file.write(TileAt(0, 0, 0), np.zeros((4, 4), np.uint32))
    assert list(tmp_path.iterdir()) == [], "so that nothing is left when the program dies"
    file.close()
    with pytest.raises(ValueError, match="closed"):
        file.read(TileAt(0, 0, 0))
