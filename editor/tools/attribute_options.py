"""Tools whose options include what the ruleset lets the kind in hand say: the state of a railway, the value of a city.

The values are kept for each kind by itself, so that a double-tracked railway is still one after a road was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from editor.commands.swatches import extended_palette
from editor.tools.options import OPTION_OF_ATTRIBUTE, Option, OptionChoice, OptionKind, OptionValue
from editor.tools.tool import Tool
from engine.core.messages import message
from engine.definitions.palette import AttributeKind, FeatureSwatch, LineSwatch, Nation, by_id
from engine.definitions.plan import Scalar
from engine.narration.language import catalogue, title
from engine.rulesets.registry import find_game

PREFIX = "attribute."
OWNERS = frozenset({"side", "serves"})
"""What things call the side that they are for."""
NATION = "nation"
ON_GLOBE = frozenset({"lat", "lon"})
"""Where a thing lies on the globe: each has its own, so no tool lays the same with every click."""
_UNSET: dict[AttributeKind, Scalar] = {
    AttributeKind.INTEGER: 0,
    AttributeKind.NUMBER: 0.0,
    AttributeKind.TEXT: "",
    AttributeKind.FLAG: False,
}
Values: TypeAlias = dict[str, Scalar]


def owners(name: str, game: str, nations: Sequence[Nation]) -> tuple[tuple[str, str], ...]:
    """Whose a thing may be, by id with its title: the sides of the game, or its nations; none where nobody owns it."""
    if name in OWNERS:
        entry = find_game(game)
        return () if entry is None else tuple((str(side), title(str(side), game)) for side in entry.ruleset.sides)
    return tuple((nation.id, nation.name) for nation in nations) if name == NATION else ()


def attribute_title(name: str) -> str:
    """An attribute as a person reads it; one that a map has made up is called as it is written there."""
    words, key = catalogue(), f"attribute.{name}"
    return words.text(message(key)) if key in words else name.replace("_", " ").replace("-", " ").capitalize()


class AttributedTool(Tool):
    """Adds the attributes of the kind in hand to the options of its own; what is not set is not laid."""

    always: Mapping[str, AttributeKind] = MappingProxyType({})
    """Attributes that are offered even where the palette does not list them."""

    _values: dict[str, Values] | None = None

    def options_shown(self) -> Sequence[Option]:
        return (*self.own_options(), *self.attribute_options())

    def own_options(self) -> Sequence[Option]:
        """The options that do not depend on the kind."""
        return ()

    def attribute_options(self) -> tuple[Option, ...]:
        """One for each attribute of the kind in hand."""
        tip = self.tr("Given to what is laid from now on")
        offered = self._attributes_of_kind().items()
        return tuple(self._option(name, kind, tip) for name, kind in offered if name not in ON_GLOBE)

    def _option(self, name: str, kind: AttributeKind, tip: str) -> Option:
        heading = attribute_title(name)
        document = self.bench.document
        game = document.plan.palette if document is not None else ""
        known = owners(name, game, self.bench.palette.nations) if kind is AttributeKind.TEXT else ()
        if known:
            choices = (OptionChoice("", "–"), *(OptionChoice(owner, words) for owner, words in known))
            return Option(PREFIX + name, OptionKind.CHOICE, heading, tip, choices=choices)
        return Option(PREFIX + name, OPTION_OF_ATTRIBUTE[kind], heading, tip, least=-1_000_000)

    def attributes(self) -> Values:
        """Those that are set for the kind in hand and that it has."""
        known = self._attributes_of_kind()
        return {name: value for name, value in self._set_for_kind().items() if name in known}

    def option(self, name: str) -> OptionValue:
        if not name.startswith(PREFIX):
            return super().option(name)
        attribute = name.removeprefix(PREFIX)
        unset = _UNSET[self._attributes_of_kind().get(attribute, AttributeKind.TEXT)]
        return self._set_for_kind().get(attribute, unset)

    def put_option(self, name: str, value: OptionValue) -> None:
        if not name.startswith(PREFIX):
            super().put_option(name, value)
            return
        attribute = name.removeprefix(PREFIX)
        kind = self._attributes_of_kind()[attribute]
        values = self._set_for_kind()
        if OPTION_OF_ATTRIBUTE[kind] is OptionKind.NUMBER:
            value = float(value)
        if value == _UNSET[kind]:
            values.pop(attribute, None)
        else:
            values[attribute] = value

    def _set_for_kind(self) -> Values:
        if self._values is None:
            self._values = {}
        ink = None if self.ink_group is None else self.bench.ink_of(self.ink_group)
        return self._values.setdefault("" if ink is None else ink.id, {})

    def _attributes_of_kind(self) -> Mapping[str, AttributeKind]:
        document = self.bench.document
        ink = None if self.ink_group is None else self.bench.ink_of(self.ink_group)
        if document is None or ink is None:
            return self.always
        swatches: Sequence[LineSwatch | FeatureSwatch] = getattr(
            extended_palette(document.palette, document.plan), ink.group
        )
        swatch = by_id(swatches).get(ink.id)
        return {**self.always, **({} if swatch is None else swatch.attributes)}
