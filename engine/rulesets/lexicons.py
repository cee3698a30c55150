"""The whole lexicon of a game: what its rules publish, with the results and the turns that its charts add."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.messages import message
from engine.core.words.lexicon import Lexicon, LexiconWord, WordKind
from engine.definitions.charts.charts import Charts
from engine.definitions.checks.course import TURN_TRACK


def with_charted(published: Lexicon, charts: Charts) -> Lexicon:
    """What the rules publish, with the results and the turns of their own charts."""
    results = tuple(_results(charts))
    return with_turns(Lexicon((*results, *_not_charted(published, results))), charts)


def _not_charted(published: Lexicon, charted: tuple[LexiconWord, ...]) -> Iterator[LexiconWord]:
    """What the rules publish, less the results that a table explains itself: nothing is listed twice."""
    known = {(each.text, table) for each in charted for table in each.of}
    for each in published.entries:
        left = tuple(of for of in each.of if each.kind is not WordKind.RESULT or (each.text, of) not in known)
        if left or not each.of:
            yield replace(each, of=left)


def with_turns(lexicon: Lexicon, charts: Charts) -> Lexicon:
    """The lexicon with the turns that these charts have, as a scenario may change them."""
    return lexicon.instead(WordKind.TURN, _turns(charts))


def _turns(charts: Charts) -> Iterator[LexiconWord]:
    track = charts.tracks.get(TURN_TRACK)
    if track is None or not track.turns():
        yield LexiconWord(WordKind.TURN, "<number>", message("lexicon.any-turn"))
        return
    for entry in track.entries:
        if entry.turn is not None:
            date = entry.date or entry.title
            said = message("lexicon.turn", date=date) if date else message("lexicon.turn-only")
            yield LexiconWord(WordKind.TURN, str(entry.turn), said)


def _results(charts: Charts) -> Iterator[LexiconWord]:
    """The results that a table explains; of the others the rules know what they are."""
    for name, table in charts.tables.items():
        for result, said in table.results.items():
            yield LexiconWord(WordKind.RESULT, result, message("lexicon.charted", said=said), (name,))
