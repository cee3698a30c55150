"""Every export of these tests is lettered in the bundled font."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from app.application import application


@pytest.fixture(autouse=True)
def _our_application(qapp: QApplication) -> None:
    application()
