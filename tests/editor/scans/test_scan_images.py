"""Pictures in the map's file: stored once, the same after reopening, and never the business of the window's thread."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QImage, QImageReader
from PySide6.QtWidgets import QApplication

from editor.canvas.scans.scan_pyramid import Pyramid, PyramidWriter, TileFile
from editor.documents import scan_intake, scan_reading
from editor.documents.grid_search import GridSearch
from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_images import ImageState
from editor.documents.scan_intake import ImageKey
from engine.definitions.plan import ScanPlan
from engine.storage.blobs import Blob
from engine.storage.store import Store
from tests.editor.scans.printed_maps import PrintedMap, plan_for
from tests.editor.scans.workshop import Workshop, wait_for

Opens = Callable[..., Workshop]


def noise(path: Path, width: int, height: int) -> Path:
    """A picture in which no two tiles are alike."""
    words = np.random.default_rng(2).integers(0, 2**24, size=(height, width), dtype=np.uint32) | np.uint32(0xFF000000)
    assert QImage(words.data, width, height, 4 * width, QImage.Format.Format_RGB32).save(str(path))
    return path


def picture(workshop: Workshop, scan: ScanPlan) -> QImage:
    """All of a scan as its coarsest tile shows it."""
    image = workshop.images.image(scan)
    wait_for(lambda: image.thumbnail is not None)
    assert image.thumbnail is not None
    return image.thumbnail.copy()


def test_a_scan_is_in_the_file_and_the_same_when_it_is_opened_again(
    workshop: Workshop, open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    path = printed.save(tmp_path / "north.png")
    scan = workshop.add(path)
    assert scan.title == "north"
    assert workshop.store.scan(scan.sha256).data == path.read_bytes(), "as it was, to the byte"
    before = picture(workshop, scan)
    workshop.close()
    path.unlink()
    again = open_workshop(name="map.redoubt")
    assert again.plan.scans == {scan.id: scan}
    assert picture(again, again.plan.scans[scan.id]) == before


def test_the_same_file_is_stored_once(workshop: Workshop, printed: PrintedMap, tmp_path: Path) -> None:
    path = printed.save(tmp_path / "north.png")
    one = workshop.add(path)
    shutil.copy(path, tmp_path / "south.png")
    two = workshop.add(tmp_path / "south.png")
    assert one.sha256 == two.sha256
    assert workshop.store.scans() == [one.sha256]
    assert workshop.images.image(one) is workshop.images.image(two), "unpacked once, too"
    assert [ScanFacts.of(scan).order for scan in (one, two)] == [0, 1]


def test_adding_is_one_entry_and_undone_as_one(workshop: Workshop, printed: PrintedMap, tmp_path: Path) -> None:
    scan = workshop.add(printed.save(tmp_path / "north.png"))
    assert workshop.document.undo_stack.count() == 1
    workshop.document.undo_stack.undo()
    assert workshop.plan.scans == {}
    assert workshop.layer.item(scan.id) is None
    workshop.document.undo_stack.redo()
    assert workshop.plan.scans == {scan.id: scan}
    workshop.rest()
    assert workshop.images.image(scan).is_ready


def test_a_file_that_may_not_be_written_refuses(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "is_read_only", property(lambda store: True))
    workshop.panel.add_file(printed.save(tmp_path / "north.png"))
    assert not workshop.panel.adder.is_busy
    assert [said.key for said in workshop.said] == ["edit.read-only"]
    assert str(tmp_path) in workshop.panel.problem.text()
    assert workshop.store.scans() == []


def test_a_file_that_refuses_the_picture_says_so_and_keeps_the_map(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.storage import blobs

    monkeypatch.setattr(blobs, "MOST_BYTES", 1000)
    said = workshop.refusal(printed.save(tmp_path / "north.png"))
    assert "over the limit of 1000" in said
    assert workshop.plan.scans == {}
    assert workshop.document.undo_stack.count() == 0


# Whose business it is


def test_the_thread_of_the_window_neither_decodes_nor_cuts_nor_reads_tiles(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted, not timed: everything that grows with the scan is done by other threads."""
    done: dict[str, list[str]] = {}

    def watched(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def noted(*args: object, **options: object) -> object:
            done.setdefault(name, []).append(threading.current_thread().name)
            return real(*args, **options)

        monkeypatch.setattr(owner, name, noted)

    watched(scan_reading, "_decoded")
    watched(scan_intake, "examine")
    watched(scan_intake, "unpack")
    watched(PyramidWriter, "feed")
    watched(TileFile, "write")
    watched(TileFile, "read")
    watched(Store, "put_scan")
    watched(Store, "scan_pieces")
    path = noise(tmp_path / "large.tif", 4000, 3000)
    scan = workshop.add(path)
    workshop.show_canvas()
    workshop.canvas.set_zoom(4.0)
    workshop.finish()
    workshop.document.undo_stack.undo()
    workshop.document.undo_stack.redo()
    workshop.rest()
    assert workshop.images.image(scan).is_ready
    assert set(done) == {"_decoded", "examine", "unpack", "feed", "write", "read", "put_scan", "scan_pieces"}
    for name, threads in done.items():
        assert "MainThread" not in threads, name
    assert set(done["read"]) <= {"scan-fetching", "scan-studying"}
    assert len(done["write"]) == 2 * (48 + 12 + 4 + 1), "each tile of each copy once, both times it was unpacked"


def test_what_is_drawn_grows_with_the_screen_and_not_with_the_scan(workshop: Workshop, tmp_path: Path) -> None:
    small = workshop.add(noise(tmp_path / "small.tif", 1000, 750))
    large = workshop.add(noise(tmp_path / "large.tif", 4000, 3000))
    workshop.show_canvas()
    drawn = {}
    for scan in (small, large):
        item = workshop.layer.item(scan.id)
        assert item is not None
        workshop.finish()
        before = item.scan.drawn
        item.renew()
        workshop.finish()
        drawn[scan.id] = item.scan.drawn - before
    assert drawn[large.id] <= 4 * drawn[small.id]
    assert drawn[large.id] < 300, "at level 0 a single pass over it would be 48 tiles, each many times"


def test_memory_stays_within_its_bound(open_workshop: Opens, printed: PrintedMap, tmp_path: Path) -> None:
    workshop = open_workshop(plan_for(printed), budget=5 << 20)
    workshop.add(noise(tmp_path / "large.tif", 3000, 2400))
    workshop.show_canvas()
    for zoom in (1.0, 4.0):
        workshop.canvas.set_zoom(zoom)
        for x in (0.1, 0.9):
            box = workshop.canvas.picture.bounds
            workshop.canvas.look_at_point(box.left + x * box.width, box.top + x * box.height)
            workshop.finish()
            assert workshop.images.memory.bytes <= 5 << 20


# Ends


def test_closing_does_not_wait_for_a_picture_nobody_will_see(
    workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    real = scan_reading._bands

    def slowly(words: object) -> object:
        begun.set()
        for band in real(words):  # type: ignore[arg-type]
            yield band
            threading.Event().wait(0.05)

    monkeypatch.setattr(scan_reading, "_bands", slowly)
    workshop.panel.add_file(noise(tmp_path / "long.tif", 200, 60_000))
    wait_for(begun.is_set)
    workshop.images.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("scan-")]
    assert workshop.plan.scans == {}
    assert workshop.store.scans() == []


def test_another_map_means_other_pictures(
    workshop: Workshop, open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    scan = workshop.add(printed.save(tmp_path / "north.png"))
    image = workshop.images.image(scan)
    other = open_workshop(plan_for(printed), name="other.redoubt")
    workshop.bench.set_document(other.document)
    assert workshop.layer.item(scan.id) is None
    assert workshop.images.image(scan) is not image
    workshop.bench.set_document(workshop.document)
    workshop.rest()
    assert workshop.images.image(scan).is_ready


def test_a_file_being_added_is_forgotten_with_its_map(
    workshop: Workshop, open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    other = open_workshop(plan_for(printed), name="other.redoubt")
    workshop.panel.add_file(printed.save(tmp_path / "north.png"))
    workshop.bench.set_document(other.document)
    wait_for(lambda: workshop.images.is_idle)
    assert other.plan.scans == workshop.plan.scans == {}
    assert not workshop.panel.adder.is_busy


# Files that are not as they should be


def plain_scan(sha256: str, **attributes: int) -> ScanPlan:
    return ScanPlan("old", "Old", sha256, attributes=dict(attributes))


def test_a_scan_that_nobody_measured_is_measured_when_it_is_unpacked(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path
) -> None:
    data = printed.save(tmp_path / "north.png").read_bytes()
    name = workshop.store.put_scan(Blob("image/png", data))
    image = workshop.images.image(plain_scan(name))
    wait_for(lambda: image.state is not ImageState.UNPACKING)
    assert image.size == printed.pixels
    liar = workshop.images.image(plain_scan(name, width=5, height=5))
    wait_for(lambda: liar.state is not ImageState.UNPACKING)
    assert liar.size == printed.pixels, "the picture knows better"


@pytest.mark.qt_log_ignore(".")
@pytest.mark.parametrize("data", [b"nonsense", b"\x89PNG\r\n\x1a\n" + b"\0" * 80, b"%PDF-1.4 nothing"])
def test_bytes_that_are_no_picture_are_said_to_be_so(workshop: Workshop, data: bytes) -> None:
    name = workshop.store.put_scan(Blob("image/png", data))
    image = workshop.images.image(plain_scan(name))
    wait_for(lambda: image.state is ImageState.FAILED)
    assert image.problem is not None
    assert not workshop.text(image.problem).startswith(image.problem.key), "in words"


def test_a_picture_missing_from_the_file_is_said_to_be_so(workshop: Workshop) -> None:
    image = workshop.images.image(plain_scan("ab" * 32))
    wait_for(lambda: image.state is ImageState.FAILED)
    assert image.problem is not None
    assert image.problem.key == "file.no-scan"
    search = GridSearch(workshop.images)
    search.look(plain_scan("ab" * 32))
    assert not search.is_busy, "nobody waits for what will never be unpacked"
    assert search.problem == image.problem


def test_a_search_ends_with_the_scan_that_it_waits_for(workshop: Workshop, qapp: QApplication) -> None:
    """Else it would be busy for ever, and stumble over a picture that is gone when another is looked at."""
    scan = plain_scan("cd" * 32)
    search = GridSearch(workshop.images)
    search.look(scan)
    assert search.is_busy
    workshop.images.keep(())
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not search.is_busy
    search.look(plain_scan("ab" * 32))
    search.cancel()


def test_a_file_changed_while_it_is_read_is_refused(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = printed.save(tmp_path / "north.png")
    real = scan_intake.unpack

    def meddled(*args: object, **options: object) -> Pyramid:
        found = real(*args, **options)  # type: ignore[arg-type]
        path.write_bytes(path.read_bytes() + b"more")
        return found

    monkeypatch.setattr(scan_intake, "unpack", meddled)
    assert "changed while it was being read" in workshop.refusal(path)
    assert workshop.store.scans() == []


def test_two_keys_are_two_pictures() -> None:
    facts = ScanFacts(10, 20, page=1)
    scan = ScanPlan("a", "", "ab" * 32, attributes=facts.written())
    assert ImageKey.of(scan) == ImageKey("ab" * 32, 1, (10, 20))
    assert QImageReader.supportedImageFormats().count(b"tiff") == 1, "TIFF needs no other library"
