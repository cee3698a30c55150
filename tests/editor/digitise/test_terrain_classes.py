"""Terrain from samples: what is plain is told, what is half and half is doubtful, and light is not terrain."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise.terrain.hex_features import hex_features
from editor.digitise.terrain.terrain_classes import TerrainProposal, propose
from tests.helpers.printed_scans import GroundArt, Print, Printed, printed


@pytest.fixture(scope="module")
def scan(qapp: QApplication) -> Printed:
    """Seven grounds under light that falls from one side."""
    return printed(Print(pitch=34, size=(760, 560), art=GroundArt.FILLED, seed=41, spread=4.0, covered=0.0, quality=70))


def proposed(scan: Printed, samples: int = 3) -> tuple[TerrainProposal, np.ndarray]:
    features = hex_features(scan.pixels, scan.centres, scan.axes[:, 0], scan.axes[:, 1])
    rng = np.random.default_rng(2)
    chosen = {
        int(number): str(kind)
        for kind in np.unique(scan.terrain)
        for number in rng.permutation(np.flatnonzero(scan.terrain == kind))[:samples]
    }
    proposal = propose(features, chosen)
    return proposal, np.array([int(name) for name in proposal.classes])[proposal.kinds]


def test_three_samples_a_class_tell_the_rest(scan: Printed) -> None:
    proposal, kinds = proposed(scan)
    sure = proposal.sure
    assert float((kinds == scan.terrain)[sure].mean()) >= 0.95
    assert float(sure.mean()) >= 0.85


def test_a_hex_that_is_half_one_and_half_the_other_is_doubtful() -> None:
    pixels = np.full((120, 400, 3), (214, 220, 178), dtype=np.uint8)
    pixels[:, 200:] = (168, 204, 226)
    pixels = np.clip(pixels + np.random.default_rng(1).normal(0, 3, pixels.shape), 0, 255).astype(np.uint8)
    centres = np.array([(40.0, 60.0), (100.0, 60.0), (200.0, 60.0), (300.0, 60.0), (360.0, 60.0), (150.0, 60.0)])
    across, down = np.tile((30.0, 0.0), (6, 1)), np.tile((0.0, 30.0), (6, 1))
    proposal = propose(hex_features(pixels, centres, across, down), {0: "land", 1: "land", 3: "sea", 4: "sea"})
    assert 2 in proposal.doubtful()
    assert proposal.name(5) == "land"
    assert proposal.sure[5]


def test_what_the_picture_does_not_show_is_not_told() -> None:
    pixels = np.full((100, 100, 3), 200, dtype=np.uint8)
    centres = np.array([(50.0, 50.0), (400.0, 50.0)])
    size = np.tile((20.0, 0.0), (2, 1)), np.tile((0.0, 20.0), (2, 1))
    proposal = propose(hex_features(pixels, centres, *size), {0: "land"})
    assert proposal.confidence[1] == 0
    assert 1 not in proposal.doubtful()


def test_without_samples_there_is_no_proposal(scan: Printed) -> None:
    features = hex_features(scan.pixels, scan.centres[:4], scan.axes[:4, 0], scan.axes[:4, 1])
    assert propose(features, {}).classes == ()
