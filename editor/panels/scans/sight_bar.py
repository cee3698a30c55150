"""The row of buttons that says how a map is seen over its scans while it is traced."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from editor.documents.tracing_sight import TracingSight
from editor.panels.panel import note, tool_button


class SightBar(QWidget):
    """Signal colours, and the tint of what is not done yet."""

    def __init__(self, sight: TracingSight, loupe: QToolButton, panel: QWidget) -> None:
        """The button of the loupe stands beside them; the key of the scan alone is heard in the whole panel."""
        super().__init__()
        sight.alone.listen_to(panel)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        tr = self.tr
        self.signals = self._toggle(
            "palette", tr("Signal Colours"), tr("Draw the map over its scans in a colour that no print has")
        )
        self.signals.toggled.connect(sight.set_signals)
        self.undone = self._toggle(
            "terrain", tr("Not Done Yet"), tr("Tint the hexes over scans whose terrain nobody has painted yet")
        )
        self.undone.toggled.connect(sight.set_tint)
        for button in (loupe, self.signals, self.undone):
            row.addWidget(button)
        row.addWidget(note(tr("Hold X for the scan alone.")), 1)

    @staticmethod
    def _toggle(picture: str, text: str, tip: str) -> QToolButton:
        button = tool_button(picture, text, tip, lambda: None)
        button.setCheckable(True)
        return button
