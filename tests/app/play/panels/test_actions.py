"""The list of what can be done: how it bears long names."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.play.panels.actions_panel import ActionsPanel
from engine.core.actions import Done


def test_a_long_name_does_not_push_the_panel_out_of_the_window(qtbot: QtBot) -> None:
    """The box that says which unit the list is about gives way; it is cut short with dots."""
    panel = ActionsPanel()
    qtbot.addWidget(panel)
    panel.resize(250, 400)
    panel.show()
    panel.show_menu((Done(),), lambda action: "End the phase", lambda kind: kind)
    panel.show_near((Done(),), "51")
    short, said = panel.minimumSizeHint().width(), panel.only_near.text()
    panel.show_near((Done(),), "51 (Commonwealth motorised infantry 8-10) of the second army")
    assert panel.minimumSizeHint().width() == short
    assert said == "Only 51"
    assert panel.only_near.text().endswith("…")


def test_the_list_does_not_claim_to_be_only_about_a_unit_that_can_do_nothing(qtbot: QtBot) -> None:
    """A unit is looked at while others pay: what is listed is theirs, and no tick says otherwise."""
    panel = ActionsPanel()
    qtbot.addWidget(panel)
    panel.show()
    panel.show_menu((Done(),), lambda action: "End the phase", lambda kind: kind)
    panel.show_near((Done(),), "51")
    assert panel.only_near.isVisible()
    panel.show_near((), "52")
    assert not panel.only_near.isVisible()
    assert panel.count.text() == "1 of 1"
