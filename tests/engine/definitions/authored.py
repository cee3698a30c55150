"""Documents of every kind as an author might have written them: strategies, and one small project that is right."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from engine.core.words.lexicon import Lexicon, WordKind
from engine.core.words.lexicon import words as words_of_kind
from engine.definitions.cards import Card, Cards
from engine.definitions.charts.charts import Charts, Parameter
from engine.definitions.charts.tables import Better, Table
from engine.definitions.charts.terrain_chart import TerrainChart, TerrainRow
from engine.definitions.charts.tracks import Track, TrackEntry
from engine.definitions.checks import Context, Gazetteer, RulesetData
from engine.definitions.counters import Counters, CounterType
from engine.definitions.documents import Loaded, load_text
from engine.definitions.game_record import GameRecord
from engine.definitions.model import Document, FrozenDict
from engine.definitions.oob import Formation, OrderOfBattle, UnitEntry
from engine.definitions.palette import (
    AttributeKind,
    BoxSwatch,
    FeatureSwatch,
    LineSwatch,
    MarkerSwatch,
    Nation,
    Palette,
    TerrainSwatch,
)
from engine.definitions.played import PlayedDocument
from engine.definitions.project import Project
from engine.definitions.scenario import Control, Marker, Objective, Placement, Scenario, ScheduleEntry, ScheduleKind
from engine.definitions.sources import DESIGNER, PUBLISHED, RECONSTRUCTION, Source, SourceKind

ids = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
words = st.from_regex(r"[a-z][a-z0-9]{0,5}([-_][a-z0-9]{1,4}){0,1}", fullmatch=True)
_printable = st.characters(exclude_categories=["Cs", "Cc"])
lines = st.text(_printable, min_size=1, max_size=30)
labels = st.sampled_from(["0101", "C1928", "19/O", "main:-1,3", "NO", "1:2", "P01"]) | st.text(
    _printable, min_size=1, max_size=8
)
texts = st.text(_printable | st.just("\n"), max_size=60)
cells = st.sampled_from(["AE", "DR", "1/2 EX", "-", "3:1", "1-2", "7+", "0", "12", "-3", "007", "•"]) | lines
colours = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
scalars = st.booleans() | st.integers(-1000, 1000) | st.sampled_from([0.5, -1.25, 1e-9]) | texts
values = st.dictionaries(words, scalars, max_size=3).map(FrozenDict)
turns = st.integers(0, 100)
cases = st.lists(st.sampled_from(["5.8", "7.1.2 k", "13.1 D", "12"]), min_size=1, max_size=2).map(tuple)
sources = st.sampled_from([PUBLISHED, RECONSTRUCTION, DESIGNER]) | cases.map(lambda c: Source(SourceKind.RULEBOOK, c))


def several(strategy: st.SearchStrategy[Any], most: int = 3) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=most).map(tuple)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


counter_types = st.builds(
    CounterType,
    id=ids,
    name=lines,
    side=maybe(ids),
    nation=maybe(ids),
    symbol=maybe(words),
    size=maybe(labels),
    movement_class=maybe(ids),
    steps=st.lists(values, min_size=1, max_size=3).map(tuple),
    traits=several(words),
    limit=maybe(st.integers(0, 20)),
    colour=maybe(colours),
    ink=maybe(colours),
    values=values,
)
counters = st.builds(Counters, id=ids, title=maybe(lines), ruleset=maybe(ids), types=several(counter_types))
oobs = st.builds(
    OrderOfBattle,
    id=ids,
    title=maybe(lines),
    formations=several(st.builds(Formation, id=ids, name=lines, parent=maybe(ids), side=maybe(ids))),
    units=several(
        st.builds(
            UnitEntry,
            id=ids,
            type=ids,
            name=maybe(lines),
            formation=maybe(ids),
            step=st.integers(0, 3),
            traits=several(words),
            values=values,
        )
    ),
)
cards = st.builds(
    Cards,
    id=ids,
    title=maybe(lines),
    ruleset=maybe(ids),
    cards=several(
        st.builds(
            Card,
            id=ids,
            name=lines,
            side=maybe(ids),
            deck=maybe(ids),
            values=values,
            text=texts,
            removed_after_event=st.booleans(),
            traits=several(words),
        )
    ),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    columns = draw(st.lists(cells, min_size=1, max_size=4, unique=True))
    rows = draw(st.lists(cells, min_size=1, max_size=4, unique=True))
    results = draw(st.lists(cells, min_size=1, max_size=5, unique=True))
    grid = tuple(tuple(draw(st.sampled_from(results)) for _ in columns) for _ in rows)
    ranked = draw(st.booleans())
    own = draw(
        st.dictionaries(
            st.sampled_from(rows), st.dictionaries(st.sampled_from(columns), sources, max_size=2), max_size=2
        )
    )
    return Table(
        source=draw(sources),
        title=draw(maybe(lines)),
        columns=tuple(columns),
        rows=tuple(rows),
        cells=grid,
        order=(*((result,) for result in results[1:]), (results[0], "tie")) if ranked else (),
        columns_better=draw(st.sampled_from(Better)),
        rows_better=draw(st.sampled_from(Better)),
        results=FrozenDict(dict.fromkeys(results[:2], "what it means")),
        sources=FrozenDict({row: FrozenDict(inner) for row, inner in own.items()}),
    )


costs = st.integers(0, 9) | st.sampled_from([0.5, 1.5, "prohibited"])
effects = {"defence": maybe(st.integers(0, 5)), "die": maybe(st.integers(-3, 3)), "note": maybe(texts)}


@st.composite
def terrain_charts(draw: st.DrawFn) -> TerrainChart:
    classes = draw(st.lists(ids, max_size=3, unique=True))

    def rows(whole: bool) -> FrozenDict[str, TerrainRow]:
        found = {}
        for name in draw(st.lists(ids, max_size=3, unique=True)):
            listed = classes if whole else draw(st.lists(st.sampled_from(classes), unique=True)) if classes else []
            drawn = {column: draw(strategy) for column, strategy in effects.items()}
            extra = {column: value for column, value in drawn.items() if value is not None and column not in classes}
            found[name] = TerrainRow(cost=FrozenDict({kind: draw(costs) for kind in listed}), **extra)
        return FrozenDict(found)

    return TerrainChart(
        source=draw(sources), classes=tuple(classes), rows=rows(True), sides=rows(False), paths=rows(False)
    )


@st.composite
def tracks(draw: st.DrawFn) -> Track:
    entries = []
    for turn in sorted(draw(st.sets(st.integers(1, 40), max_size=5))):
        extra = draw(
            st.dictionaries(st.sampled_from(["air", "supply", "notes"]), scalars | several(scalars), max_size=2)
        )
        entries.append(
            TrackEntry(
                turn=turn, title=draw(maybe(lines)), date=draw(maybe(lines)), weather=draw(maybe(words)), **extra
            )
        )
    return Track(source=draw(sources), entries=tuple(entries))


parameters = st.builds(
    Parameter, source=sources, value=scalars | several(scalars) | st.dictionaries(words, scalars, max_size=3)
)
charts = st.builds(
    Charts,
    id=ids,
    title=maybe(lines),
    tables=st.dictionaries(words, tables(), max_size=2),
    terrain=terrain_charts(),
    tracks=st.dictionaries(words, tracks(), max_size=2),
    parameters=st.dictionaries(words, parameters, max_size=4),
)
_attributes = st.dictionaries(words, st.sampled_from(AttributeKind), max_size=2)
_line_swatches = several(
    st.builds(
        LineSwatch, id=ids, name=lines, colour=colours, width=st.sampled_from([0.1, 1, 2.0]), attributes=_attributes
    )
)
palettes = st.builds(
    Palette,
    id=ids,
    terrain=several(st.builds(TerrainSwatch, id=ids, name=lines, colour=colours, pattern=maybe(words))),
    features=several(st.builds(FeatureSwatch, id=ids, name=lines, icon=maybe(words), attributes=_attributes)),
    sides=_line_swatches,
    paths=_line_swatches,
    connections=_line_swatches,
    boxes=several(st.builds(BoxSwatch, id=ids, name=lines)),
    markers=several(st.builds(MarkerSwatch, id=ids, name=lines, colour=maybe(colours))),
    nations=several(st.builds(Nation, id=ids, name=lines, colour=colours, ink=colours)),
)
_json = st.recursive(
    st.none() | scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(lines, inner, max_size=3),
    max_leaves=6,
)
_objects = st.dictionaries(lines, _json, max_size=4)
scenarios = st.builds(
    Scenario,
    id=ids,
    title=maybe(lines),
    ruleset=ids,
    map=ids,
    counters=several(ids),
    oob=several(ids),
    cards=several(ids),
    sides=st.lists(ids, min_size=1, max_size=3).map(tuple),
    first_turn=turns,
    last_turn=turns,
    description=texts,
    setup=several(
        st.builds(Placement, unit=ids, at=labels, step=maybe(st.integers(0, 3)), marks=several(words), values=values)
    ),
    control=several(
        st.builds(Control, side=ids, region=ids)
        | st.builds(Control, side=ids, locations=st.lists(labels, min_size=1, max_size=4).map(tuple))
    ),
    markers=several(st.builds(Marker, at=labels, marker=words, level=st.integers(-3, 9))),
    values=values,
    schedule=several(
        st.builds(
            ScheduleEntry, turn=turns, unit=ids, at=maybe(labels), kind=st.sampled_from(ScheduleKind), values=values
        )
    ),
    objectives=several(
        st.builds(Objective, at=labels, value=maybe(st.sampled_from([1.0, 2.5])), side=maybe(ids), name=maybe(lines))
    ),
    options=values,
    charts=_objects,
)
games = st.builds(
    GameRecord,
    id=ids,
    scenario=ids,
    ruleset=ids,
    seed=st.integers(0, 2**63 - 1),
    options=values,
    schema_version=st.integers(1, 9),
    actions=several(_objects, 4),
)
played = st.builds(PlayedDocument, id=ids, packed=st.sampled_from(["eJw=", "AAAA"]))
any_document: st.SearchStrategy[Document] = st.one_of(counters, oobs, cards, charts, palettes, scenarios, games, played)

PARTS = {
    "counters": """\
format: redoubt/counters/1
id: armies
types:
- id: red-rifles
  name: Rifle Division
  side: red
  nation: redland
  movement_class: foot
  steps:
  - {attack: 4, movement: 3}
  - {attack: 2, movement: 3}
- {id: blue-tanks, name: Tank Brigade, side: blue, movement_class: mech, steps: [{attack: 6, movement: 6}], limit: 2}
""",
    "oob": """\
format: redoubt/oob/1
id: orders
formations:
- {id: front, name: Western Front}
- {id: army, name: First Army, parent: front}
units:
- {id: r1, type: red-rifles, formation: army, step: 1}
- {id: r2, type: red-rifles}
- {id: b1, type: blue-tanks}
- {id: b2, type: blue-tanks}
""",
    "cards": """\
format: redoubt/cards/1
id: deck
cards:
- {id: storm, name: Storm, side: red, values: {ops: 3}}
- {id: thaw, name: Thaw}
""",
    "map": """\
format: redoubt/map/1
id: field
sheets:
- {id: main, size: [4, 4], fill: clear}
""",
    "scenario": """\
format: redoubt/scenario/1
id: battle
ruleset: toy
map: field
counters: [armies]
oob: [orders]
cards: [deck]
sides: [red, blue]
last_turn: 5
setup:
- {unit: r1, at: "0101"}
- {unit: r2, at: "0102", step: 1}
- {unit: b1, at: "0303"}
control:
- {side: red, region: north}
- {side: blue, locations: ["0303", "0304"]}
markers:
- {at: "0101", marker: fort}
schedule:
- {turn: 3, unit: b2, at: "0304"}
- {turn: 5, unit: b2, kind: withdrawal}
objectives:
- {at: "0202", value: 3, side: red}
options: {fog: true}
""",
    "charts": """\
format: redoubt/charts/1
id: toy
tables:
  combat:
    source: rulebook 5.8
    columns: ["1:2", "1:1", "2:1"]
    rows: [1, 2, 3]
    cells:
    - [AE, AR, NE]
    - [AR, NE, DR]
    - [NE, DR, DE]
    order: [DE, DR, NE, AR, AE]
terrain:
  source: published chart
  classes: [foot, mech]
  rows:
    clear: {cost: {foot: 1, mech: 1}, defence: 0}
    forest: {cost: {foot: 1.5, mech: prohibited}, defence: 2, note: thick}
  sides:
    river: {cost: {mech: 2}}
  paths:
    road: {cost: {mech: 0.5}}
tracks:
  turns:
    source: reconstruction
    entries:
    - {turn: 1, date: June, weather: clear}
    - {turn: 2, date: July, weather: clear}
    - {turn: 3, weather: mud}
    - {turn: 4, weather: mud, air: 2}
    - {turn: 5, weather: snow}
  centres: {source: designer}
parameters:
  stack_limit: {value: 3, source: rulebook 4.1}
  odds_bonus: {value: 1.5, source: reconstruction}
  stacking: {value: {red: 2, blue: 3}, source: rulebook 4.2}
  fog: {value: true, source: rulebook 9.1}
  capital: {value: moscow, source: rulebook 1}
""",
    "palette": """\
format: redoubt/palette/1
id: toy
terrain:
- {id: clear, name: Clear}
- {id: forest, name: Forest}
sides:
- {id: river, name: River}
paths:
- {id: road, name: Road}
markers:
- {id: fort, name: Fort}
nations:
- {id: redland, name: Redland}
""",
}


def parts_with(**changes: tuple[str, str]) -> dict[str, str]:
    """The texts of the right project with one thing replaced in some of them."""
    texts = dict(PARTS)
    for kind, (old, new) in changes.items():
        assert old in texts[kind], f"{old!r} is not in the {kind}"
        texts[kind] = texts[kind].replace(old, new, 1)
    return texts


LEXICON = Lexicon(
    (
        *words_of_kind(WordKind.SIDE, ("red", "blue", "green")),
        *words_of_kind(WordKind.FACTOR, ("attack", "movement")),
        *words_of_kind(WordKind.MARKER, ("fort",)),
        *words_of_kind(WordKind.CARD_VALUE, ("ops",)),
        *words_of_kind(WordKind.RESULT, ("AE", "AR", "NE", "DR", "DE")),
        *words_of_kind(WordKind.WEATHER, ("clear", "mud", "snow")),
    )
)
"""What the rules of the toy in `PARTS` would publish."""


def context_of(texts: dict[str, str]) -> Context:
    """Everything loaded; the charts and the palette serve both as documents and as the ruleset's."""
    loaded: list[Loaded[Document]] = [load_text(text, f"{kind}.yaml") for kind, text in texts.items()]
    project = Project(loaded)
    ruleset = RulesetData(project.palettes.get("toy"), project.charts.get("toy"), ("fog", "weather"), LEXICON)
    places = {f"{column:02}{row:02}": (column, row) for column in range(1, 5) for row in range(1, 5)}
    gazetteer = Gazetteer(
        places.get, lambda label: [name for name in places if name[:2] == label[:2]], ("north", "south")
    )
    return Context(project, {"toy": ruleset}, lambda map_id: gazetteer if map_id == "field" else None)
