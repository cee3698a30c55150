"""From nothing to a playable scenario with a real pointer and real keys at 1280 x 720: the designer's first hour."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

from tests.app.real_scenario import RESULTS
from tests.app.real_walk import told_by
from tests.helpers.screen import screen

MOST_INPUTS = 250


def words_of(path: Path) -> str:
    """Everything that stands on the sheets of a PDF."""
    document = pypdfium2.PdfDocument(path)
    try:
        return " ".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()


def test_velikiye_luki_is_made_from_nothing_and_everybody_is_supplied(tmp_path: Path) -> None:
    with screen(1280, 720) as made:
        told = told_by(made, "tests.app.real_scenario", str(tmp_path))
    assert told["inputs"] < MOST_INPUTS
    assert told["size"] == [16, 12]
    assert (told["units"], told["placed"]) == (24, 20)
    assert told["arrivals"] == [[2, "0106"], [2, "1606"], [3, "0106"], [3, "1606"]]
    assert told["victory"][0] == "The town is held: The Soviet side wins at the end of the game if it holds 0806."
    assert told["column"] == list(RESULTS)
    assert not told["hungry"], "everybody is supplied"
    assert not told["faults"], "nobody stands where the rules would not let him"
    assert "can be played" in told["verdict"]
    assert not [line for line in told["findings"] if line.startswith("error")], told["findings"]
    assert told["plays"], "F5 begins the game"
    assert told["turn"] == 2, "a turn is played by both sides"
    assert "1 waiting" in told["asked"], "and who comes on the second turn is asked for"
    sheet = words_of(next((tmp_path / "kit").glob("*set-up.pdf")))
    for words in ("Velikiye Luki", "The town is held", "III Corps", "turn 2", "0806"):
        assert words in sheet, words
