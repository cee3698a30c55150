"""The events of all cards, put together."""

from __future__ import annotations

from engine.core.ids import CardId
from engine.rulesets.barbarossa_to_berlin.cards import (
    allied_blitzkrieg,
    allied_invasions,
    allied_total_war,
    axis_blitzkrieg,
    axis_total_war,
    defections,
    espionage,
)
from engine.rulesets.barbarossa_to_berlin.cards.registry import EventCard
from engine.rulesets.chapter import Chapter

EVENTS: dict[CardId, EventCard] = {
    **allied_blitzkrieg.EVENTS,
    **allied_invasions.EVENTS,
    **allied_total_war.EVENTS,
    **axis_blitzkrieg.EVENTS,
    **axis_total_war.EVENTS,
}

CHAPTER = Chapter(events=(*espionage.EVENTS, *defections.EVENTS))
