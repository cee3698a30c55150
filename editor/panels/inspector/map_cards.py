"""Cards of the map itself and of its sheets: title, counts, edges, fill and how the hexes are numbered."""

from __future__ import annotations

from dataclasses import replace

from editor.commands.heads import set_title
from editor.commands.sheets import move_sheet, renumber, set_edge, set_fill, set_scale
from editor.commands.stagger import set_stagger
from editor.geometry.ground import Ground
from editor.model.change import Change
from editor.panels.inspector.attribute_fields import kind_choices
from editor.panels.inspector.cards import CardField, CardMaker, FieldChoice, FieldKind, InspectorCard
from engine.core.boards.hexes import Orientation, Parity
from engine.core.boards.labels import Axis, LabelOrder, LabelScheme, RowAxis
from engine.definitions.plan import NO_CELL, Scalar, SheetPlan
from engine.narration.language import counted, title
from engine.rulesets.registry import find_game


class MapCards(CardMaker):
    """Makes the cards that are shown while nothing is selected."""

    def cards(self) -> list[InspectorCard]:
        """The map, then each of its sheets."""
        return [self.map(), *(self.sheet(sheet) for sheet in self.plan.sheets.values())]

    def one(self, sheet: str) -> list[InspectorCard]:
        """One sheet by itself."""
        found = self.plan.sheets.get(sheet)
        return [] if found is None else [self.sheet(found)]

    def map(self) -> InspectorCard:
        """The map as a whole."""
        plan = self.plan
        counted = (
            ("spaces", self.tr("Spaces"), len(plan.spaces)),
            ("boxes", self.tr("Boxes"), len(plan.boxes)),
            ("features", self.tr("Features"), len(plan.features)),
            ("sides", self.tr("Hexside features"), len(plan.sides)),
            ("lines", self.tr("Rails and roads"), len(plan.paths)),
            ("links", self.tr("Connections"), len(plan.links)),
            ("regions", self.tr("Regions"), len(plan.regions)),
            ("shapes", self.tr("Coasts and tints"), len(plan.shapes)),
        )
        game = find_game(plan.palette)
        kinds = game.ruleset.title if game is not None else title(plan.palette)
        fields = [
            CardField(
                "title",
                self.tr("Title"),
                FieldKind.TEXT,
                plan.title,
                lambda given: set_title(plan, str(given or ""), taken=self.ids_taken()),
            ),
            *([self.fact("palette", self.tr("Palette"), kinds)] if kinds else []),
            *(self.fact(name, title, count) for name, title, count in counted if count),
        ]
        geo = plan.georeference
        if geo is not None:
            fields.append(self.fact("globe", self.tr("On the globe"), self.tr("{0:g} km a hex").format(geo.hex_km)))
        return InspectorCard("map", plan.title or plan.id, "globe", self.tr("Map"), tuple(fields))

    def ids_taken(self) -> frozenset[str] | None:
        """The ids that the map may not take when it is called otherwise; None where it keeps its own."""
        document = self.bench.document
        return document.ids_taken() if document is not None else None

    def sheet(self, sheet: SheetPlan) -> InspectorCard:
        """A sheet; its size is changed with the tools."""
        plan, name = self.plan, sheet.id
        count = int((sheet.terrain != NO_CELL).sum())
        size = self.tr("{0} {0:column|columns}, {1} {1:row|rows}").format(*map(counted, sheet.size))
        way = self.tr("flat tops") if sheet.grid.orientation is Orientation.FLAT else self.tr("pointed tops")
        edges = (FieldChoice("whole", self.tr("whole hexes")), FieldChoice("half", self.tr("half hexes")))
        fills = (FieldChoice("", self.tr("no hexes")), *kind_choices(self.bench.palette.terrain, sheet.fill))
        fields = (
            self.fact("size", self.tr("Size"), size),
            self.fact("hexes", self.tr("Hexes"), f"{count:n} ({way})"),
            CardField(
                "edge",
                self.tr("Edge"),
                FieldKind.CHOICE,
                sheet.edge,
                lambda given: set_edge(plan, name, str(given)),
                edges,
            ),
            CardField(
                "fill",
                self.tr("Unpainted"),
                FieldKind.CHOICE,
                sheet.fill,
                lambda given: set_fill(plan, name, str(given or "")),
                fills,
                self.tr("What hexes are that nobody has painted, and those added later"),
            ),
            CardField(
                "scale",
                self.tr("Scale"),
                FieldKind.NUMBER,
                sheet.scale,
                lambda given: set_scale(plan, name, float(given or 0)),
                tip=self.tr("How large the hexes are beside those of other sheets"),
            ),
            *self._position(sheet),
            self._stagger(sheet),
            *self._labels(sheet),
        )
        called = self.tr("Sheet {0}").format(name) if len(plan.sheets) > 1 else self.tr("Sheet")
        return InspectorCard(f"sheet:{name}", called, "sheet", self._example(sheet), fields)

    def _position(self, sheet: SheetPlan) -> tuple[CardField, ...]:
        """Where it lies; a sheet that is joined to an earlier one lies where that puts it."""
        plan, name = self.plan, sheet.id
        plane = Ground(plan).plane(name)
        if plane is None or plane.home != name:
            return ()
        (x, y), tip = sheet.origin, self.tr("Where it lies on the map plane, in hex radii; joined sheets go along")

        def put(number: int, given: Scalar | None) -> Change:
            at = float(given) if isinstance(given, int | float) else sheet.origin[number]
            return move_sheet(plan, name, (at - x, 0.0) if number == 0 else (0.0, at - y))

        return (
            CardField("x", self.tr("Across"), FieldKind.NUMBER, round(x, 3), lambda given: put(0, given), tip=tip),
            CardField("y", self.tr("Down"), FieldKind.NUMBER, round(y, 3), lambda given: put(1, given), tip=tip),
        )

    def _stagger(self, sheet: SheetPlan) -> CardField:
        is_flat = sheet.grid.orientation is Orientation.FLAT
        odd = self.tr("odd columns lower") if is_flat else self.tr("odd rows indented")
        even = self.tr("even columns lower") if is_flat else self.tr("even rows indented")
        return CardField(
            "stagger",
            self.tr("Stagger"),
            FieldKind.CHOICE,
            sheet.grid.parity.value,
            lambda given: set_stagger(self.plan, sheet.id, Parity(str(given))),
            (FieldChoice(Parity.ODD.value, odd), FieldChoice(Parity.EVEN.value, even)),
            self.tr("Which columns or rows stand half a hex further; rails that no longer lead on are cut"),
        )

    def _example(self, sheet: SheetPlan) -> str:
        """The first and the last label, so that a change of the numbering is seen at once."""
        try:
            first = sheet.labels.label(sheet.grid, *sheet.extent.first, sheet.extent)
            last = sheet.labels.label(sheet.grid, *sheet.extent.last, sheet.extent)
        except ValueError:
            return self.tr("labels run out")
        return f"{first} – {last}"

    def _labels(self, sheet: SheetPlan) -> tuple[CardField, ...]:
        labels = sheet.labels
        orders = (
            FieldChoice(LabelOrder.COLUMN_ROW.value, self.tr("column, row")),
            FieldChoice(LabelOrder.ROW_COLUMN.value, self.tr("row, column")),
        )
        axes = (
            FieldChoice(RowAxis.OFFSET.value, self.tr("straight")),
            FieldChoice(RowAxis.OBLIQUE_DOWN.value, self.tr("oblique, down")),
            FieldChoice(RowAxis.OBLIQUE_UP.value, self.tr("oblique, up")),
        )

        def put(**changes: object) -> Change:
            return renumber(self.plan, sheet.id, replace(labels, **changes))  # type: ignore[arg-type]

        return (
            CardField(
                "order", self.tr("Numbers"), FieldKind.CHOICE, labels.order.value, lambda v: put(order=v), orders
            ),
            CardField("prefix", self.tr("Prefix"), FieldKind.TEXT, labels.prefix, lambda v: put(prefix=str(v or ""))),
            CardField(
                "separator",
                self.tr("Separator"),
                FieldKind.TEXT,
                labels.separator,
                lambda v: put(separator=str(v or "")),
            ),
            *self._axis("column", self.tr("Columns"), labels.column, sheet.id, labels),
            *self._axis("row", self.tr("Rows"), labels.row, sheet.id, labels),
            CardField(
                "row-axis",
                self.tr("Lines"),
                FieldKind.CHOICE,
                labels.row_axis.value,
                lambda v: put(row_axis=v),
                axes,
            ),
        )

    def _axis(self, name: str, title: str, axis: Axis, sheet: str, labels: LabelScheme) -> tuple[CardField, CardField]:
        def put(start: int, digits: int) -> Change:
            changed = replace(axis, start=start, digits=min(max(digits, 1), 9))
            return renumber(self.plan, sheet, replace(labels, **{name: changed}))  # type: ignore[arg-type]

        def whole(value: Scalar | None) -> int:
            return int(value) if isinstance(value, int | float) else 1

        return (
            CardField(
                f"{name}-start",
                self.tr("{0} from").format(title),
                FieldKind.INTEGER,
                axis.start,
                lambda value: put(whole(value), axis.digits),
            ),
            CardField(
                f"{name}-digits",
                self.tr("{0}: digits").format(title),
                FieldKind.INTEGER,
                axis.digits,
                lambda value: put(axis.start, whole(value)),
            ),
        )
