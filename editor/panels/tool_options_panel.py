"""The options of the tool in hand, whatever tool that is: each describes its own, and here is a field for each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSlider,
    QSpinBox,
    QWidget,
)

from editor.documents.workbench import LARGEST_BRUSH, SMALLEST_BRUSH, Workbench
from editor.panels.icons import icon_pixmap
from editor.panels.panel import Panel, column_of, heading, note
from editor.tools.options import Option, OptionKind, OptionValue
from editor.tools.tool import Tool
from editor.tools.toolbox import ToolController
from engine.narration.language import counted

_SHORTEST = 10
"""Letters that a list of choices has room for at least."""


class ToolOptionsPanel(Panel):
    """Fields for what can be set about the tool in hand."""

    name = "tool-options"

    def __init__(self, bench: Workbench, controller: ToolController, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self._controller = controller
        self._shown: tuple[str, tuple[Option, ...]] | None = None
        self.fields: dict[str, OptionField] = {}
        """The fields by the names of their options."""
        self._picture = QLabel()
        self._heading = heading("")
        self._tip = note()
        self.brush = BrushSlider(bench)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._no_options = note(self.tr("Nothing to set for this tool."))
        self._lay_out()
        controller.options_changed.connect(self._renew)
        bench.tool_changed.connect(self._renew)
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Tool Options")

    @property
    def about(self) -> str:
        return self.tr("What can be set about the tool in hand")

    def sizeHint(self) -> QSize:
        return QSize(280, 220)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._picture)
        top.addWidget(self._heading, 1)
        column = column_of(self.body)
        column.addLayout(top)
        column.addWidget(self._tip)
        column.addWidget(self.brush)
        column.addLayout(self.form)
        column.addWidget(self._no_options)
        column.addStretch()

    def document_opened(self) -> None:
        self._renew()

    def theme_changed(self) -> None:
        self._show_picture()

    def _renew(self) -> None:
        tool = self._controller.tools.get(self.bench.tool)
        if self.document is None or tool is None:
            self._shown = None
            self.show_nothing("options", self.tr("Take a tool in hand to see its options."))
            return
        self.show_body()
        options = tuple(tool.options_shown())
        if self._shown != (tool.name, options):
            self._fill(tool, options)
            self._shown = (tool.name, options)
        for option in options:
            self.fields[option.name].show_value(tool.option(option.name))

    def _fill(self, tool: Tool, options: Sequence[Option]) -> None:
        while self.form.rowCount():
            self.form.removeRow(0)
        self.fields.clear()
        self._heading.setText(tool.title)
        self._tip.setText(tool.tip)
        self._show_picture()
        self.brush.setVisible(tool.has_brush)
        self._no_options.setVisible(not options and not tool.has_brush)
        for option in options:
            field = OptionField(option, self._setter(tool.name, option.name))
            self.fields[option.name] = field
            if option.kind is OptionKind.BOOL:
                self.form.addRow(field.widget)
            else:
                self.form.addRow(option.title, field.widget)

    def _setter(self, tool: str, option: str) -> Callable[[OptionValue], None]:
        def put(value: OptionValue) -> None:
            if not self._controller.set_option(tool, option, value):
                self.fields[option].show_value(self._controller.tools[tool].option(option))

        return put

    def _show_picture(self) -> None:
        tool = self._controller.tools.get(self.bench.tool)
        if tool is not None:
            self._picture.setPixmap(icon_pixmap(tool.icon, 20, ratio=self.devicePixelRatioF()))


class BrushSlider(QWidget):
    """The radius of the brush, by hand or by the keys [ and ]."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(SMALLEST_BRUSH, LARGEST_BRUSH)
        self.slider.setPageStep(1)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.slider.setTickInterval(1)
        self.slider.setAccessibleName(self.tr("Brush radius"))
        self.slider.setToolTip(self.tr("How far the brush reaches, in hexes ([ and ])"))
        self.count = QLabel()
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance("127 hexes "))
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        label = QLabel(self.tr("Brush"))
        label.setBuddy(self.slider)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(self.slider, 1)
        row.addWidget(self.count)
        self.slider.valueChanged.connect(bench.set_brush)
        bench.brush_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        radius = self._bench.brush
        self.slider.setValue(radius)
        hexes = 1 + 3 * radius * (radius - 1)
        self.count.setText(self.tr("{0} {0:hex|hexes}").format(counted(hexes)))


class OptionField:
    """The widget of one option."""

    def __init__(self, option: Option, put: Callable[[OptionValue], None]) -> None:
        self.option = option
        self.widget: QWidget
        self._show: Callable[[OptionValue], None]
        match option.kind:
            case OptionKind.BOOL:
                self._flag(put)
            case OptionKind.INT:
                self._integer(put)
            case OptionKind.NUMBER:
                self._number(put)
            case OptionKind.CHOICE:
                self._choice(put)
            case OptionKind.TEXT:
                self._text(put)
        self.widget.setToolTip(option.tip)
        self.widget.setStatusTip(option.tip)
        self.widget.setAccessibleName(option.title)
        self.widget.setAccessibleDescription(option.tip)

    def show_value(self, value: OptionValue) -> None:
        """Show a value, without a word to anyone."""
        self.widget.blockSignals(True)
        self._show(value)
        self.widget.blockSignals(False)

    def _flag(self, put: Callable[[OptionValue], None]) -> None:
        box = QCheckBox(self.option.title)
        box.toggled.connect(put)
        self.widget, self._show = box, lambda value: box.setChecked(bool(value))

    def _integer(self, put: Callable[[OptionValue], None]) -> None:
        spin = QSpinBox()
        spin.setRange(round(self.option.least), round(self.option.most))
        spin.setKeyboardTracking(False)
        spin.valueChanged.connect(put)
        self.widget, self._show = spin, lambda value: spin.setValue(int(value))

    def _number(self, put: Callable[[OptionValue], None]) -> None:
        spin = QDoubleSpinBox()
        spin.setRange(self.option.least, self.option.most)
        spin.setDecimals(2)
        spin.setSingleStep(0.1 if self.option.most <= 100 else 1.0)
        spin.setKeyboardTracking(False)
        spin.valueChanged.connect(put)
        self.widget, self._show = spin, lambda value: spin.setValue(float(value))

    def _choice(self, put: Callable[[OptionValue], None]) -> None:
        combo = QComboBox()
        combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        combo.setMinimumContentsLength(_SHORTEST)  # long choices must not widen the dock and shift the map
        for choice in self.option.choices:
            combo.addItem(choice.title, choice.value)
        combo.activated.connect(lambda number: put(str(combo.itemData(number))))
        self.widget, self._show = combo, lambda value: combo.setCurrentIndex(combo.findData(value))

    def _text(self, put: Callable[[OptionValue], None]) -> None:
        line = QLineEdit()
        line.editingFinished.connect(lambda: put(line.text()))
        self.widget, self._show = line, lambda value: line.setText(str(value))
