"""Overlays that games have in common, made of what each of them knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.overlays import MarkedArea, Overlay, Tone
from engine.core.terms import Number


def control_overlay(held: Mapping[Location, Side], sides: Iterable[Side], rule: str) -> Overlay:
    """Who holds which places."""
    areas = (MarkedArea(message("overlay.held-by", side=side), _where(held, side), Tone.SIDE, side) for side in sides)
    return Overlay(_shown(areas), rule=rule)


def zones_overlay(zones: Mapping[Side, Iterable[Location]], rule: str) -> Overlay:
    """Where the zones of control of each side lie."""
    areas = (
        MarkedArea(message("overlay.zone-of", side=side), tuple(sorted(places)), Tone.SIDE, side, is_open=True)
        for side, places in zones.items()
    )
    return Overlay(_shown(areas), rule=rule)


def stacking_overlay(
    stacks: Mapping[Location, tuple[Number, Number | None]], wrong: Iterable[Location], rule: str
) -> Overlay:
    """How full each stack is: its size and the limit, if there is one number that says it.

    Stacks that break a rule of stacking are wrong at any size, those of which nothing counts among them.
    """
    broken = frozenset(wrong)
    measured = [(at, size, limit) for at, (size, limit) in stacks.items() if limit is not None and at not in broken]
    over = [*broken, *(at for at, size, limit in measured if size > limit)]
    full = [at for at, size, limit in measured if size == limit]
    half = [at for at, size, limit in measured if limit <= 2 * size < 2 * limit]
    roomy = [at for at, size, limit in measured if 2 * size < limit]
    areas = (
        MarkedArea(message("overlay.overstacked"), tuple(sorted(over)), Tone.BAD),
        MarkedArea(message("overlay.stack-full"), tuple(sorted(full)), Tone.POOR),
        MarkedArea(message("overlay.stack-half"), tuple(sorted(half)), Tone.FAIR),
        MarkedArea(message("overlay.stack-roomy"), tuple(sorted(roomy)), Tone.GOOD),
    )
    texts = {at: f"{size}/{limit}" if limit is not None else str(size) for at, (size, limit) in stacks.items()}
    return Overlay(_shown(areas), texts, rule=rule)


def objectives_overlay(
    worth: Mapping[Location, Number], held: Mapping[Location, Side], sides: Iterable[Side], rule: str
) -> Overlay:
    """The places worth points, what each is worth and for whom it counts now."""
    areas = [
        MarkedArea(message("overlay.counts-for", side=side), _where(held, side, worth), Tone.SIDE, side)
        for side in sides
    ]
    nobody = tuple(sorted(at for at in worth if at not in held))
    areas.append(MarkedArea(message("overlay.counts-for-nobody"), nobody, Tone.NOTE))
    return Overlay(_shown(areas), {at: str(value) for at, value in worth.items()}, rule=rule)


def isolation_overlay(
    cuts: Mapping[Side, Mapping[Location, Iterable[Location]]], cut_off: Iterable[Location], rule: str
) -> Overlay:
    """Who is cut off, who would be if one more place fell, and which places those are, with how many hang on each.

    `cuts` are, for each side and each place of its units, the places on which their supply hangs.
    """
    lost = tuple(sorted(set(cut_off)))
    threatened = tuple(sorted({at for places in cuts.values() for at, on in places.items() if tuple(on)} - set(lost)))
    areas = [
        MarkedArea(message("overlay.cut-off"), lost, Tone.BAD),
        MarkedArea(message("overlay.one-from-cut-off"), threatened, Tone.POOR),
    ]
    texts: dict[Location, str] = {}
    for side, places in cuts.items():
        hanging: dict[Location, int] = {}
        for on in places.values():
            for at in on:
                hanging[at] = hanging.get(at, 0) + 1
        areas.append(
            MarkedArea(message("overlay.cuts", side=side), tuple(sorted(hanging)), Tone.SIDE, side, is_open=True)
        )
        texts |= {at: str(count) for at, count in hanging.items()}
    return Overlay(_shown(areas), texts, rule=rule)


def _where(held: Mapping[Location, Side], side: Side, among: Iterable[Location] | None = None) -> tuple[Location, ...]:
    wanted = held if among is None else among
    return tuple(sorted(at for at in wanted if held.get(at) == side))


def _shown(areas: Iterable[MarkedArea]) -> tuple[MarkedArea, ...]:
    """Those that have a place; a legend does not speak of what is not there."""
    return tuple(area for area in areas if area.places)
