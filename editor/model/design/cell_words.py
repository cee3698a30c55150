"""What may stand in each sort of cell of the designer, and what is wrong with what was typed there. No Qt.

Places and sides are those of the scenario; everything else is asked of the game's lexicon.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from editor.model.design.chart_reading import known_results
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord, lexicon_for, meant, offers, with_hint, word_problem
from editor.model.design.placement_fields import read_marks, read_values
from editor.model.design.sides import side_of_words, side_title
from editor.model.design.units.unit_fields import read_value
from editor.refusal import CannotEdit
from engine.core.messages import Message, message
from engine.core.words.lexicon import Takes, WordKind
from engine.definitions.bounds import LONGEST_ID
from engine.definitions.charts.chart_pages import ChartPage
from engine.definitions.issues import Path
from engine.definitions.suggest import did_you_mean
from engine.narration.language import catalogue, word, wording_of
from engine.rulesets.wording import NAMED

_CHARTED: Final = {"weather": WordKind.WEATHER, "season": WordKind.SEASON}
"""The fields of a track that hold words of the game."""
_COMMAS = re.compile(r"\s*,\s*")


def told(design: Design | None, problem: Message | None) -> str:
    """What is wrong, in the language; nothing where it is well."""
    return catalogue(design.scenario.ruleset).text(problem) if design is not None and problem is not None else ""


# Places


def place_offers(design: Design) -> tuple[OfferedWord, ...]:
    """The boxes and whatever has a name on the map; a hex is typed by its number."""
    names = wording_of(design.scenario.ruleset)
    found = {key: OfferedWord(key, names.name(title), key) for key, title in design.boxes.items()}
    for space in design.plan.spaces.values():
        found[space.id] = OfferedWord(design.places.label(space.id), names.name(space.name))
    for feature in design.plan.features.values():
        if feature.name:
            label = design.places.label(feature.at)
            found.setdefault(feature.at, OfferedWord(label, f"{label} {names.name(feature.name)}"))
    return tuple(found.values())


def place_problem(design: Design, text: str) -> Message | None:
    """Whether there is such a place; an empty cell is one that nobody filled."""
    place = meant(place_offers(design), text)
    if not place or design.has_place(place):
        return None
    known = [*design.boxes, *design.plan.boxes, *design.plan.spaces]
    return with_hint(message("design.cannot.no-such-place", name=place[:LONGEST_ID]), did_you_mean(place, known))


def places_problem(design: Design, text: str) -> Message | None:
    """The same of several places with commas between."""
    found = (place_problem(design, each) for each in _COMMAS.split(text.strip()) if each)
    return next((each for each in found if each is not None), None)


# Sides


def side_offers(design: Design) -> tuple[OfferedWord, ...]:
    """The sides of the scenario, as they are written on the screen."""
    return tuple(OfferedWord(side, side_title(design, side)) for side in design.scenario.sides)


def side_problem(design: Design, text: str) -> Message | None:
    side = side_of_words(design, text)
    if side is None or side in design.scenario.sides:
        return None
    titles = [side_title(design, each) for each in design.scenario.sides]
    return with_hint(message("design.cannot.no-side", id=text.strip()[:LONGEST_ID]), did_you_mean(text, titles))


def place_title(design: Design, place: str) -> str:
    """A place of a cell as it is called: a box, a space or a region by its name, a hex by its number."""
    plan, key, names = design.plan, design.places.key(place) or place, wording_of(design.scenario.ruleset)
    region = plan.regions.get(place)
    if region is not None and region.title:
        return names.name(region.title)
    if key in design.boxes:
        return names.name(design.boxes[key])
    if key in plan.boxes and plan.boxes[key].title:
        return names.name(plan.boxes[key].title)
    return (names.name(plan.spaces[key].name) if key in plan.spaces else "") or place


# Units, types and formations


def unit_title(design: Design, unit: str) -> str:
    """A unit by its name, in the language that is spoken; one that has none by the name of its counter."""
    entry = design.units.get(unit)
    kind = design.types.get(entry.type) if entry is not None else None
    named = entry.name if entry is not None else None
    if named:
        return design.called(named)
    return design.called(kind.name) if kind is not None else word(unit, design.scenario.ruleset)


def page_in_words(design: Design, page: ChartPage) -> ChartPage:
    """A chart with the names in its cells, as the dates of a turn track, in the language that is spoken."""
    cells = tuple(
        tuple(
            replace(cell, words=design.called(cell.text)) if cell.path and cell.path[-1] in NAMED else cell
            for cell in row
        )
        for row in page.cells
    )
    return replace(page, cells=cells)


# Several words in one line


def marks_problem(design: Design, text: str, kind: WordKind = WordKind.MARK) -> Message | None:
    """Marks, or traits, with spaces between."""
    found = (word_problem(design, kind, each) for each in read_marks(text))
    return next((each for each in found if each is not None), None)


def values_problem(design: Design, text: str, kind: WordKind = WordKind.UNIT_VALUE) -> Message | None:
    """Values written `name=value`."""
    try:
        values = read_values(text, "")
    except CannotEdit as bad:
        return bad.message
    found = (word_problem(design, kind, name, value=value) for name, value in values.items())
    return next((each for each in found if each is not None), None)


def held_offers(design: Design, kind: WordKind, name: str) -> tuple[OfferedWord, ...]:
    """What a value of a name may hold, where that is one of a few words, or yes or no."""
    lexicon = lexicon_for(design)
    found = lexicon.find(kind, name) if lexicon is not None else None
    if found is None:
        return ()
    words = found.among or (("yes", "no") if found.takes is Takes.FLAG else ())
    return tuple(OfferedWord(each, each) for each in words)


def held_problem(design: Design, kind: WordKind, name: str, text: str) -> Message | None:
    """What is wrong with a text as the value of a name."""
    try:
        value = read_value(text.strip()) if text.strip() else None
    except CannotEdit as bad:
        return bad.message
    return word_problem(design, kind, name, value=value) if value is not None else None


# Charts


def chart_offers(design: Design, path: Path) -> tuple[OfferedWord, ...]:
    """What may stand in a cell of a chart: results of a table, weather and seasons of a track."""
    match path:
        case ("tables", str(name), *_):
            table = design.charts.tables.get(name)
            meanings = {each.text: each.about for each in offers(design, WordKind.RESULT, name)}
            every = known_results(table) if table is not None else ()
            return tuple(OfferedWord(each, each, meanings.get(each, "")) for each in dict.fromkeys((*every, *meanings)))
        case ("tracks", _, "entries", _, str(field)) if field in _CHARTED:
            return offers(design, _CHARTED[field])
    return ()


def chart_problem(design: Design, path: Path, text: str) -> Message | None:
    """Whether the rules know a word of a chart."""
    words = text.strip()
    match path:
        case ("tables", str(name), *_):
            return word_problem(design, WordKind.RESULT, words, of=name) if words else None
        case ("tracks", _, "entries", _, str(field)) if field in _CHARTED and words:
            return word_problem(design, _CHARTED[field], meant(chart_offers(design, path), words))
    return None
