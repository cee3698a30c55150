"""Cards of places: a hex, a space, a box, or many at once with what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

import numpy as np

from editor.commands.layout import put_places
from editor.commands.names import move_space_name
from editor.commands.paint import paint_terrain
from editor.commands.places import add_feature
from editor.commands.regions import paint_region, unpaint_region
from editor.commands.spaces import delete_places, edit_box, edit_space, paint_spaces
from editor.digitise.geography.geo_frame import frame_of
from editor.digitise.geography.projections import ProjectionError
from editor.geometry.cells import Cells, codes_at, existing
from editor.geometry.ground import Ground
from editor.geometry.hexsides import hexsides_around
from editor.geometry.place_names import place_name
from editor.model.change import Change, folded
from editor.model.selection import Selection
from editor.panels.inspector.attribute_fields import attribute_fields, kind_choices
from editor.panels.inspector.cards import (
    Bearer,
    CardField,
    CardMaker,
    CardOffer,
    Deed,
    FieldChoice,
    FieldKind,
    InspectorCard,
)
from editor.panels.inspector.name_fields import name_fields
from editor.panels.inspector.thing_cards import ThingCards
from engine.definitions.plan import NO_CELL, Point, RegionPlan, Scalar, SideKey, cell_of
from engine.narration.language import counted

_Edit: TypeAlias = Callable[[Scalar | None], Change]

MOST_GONE_THROUGH: Final = 400
"""Of so many selected places each is looked at; of more, only the terrain."""
MOST_THINGS: Final = 24
"""Cards of things that are shown for one place."""


class PlaceCards(CardMaker):
    """Makes the cards of what is selected."""

    def cards(self, selection: Selection, things: ThingCards) -> list[InspectorCard]:
        """The cards of one place with all that lies on it, or of many."""
        hexes = self._hexes(selection)
        count = len(hexes) + len(selection.places)
        if count == 0:
            return []
        if count == 1:
            key = next(iter(selection.places), None) or next(iter(hexes)).key
            return self.one(key, things)
        return self.many(selection, hexes, things)

    def _hexes(self, selection: Selection) -> Cells:
        """The selected hexes, each once though two sheets may print it."""
        return Ground(self.plan).owners(existing(self.plan, selection.cells)) if selection.cells else Cells()

    # One place

    def one(self, key: str, things: ThingCards) -> list[InspectorCard]:
        """A place, then what stands on it, along its sides and through it."""
        plan, contents = self.plan, self.document.contents
        if key in plan.spaces:
            cards = [self.space(key)]
        elif key in plan.boxes:
            cards = [self.box(key)]
        elif cell_of(key) is not None and plan.has_place(key):
            cards = [self.hex(key)]
        else:
            return []
        cards += [things.features((name,)) for name in sorted(contents.features_at(key))]
        cards += [things.side(side) for side in self._sides(key)]
        cards += [things.line(name) for name in sorted(contents.lines_through(key))]
        cards += [things.link(name) for name in sorted(contents.links_at(key))]
        return cards[: MOST_THINGS + 1]

    def _sides(self, key: str) -> Iterator[SideKey]:
        cell = cell_of(key)
        sheet = None if cell is None else self.plan.sheets.get(cell.sheet)
        if cell is None or sheet is None:
            return
        contents = self.document.contents
        for side in hexsides_around(sheet.grid, cell):
            for kind in sorted(contents.kinds_along(side)):
                yield side.carrying(kind)

    def hex(self, key: str) -> InspectorCard:
        """A hex of a sheet."""
        plan = self.plan
        cell = cell_of(key)
        assert cell is not None
        terrain = plan.terrain_at(cell) or ""
        cells = Cells.of((cell,))
        centre = self.bench.canvas.picture.index.centre(key) or (0.0, 0.0)
        fields = [
            self._terrain(terrain, lambda given: paint_terrain(plan, cells, str(given)), several=False),
            self.fact("cell", self.tr("Column, row"), f"{cell.col}, {cell.row}"),
            *self._globe(centre),
        ]
        if len(plan.sheets) > 1:
            fields.insert(1, self.fact("sheet", self.tr("Sheet"), cell.sheet))
        fields += self._regions([key])
        return InspectorCard(
            f"hex:{key}", place_name(plan, key), "grid", self.tr("Hex"), tuple(fields), (), self._offers([key])
        )

    def space(self, key: str) -> InspectorCard:
        """A named space."""
        plan = self.plan
        space = plan.spaces[key]
        bearer = Bearer(space.attributes, lambda given: edit_space(plan, key, attributes=given))
        fields = (
            CardField(
                "name",
                self.tr("Name"),
                FieldKind.TEXT,
                space.name,
                lambda given: edit_space(plan, key, name=str(given or "")),
            ),
            self._terrain(
                space.terrain, lambda given: edit_space(plan, key, terrain=str(given or "")), several=False, none=True
            ),
            *self._position(key, space.position),
            *self._globe(space.position),
            *attribute_fields((bearer,), None, lambda changes: changes[0]),
            *(name_fields(space.name_offset, lambda to: move_space_name(plan, key, to)) if space.name else ()),
            *self._regions([key]),
        )
        title, offers = space.name or key, self._offers([key])
        deeds = (self.add_attribute(bearer), self._delete(key))
        return InspectorCard(f"space:{key}", title, "space", self.tr("Space"), fields, deeds, offers)

    def box(self, key: str) -> InspectorCard:
        """A box beside the map."""
        plan = self.plan
        box = plan.boxes[key]
        shown: dict[str, Scalar] = {"width": 5.0, "height": 3.2, **box.attributes}
        bearer = Bearer(box.attributes, lambda given: edit_box(plan, key, attributes=given))
        sized = Bearer(shown, bearer.change)
        fields = (
            CardField(
                "title",
                self.tr("Title"),
                FieldKind.TEXT,
                box.title,
                lambda given: edit_box(plan, key, title=str(given or "")),
            ),
            *self._position(key, box.position),
            *attribute_fields((sized,), None, lambda changes: changes[0]),
        )
        deeds = (self.add_attribute(bearer), self._delete(key))
        return InspectorCard(f"box:{key}", box.title or key, "box", self.tr("Box"), fields, deeds)

    # Many places

    def many(self, selection: Selection, hexes: Cells, things: ThingCards) -> list[InspectorCard]:
        """What many places have in common."""
        counts = self._terrains(selection, hexes)
        places = [*islice(hexes.place_keys(), MOST_GONE_THROUGH + 1), *sorted(selection.places)]
        few = len(hexes) + len(selection.places) <= MOST_GONE_THROUGH
        fields: list[CardField] = []
        if counts:
            value = next(iter(counts)) if len(counts) == 1 else None
            paint = partial(self._paint, selection, hexes)
            fields.append(self._terrain(value, paint, several=value is None))
        names = {choice.value: choice.title for choice in self._terrain_choices()}
        for terrain, count in sorted(counts.items(), key=lambda pair: -pair[1]) if len(counts) > 1 else ():
            fields.append(self.fact(f"count.{terrain}", names.get(terrain, terrain), count))
        if few:
            fields += self._regions(places)
        words = []
        if hexes:
            words.append(self.tr("{0} {0:hex|hexes}").format(counted(len(hexes))))
        spaces = [place for place in selection.places if place in self.plan.spaces]
        boxes = len(selection.places) - len(spaces)
        if spaces:
            words.append(self.tr("{0} {0:space|spaces}").format(counted(len(spaces))))
        if boxes:
            words.append(self.tr("{0} {0:box|boxes}").format(counted(boxes)))
        offers = self._offers(places) if few else ()
        card = InspectorCard(
            "many", ", ".join(words), "select-rectangle", self.tr("Selected"), tuple(fields), (), offers
        )
        return [card, *self._common_features(places, things)] if few else [card]

    def _terrains(self, selection: Selection, hexes: Cells) -> dict[str, int]:
        """How many places have which terrain."""
        plan = self.plan
        counts: dict[str, int] = {}
        for name, keys in hexes.items():
            codes = np.bincount(codes_at(plan.sheets[name], keys), minlength=1)
            for code in np.flatnonzero(codes).tolist():
                if code != NO_CELL:
                    terrain = plan.terrain_names[code - 1]
                    counts[terrain] = counts.get(terrain, 0) + int(codes[code])
        for place in selection.places:
            space = plan.spaces.get(place)
            if space is not None and space.terrain:
                counts[space.terrain] = counts.get(space.terrain, 0) + 1
        return counts

    def _paint(self, selection: Selection, hexes: Cells, given: Scalar | None) -> Change:
        plan, terrain = self.plan, str(given)
        spaces = [place for place in sorted(selection.places) if place in plan.spaces]
        changes = [paint_terrain(plan, hexes, terrain)] if hexes else []
        changes += [paint_spaces(plan, spaces, terrain)] if spaces else []
        return folded(changes[0].label, changes)

    def _common_features(self, places: Sequence[str], things: ThingCards) -> list[InspectorCard]:
        """A card for each kind of feature of which several are selected."""
        kinds: dict[str, list[str]] = {}
        for place in places:
            for name in sorted(self.document.contents.features_at(place)):
                kinds.setdefault(self.plan.features[name].kind, []).append(name)
        return [things.features(tuple(names)) for names in list(kinds.values())[:MOST_THINGS]]

    # Fields

    def _terrain(self, value: str | None, edit: _Edit, *, several: bool, none: bool = False) -> CardField:
        choices = self._terrain_choices(value or "")
        if none:
            choices = (FieldChoice("", self.tr("none")), *choices)
        return CardField("terrain", self.tr("Terrain"), FieldKind.CHOICE, value, edit, choices, several=several)

    def _terrain_choices(self, *used: str) -> tuple[FieldChoice, ...]:
        looks = self.bench.canvas.picture.looks
        return tuple(
            FieldChoice(choice.value, choice.title, looks.terrain(choice.value).colour.name())
            for choice in kind_choices(self.bench.palette.terrain, *used)
        )

    def _position(self, key: str, at: Point) -> tuple[CardField, CardField]:
        plan = self.plan
        x, y = at
        return (
            CardField(
                "x",
                self.tr("Across"),
                FieldKind.NUMBER,
                x,
                lambda given: put_places(plan, {key: (float(given or 0), y)}),
                tip=self.tr("In hex sides from the origin of the map"),
            ),
            CardField(
                "y",
                self.tr("Down"),
                FieldKind.NUMBER,
                y,
                lambda given: put_places(plan, {key: (x, float(given or 0))}),
            ),
        )

    def _globe(self, at: Point) -> list[CardField]:
        """Latitude and longitude, where the map is tied to the globe."""
        try:
            frame = frame_of(self.plan)
        except ProjectionError:
            return []
        if frame is None:
            return []
        latitude, longitude = frame.place(*at)
        north = self.tr("N") if latitude >= 0 else self.tr("S")
        east = self.tr("E") if longitude >= 0 else self.tr("W")
        words = f"{abs(latitude):.3f}° {north}, {abs(longitude):.3f}° {east}"
        return [self.fact("globe", self.tr("On the globe"), words)]

    def _regions(self, places: Sequence[str]) -> list[CardField]:
        """A switch for each region that any of the places belongs to."""
        plan = self.plan
        fields = []
        for region in plan.regions.values():
            inside = sum(place in region.members for place in places)
            if inside:
                fields.append(self._region_field(region, places, whole=inside == len(places)))
        return fields

    def _region_field(self, region: RegionPlan, places: Sequence[str], *, whole: bool) -> CardField:
        plan, id_ = self.plan, region.id

        def edit(given: Scalar | None) -> Change:
            return (paint_region if given else unpaint_region)(plan, id_, places=places)

        title = self.tr("In {0}").format(region.title or region.id)
        value = True if whole else None
        return CardField(f"region.{id_}", title, FieldKind.FLAG, value, edit, tip=region.kind, several=not whole)

    # What can be added

    def _offers(self, places: Sequence[str]) -> tuple[CardOffer, ...]:
        plan = self.plan
        offers = []
        features = kind_choices(self.bench.palette.features)
        if features:
            offers.append(
                CardOffer(
                    "add-feature",
                    self.tr("Feature"),
                    features,
                    lambda kind: _added(self, places, kind),
                    self.tr("Put something here: a city, a port"),
                )
            )
        outside = [
            FieldChoice(region.id, region.title or region.id, region.colour)
            for region in plan.regions.values()
            if not all(place in region.members for place in places)
        ]
        if outside:
            offers.append(
                CardOffer(
                    "add-region",
                    self.tr("Region"),
                    tuple(outside),
                    lambda region: paint_region(plan, region, places=places),
                    self.tr("Let it belong to a region"),
                )
            )
        return tuple(offers)

    def _delete(self, key: str) -> Deed:
        plan, contents = self.plan, self.document.contents
        tip = self.tr("Delete it with its connections and all that stands on it")
        return Deed("delete", self.tr("Delete"), "delete", tip, lambda: delete_places(plan, (key,), contents=contents))


def _added(maker: PlaceCards, places: Sequence[str], kind: str) -> Change:
    changes = [add_feature(maker.plan, place, kind) for place in places if maker.plan.has_place(place)]
    return folded(changes[0].label, changes)
