"""The scenarios of the map in a list: shown, put in order, renamed, copied, compared and deleted from one place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.design.designer import Designer
from editor.commands.design.scenarios import delete_scenario, order_scenarios
from editor.commands.design.titles import rename_scenario, renamed_to
from editor.model.documents_change import DocumentsChange
from editor.panels.panel import key_action
from editor.refusal import CannotEdit
from engine.narration.language import catalogue

_ID = Qt.ItemDataRole.UserRole


class ScenariosDialog(QDialog):
    """Acts at once; everything it does is an entry of the history."""

    def __init__(
        self,
        designer: Designer,
        *,
        open_choice: Callable[[str], object],
        copy: Callable[[], object],
        compare: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        """What is not its own it asks for: to show a scenario, and to copy and compare the one that is shown."""
        super().__init__(parent)
        self._designer = designer
        self._open_choice, self._ask_copy, self._ask_compare = open_choice, copy, compare
        self._fills = False
        self.setWindowTitle(self.tr("Scenarios of This Map"))
        self.resize(480, 340)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Scenarios"))
        self.list.setToolTip(self.tr("Enter shows a scenario, F2 renames it, Alt+Up and Alt+Down move it"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.show_button = self._button(self.tr("&Show"), self.tr("Design this scenario (Enter)"), self.show_chosen)
        self.rename = self._button(self.tr("&Rename"), self.tr("Give it another title (F2)"), self._rename)
        self.copy = self._button(self.tr("&Copy..."), self.tr("Make another out of this one"), self._copy)
        self.compare = self._button(self.tr("Co&mpare..."), self.tr("See what differs from another"), self._compare)
        self.delete = self._button(self.tr("&Delete"), self.tr("Take it out; undo brings it back"), self.delete_chosen)
        self.up = self._button(
            self.tr("Move &Up"), self.tr("Put it before its neighbour (Alt+Up)"), lambda: self.shift(-1)
        )
        self.down = self._button(
            self.tr("Move D&own"), self.tr("Put it after its neighbour (Alt+Down)"), lambda: self.shift(1)
        )
        key_action(self.list, self.tr("Move up"), "Alt+Up", lambda: self.shift(-1))
        key_action(self.list, self.tr("Move down"), "Alt+Down", lambda: self.shift(1))
        self._lay_out()
        self.list.itemActivated.connect(lambda _: self.show_chosen())
        self.list.itemChanged.connect(self._renamed)
        self.list.currentRowChanged.connect(lambda _: self._refresh())
        self.list.model().rowsMoved.connect(lambda *_: self._put_in_order())
        self.fill()

    def _button(self, text: str, tip: str, act: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _=False: act())  # type: ignore[operator]
        return button

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        for button in (self.show_button, self.rename, self.copy, self.compare, self.delete):
            side.addWidget(button)
        side.addStretch(1)
        side.addWidget(self.up)
        side.addWidget(self.down)
        row = QHBoxLayout()
        row.addWidget(self.list, 1)
        row.addLayout(side)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(row, 1)
        column.addWidget(self.problem)
        column.addWidget(buttons)

    def fill(self, chosen: str = "") -> None:
        """List the scenarios as they are now."""
        desk = self._designer.desk
        here = desk.scenario.id if desk.scenario is not None else ""
        self._fills = True
        self.list.clear()
        for name, scenario in self._designer.scenarios.items():
            item = QListWidgetItem(scenario.title or name)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setData(_ID, name)
            font = item.font()
            font.setBold(name == here)
            item.setFont(font)
            self.list.addItem(item)
            if name == (chosen or here):
                self.list.setCurrentItem(item)
        self._fills = False
        self._refresh()

    def _refresh(self) -> None:
        row, count = self.list.currentRow(), self.list.count()
        for button in (self.show_button, self.rename, self.copy, self.compare, self.delete):
            button.setEnabled(row >= 0)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < count - 1)

    @property
    def chosen(self) -> str:
        """The id of the scenario that is chosen."""
        row = self.list.currentRow()
        return str(self.list.item(row).data(_ID)) if row >= 0 else ""

    def _push(self, change: DocumentsChange) -> None:
        try:
            self._designer.push(change)
        except CannotEdit as bad:
            self.problem.setText(catalogue().text(bad.message))
            self.problem.show()
        else:
            self.problem.hide()

    # What is done

    def show_chosen(self) -> None:
        """Design the chosen scenario."""
        if self.chosen:
            self._open_choice(self.chosen)
            self.accept()

    def _rename(self) -> None:
        self.list.editItem(self.list.currentItem())

    def _renamed(self, item: QListWidgetItem) -> None:
        document = self._designer.desk.bench.document
        if self._fills or document is None:
            return
        name = str(item.data(_ID))
        try:
            documents = document.documents
            change = rename_scenario(documents.all, name, item.text(), taken=documents.map_ids)
            if self._designer.push(change):
                name = renamed_to(change, name) or name
        except CannotEdit as bad:
            self.problem.setText(catalogue().text(bad.message))
            self.problem.show()
        else:
            self.problem.hide()
        self.fill(name)

    def shift(self, by: int) -> None:
        """Put the chosen scenario before or after its neighbour."""
        names = [str(self.list.item(row).data(_ID)) for row in range(self.list.count())]
        here = self.list.currentRow()
        if 0 <= here < len(names) and 0 <= here + by < len(names):
            names[here], names[here + by] = names[here + by], names[here]
            self._order(names)

    def _put_in_order(self) -> None:
        """What was dragged stays where it was let go."""
        if not self._fills:
            self._order([str(self.list.item(row).data(_ID)) for row in range(self.list.count())])

    def _order(self, names: list[str]) -> None:
        document, chosen = self._designer.desk.bench.document, self.chosen
        if document is not None:
            self._push(order_scenarios(document.documents.all, names))
            self.fill(chosen)

    def _copy(self) -> None:
        self._open_choice(self.chosen)
        self.accept()
        self._ask_copy()

    def _compare(self) -> None:
        self._open_choice(self.chosen)
        self.accept()
        self._ask_compare()

    def delete_chosen(self) -> None:
        """Take the chosen scenario out of the file; undo brings it back."""
        document = self._designer.desk.bench.document
        if document is not None and self.chosen:
            self._push(delete_scenario(document.documents.all, self.chosen))
            self.fill()
