"""The dialogs of the Map menu: each makes one entry of the history, or says why not and stays open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QWidget

from app.dialogs.forms import FormDialog, align_labels, choice, number
from app.dialogs.numbering import NumberingFields
from editor.commands.connections import link_inset
from editor.commands.heads import set_palette, set_title
from editor.commands.paint import replace_terrain
from editor.commands.shape import LONGEST, ShapeNumbering, SheetEdge, add_lines, resize
from editor.commands.sheets import add_sheet, join_sheets, remove_sheet, renumber, set_edge, set_fill, split_sheet
from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.locks import check_change
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.core.messages import Message, message
from engine.definitions.bounds import FARTHEST
from engine.definitions.plan import NO_TERRAIN, Cell, MapPlan
from engine.rulesets.registry import registered

Make = Callable[[MapPlan], Change]


def tr(text: str) -> str:
    """The text in the language of the program."""
    return QCoreApplication.translate("MapDialogs", text)


class MapForm(FormDialog):
    """A form about the open map."""

    def __init__(self, bench: Workbench, title: str, note: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(title, note, button, parent)
        assert bench.document is not None, "the entries of the Map menu are grey without a map"
        self.bench = bench
        self.document: MapDocument = bench.document
        self.plan: MapPlan = bench.document.plan

    def does(self, label: Message, makes: Callable[[], Sequence[Make]]) -> None:
        """What the button does: changes one after the other, as one entry of the history."""
        self.when_accepted(lambda: self.do(label, makes()))

    def do(self, label: Message, makes: Sequence[Make]) -> None:
        """Changes one after the other, as one entry of the history."""
        stroke = self.document.begin_stroke(label)
        try:
            for make in makes:
                change = make(self.plan)
                check_change(self.bench, change)
                stroke.extend(change)
        except CannotEdit:
            stroke.cancel()
            raise
        stroke.finish()

    def sheets(self) -> list[tuple[str, object]]:
        return [(name, name) for name in self.plan.sheets]

    def sheet_row(self, text: str, sheet: QComboBox) -> None:
        """Which sheet is meant; nobody is asked where there is one."""
        if len(self.plan.sheets) > 1:
            self.row(text, sheet, tr("Which sheet"))
        else:
            sheet.setParent(self)
            sheet.hide()

    def terrains(self) -> list[tuple[str, object]]:
        known: list[tuple[str, object]] = [(swatch.name, swatch.id) for swatch in self.bench.palette.terrain]
        ids = {value for _, value in known}
        return known + [(name, name) for name in self.plan.terrain_names if name not in ids]


def properties(bench: Workbench, parent: QWidget) -> MapForm:
    """What the map says of itself."""
    form = MapForm(bench, tr("Map Properties"), "", tr("&Apply"), parent)
    plan = form.plan
    title = QLineEdit(plan.title)
    known = registered()
    games: list[tuple[str, object]] = [(tr("None"), ""), *((each.ruleset.title, name) for name, each in known.items())]
    if plan.palette and plan.palette not in known:
        games.append((plan.palette, plan.palette))
    palette = choice(games, plan.palette)
    form.row(tr("&Title"), title, tr("What the map is called"))
    form.row(tr("&Game"), palette, tr("Whose terrain, lines and places it is painted with"))
    fields = {}
    for name, sheet in plan.sheets.items():
        edge = choice(((tr("whole hexes"), "whole"), (tr("hexes cut in half"), "half")), sheet.edge)
        fill = choice([(tr("no hex"), NO_TERRAIN), *form.terrains()], sheet.fill)
        is_only = len(plan.sheets) == 1
        border = tr("&Border") if is_only else tr("Border of sheet {0}").format(name)
        filled = tr("&Filled with") if is_only else tr("Sheet {0} filled with").format(name)
        form.row(border, edge, tr("How the outermost hexes are drawn"))
        form.row(filled, fill, tr("What hexes are that nobody has painted"))
        fields[name] = edge, fill

    def makes() -> Sequence[Make]:
        found: list[Make] = []
        if palette.currentData() != plan.palette:
            found.append(lambda plan: set_palette(plan, palette.currentData()))
        for name, (edge, fill) in fields.items():
            found.append(lambda plan, name=name, edge=edge: set_edge(plan, name, edge.currentData()))  # type: ignore[misc]
            if fill.currentData() != plan.sheets[name].fill:
                found.append(lambda plan, name=name, fill=fill: set_fill(plan, name, fill.currentData()))  # type: ignore[misc]
        return found

    def apply() -> None:
        """The title by itself: with it the file may call the map by another id."""
        if title.text() != plan.title:
            change = set_title(plan, title.text(), taken=form.document.ids_taken())
            check_change(bench, change)
            form.document.push(change)
        form.do(message("window.do.properties"), makes())

    form.when_accepted(apply)
    return form


def resizing(bench: Workbench, parent: QWidget) -> MapForm:
    """Another rectangle for a sheet."""
    note = tr("What stays on the sheet keeps its place. What lies on hexes that go is taken away; undo brings it back.")
    form = MapForm(bench, tr("Resize Sheet"), note, tr("&Resize"), parent)
    sheet = choice(form.sheets())
    fields = [number(-FARTHEST, FARTHEST, 1), number(-FARTHEST, FARTHEST, 1)]
    fields += [number(1, LONGEST, 1), number(1, LONGEST, 1)]
    keep = QCheckBox(tr("Hexes &keep their numbers"))
    keep.setChecked(True)

    def show() -> None:
        held = form.plan.sheets[sheet.currentData()]
        for field, value in zip(fields, (*held.first, *held.size), strict=True):
            field.setValue(value)

    form.sheet_row(tr("&Sheet"), sheet)
    for text, field, about in zip(
        (tr("First c&olumn"), tr("First ro&w"), tr("&Columns"), tr("&Rows")),
        fields,
        (tr("Smaller adds columns at the left"), tr("Smaller adds rows at the top"), tr("How wide"), tr("How high")),
        strict=True,
    ):
        form.row(text, field, about)
    form.form.addRow(keep)
    sheet.currentIndexChanged.connect(show)
    show()

    def make(plan: MapPlan) -> Change:
        left, top, across, down = (field.value() for field in fields)
        numbering = ShapeNumbering.KEEP if keep.isChecked() else ShapeNumbering.RECOUNT
        contents = form.document.contents
        return resize(plan, sheet.currentData(), (left, top), (across, down), numbering=numbering, contents=contents)

    form.does(message("window.do.resize"), lambda: (make,))
    return form


def adding_lines(bench: Workbench, parent: QWidget) -> MapForm:
    """Rows and columns at an edge."""
    note = tr("A number below zero takes rows or columns off.")
    form = MapForm(bench, tr("Add Rows or Columns"), note, tr("&Add"), parent)
    sheet = choice(form.sheets())
    edge = choice(
        (
            (tr("at the top"), SheetEdge.TOP),
            (tr("at the bottom"), SheetEdge.BOTTOM),
            (tr("at the left"), SheetEdge.LEFT),
            (tr("at the right"), SheetEdge.RIGHT),
        ),
        SheetEdge.BOTTOM,
    )
    count = number(-LONGEST, LONGEST, 1)
    keep = QCheckBox(tr("Hexes &keep their numbers"))
    keep.setChecked(True)
    form.sheet_row(tr("&Sheet"), sheet)
    form.row(tr("&Where"), edge, tr("At which edge"))
    form.row(tr("How &many"), count, tr("Rows at the top and bottom, columns at the sides"))
    form.form.addRow(keep)

    def make(plan: MapPlan) -> Change:
        numbering = ShapeNumbering.KEEP if keep.isChecked() else ShapeNumbering.RECOUNT
        at = SheetEdge(edge.currentData())
        contents = form.document.contents
        return add_lines(plan, sheet.currentData(), at, count.value(), numbering=numbering, contents=contents)

    form.does(message("window.do.add-lines"), lambda: (make,))
    return form


def renumbering(bench: Workbench, parent: QWidget) -> MapForm:
    """Other numbers in the hexes."""
    note = tr("Only what is printed changes; nothing on the map moves.")
    form = MapForm(bench, tr("Renumber"), note, tr("&Renumber"), parent)
    sheet = choice(form.sheets())
    fields = NumberingFields()
    form.sheet_row(tr("S&heet"), sheet)
    form.form.addRow(fields)
    align_labels(form.form, fields.form)
    sheet.currentIndexChanged.connect(lambda: fields.show_scheme(form.plan.sheets[sheet.currentData()].labels))
    fields.show_scheme(form.plan.sheets[sheet.currentData()].labels)
    form.does(
        message("window.do.renumber"), lambda: (lambda plan: renumber(plan, sheet.currentData(), fields.scheme()),)
    )
    return form


def adding_sheet(bench: Workbench, parent: QWidget) -> MapForm:
    """Another sheet, or an inset at another scale."""
    note = tr("A second sheet can be joined to another where they overlap; an inset is a sheet at another scale.")
    form = MapForm(bench, tr("Add Sheet or Inset"), note, tr("&Add"), parent)
    first = next(iter(form.plan.sheets.values()), None)
    name = QLineEdit(_next_id(form.plan))
    prefix = QLineEdit(name.text()[:1].upper())
    across, down = number(1, LONGEST, 12), number(1, LONGEST, 10)
    orientation = choice(
        ((tr("flat-topped hexes"), Orientation.FLAT), (tr("pointed hexes"), Orientation.POINTY)),
        first.grid.orientation if first is not None else Orientation.FLAT,
    )
    scale = QDoubleSpinBox()
    scale.setRange(0.05, 20)
    scale.setSingleStep(0.25)
    scale.setValue(1.0)
    fill = choice(form.terrains(), first.fill if first is not None else None)
    form.row(tr("&Name"), name, tr("Lower case letters, digits and hyphens"))
    form.row(tr("&Prefix"), prefix, tr("Printed before the numbers of this sheet, so that no two are the same"))
    form.row(tr("&Columns"), across, tr("How wide"))
    form.row(tr("&Rows"), down, tr("How high"))
    form.row(tr("&Grid"), orientation, tr("Joined sheets have the same"))
    form.row(tr("Si&ze of a hex"), scale, tr("1 is as large as the hexes of a usual sheet"))
    form.row(tr("&Filled with"), fill, tr("What its hexes are at first"))

    def make(plan: MapPlan) -> Change:
        box = bench.canvas.picture.bounds
        grid = HexGrid(orientation.currentData(), first.grid.parity if first is not None else Parity.EVEN)
        return add_sheet(
            plan,
            name.text().strip(),
            grid,
            (across.value(), down.value()),
            fill=fill.currentData(),
            labels=LabelScheme(prefix=prefix.text().strip()),
            scale=scale.value(),
            origin=(round(box.right + 1.5 * scale.value(), 3), round(box.top + 2 * scale.value(), 3))
            if plan.sheets
            else (0.0, 0.0),
        )

    form.does(message("window.do.add-sheet"), lambda: (make,))
    return form


def joining(bench: Workbench, parent: QWidget) -> MapForm:
    """Two sheets laid on one another."""
    note = tr("Name one hex of each sheet that are the same hex where the sheets overlap; the rest follows.")
    form = MapForm(bench, tr("Join Sheets"), note, tr("&Join"), parent)
    names = list(form.plan.sheets)
    one, two = choice(form.sheets(), names[0]), choice(form.sheets(), names[-1])
    here, there = QLineEdit(), QLineEdit()
    form.row(tr("&Sheet"), one, tr("One of the two sheets"))
    form.row(tr("&Its hex"), here, tr("The number printed in the hex"))
    form.row(tr("&Other sheet"), two, tr("The other of the two sheets"))
    form.row(tr("Its &hex"), there, tr("The number printed in the hex"))

    def make(plan: MapPlan) -> Change:
        return join_sheets(
            plan,
            labelled_cell(plan, one.currentData(), here.text()),
            labelled_cell(plan, two.currentData(), there.text()),
        )

    form.does(message("window.do.join"), lambda: (make,))
    return form


def splitting(bench: Workbench, parent: QWidget) -> MapForm:
    """A joined sheet by itself again."""
    note = tr("The sheet is taken off the sheets it is joined to and laid beside them; rails across the seam are cut.")
    form = MapForm(bench, tr("Split Sheets"), note, tr("&Split"), parent)
    sheet = choice(form.sheets(), list(form.plan.sheets)[-1])
    away = number(-1000, 1000, 3)
    form.sheet_row(tr("S&heet"), sheet)
    form.row(tr("Move it &right by"), away, tr("In hex radii"))
    form.does(
        message("window.do.split"),
        lambda: (lambda plan: split_sheet(plan, sheet.currentData(), by=(float(away.value()), 0.0)),),
    )
    return form


def removing_sheet(bench: Workbench, parent: QWidget) -> MapForm:
    """One sheet fewer."""
    note = tr(
        "The sheet goes with all that lies on it, except on hexes that another sheet prints too. Undo brings it back."
    )
    form = MapForm(bench, tr("Remove Sheet"), note, tr("&Remove"), parent)
    sheet = choice(form.sheets(), list(form.plan.sheets)[-1])
    form.sheet_row(tr("S&heet"), sheet)
    contents = form.document.contents
    form.does(
        message("window.do.remove-sheet"),
        lambda: (lambda plan: remove_sheet(plan, sheet.currentData(), contents=contents),),
    )
    return form


def linking_inset(bench: Workbench, parent: QWidget) -> MapForm:
    """A way between an inset and the main map."""
    note = tr("Units may pass between the two hexes.")
    form = MapForm(bench, tr("Link an Inset"), note, tr("&Link"), parent)
    names = list(form.plan.sheets)
    inset, main = choice(form.sheets(), names[-1]), choice(form.sheets(), names[0])
    here, there = QLineEdit(), QLineEdit()
    form.row(tr("&Inset"), inset, tr("The sheet of the inset"))
    form.row(tr("Its &hex"), here, tr("The number printed in the hex"))
    form.row(tr("&Main sheet"), main, tr("The sheet it belongs to"))
    form.row(tr("I&ts hex"), there, tr("The number printed in the hex"))

    def make(plan: MapPlan) -> Change:
        return link_inset(
            plan,
            labelled_cell(plan, inset.currentData(), here.text()),
            labelled_cell(plan, main.currentData(), there.text()),
            contents=form.document.contents,
        )

    form.does(message("window.do.link-inset"), lambda: (make,))
    return form


def replacing(bench: Workbench, parent: QWidget) -> MapForm:
    """One terrain by another."""
    form = MapForm(bench, tr("Replace Terrain"), "", tr("&Replace"), parent)
    terrains = form.terrains()
    old, new = choice(terrains), choice(terrains, terrains[-1][1] if terrains else None)
    within = QCheckBox(tr("Only in the &selection"))
    within.setEnabled(bool(bench.selection.cells))
    form.row(tr("&Every"), old, tr("The terrain that is there"))
    form.row(tr("&Becomes"), new, tr("The terrain it becomes"))
    form.form.addRow(within)

    def make(plan: MapPlan) -> Change:
        cells = bench.selection.cells if within.isChecked() else None
        return replace_terrain(plan, old.currentData(), new.currentData(), within=cells)

    form.does(message("window.do.replace-terrain"), lambda: (make,))
    return form


def labelled_cell(plan: MapPlan, sheet: str, text: str) -> Cell:
    """The hex of a sheet that has this number printed in it."""
    held = plan.sheets[sheet]
    found = held.labels.parse(held.grid, text.strip(), held.extent)
    if found is None:
        raise CannotEdit(message("edit.cannot.not-a-label", text=text))
    return Cell(sheet, *found)


def _next_id(plan: MapPlan) -> str:
    names: Iterator[str] = chain(("main", *"bcdefghijklmnopqrstuvwxyz"), (f"sheet-{number}" for number in count(27)))
    return next(name for name in names if name not in plan.sheets)
