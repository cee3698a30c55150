"""Cards of things on the map: features, what lies along hexsides, rails and roads, connections, lettering, regions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from editor.commands.connections import delete_links, edit_link
from editor.commands.lines import delete_lines, edit_line, join_lines, split_line
from editor.commands.names import move_feature_name
from editor.commands.outlines import delete_shapes, edit_shape
from editor.commands.places import delete_features, edit_feature
from editor.commands.regions import delete_region, edit_region
from editor.commands.sides import clear_sides, edit_sides
from editor.commands.texts import delete_texts, edit_text, move_texts, rotate_text
from editor.documents.workbench import Picked
from editor.geometry.hexsides import hexside_of
from editor.geometry.place_names import place_name
from editor.model.change import Change, folded
from editor.model.edits import Part
from editor.model.selection import of_region
from editor.panels.inspector.attribute_fields import attribute_fields, kind_choices
from editor.panels.inspector.cards import (
    Bearer,
    CardField,
    CardMaker,
    Deed,
    FieldChoice,
    FieldKind,
    InspectorCard,
    common,
)
from editor.panels.inspector.name_fields import name_fields
from editor.panels.view_jump import jump_to
from engine.core.boards.hexes import DIRECTION_NAMES
from engine.definitions.palette import Swatch
from engine.definitions.plan import Attributes, FeaturePlan, MapPlan, PathPlan, Scalar, SideKey, TextPlan, side_cells


class ThingCards(CardMaker):
    """Makes the cards of what is no place itself."""

    def card(self, picked: Picked) -> InspectorCard | None:
        """The card of one thing; None when it is gone, or is a place."""
        plan, key = self.plan, str(picked.key)
        match picked.part:
            case Part.FEATURE if key in plan.features:
                return self.features((key,))
            case Part.SIDE if picked.key in plan.sides:
                return self.side(picked.key)
            case Part.PATH if key in plan.paths:
                return self.line(key)
            case Part.LINK if key in plan.links:
                return self.link(key)
            case Part.TEXT if key in plan.texts:
                return self.text(key)
            case Part.SHAPE if key in plan.shapes:
                return self.shape(key)
            case Part.REGION if key in plan.regions:
                return self.region(key)
            case _:
                return None

    # What stands at places

    def features(self, ids: Sequence[str]) -> InspectorCard:
        """One feature, or several of a kind."""
        plan = self.plan
        found = [plan.features[name] for name in ids]
        kind, mixed = common(feature.kind for feature in found)
        name, unlike = common(feature.name for feature in found)
        swatch = self._swatch("features", str(kind))
        kinds = kind_choices(self.bench.palette.features, str(kind or ""))
        bearers = [Bearer(each.attributes, partial(self._with_attributes, each.id)) for each in found]
        fields = (
            CardField(
                "kind",
                self.tr("Kind"),
                FieldKind.CHOICE,
                kind,
                lambda given: _fold([edit_feature(plan, each, kind=str(given)) for each in ids]),
                kinds,
                several=mixed,
            ),
            CardField(
                "name",
                self.tr("Name"),
                FieldKind.TEXT,
                name,
                lambda given: _fold([edit_feature(plan, each, name=str(given or "")) for each in ids]),
                several=unlike,
            ),
            *attribute_fields(bearers, swatch, _fold, self.bench.palette),
            *(self._name_offset(found[0]) if len(found) == 1 and found[0].name else ()),
        )
        if len(found) == 1:
            title, detail = found[0].name or self._kind_name(swatch, found[0].kind), place_name(plan, found[0].at)
        else:
            title, detail = self.tr("{0} features").format(len(found)), ""
        delete = Deed("delete", self.tr("Delete"), "delete", self.tr("Delete it"), lambda: delete_features(plan, ids))
        deeds = (self.add_attribute(bearers[0]), delete) if len(found) == 1 else (delete,)
        return InspectorCard(f"feature:{','.join(ids)}", title, "feature", detail, fields, deeds)

    def _name_offset(self, feature: FeaturePlan) -> tuple[CardField, ...]:
        plan = self.plan
        return name_fields(feature.name_offset, lambda to: move_feature_name(plan, feature.id, to))

    def _with_attributes(self, feature: str, attributes: Attributes) -> Change:
        return edit_feature(self.plan, feature, attributes=attributes)

    # Lines

    def side(self, key: SideKey) -> InspectorCard:
        """Something along a hexside."""
        plan = self.plan
        side = plan.sides[key]
        swatch = self._swatch("sides", key.kind)
        sheet = plan.sheets[key.sheet]
        here, there = (cell.key for cell in side_cells(sheet.grid, key))
        direction = DIRECTION_NAMES[sheet.grid.orientation][key.direction]
        both = FieldChoice("", self.tr("both ways"))
        ways = (
            both,
            *(FieldChoice(place, place_name(plan, place)) for place in (here, there) if plan.has_place(place)),
        )
        towards = CardField(
            "towards",
            self.tr("Counts when entering"),
            FieldKind.CHOICE,
            side.towards,
            lambda given: edit_sides(plan, (key,), towards=str(given or "")),
            ways,
            self.tr("A wall or a bank may matter only to those who come from one side"),
        )
        bearer = Bearer(side.attributes, lambda given: edit_sides(plan, (key,), attributes=given))
        title = self._kind_name(swatch, key.kind)
        detail = f"{place_name(plan, here)}/{direction}"
        hexside = hexside_of(key)
        delete = Deed(
            "delete",
            self.tr("Delete"),
            "delete",
            self.tr("Rub it out here"),
            lambda: clear_sides(plan, (hexside,), kinds=(key.kind,)),
        )
        fields = (towards, *attribute_fields((bearer,), swatch, _fold))
        deeds = (self._look(Part.SIDE, key), self.add_attribute(bearer), delete)
        return InspectorCard(f"side:{key}", title, "hexside", detail, fields, deeds)

    def line(self, id: str) -> InspectorCard:
        """A railway or a road."""
        plan = self.plan
        line = plan.paths[id]
        swatch = self._swatch("paths", line.kind)
        kinds = kind_choices(self.bench.palette.paths, line.kind)
        bearer = Bearer(line.attributes, lambda given: edit_line(plan, id, attributes=given))
        ends = (
            " – ".join(place_name(plan, place) for place in (line.through[0], line.through[-1])) if line.through else ""
        )
        fields = (
            CardField(
                "kind",
                self.tr("Kind"),
                FieldKind.CHOICE,
                line.kind,
                lambda given: edit_line(plan, id, kind=str(given)),
                kinds,
            ),
            self.fact("length", self.tr("Steps"), max(0, len(line.through) - 1)),
            *attribute_fields((bearer,), swatch, _fold),
        )
        delete = Deed(
            "delete", self.tr("Delete"), "delete", self.tr("Delete the whole line"), lambda: delete_lines(plan, (id,))
        )
        title = self._kind_name(swatch, line.kind)
        deeds = (self._look(Part.PATH, id), self.add_attribute(bearer), *self._line_deeds(id), delete)
        return InspectorCard(f"line:{id}", title, "rail", ends, fields, deeds)

    def _line_deeds(self, id: str) -> list[Deed]:
        """What can be done with a line as it lies: joined to the one that goes on where it ends, or split at a hex."""
        plan, line = self.plan, self.plan.paths[id]
        deeds = []
        other = self._goes_on(line)
        if other is not None:
            tip = self.tr("Make one line of this and the one that goes on where it ends; this one's state holds")
            deeds.append(Deed("join", self.tr("Join"), "connect", tip, lambda: join_lines(plan, id, other)))
        chosen = [cell.key for cell in self.bench.selection.cells] if len(self.bench.selection.cells) == 1 else []
        if chosen and chosen[0] in line.through[1:-1]:
            at = line.through.index(chosen[0])
            tip = self.tr("Make two lines of it that meet at the selected hex, to give each a state of its own")
            deeds.append(Deed("split", self.tr("Split"), "split", tip, lambda: split_line(plan, id, at)))
        return deeds

    def _goes_on(self, line: PathPlan) -> str | None:
        """The line of the same kind that begins or ends where this one ends."""
        for end in (line.through[-1:], line.through[:1]):
            for place in end:
                for name in sorted(self.document.contents.lines_through(place)):
                    found = self.plan.paths[name]
                    if name != line.id and found.kind == line.kind and place in (found.through[0], found.through[-1]):
                        return name
        return None

    def link(self, id: str) -> InspectorCard:
        """A connection."""
        plan = self.plan
        link = plan.links[id]
        swatch = self._swatch("connections", link.kind)
        kinds = kind_choices(self.bench.palette.connections, link.kind)
        bearer = Bearer(link.attributes, lambda given: edit_link(plan, id, attributes=given))
        arrow = "→" if link.one_way else "–"
        detail = f"{place_name(plan, link.a)} {arrow} {place_name(plan, link.b)}"
        fields = (
            CardField(
                "kind",
                self.tr("Kind"),
                FieldKind.CHOICE,
                link.kind,
                lambda given: edit_link(plan, id, kind=str(given)),
                kinds,
            ),
            CardField(
                "one-way",
                self.tr("One way"),
                FieldKind.FLAG,
                link.one_way,
                lambda given: edit_link(plan, id, one_way=bool(given)),
            ),
            *attribute_fields((bearer,), swatch, _fold),
        )
        turn = Deed(
            "reverse",
            self.tr("Reverse"),
            "replace-terrain",
            self.tr("Let it lead the other way"),
            lambda: edit_link(plan, id, reverse=True),
        )
        delete = Deed(
            "delete", self.tr("Delete"), "delete", self.tr("Delete the connection"), lambda: delete_links(plan, (id,))
        )
        title = self._kind_name(swatch, link.kind)
        deeds = (self._look(Part.LINK, id), turn, self.add_attribute(bearer), delete)
        return InspectorCard(f"link:{id}", title, "connect", detail, fields, deeds)

    # The ground behind spaces

    def shape(self, id: str) -> InspectorCard:
        """An outline of ground, or the tint of a region."""
        plan = self.plan
        shape = plan.shapes[id]
        none = FieldChoice("", self.tr("none"))
        regions = (none, *(FieldChoice(each.id, each.title or each.id, each.colour) for each in plan.regions.values()))
        terrains = (none, *kind_choices(self.bench.palette.terrain, shape.terrain))
        fields = (
            CardField(
                "terrain",
                self.tr("Terrain"),
                FieldKind.CHOICE,
                shape.terrain,
                lambda given: edit_shape(plan, id, terrain=str(given or ""), region=shape.region),
                terrains,
                self.tr("Ground has a terrain, a tint has a region"),
            ),
            CardField(
                "region",
                self.tr("Region"),
                FieldKind.CHOICE,
                shape.region,
                lambda given: edit_shape(plan, id, region=str(given or "")),
                regions,
            ),
            CardField(
                "level",
                self.tr("Level"),
                FieldKind.INTEGER,
                shape.level,
                lambda given: edit_shape(plan, id, level=int(given or 0)),
                tip=self.tr("What has a higher level lies on top"),
            ),
            self.fact("corners", self.tr("Corners"), sum(map(len, shape.rings))),
        )
        higher = max((other.level for other in plan.shapes.values() if other is not shape), default=-1) + 1
        lower = min((other.level for other in plan.shapes.values() if other is not shape), default=1) - 1
        deeds = (
            Deed(
                "raise",
                self.tr("To the top"),
                "raise",
                self.tr("Lay it on top of all others"),
                lambda: edit_shape(plan, id, level=higher),
            ),
            Deed(
                "lower",
                self.tr("To the bottom"),
                "lower",
                self.tr("Lay it beneath all others"),
                lambda: edit_shape(plan, id, level=lower),
            ),
            Deed(
                "delete", self.tr("Delete"), "delete", self.tr("Delete the outline"), lambda: delete_shapes(plan, (id,))
            ),
        )
        region = plan.regions.get(shape.region)
        title = self._terrain_name(shape.terrain) if shape.terrain else (region.title or region.id if region else id)
        detail = self.tr("Ground") if shape.terrain else self.tr("Tint")
        return InspectorCard(f"shape:{id}", title, "outline", detail, fields, deeds)

    def _terrain_name(self, terrain: str) -> str:
        return next((swatch.name for swatch in self.bench.palette.terrain if swatch.id == terrain), terrain)

    # Lettering and regions

    def text(self, id: str) -> InspectorCard:
        """Lettering."""
        plan = self.plan
        text = plan.texts[id]
        x, y = text.position

        def moved(across: Scalar | None, down: Scalar | None) -> Change:
            return move_texts(plan, (id,), (float(across or 0) - x, float(down or 0) - y))

        fields = (
            CardField(
                "text",
                self.tr("Text"),
                FieldKind.LINES,
                text.text,
                lambda given: edit_text(plan, id, text=str(given or "")),
            ),
            CardField(
                "size",
                self.tr("Size"),
                FieldKind.NUMBER,
                text.size,
                lambda given: edit_text(plan, id, size=float(given or 0)),
            ),
            CardField(
                "angle",
                self.tr("Angle"),
                FieldKind.NUMBER,
                text.angle,
                lambda given: rotate_text(plan, id, float(given or 0)),
                tip=self.tr("In degrees, clockwise"),
            ),
            *self._lettering_look(plan, text),
            CardField("x", self.tr("Across"), FieldKind.NUMBER, round(x, 3), lambda given: moved(given, y)),
            CardField("y", self.tr("Down"), FieldKind.NUMBER, round(y, 3), lambda given: moved(x, given)),
        )
        delete = Deed(
            "delete", self.tr("Delete"), "delete", self.tr("Delete the lettering"), lambda: delete_texts(plan, (id,))
        )
        straight = Deed(
            "straighten",
            self.tr("Straighten"),
            "clear",
            self.tr("Take the lettering off the line it stands on"),
            lambda: edit_text(plan, id, along=()),
        )
        title = text.text.partition("\n")[0]
        deeds = (self._look(Part.TEXT, id), *((straight,) if text.along else ()), delete)
        return InspectorCard(f"text:{id}", title, "text", self.tr("Lettering"), fields, deeds)

    def _lettering_look(self, plan: MapPlan, text: TextPlan) -> tuple[CardField, ...]:
        """How heavy, how wide apart and how bent lettering is."""
        weights = (("", self.tr("Usual")), ("regular", self.tr("Regular")), ("bold", self.tr("Bold")))
        return (
            CardField(
                "weight",
                self.tr("Weight"),
                FieldKind.CHOICE,
                text.weight,
                lambda given: edit_text(plan, text.id, weight=str(given or "")),
                tuple(FieldChoice(value, title) for value, title in weights),
            ),
            CardField(
                "spacing",
                self.tr("Letter spacing"),
                FieldKind.NUMBER,
                text.spacing,
                lambda given: edit_text(plan, text.id, spacing=float(given or 0)),
                tip=self.tr("How much further apart the letters are, in widths of an m"),
            ),
            CardField(
                "curve",
                self.tr("Curve"),
                FieldKind.NUMBER,
                text.curve,
                lambda given: edit_text(plan, text.id, curve=float(given or 0)),
                tip=self.tr(
                    "By how many degrees the line bends from its first letter to its last; below zero it hangs"
                ),
            ),
        )

    def region(self, id: str) -> InspectorCard:
        """A country, a zone, a theatre."""
        plan = self.plan
        region = plan.regions[id]
        fields = (
            CardField(
                "title",
                self.tr("Title"),
                FieldKind.TEXT,
                region.title,
                lambda given: edit_region(plan, id, title=str(given or "")),
            ),
            CardField(
                "kind",
                self.tr("Kind"),
                FieldKind.CHOICE,
                region.kind,
                lambda given: edit_region(plan, id, kind=str(given)),
                kind_choices(self.bench.palette.regions, region.kind),
            ),
            CardField(
                "colour",
                self.tr("Colour"),
                FieldKind.COLOUR,
                region.colour,
                lambda given: edit_region(plan, id, colour=str(given or "")),
            ),
            self.fact("places", self.tr("Places"), len(region.members)),
        )
        select = Deed(
            "select",
            self.tr("Select places"),
            "select-region",
            self.tr("Select its places"),
            do=lambda: self.bench.select(of_region(plan, id)),
        )
        delete = Deed(
            "delete",
            self.tr("Delete"),
            "delete",
            self.tr("Delete the region; its places stay"),
            lambda: delete_region(plan, id),
        )
        title = region.title or id
        return InspectorCard(f"region:{id}", title, "region", self.tr("Region"), fields, (select, delete))

    def _look(self, part: Part, key: str | SideKey) -> Deed:
        return Deed(
            "look",
            self.tr("Look at it"),
            "go-to",
            self.tr("Bring it into view"),
            do=lambda: jump_to(self.bench, part=part, key=key),
        )

    def _swatch(self, group: str, kind: str) -> Swatch | None:
        swatches: Sequence[Swatch] = getattr(self.bench.palette, group)
        return next((swatch for swatch in swatches if swatch.id == kind), None)

    @staticmethod
    def _kind_name(swatch: Swatch | None, kind: str) -> str:
        return kind if swatch is None else swatch.name


def _fold(changes: Sequence[Change]) -> Change:
    """Changes of different things as one entry of the history."""
    return changes[0] if len(changes) == 1 else folded(changes[0].label, changes)
