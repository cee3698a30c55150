"""What digitising leaves in a map is kept: the placement of a scan, the georeference. And none of it needs Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.definitions.documents import dump_document, load_text
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import GeoPlan, MapPlan, ScanPlan
from tests.helpers.plans import small_plan

ROOT = Path(__file__).parents[3]
PERSPECTIVE = (0.02, -0.001, 3.0, 0.001, 0.021, 4.5, 1e-5, -2e-5, 1.0)

HEAD = "format: redoubt/map/1\nid: ford\nsheets: [{id: main, size: [4, 3], fill: clear}]\n"

ANCHOR = "anchor: {at: '0203', latitude: 58, longitude: 24}"


def written(plan: MapPlan) -> str:
    return dump_document(model_of(plan))


def read(text: str) -> tuple[MapPlan, list[Issue]]:
    document = load_text(text, "map.yaml").document
    assert isinstance(document, MapModel)
    return plan_of(document)


def test_a_scan_in_perspective_is_kept_with_nine_numbers_and_a_flat_one_with_six() -> None:
    plan = small_plan()
    plan.scans["lean"] = ScanPlan("lean", "", "ab" * 32, PERSPECTIVE)
    plan.scans["flat"] = ScanPlan("flat", "", "cd" * 32, (0.5, 0.0, 1.0, 0.0, 0.5, -2.0))  # type: ignore[arg-type]
    text = written(plan)
    again, issues = read(text)
    assert not issues
    assert again == plan
    assert again.scans["flat"].placement == (0.5, 0.0, 1.0, 0.0, 0.5, -2.0, 0.0, 0.0, 1.0)
    model = model_of(plan).to_data()
    assert [len(scan["placement"]) for scan in model["scans"]] == [6, 9]


@pytest.mark.parametrize(
    ("placement", "code"),
    [
        ("[1, 0, 0, 0, 1]", "map.placement-count"),
        ("[1, 0, 0, 0, 1, 0, 0, 0]", "map.placement-count"),
        ("[1, 2, 0, 2, 4, 0]", "map.placement-without-area"),
        ("[0, 0, 0, 0, 0, 0, 0, 0, 0]", "map.placement-without-area"),
        ("[1, 0, 0, 0, one, 0]", "wrong-type"),
        ("flat", "wrong-type"),
    ],
)
def test_a_placement_that_makes_no_sense_is_refused(placement: str, code: str) -> None:
    with pytest.raises(DefinitionError) as bad:
        read(f"{HEAD}scans: [{{id: a, sha256: {'ab' * 32}, placement: {placement}}}]\n")
    assert bad.value.issues[0].code == code


def test_a_georeference_is_kept_by_label_and_key() -> None:
    plan = small_plan()
    plan.georeference = GeoPlan("albers", (57.0, 26.0), 35.0, "main:2,3", (58.0, 24.5), (54.0, 60.0), 12.5)
    text = written(plan)
    assert '"0203"' in text
    again, issues = read(text)
    assert not issues
    assert again == plan
    bare = plan.copy()
    bare.georeference = None
    assert "georeference" not in written(bare)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("albers|mollweide", "not-a-choice"),
        ("hex_km: 35|hex_km: 0", "number-not-above"),
        ("latitude: 58|latitude: 98", "number-too-big"),
        ("[54, 60]|[54, 57, 60]", "list-too-long"),
    ],
)
def test_a_georeference_that_makes_no_sense_is_refused(change: str, code: str) -> None:
    geo = f"georeference: {{projection: albers, centre: [57, 26], parallels: [54, 60], hex_km: 35, {ANCHOR}}}\n"
    assert not read(HEAD + geo)[1]
    before, after = change.split("|")
    with pytest.raises(DefinitionError) as bad:
        read(HEAD + geo.replace(before, after))
    assert bad.value.issues[0].code == code


def test_an_anchor_that_is_not_on_the_map_is_told() -> None:
    far = ANCHOR.replace("0203", "9999")
    geo = f"georeference: {{projection: albers, centre: [57, 26], hex_km: 35, {far}}}\n"
    plan, issues = read(HEAD + geo)
    assert plan.georeference is None
    assert [issue.code for issue in issues] == ["map.unknown-place"]


WITHOUT_QT = """
import importlib, pkgutil, sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ModuleNotFoundError(f"{name} is not installed")
        return None

sys.meta_path.insert(0, NoQt())
import editor.digitise
for found in pkgutil.walk_packages(editor.digitise.__path__, "editor.digitise."):
    importlib.import_module(found.name)
print(len([name for name in sys.modules if name.startswith("editor.digitise.")]))
"""


def test_digitising_needs_no_qt() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_QT], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 20
