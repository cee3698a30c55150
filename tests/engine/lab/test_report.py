"""The numbers of a report, each recomputed by hand from the raw rows."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from statistics import fmean, median
from typing import Any

import pytest

from engine.lab.arms import LabError, arm_of
from engine.lab.deeds_report import deeds_report
from engine.lab.fields import pack_fields
from engine.lab.intervals import Estimate, difference_of_shares, mean
from engine.lab.packing import packed
from engine.lab.playing import play_game, ready
from engine.lab.report import biggest_swing, report
from engine.lab.report_page import report_body
from engine.lab.report_sections import (
    ArmReport,
    ReportSection,
    ReportTable,
    sections,
    seeds_words,
    signed_share,
    spanned,
)
from engine.lab.results import Deeds, GameResult, TurnRow, broken
from engine.lab.tables import as_csv
from engine.narration.language import ENGLISH, FRENCH, speak
from engine.rulesets.library import find_bundled
from tests.engine.lab.quick import cabinet_arm, ford_arm, ford_games

SIDES = ("red", "blue")


def game(seed: int, winner: str, *scores: float, level: str = "decisive", deeds: Deeds | None = None) -> GameResult:
    """A game that had these scores at the beginning and after each turn; red lost its turn's number of steps."""
    rows = tuple(
        TurnRow(turn, score, (turn, 0), (0, turn % 2), (3, 2), 1, "01" if score > 0 else "11")
        for turn, score in enumerate(scores)
    )
    packed = (deeds or Deeds()).packed()
    return GameResult(
        seed, winner, level, "1.2", scores[-1], len(scores) - 1, 10 * seed, "", "", rows, packed, seconds=0.5
    )


def test_who_won_how_often_and_how_well() -> None:
    games = [game(1, "red", 0, 3), game(2, "blue", 0, -3), game(3, "red", 0, 5), game(4, "", 0, 0, level="draw")]
    found = report([*games, broken(5, "died"), replace(games[0], seed=6, level="")], SIDES)
    assert found.balance.games == 4
    assert found.balance.wins == {"red": 2, "blue": 1}
    assert found.balance.draws == 1
    assert found.balance.levels == {("red", "decisive"): 2, ("", "draw"): 1, ("blue", "decisive"): 1}
    assert [each.seed for each in found.faults] == [5]
    assert [each.seed for each in found.endless] == [6]
    assert found.balance.share("red").value == 0.5
    assert found.balance.decided == 3
    assert found.balance.to_settle == 47, "two of three: 35 games that are won, which are three of four"
    assert not found.balance.is_settled
    assert found.seconds == 2.5


def test_each_level_of_victory_has_its_share_with_an_interval() -> None:
    from statsmodels.stats.proportion import proportion_confint

    won = replace(ford_games()[0], winner="red", level="decisive")
    games = [replace(won, seed=seed, level="marginal") for seed in range(3)]
    games += [replace(won, seed=seed) for seed in range(3, 10)]
    balance = report(games, SIDES).balance
    low, high = proportion_confint(3, 10, method="wilson")
    assert balance.level_share("red", "marginal") == Estimate(0.3, pytest.approx(low), pytest.approx(high))
    assert balance.level_share("blue", "decisive").value == 0
    part = next(iter(sections(ArmReport(ready(ford_arm()), games))))
    assert part.tables[1].rows[1] == ("Red: marginal", "3", f"30 % ({100 * low:.0f} to {100 * high:.0f})")


def test_the_score_over_time_keeps_that_of_games_that_are_over() -> None:
    found = report([game(1, "red", 0, 2, 4), game(2, "red", 0, 8), game(3, "blue", 0, -2, -4)], SIDES)
    assert [(band.turn, band.mean, band.middle) for band in found.score_bands] == [
        (0, 0.0, 0.0),
        (1, pytest.approx(8 / 3), 2.0),
        (2, pytest.approx(8 / 3), 4.0),
    ]
    assert found.score_bands[2].low == pytest.approx(-4 + 0.2 * 8)
    assert found.score_bands[2].high == pytest.approx(4 + 0.8 * 4)
    assert found.turns == (1, 2)
    assert found.lengths == {1: 1, 2: 2}


def test_losses_and_objectives_by_turn() -> None:
    found = report([game(1, "red", 0, 2, 4), game(2, "red", 0, 8), game(3, "blue", 0, -2, -4)], SIDES)
    assert found.steps_lost == {"red": (1.0, pytest.approx(4 / 3)), "blue": (0.0, 0.0)}
    assert found.units_lost["blue"] == (1.0, 0.0)
    assert found.held[0]["red"] == (0.0, pytest.approx(2 / 3), pytest.approx(2 / 3))
    assert found.held[1] == {"red": (0.0, 0.0, 0.0), "blue": (1.0, 1.0, 1.0)}


def test_the_games_to_look_at_first() -> None:
    games = [game(1, "red", 0, 2, 4), game(2, "red", 0, 8), game(3, "red", 0, 3, 5), game(4, "blue", 0, 9, -4)]
    found = {each.reason: each.seed for each in report(games, SIDES).look_at}
    assert found == {"typical": 1, "shortest": 2, "swing": 4}
    assert biggest_swing(games[3]) == 13
    assert report([], SIDES).look_at == ()


def test_the_numbers_of_real_games_follow_from_their_rows() -> None:
    games = ford_games()
    found = report(games, SIDES)
    wins = Counter(each.winner for each in games)
    assert found.balance.wins == {"red": wins["red"], "blue": wins["blue"]}
    assert found.scores == tuple(each.score for each in games)
    assert found.score_bands[-1].mean == pytest.approx(fmean(found.scores))
    assert found.score_bands[-1].middle == median(found.scores)
    lost = [sum(row.steps_lost[1] for each in games for row in each.turns if row.turn == turn) for turn in found.turns]
    assert found.steps_lost["blue"] == pytest.approx([each / len(games) for each in lost])
    held = [sum(each.turns[-1].holders[1] == "0" for each in games), len(games)]
    assert found.held[1]["red"][-1] == held[0] / held[1]
    assert found.actions == fmean(each.actions for each in games)


def test_units_that_moved_fought_died_or_came_and_what_went_with_it() -> None:
    some = Deeds(moved=("a",), fought=("a", "new"), died={"b": 2}, arrived={"new": 3}, columns={"2:1": 3})
    none = Deeds(moved=("a",), arrived={"new": 5}, terrains={"forest": 2})
    games = [game(1, "red", 0, 1, deeds=some), game(2, "red", 0, 1, deeds=some), game(3, "blue", 0, -1, deeds=none)]
    found = deeds_report(games, SIDES, units={"a": "red", "b": "blue", "new": "red", "still": "blue"})
    lines = {line.unit: line for line in found.units}
    assert (lines["a"].moved, lines["a"].fought) == (1.0, pytest.approx(2 / 3))
    assert lines["b"].died == pytest.approx(2 / 3)
    assert lines["new"].arrives == pytest.approx(11 / 3)
    assert lines["new"].effect == difference_of_shares(2, 2, 0, 1)
    assert lines["a"].effect is None, "it did not arrive: it was there"
    assert [line.unit for line in found.never_moved] == ["b", "still"]
    assert [line.unit for line in found.never_fought] == ["b", "still"]
    assert found.columns == {"2:1": 2.0}
    assert found.terrains == {"forest": pytest.approx(2 / 3)}


def test_cards_by_use_and_by_the_change_of_wins() -> None:
    one, two = Deeds(cards={"storm": 2}), Deeds(cards={"storm": 1, "rest": 1})
    games = [game(1, "red", 0, 1, deeds=one), game(2, "blue", 0, 1, deeds=two), game(3, "red", 0, 1)]
    found = deeds_report(games, SIDES, units={}, cards=("storm", "rest", "never"))
    assert [(line.card, line.games, line.times) for line in found.cards] == [
        ("storm", 2, 1.0),
        ("rest", 1, pytest.approx(1 / 3)),
        ("never", 0, 0.0),
    ]
    assert found.cards[0].effect == difference_of_shares(1, 2, 1, 1)
    assert found.cards[2].effect is None
    played = deeds_report([play_game(cabinet_arm(), 1)], ready(cabinet_arm()).game.ruleset.sides, units={})
    assert played.cards


def test_rules_that_never_came_up() -> None:
    games = ford_games()
    found = deeds_report(games, SIDES, units={}, cases=("2.1", "no-such-case"))
    assert found.unused == ("no-such-case",)
    assert ready(ford_arm()).game.ruleset.sides == SIDES


def test_what_happened_is_unpacked_once_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand games are opened in a moment only if each is read once."""
    games, unpacked = ford_games()[:5], list[bytes]()
    read = Deeds.unpacked
    monkeypatch.setattr(Deeds, "unpacked", lambda packed: unpacked.append(packed) or read(packed))
    report = ArmReport(ready(ford_arm()), games)
    assert len(report.results) == len(unpacked) == 5


@pytest.mark.parametrize(
    "changes",
    [
        {"winner": "nobody"},
        {"turns": (TurnRow(0, 0, (1, 2, 3), (0, 0), (0, 0), 0, "-----"),)},
        {"turns": (TurnRow(0, 0, (0, 0), (0, 0), (0, 0), 0, "-"),)},
        {"deeds": packed(b"[]")},
        {"deeds": packed(b'{"kinds": 3}')},
        {"deeds": Deeds(kinds={"step-to": "many"}).packed()},  # type: ignore[dict-item]
        {"deeds": Deeds(columns={"3:1": 10**400}).packed()},
        {"fields": packed(b"123")},
        {"fields": pack_fields({(1, 0, 1_000_000): 1})},
        {"fields": pack_fields({(1, 99, 1): 1})},
        {"fields": pack_fields({(0, 0, 1): 1, (2_000_000_000, 0, 1): 1})},
    ],
    ids=" ".join,
)
def test_games_from_anybody_that_cannot_be_ours_are_refused_in_a_sentence(changes: dict[str, Any]) -> None:
    games = [replace(ford_games()[0], **changes), *ford_games()[1:3]]
    with pytest.raises(LabError) as said:
        list(sections(ArmReport(ready(ford_arm()), games)))
    assert said.value.message.key == "lab.bad-result"


@contextmanager
def spoken_in(language: str) -> Iterator[None]:
    speak(language)
    try:
        yield
    finally:
        speak(ENGLISH)


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_of_no_game_that_ended_nothing_is_said_but_that(language: str) -> None:
    with spoken_in(language):
        found = ArmReport(ready(ford_arm()), [broken(1, "died")])
        (part,) = sections(found)
    none, *rest = part.lines
    assert none == {ENGLISH: "0 games came to an end.", FRENCH: "0 partie est allée à son terme."}[language]
    assert len(rest) == 2, "what went wrong, and in which game"
    assert part.tables[0].rows[0][1:] == ("0", {ENGLISH: "0 % (0 to 100)", FRENCH: "0 % (de 0 à 100)"}[language])


def test_a_report_calls_its_scenario_as_the_language_does() -> None:
    found = ArmReport(ready(arm_of(find_bundled("typhoon").load(), None, ("random", "random"))), [])
    assert found.title == "Typhoon"
    with spoken_in(FRENCH):
        assert found.title == "Typhon"


def test_the_map_of_a_board_of_spaces_bears_their_names_the_capitals_first() -> None:
    made = ready(arm_of(find_bundled("summer-1941").load(), None, ("random", "random")))
    names, board = ArmReport(made, []).landmarks, made.game.board
    assert names[board.at("armavir")] == "Armavir"
    assert board.at("to-come") not in names, "a box is no place on the map"
    told = list(names.values())
    assert told.index("Berlin") < told.index("Armavir")
    assert told.index("Moscow") < told.index("Armavir")


def test_a_handful_of_games_that_one_side_wins_is_not_sure() -> None:
    for few in range(1, 6):
        balance = report([game(seed, "red", 0, 3) for seed in range(few)], SIDES).balance
        assert not balance.is_settled, f"{few} games"
        assert balance.to_settle == 6
    assert report([game(seed, "red", 0, 3) for seed in range(6)], SIDES).balance.is_settled


def test_one_game_is_one_in_both_languages() -> None:
    for language, said in ((ENGLISH, "1 game came to an end."), (FRENCH, "1 partie est allée à son terme.")):
        with spoken_in(language):
            assert next(iter(sections(ArmReport(ready(ford_arm()), ford_games()[:1])))).lines[0] == said


def test_which_seeds_were_played_is_told_as_it_is() -> None:
    words = ArmReport(ready(ford_arm()), []).words
    assert words.text(seeds_words(range(1, 21))) == "Seeds 1 to 20."
    assert words.text(seeds_words([7])) == "Seed 7."
    assert words.text(seeds_words([1, 2, 900])) == "3 of the seeds 1 to 900."


def test_numbers_are_in_the_table_for_other_programs_as_they_are() -> None:
    big = replace(game(1, "red", 0, 1234567.25), seconds=0.1)
    (row,) = csv.DictReader(StringIO(as_csv([('a "name", with\nall sorts', big)])))
    assert (row["arm"], float(row["score"]), row["seconds"]) == ('a "name", with\nall sorts', 1234567.25, "0.1")


def test_an_interval_without_end_is_not_told() -> None:
    assert spanned(mean([1.0]), as_share=False) == "+1.00"
    assert signed_share(mean([0.5])) == "+50 %"
    assert signed_share(mean([0.5, 0.5])) == "+50 % (+50 to +50)"


def test_a_range_below_nothing_is_told_in_words() -> None:
    found = Estimate(-10.4, -11.94, -8.86)
    assert spanned(found, as_share=False) == "-10.40 (-11.94 to -8.86)"
    with spoken_in(FRENCH):
        assert spanned(found, as_share=False) == "-10,40 (de -11,94 à -8,86)"


def test_the_report_sets_its_colons_as_the_language_does() -> None:
    made = ready(ford_arm())
    found = ArmReport(made, [*ford_games(), broken(77, "died")])
    winner, level = next((game.winner, game.level) for game in ford_games() if game.winner)
    assert ": " in found.level(winner, level)
    with spoken_in(FRENCH):
        texts = [found.level(winner, level), *next(iter(sections(found))).lines, *_titles(found)]
    assert "77\u00a0: died" in texts
    assert [text for text in texts if re.search(r"(?<!\u00a0): ", text)] == []


def test_the_report_sets_its_decimals_as_the_language_does() -> None:
    found = ArmReport(ready(ford_arm()), ford_games())
    with spoken_in(FRENCH):
        cells = [cell for part in sections(found) for table in part.tables for row in table.rows for cell in row]
        texts = [*cells, *_titles(found), spanned(mean([1.0, 2.0]), as_share=False)]
    assert any(re.search(r"\d,\d\d$", cell) for cell in cells)
    assert [text for text in texts if re.search(r"\d\.\d", text)] == []


def _titles(found: ArmReport) -> list[str]:
    """What the places of a map say under the pointer."""
    svg = next(picture.svg for part in sections(found) for picture in part.pictures if "<title>" in picture.svg)
    return re.findall(r"<title>(.*?)</title>", svg)


def test_an_interval_stays_on_one_line_and_numbers_stand_to_the_right() -> None:
    body = report_body(
        [ReportSection("Who", (), (ReportTable(("Side", "Share of all"), (("Red side", "5 % (1 to 9)"),)),))]
    )
    assert '<td align="left">Red side</td><td align="right">5\xa0%\xa0(1\xa0to\xa09)</td>' in body
    assert '<th align="right">Share of all</th>' in body
