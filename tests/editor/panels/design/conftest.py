"""The Ford, open in the panels of the designer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.application import application
from tests.editor.panels.design.studio import Studio


@pytest.fixture
def studio(tmp_path: Path, qapp: QApplication) -> Iterator[Studio]:
    application()
    made = Studio(tmp_path)
    yield made
    made.close()
