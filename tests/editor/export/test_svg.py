"""A drawing of its real size, in named layers, with paths for what is drawn and lettered and text for numbers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from editor.canvas.art.words.lettering import FAMILY
from editor.export import svg
from editor.export.options import ExportOptions
from editor.export.png import export_png
from editor.export.svg import export_svg
from editor.export.trouble import Cancelled, CannotExport
from engine.definitions.plan import TextPlan
from tests.editor.canvas.demo_maps import PALETTE, counters, dressed_map, hex_map, space_map
from tests.helpers.pixels import share_unlike

NS = {"svg": "http://www.w3.org/2000/svg"}


def words(path: Path) -> list[str]:
    return ["".join(element.itertext()) for element in ET.parse(path).getroot().iter(f"{{{NS['svg']}}}text")]


def layers(path: Path) -> dict[str, ET.Element]:
    return {group.get("id", ""): group for group in ET.parse(path).getroot().findall("svg:g", NS)}


def test_numbers_are_text_in_the_bundled_font(tmp_path: Path) -> None:
    plan = dressed_map()
    path = tmp_path / "map.svg"
    export_svg(plan, PALETTE, path, counters=counters(plan))
    found = words(path)
    assert {"0101", "3626"} <= set(found)
    fonts = {element.get("font-family") for element in ET.parse(path).getroot().iter(f"{{{NS['svg']}}}text")}
    assert fonts == {FAMILY}


def test_what_is_drawn_is_paths_and_no_picture(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    export_svg(dressed_map(), PALETTE, path)
    root = ET.parse(path).getroot()
    assert len(list(root.iter(f"{{{NS['svg']}}}path"))) > 100
    assert not list(root.iter(f"{{{NS['svg']}}}image"))


def test_lettering_is_paths_over_its_halo(tmp_path: Path) -> None:
    """Whoever lacks the font sees the same letters, and no halo beside them."""
    path = tmp_path / "map.svg"
    plan = dressed_map()
    plan.texts = {"marches": TextPlan("marches", "The Northern Marches", (20.0, 20.0))}
    export_svg(plan, PALETTE, path, ExportOptions(numbers=False))
    assert words(path) == []
    halo, letters = layers(path)["lettering"].iter(f"{{{NS['svg']}}}path")
    assert halo.get("d") == letters.get("d")


def test_the_layers_are_groups_with_names_from_below(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    plan = dressed_map()
    export_svg(plan, PALETTE, path, counters=counters(plan))
    found = layers(path)
    order = ["paper", "ground", "tints", "grid", "sides", "paths", "signs", "lettering", "names", "counters"]
    assert [name for name in order if name in found] == list(found)
    assert {"paper", "ground", "sides", "paths", "lettering", "names", "counters"} <= set(found)
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    assert found["sides"].get(label) == "Hexsides"
    root = ET.parse(path).getroot()
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))


def test_it_has_its_real_size(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    size = export_svg(hex_map(12, 10), PALETTE, path, ExportOptions(hex_mm=20.0))
    root = ET.parse(path).getroot()
    assert root.get("width") == f"{size.width:.3f}mm"
    assert root.get("height") == f"{size.height:.3f}mm"
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    assert width / height == pytest.approx(size.width / size.height, rel=1e-4)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_it_looks_like_the_picture(tmp_path: Path, orientation: str) -> None:
    plan = hex_map(12, 10, orientation=orientation)
    size = export_png(plan, PALETTE, tmp_path / "map.png", ExportOptions(width=1000))
    export_svg(plan, PALETTE, tmp_path / "map.svg")
    drawn = QImage(*size, QImage.Format.Format_RGB32)
    drawn.fill(QColor("white"))
    painter = QPainter(drawn)
    QSvgRenderer(str(tmp_path / "map.svg")).render(painter)
    painter.end()
    assert share_unlike(drawn, QImage(str(tmp_path / "map.png")), by=60) < 0.03


def test_hexes_cut_by_the_edge_are_clipped(tmp_path: Path) -> None:
    """Qt's own reader passes over clipping, so the drawing itself is looked at."""
    path = tmp_path / "map.svg"
    export_svg(hex_map(12, 10, edge="half"), PALETTE, path, ExportOptions(names=False, numbers=False))
    root = ET.parse(path).getroot()
    clips = {f"url(#{clip.get('id')})" for clip in root.iter(f"{{{NS['svg']}}}clipPath")}
    groups = [group for group in root.iter(f"{{{NS['svg']}}}g") if group.get("clip-path") in clips]
    paths = sum(1 for _ in root.iter(f"{{{NS['svg']}}}path")) - len(clips)
    assert sum(1 for group in groups for _ in group.iter(f"{{{NS['svg']}}}path")) == paths


def test_spaces_are_drawn_too(tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    export_svg(space_map(), PALETTE, path)
    assert {"ground", "signs", "names"} & set(layers(path))
    assert len(list(ET.parse(path).getroot().iter(f"{{{NS['svg']}}}path"))) > 20


def test_the_same_map_is_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        export_svg(dressed_map(), PALETTE, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert not re.search(rb"20\d\d-\d\d-\d\d", (tmp_path / "one").read_bytes())


def test_cancelling_leaves_nothing_behind(tmp_path: Path) -> None:
    told: list[float] = []

    def stop(at: float) -> bool:
        told.append(at)
        return at < 0.4

    with pytest.raises(Cancelled):
        export_svg(dressed_map(), PALETTE, tmp_path / "map.svg", None, stop)
    assert list(tmp_path.iterdir()) == []
    assert told == sorted(told)


def test_too_many_hexes_are_refused_with_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(svg, "MOST_HEXES", 100)
    with pytest.raises(CannotExport) as refused:
        export_svg(hex_map(12, 10), PALETTE, tmp_path / "map.svg")
    assert refused.value.message.key == "export.too-many-hexes"
