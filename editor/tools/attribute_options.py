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
from engine.definitions.palette import AttributeKind, FeatureSwatch, LineSwatch, by_id
from engine.definitions.plan import Scalar
from engine.narration.language import title
from engine.rulesets.registry import find_game

PREFIX = "attribute."
OWNERS = frozenset({"side", "serves"})
"""What things call the side that they are for."""
_UNSET: dict[AttributeKind, Scalar] = {
    AttributeKind.INTEGER: 0,
    AttributeKind.NUMBER: 0.0,
    AttributeKind.TEXT: "",
    AttributeKind.FLAG: False,
}
Values: TypeAlias = dict[str, Scalar]


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
        return tuple(self._option(name, kind, tip) for name, kind in self._attributes_of_kind().items())

    def _option(self, name: str, kind: AttributeKind, tip: str) -> Option:
        heading = name.replace("_", " ").capitalize()
        sides = self._sides() if name in OWNERS and kind is AttributeKind.TEXT else ()
        if sides:
            return Option(PREFIX + name, OptionKind.CHOICE, heading, tip, choices=sides)
        return Option(PREFIX + name, OPTION_OF_ATTRIBUTE[kind], heading, tip, least=-1_000_000)

    def _sides(self) -> tuple[OptionChoice, ...]:
        """Nobody, and the sides of the map's game, where it is known."""
        document = self.bench.document
        game = document.plan.palette if document is not None else ""
        entry = find_game(game)
        if entry is None:
            return ()
        sides = (OptionChoice(str(side), title(str(side), game)) for side in entry.ruleset.sides)
        return (OptionChoice("", "–"), *sides)

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
