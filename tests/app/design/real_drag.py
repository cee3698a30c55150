"""A drag with a real pointer: run under an X server, it moves the mouse as a person would and prints what came of it.

Usage: python -m tests.app.design.real_drag <folder>. The X server makes the events (its XTEST extension), so that Qt
runs its own drag and drop from the press to the drop. The pointer is moved by a process of its own, because this one is
busy dragging. The test beside this starts it; it is no test itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.application import application
from app.modes import Mode
from app.window import MainWindow
from editor.panels.design.units.force_tree import UNIT
from editor.panels.design.units.forces_panel import ForcesPanel

POINTER = Path(__file__).with_name("real_pointer.py")
LONGEST = 300_000


def main(folder: Path) -> None:
    application()
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(settings, folder / "recovery")
    window.resize(1200, 760)
    window.move(0, 0)
    window.show()
    QTest.qWaitForWindowExposed(window)
    window.open("ford")
    window.set_mode(Mode.DESIGN)
    window.canvas.fit()
    QTest.qWait(300)
    design, panel = window.designer.desk.design, window.docks.panels["forces"]
    assert design is not None
    assert isinstance(panel, ForcesPanel)
    tree, unit = panel.tree, "red-1"
    taken = {placed.at for placed in design.placements.values()}
    free = [label for label in design.places.names() if label.isdecimal() and label not in taken]
    target = free[len(free) // 2]
    tree.scrollToItem(tree.items[UNIT, unit])
    QTest.qWait(100)
    box = tree.visualItemRect(tree.items[UNIT, unit])
    start = tree.viewport().mapToGlobal(QPoint(box.left() + 30, box.center().y()))
    middle = window.canvas.point_of(design.places.key(target) or "")
    assert middle is not None
    end = window.canvas.viewport().mapToGlobal(middle)
    where = [str(each) for each in (start.x(), start.y(), end.x(), end.y())]

    def look() -> None:
        now, ended = window.designer.desk.design, hand.poll()
        placed = now.placements.get(unit) if now is not None else None
        if ended:
            report("no pointer", ended)
        elif ended is not None and placed is not None and placed.at == target:
            report(f"{unit} dropped on {target}")

    def report(words: str, code: int = 0) -> None:
        print(words, flush=True)
        window.files.close()
        os._exit(code)

    hand = subprocess.Popen([sys.executable, str(POINTER), *where])
    looking = QTimer(window)
    looking.timeout.connect(look)
    looking.start(50)
    QTimer.singleShot(LONGEST, lambda: report("nothing was dropped"))
    QApplication.exec()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
