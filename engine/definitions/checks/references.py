"""Names that lead nowhere: documents, types, units, formations, sides, places, nations, options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.messages import Message, message
from engine.core.words.lexicon import WordKind
from engine.definitions.checks.context import Context, Gazetteer, Scene
from engine.definitions.counters import Counters
from engine.definitions.documents import KINDS
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import Issue, Where, error, warning
from engine.definitions.oob import OrderOfBattle
from engine.definitions.scenario import Scenario
from engine.definitions.suggest import did_you_mean


def unknown_documents(context: Context) -> Iterator[Issue]:
    """A scenario names its map, counters, orders of battle and cards; a saved game names its scenario.

    A game that lies alone, with no scenario at all, was played on one that comes with the program; one that carries
    what it is played with needs no other.
    """
    for scene in context.scenes:
        named: list[tuple[str, tuple[str | int, ...], str]] = [("map", ("map",), scene.scenario.map)]
        for kind in ("counters", "oob", "cards"):
            named += [(kind, (kind, i), name) for i, name in enumerate(getattr(scene.scenario, kind))]
        for kind, path, name in named:
            if context.project.find(kind, name) is None:
                yield _unknown_document(context, kind, name, scene.where(*path))
    for game in context.project.loaded(GameRecord).values():
        is_needed = context.scenes and not game.document.played_with
        if is_needed and context.project.find(Scenario.KIND, game.document.scenario) is None:
            yield _unknown_document(context, Scenario.KIND, game.document.scenario, game.where(("scenario",)))


def _unknown_document(context: Context, kind: str, name: str, where: Where) -> Issue:
    known = context.project.of(KINDS[kind])
    return error(message("issue.unknown-document", kind=kind, id=name), where, did_you_mean(name, known))


def unknown_rulesets(context: Context) -> Iterator[Issue]:
    if context.rulesets is None:
        return
    named = [(scene.scenario.ruleset, scene.where("ruleset")) for scene in context.scenes]
    for game in context.project.loaded(GameRecord).values():
        named.append((game.document.ruleset, game.where(("ruleset",))))
    for name, where in named:
        if name not in context.rulesets:
            said = message("issue.unknown-ruleset", id=name)
            yield error(said, where, did_you_mean(name, context.rulesets))


def unknown_types(context: Context) -> Iterator[Issue]:
    """Units of a scenario's order of battle are of types on its counter sheets; others, of any sheet."""
    everything = {part.item.id for part in context.parts(Counters, lambda sheet: sheet.types, "types")}
    reported: set[Where] = set()
    in_scenes = set()
    for scene in context.scenes:
        in_scenes |= set(scene.scenario.oob)
        for part in scene.all_units:
            where = part.where("type")
            if part.item.type not in scene.types and where not in reported:
                reported.add(where)
                yield _unknown_type(part.item.type, where, scene.types)
    for part in context.parts(OrderOfBattle, lambda oob: oob.units, "units"):
        if part.holder.document.id not in in_scenes and part.item.type not in everything:
            yield _unknown_type(part.item.type, part.where("type"), everything)


def _unknown_type(name: str, where: Where, known: Iterable[str]) -> Issue:
    return error(message("issue.unknown-type", id=name), where, did_you_mean(name, known))


def unknown_units(context: Context) -> Iterator[Issue]:
    """What is set up or scheduled stands in the order of battle."""
    for scene in context.scenes:
        named = [("setup", index, placement.unit) for index, placement in scene.setup()]
        named += [("schedule", index, entry.unit) for index, entry in scene.schedule()]
        for field, index, unit in named:
            if unit not in scene.units:
                said = message("issue.unknown-unit", id=unit)
                yield error(said, scene.where(field, index, "unit"), did_you_mean(unit, scene.units))


def unknown_formations(context: Context) -> Iterator[Issue]:
    """Formations may stand in another order of battle of the project; a chain of parents must end."""
    parents: dict[str, str | None] = {}
    for formation in context.parts(OrderOfBattle, lambda oob: oob.formations, "formations"):
        parents.setdefault(formation.item.id, formation.item.parent)
    for formation in context.parts(OrderOfBattle, lambda oob: oob.formations, "formations"):
        parent = formation.item.parent
        if parent is not None and parent not in parents:
            said = message("issue.unknown-formation", id=parent)
            yield error(said, formation.where("parent"), did_you_mean(parent, parents))
        elif _is_own_ancestor(formation.item.id, parents):
            yield error(message("issue.formation-cycle", id=formation.item.id), formation.where("parent"))
    for unit in context.parts(OrderOfBattle, lambda oob: oob.units, "units"):
        name = unit.item.formation
        if name is not None and name not in parents:
            said = message("issue.unknown-formation", id=name)
            yield error(said, unit.where("formation"), did_you_mean(name, parents))


def _is_own_ancestor(name: str, parents: dict[str, str | None]) -> bool:
    seen: set[str] = set()
    at = parents.get(name)
    while at is not None and at not in seen:
        if at == name:
            return True
        seen.add(at)
        at = parents.get(at)
    return False


def unknown_sides(context: Context) -> Iterator[Issue]:
    """Whoever owns units in play, cards, places or objectives is a side of the scenario.

    A side of counters and cards that no game knows is told by its lexicon.
    """
    for scene in context.scenes:
        sides = scene.scenario.sides
        for side, where in _named_sides(scene):
            if side is not None and side not in sides:
                yield error(message("issue.unknown-side", id=side), where, did_you_mean(side, sides))


def _named_sides(scene: Scene) -> Iterator[tuple[str | None, Where]]:
    for index, control in enumerate(scene.scenario.control):
        yield control.side, scene.where("control", index, "side")
    for index, objective in enumerate(scene.scenario.objectives):
        yield objective.side, scene.where("objectives", index, "side")
    for index, condition in enumerate(scene.scenario.victory):
        yield condition.side, scene.where("victory", index, "side")
    yield scene.scenario.otherwise, scene.where("otherwise")
    for card in scene.all_cards:
        if _is_side(scene, card.item.side):
            yield card.item.side, card.where("side")
    in_play = {scene.units[unit].type for unit in scene.used_units if unit in scene.units}
    for counter in scene.all_types:
        if counter.item.id in in_play and _is_side(scene, counter.item.side):
            yield counter.item.side, counter.where("side")


def _is_side(scene: Scene, side: str | None) -> bool:
    lexicon = scene.ruleset.lexicon
    return side is not None and (lexicon is None or lexicon.find(WordKind.SIDE, side) is not None)


def unknown_places(context: Context) -> Iterator[Issue]:
    for scene in context.scenes:
        if scene.places is None:
            continue
        for label, where in _named_places(scene):
            if scene.places.find(label) is None:
                yield error(message("issue.unknown-place", label=label), where, _place_hint(scene.places, label))
        regions = scene.places.regions
        if regions is None:
            continue
        for region, where in _named_regions(scene):
            if region not in regions:
                yield error(message("issue.unknown-region", id=region), where, did_you_mean(region, regions))


def _named_regions(scene: Scene) -> Iterator[tuple[str, Where]]:
    for index, placement in scene.setup():
        if placement.area is not None and placement.area.region is not None:
            yield placement.area.region, scene.where("setup", index, "area", "region")
    for index, control in enumerate(scene.scenario.control):
        if control.region is not None:
            yield control.region, scene.where("control", index, "region")


def _place_hint(places: Gazetteer, label: str) -> Message | None:
    names = tuple(places.suggestions(label))[:3]
    return message("issue.did-you-mean", names=names) if names else None


def _named_places(scene: Scene) -> Iterator[tuple[str, Where]]:
    for index, placement in scene.setup():
        yield placement.at, scene.where("setup", index, "at")
        if placement.area is not None and placement.area.within is not None:
            yield placement.area.within.place, scene.where("setup", index, "area", "within", "place")
        for number, label in enumerate(placement.area.any_of if placement.area is not None else ()):
            yield label, scene.where("setup", index, "area", "any_of", number)
    for index, entry in scene.schedule():
        if entry.at is not None:
            yield entry.at, scene.where("schedule", index, "at")
    for index, control in enumerate(scene.scenario.control):
        for number, label in enumerate(control.locations):
            yield label, scene.where("control", index, "locations", number)
    for index, marker in enumerate(scene.scenario.markers):
        yield marker.at, scene.where("markers", index, "at")
    for index, objective in enumerate(scene.scenario.objectives):
        yield objective.at, scene.where("objectives", index, "at")
    for index, condition in enumerate(scene.scenario.victory):
        for number, label in enumerate(condition.hold):
            yield label, scene.where("victory", index, "hold", number)


def unknown_nations(context: Context) -> Iterator[Issue]:
    """Nations without an entry in the palette have no colours of their own; only a warning."""
    for scene in context.scenes:
        palette = scene.ruleset.palette
        if palette is None or not palette.nations:
            continue
        known = [nation.id for nation in palette.nations]
        for counter in scene.all_types:
            nation = counter.item.nation
            if nation is not None and nation not in known:
                said = message("issue.unknown-nation", id=nation)
                yield warning(said, counter.where("nation"), did_you_mean(nation, known))


def unknown_options(context: Context) -> Iterator[Issue]:
    for scene in context.scenes:
        known = scene.ruleset.options
        if known is None:
            continue
        for name in scene.scenario.options:
            if name not in known:
                said = message("issue.unknown-option", id=name)
                yield error(said, scene.where("options", name), did_you_mean(name, known))
