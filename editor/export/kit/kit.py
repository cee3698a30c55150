"""A scenario as a kit to print and play: a file for the map, the counters, the charts and the cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtGui import QPainter

from editor.canvas.counters.counter_pictures import bands_of
from editor.export.files import written_whole
from editor.export.kit.card_sheets import card_sheets
from editor.export.kit.chart_sheets import chart_sheets, set_up_sheets, wanted_charts
from editor.export.kit.counter_pages import counter_pages
from editor.export.kit.kit_options import KitOptions, KitPart
from editor.export.kit.map_fit import on_fewest_sheets
from editor.export.kit.printed_counters import (
    PrintedCounter,
    printed_chits,
    printed_counters,
    printed_markers,
    printed_unit_markers,
    set_up_notes,
)
from editor.export.kit.set_up_sheet import SetUpSheet, set_up_sheet
from editor.export.options import ExportOptions, Pages, Turn
from editor.export.pdf import export_pdf
from editor.export.pdf_pages import Page, pdf_of
from editor.export.subject import ExportSubject, Laid
from editor.export.trouble import Cancelled, Progress
from editor.model.words import slug
from engine.core.messages import Catalogue
from engine.definitions.charts.chart_pages import ChartPage, chart_pages
from engine.definitions.palette import Palette, by_id
from engine.definitions.plan import MapPlan
from engine.narration.card_faces import CardFace, CardFaces, Inks
from engine.rulesets.assembly import charts_of
from engine.rulesets.brief import Brief
from engine.rulesets.registry import find_game


@dataclass(frozen=True, slots=True)
class Kit:
    """What there is to print of a scenario."""

    name: str
    title: str
    plan: MapPlan
    palette: Palette
    counters: tuple[PrintedCounter, ...] = ()
    charts: tuple[ChartPage, ...] = ()
    cards: tuple[CardFace, ...] = ()
    set_up: SetUpSheet = field(default_factory=SetUpSheet)
    scans: tuple[Laid, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, brief: Brief, plan: MapPlan, palette: Palette, words: Catalogue) -> Kit:
        """The kit of a scenario with everything it names."""
        entry = find_game(brief.scenario.ruleset)
        original = charts_of(entry) if entry is not None else brief.charts
        return cls(
            slug(brief.scenario.title or "", brief.scenario.id),
            brief.scenario.title or brief.scenario.id,
            plan,
            palette,
            (
                *printed_counters(
                    brief.units.values(),
                    brief.types,
                    by_id(palette.nations),
                    bands_of(brief.formations),
                    set_up_notes(brief, words),
                ),
                *printed_chits(brief.cards.values()),
                *printed_markers(palette.markers, (laid.marker for laid in brief.scenario.markers)),
                *printed_unit_markers(palette.unit_markers),
            ),
            wanted_charts(
                chart_pages(brief.charts, original, words), brief.scenario.first_turn, brief.scenario.last_turn
            ),
            tuple(face for face in CardFaces(brief, Inks(brief, brief.scenario.sides, palette)).all() if face.text),
            set_up_sheet(brief, words),
        )

    def has(self, part: KitPart) -> bool:
        """Whether there is anything to print of a part."""
        return {
            KitPart.MAP: bool(self.plan.sheets or self.plan.spaces),
            KitPart.SET_UP: bool(self.set_up.paragraphs or self.set_up.grids),
            KitPart.COUNTERS: bool(self.counters),
            KitPart.CHARTS: bool(self.charts),
            KitPart.CARDS: bool(self.cards),
        }[part]

    def pages(self, part: KitPart, options: KitOptions) -> Iterator[Page]:
        """The pages of a part other than the map; raises CannotExport."""
        match part:
            case KitPart.SET_UP:
                yield from set_up_sheets(self.set_up, options, self.title)
            case KitPart.COUNTERS:
                yield from counter_pages(self.counters, options, self.title)
            case KitPart.CHARTS:
                yield from chart_sheets(self.charts, options, self.title)
            case KitPart.CARDS:
                yield from card_sheets(self.cards, options, self.title)


def write_kit(
    kit: Kit, folder: Path, options: KitOptions, on_map: ExportOptions, progress: Progress | None = None
) -> list[Path]:
    """Write the chosen parts into a folder, each file whole or not; raises CannotExport, Cancelled or FileError."""
    options = options.within_bounds()
    parts = [part for part in KitPart if part in options.parts and kit.has(part)]
    written = []
    for number, part in enumerate(parts):
        steps = _share(progress, number, len(parts))
        path = folder / f"{kit.name}-{part.value}.pdf"
        if part is KitPart.MAP:
            tiled = replace(on_map, pages=Pages.TILES, paper=options.paper, counters=False)
            if options.fit_map:
                tiled = replace(tiled, margin_mm=options.margin_mm, turn=Turn.BEST)
                bounds = ExportSubject(kit.plan, kit.palette, tiled, (), kit.scans).bounds
                tiled = on_fewest_sheets(kit.plan, bounds, tiled, options.counter_mm)
            export_pdf(kit.plan, kit.palette, path, tiled, steps, scans=kit.scans)
        else:
            _write(path, kit.title, list(kit.pages(part, options)), options, steps)
        written.append(path)
    return written


def _write(path: Path, title: str, pages: Sequence[Page], options: KitOptions, progress: Progress | None) -> None:
    def watched() -> Iterator[Page]:
        for number, page in enumerate(pages):
            if progress is not None and not progress(number / len(pages)):
                raise Cancelled
            yield page

    document = pdf_of(title, options.page, watched())
    with written_whole(path) as file:
        file.write(document)


def _share(progress: Progress | None, number: int, count: int) -> Progress | None:
    """The progress of one part as part of the whole."""
    if progress is None:
        return None
    return lambda done: progress((number + done) / count)


def paint_first(kit: Kit, part: KitPart, options: KitOptions, painter: QPainter) -> int:
    """Paint the first page of a part, in millimetres; gives how many pages there are. Raises CannotExport."""
    pages = list(kit.pages(part, options))
    if pages:
        pages[0](painter)
    return len(pages)
