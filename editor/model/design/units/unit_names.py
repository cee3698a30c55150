"""What the counter types and formations of a scenario are called, and which is meant by a name that a person writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from editor.model.design.design import Design
from editor.model.design.sides import side_title
from engine.definitions.counters import CounterType
from engine.definitions.palette import by_id
from engine.narration.language import spoken


@dataclass(frozen=True)
class _Names:
    """Ids by what things are called, whatever the case: by their author, and in the language that is spoken."""

    design: Design
    language: str

    @cached_property
    def types(self) -> Mapping[str, tuple[str, ...]]:
        return _by_name({each.id: each.name for each in self.design.types.values()})

    @cached_property
    def formations(self) -> Mapping[str, tuple[str, ...]]:
        return _by_name({each.id: each.name for each in self.design.formations.values()})

    @cached_property
    def said_types(self) -> Mapping[str, tuple[str, ...]]:
        return _by_name({each.id: self.design.called(each.name) for each in self.design.types.values()})

    @cached_property
    def said_formations(self) -> Mapping[str, tuple[str, ...]]:
        return _by_name({each.id: self.design.called(each.name) for each in self.design.formations.values()})

    @cached_property
    def type_titles(self) -> Mapping[str, tuple[str, ...]]:
        return _by_name({each: type_title(self.design, each) for each in self.design.types})

    @cached_property
    def formation_titles(self) -> Mapping[str, tuple[str, ...]]:
        return _by_name({each: formation_title(self.design, each) for each in self.design.formations})


def names_of(design: Design) -> _Names:
    """The names of a design, gathered once in each language that is spoken and kept with it."""
    kept: _Names | None = design.__dict__.get("_names")
    if kept is None or kept.language != spoken():
        kept = design.__dict__["_names"] = _Names(design, spoken())
    return kept


def types_called(design: Design, text: str) -> tuple[str, ...]:
    """The counter types that a name means, as they are shown or by the name that several may share."""
    names, wanted = names_of(design), text.casefold()
    return names.type_titles.get(wanted, ()) or names.said_types.get(wanted, ()) or names.types.get(wanted, ())


def formations_called(design: Design, text: str) -> tuple[str, ...]:
    """The same of formations."""
    names, wanted = names_of(design), text.casefold()
    titled, said = names.formation_titles.get(wanted, ()), names.said_formations.get(wanted, ())
    return titled or said or names.formations.get(wanted, ())


def to_suggest(text: str, ids: Iterable[str], titles: Iterable[str]) -> tuple[str, ...]:
    """What a wrong word may be meant as: ids for somebody who writes ids, and else what things are called."""
    writes_ids = text == text.lower() and " " not in text.strip()
    return tuple(ids if writes_ids else titles)


def _by_name(names: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for id_, name in names.items():
        found[name.casefold()] = (*found.get(name.casefold(), ()), id_)
    return found


def type_title(design: Design, kind: str) -> str:
    """A counter type by its name; one that shares it by its nation too, or by a number where that is no help."""
    held = design.types[kind]
    name = design.called(held.name)
    same = [design.types[each] for each in names_of(design).said_types.get(name.casefold(), ())]
    if len(same) <= 1:
        return name
    whose = [_nation(design, each) for each in same]
    own = _nation(design, held)
    return f"{name} ({own if own and whose.count(own) == 1 else same.index(held) + 1})"


def _nation(design: Design, kind: CounterType) -> str:
    nation = by_id(design.palette.nations).get(kind.nation or "")
    return nation.name if nation is not None else side_title(design, kind.side) if kind.side else ""


def formation_title(design: Design, formation: str) -> str:
    """A formation by its name; one that shares it by a number too."""
    name = design.called(design.formations[formation].name)
    same = names_of(design).said_formations.get(name.casefold(), ())
    return name if len(same) == 1 else f"{name} ({same.index(formation) + 1})"
