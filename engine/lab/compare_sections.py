"""Two arms compared, and a number swept over a range, in words, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.messages import message
from engine.lab.comparison import Comparison, compare, field_difference
from engine.lab.fields import MapField
from engine.lab.intervals import Estimate, share
from engine.lab.report import report
from engine.lab.report_sections import ArmReport, ReportPicture, ReportSection, ReportTable, signed_share, spanned
from engine.lab.results import GameResult
from engine.lab.svg_plots import band_plot, heat_map
from engine.narration.language import fixed


def comparison_sections(first: ArmReport, second: ArmReport) -> Iterator[ReportSection]:
    """What the second arm did otherwise than the first; the map of the difference where both are of one size."""
    found = compare(first.results, second.results, first.sides)
    yield _difference(first, second, found)
    if found.pairs:
        yield _over_time(first, found)
    if first.made.game.board.size == second.made.game.board.size and found.pairs:
        yield _where(first, second)


def _difference(first: ArmReport, second: ArmReport, found: Comparison) -> ReportSection:
    side = first.names.side(found.side)
    lines = [first.say(message("report.pairs", pairs=found.pairs))]
    sure = message("report.sure-change") if found.is_sure else message("report.unsure-change")
    lines.append(first.say(sure))
    if found.worth > 1:
        lines.append(first.say(message("report.pairs-worth", times=fixed(found.worth, 1))))
    head = ("", *_names(first, second), first.say(message("report.change")))
    pairs = _on_the_same_seeds((first, second))
    shares = [spanned(_worth(games, found.side)) for games in pairs]
    means = [fixed(_mean(games), 2) for games in pairs]
    rows = (
        (first.say(message("report.wins-and-halves", side=side)), *shares, signed_share(found.wins)),
        (first.say(message("report.final-score")), *means, spanned(found.score, as_share=False)),
    )
    return ReportSection(first.say(message("report.compared")), tuple(lines), (ReportTable(head, rows),))


def _names(first: ArmReport, second: ArmReport) -> tuple[str, str]:
    """What the two are called: by who plays, where that is what differs."""
    if first.made.arm.players != second.made.arm.players:
        return first.seating, second.seating
    before, after = message("report.first-arm"), message("report.second-arm")
    return first.made.arm.name or first.say(before), second.made.arm.name or first.say(after)


def _on_the_same_seeds(arms: Sequence[ArmReport]) -> list[list[GameResult]]:
    """Of each arm the games whose seed came to its end in all of them: what differs is then no other luck."""
    seeds = set.intersection(*({game.seed for game in arm.results if game.is_finished} for arm in arms))
    return [[game for game in arm.results if game.is_finished and game.seed in seeds] for arm in arms]


def _worth(games: Sequence[GameResult], side: str) -> Estimate:
    """The share of games that a side wins, a drawn one being half of one, as pairs are compared."""
    return share(sum(game.worth_to(side) for game in games), len(games))


def _mean(games: Sequence[GameResult]) -> float:
    return sum(game.score for game in games) / len(games) if games else 0.0


def _over_time(first: ArmReport, found: Comparison) -> ReportSection:
    title = first.say(message("report.change-over-time"))
    known = [(turn, each) for turn, each in found.turns if found.pairs > 1]
    row = (
        first.names.side(found.side),
        first.colours[found.side],
        [each.low for _, each in known],
        [each.value for _, each in known],
        [each.high for _, each in known],
    )
    svg = band_plot(title, [turn for turn, _ in known], [row], along=first.say(message("report.turn")))
    return ReportSection(
        title, (), (), (ReportPicture(svg, first.say(message("report.change-band"))),) if known else ()
    )


def _where(first: ArmReport, second: ArmReport) -> ReportSection:
    board, sides = first.made.game.board, len(first.sides)
    pictures = []
    for number, side in enumerate(first.sides):
        values = field_difference(
            first.results, second.results, MapField.PRESENCE, number, sides=sides, places=board.size
        )
        words = first.say(message("report.presence-change", side=first.names.side(side)))
        pictures.append(ReportPicture(heat_map(board, values, words, first.landmarks), words))
    return ReportSection(first.say(message("report.where")), (), (), tuple(pictures))


def sweep_section(values: Sequence[int], arms: Sequence[ArmReport], name: str) -> ReportSection:
    """The share of wins of the first side at each value of a number."""
    first = arms[0]
    side = first.sides[0]
    balances = [report(games, each.sides).balance for games, each in zip(_on_the_same_seeds(arms), arms, strict=True)]
    shares = [balance.share(side) for balance in balances]
    title = first.say(message("report.swept", name=name))
    row = (
        first.names.side(side),
        first.colours[side],
        [100 * each.low for each in shares],
        [100 * each.value for each in shares],
        [100 * each.high for each in shares],
    )
    svg = band_plot(title, [float(value) for value in values], [row], along=name)
    head = (
        name,
        first.say(message("report.count")),
        first.say(message("report.wins-of", side=first.names.side(side))),
    )
    rows = tuple(
        (str(value), str(balance.games), spanned(found))
        for value, balance, found in zip(values, balances, shares, strict=True)
    )
    words = first.say(message("report.sweep-band", side=first.names.side(side)))
    return ReportSection(title, (), (ReportTable(head, rows),), (ReportPicture(svg, words),))
