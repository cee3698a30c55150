"""Every game of an experiment in a list; a double click opens one in the replay bar."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from engine.lab.report_sections import ArmReport

_SEED = Qt.ItemDataRole.UserRole


class GamesPage(QWidget):
    """Seeds, ends and scores; those to look at first stand on top and say why."""

    game_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QTreeWidget()
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(self.tr("The games"))
        heads = (
            self.tr("Seed"),
            self.tr("End"),
            self.tr("Score"),
            self.tr("Turn"),
            self.tr("Decisions"),
            self.tr("Worth a look"),
        )
        self.list.setHeaderLabels(list(heads))
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.list.itemActivated.connect(lambda row, _: self.game_wanted.emit(row.data(0, _SEED)))
        note = QLabel(self.tr("A double click plays the game again from its seed and opens it in the replay bar."))
        note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addWidget(self.list, 1)
        column.addWidget(note)

    def show_report(self, found: ArmReport | None) -> None:
        """List the games of an arm."""
        self.list.clear()
        if found is None:
            return
        why = {
            "typical": self.tr("One like most"),
            "shortest": self.tr("The shortest"),
            "swing": self.tr("The biggest swing"),
        }
        first: dict[int, list[str]] = {}
        for each in found.numbers.look_at:
            first.setdefault(each.seed, []).append(why[each.reason])
        ordered = sorted(found.results, key=lambda game: (game.seed not in first, game.seed))
        rows = []
        for game in ordered:
            end = game.fault or (found.level(game.winner, game.level) if game.level else self.tr("no end"))
            words = ", ".join(first.get(game.seed, ()))
            cells = [str(game.seed), end, f"{game.score:g}", str(game.turn), str(game.actions), words]
            row = QTreeWidgetItem(cells)
            row.setData(0, _SEED, game.seed)
            rows.append(row)
        self.list.addTopLevelItems(rows)
