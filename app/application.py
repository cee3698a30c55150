"""The Qt application: one font, one widget style, light or dark, the same on every machine.

The font comes with the program, because a machine without fonts shows boxes instead of letters, and because pictures
must not depend on what is installed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources

from PySide6.QtCore import QCoreApplication, QMessageLogContext, Qt, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app.plain_words import PlainWords
from editor.canvas.art.words.lettering import FAMILY

NAME = "Redoubt"
_HARMLESS = ("This plugin does not support propagateSizeHints()", "This plugin does not support raise()")
_FONTS = ("Inter-Regular.otf", "Inter-Bold.otf")

_LIGHT = {
    QPalette.ColorRole.Window: "#ece8df",
    QPalette.ColorRole.WindowText: "#26221b",
    QPalette.ColorRole.Base: "#faf8f3",
    QPalette.ColorRole.AlternateBase: "#f1ede4",
    QPalette.ColorRole.Text: "#26221b",
    QPalette.ColorRole.Button: "#e4dfd3",
    QPalette.ColorRole.ButtonText: "#26221b",
    QPalette.ColorRole.Highlight: "#3f6f8c",
    QPalette.ColorRole.HighlightedText: "#ffffff",
    QPalette.ColorRole.ToolTipBase: "#fbf7ec",
    QPalette.ColorRole.ToolTipText: "#26221b",
    QPalette.ColorRole.PlaceholderText: "#6c6556",
    QPalette.ColorRole.Link: "#2f5f86",
    QPalette.ColorRole.Light: "#fbf9f4",
    QPalette.ColorRole.Midlight: "#f3efe6",
    QPalette.ColorRole.Mid: "#c6beae",
    QPalette.ColorRole.Dark: "#a79f8e",
    QPalette.ColorRole.Shadow: "#6d6657",
}
_DARK = {
    QPalette.ColorRole.Window: "#2a2d32",
    QPalette.ColorRole.WindowText: "#e6e1d6",
    QPalette.ColorRole.Base: "#17191c",
    QPalette.ColorRole.AlternateBase: "#202327",
    QPalette.ColorRole.Text: "#e6e1d6",
    QPalette.ColorRole.Button: "#3a3e45",
    QPalette.ColorRole.ButtonText: "#e6e1d6",
    QPalette.ColorRole.Highlight: "#437797",
    QPalette.ColorRole.HighlightedText: "#ffffff",
    QPalette.ColorRole.ToolTipBase: "#2c2f34",
    QPalette.ColorRole.ToolTipText: "#e6e1d6",
    QPalette.ColorRole.PlaceholderText: "#9a9993",
    QPalette.ColorRole.Link: "#86b4d4",
    QPalette.ColorRole.Light: "#454a52",
    QPalette.ColorRole.Midlight: "#3d4249",
    QPalette.ColorRole.Mid: "#1e2024",
    QPalette.ColorRole.Dark: "#141518",
    QPalette.ColorRole.Shadow: "#0b0c0d",
}


USUAL_POINTS = 10.0


def application(*, dark: bool = False, points: float = USUAL_POINTS) -> QApplication:
    """The one application, made when first asked for, with our font and look."""
    app = QCoreApplication.instance()
    if not isinstance(app, QApplication):
        QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
        app = QApplication([NAME.lower()])
        app.setApplicationName(NAME)
        app.setApplicationDisplayName(NAME)
        app.setOrganizationName(NAME)
        app.setDesktopFileName(NAME.lower())
    dress(app)
    load_fonts()
    set_type(app, points)
    set_theme(app, dark=dark)
    return app


def set_type(app: QApplication, points: float) -> None:
    """The size of the interface's type; what was made larger or smaller than it follows in a new window."""
    font = QFont(FAMILY)
    font.setPointSizeF(points)
    app.setFont(font)


def dress(app: QApplication) -> None:
    """Give every widget of the application our style, once."""
    if not isinstance(app.style(), PlainWords):
        app.setStyle(PlainWords())


@contextmanager
def quiet_plugin() -> Iterator[None]:
    """Inside, two harmless lines of a platform without a screen are not passed on; everything else is."""
    before = qInstallMessageHandler(_pass_on)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def _pass_on(_kind: QtMsgType, _context: QMessageLogContext, said: str) -> None:
    if not said.startswith(_HARMLESS):
        sys.stderr.write(f"{said}\n")


def load_fonts() -> None:
    """Make the bundled font known, once."""
    if FAMILY in QFontDatabase.families():
        return
    for name in _FONTS:
        data = (resources.files("resources") / "fonts" / name).read_bytes()
        QFontDatabase.addApplicationFontFromData(data)


def set_theme(app: QApplication, *, dark: bool) -> None:
    """Light or dark, for everything that is not a map."""
    palette = QPalette()
    for role, colour in (_DARK if dark else _LIGHT).items():
        palette.setColor(role, QColor(colour))
    faint = QColor(_DARK[QPalette.ColorRole.PlaceholderText] if dark else _LIGHT[QPalette.ColorRole.PlaceholderText])
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    app.setPalette(palette)
