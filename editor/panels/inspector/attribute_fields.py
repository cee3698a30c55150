"""Attributes as fields: those the palette gives a kind, and those a thing has besides, each with the right widget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from editor.model.change import Change
from editor.panels.inspector.cards import Bearer, CardField, FieldChoice, FieldKind, common
from editor.tools.attribute_options import ON_GLOBE, attribute_title, owners
from engine.definitions.palette import AttributeKind, FeatureSwatch, LineSwatch, Palette, Swatch
from engine.definitions.plan import Attributes, Scalar

_KINDS = {
    AttributeKind.INTEGER: FieldKind.INTEGER,
    AttributeKind.NUMBER: FieldKind.NUMBER,
    AttributeKind.TEXT: FieldKind.TEXT,
    AttributeKind.FLAG: FieldKind.FLAG,
}


def attribute_fields(
    bearers: Sequence[Bearer],
    swatch: Swatch | None,
    fold: Callable[[Sequence[Change]], Change],
    palette: Palette | None = None,
) -> tuple[CardField, ...]:
    """A field for each attribute of things of one kind; an edit changes all of them as one.

    Whose something is, is chosen among the sides or nations of the game of the `palette`, where it is known. Where
    something lies on the globe is shown of what has been given a place there.
    """
    known = dict(swatch.attributes) if isinstance(swatch, FeatureSwatch | LineSwatch) else {}
    kinds = {name: _KINDS[kind] for name, kind in known.items() if name not in ON_GLOBE}
    for bearer in bearers:
        for name, value in bearer.attributes.items():
            kinds.setdefault(name, kind_of(value))
    return tuple(_field(name, kind, bearers, fold, palette) for name, kind in kinds.items())


def _field(
    name: str,
    kind: FieldKind,
    bearers: Sequence[Bearer],
    fold: Callable[[Sequence[Change]], Change],
    palette: Palette | None,
) -> CardField:
    value, several = common(bearer.attributes.get(name) for bearer in bearers)

    def edit(given: Scalar | None) -> Change:
        return fold([bearer.change(_with(bearer.attributes, name, given)) for bearer in bearers])

    if kind is FieldKind.TEXT:
        choices = _owners(name, palette, *(str(bearer.attributes.get(name) or "") for bearer in bearers))
        if choices:
            return CardField(
                f"attribute.{name}",
                attribute_title(name),
                FieldKind.CHOICE,
                value or "",
                lambda given: edit(given or None),
                choices,
                several=several,
            )
    return CardField(f"attribute.{name}", attribute_title(name), kind, value, edit, several=several)


def _owners(name: str, palette: Palette | None, *used: str) -> tuple[FieldChoice, ...]:
    """The sides or nations of a game, nobody, and whatever else is written there."""
    known = {} if palette is None else dict(owners(name, palette.id, palette.nations))
    if not known:
        return ()
    strange = [owner for owner in dict.fromkeys(used) if owner and owner not in known]
    choices = (FieldChoice(owner, words) for owner, words in known.items())
    return (FieldChoice("", "–"), *choices, *(FieldChoice(owner, owner) for owner in strange))


def _with(attributes: Mapping[str, Scalar], name: str, value: Scalar | None) -> Attributes:
    kept = {key: held for key, held in attributes.items() if key != name or value is not None}
    return kept if value is None else {**kept, name: value}


def kind_of(value: Scalar) -> FieldKind:
    """The widget for a value that no palette describes."""
    if isinstance(value, bool):
        return FieldKind.FLAG
    if isinstance(value, int):
        return FieldKind.INTEGER
    return FieldKind.NUMBER if isinstance(value, float) else FieldKind.TEXT


def kind_choices(swatches: Sequence[Swatch], *used: str) -> tuple[FieldChoice, ...]:
    """The kinds to choose from, and those in use that the palette does not have."""
    known = {swatch.id for swatch in swatches}
    more = (kind for kind in dict.fromkeys(used) if kind and kind not in known)
    return (*(FieldChoice(swatch.id, swatch.name) for swatch in swatches), *(FieldChoice(kind, kind) for kind in more))
