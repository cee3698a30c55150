"""Two persons at one screen: what one may not see of the other is never on it, and a cover stands between them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import app.play.table as table_module
from app.play.games.game_setup import NewGame, sides_of
from app.play.games.players import SeatingDialog
from app.play.table import OTHER_PERSON, PERSON
from app.window import MainWindow
from engine.core.ids import NO_SIDE
from engine.core.refusals import IllegalAction
from engine.core.ruleset import PoolSort
from engine.core.secrets.secrecy import divides_knowledge
from engine.core.state import HIDDEN_CARD
from engine.narration.hands import hand_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    return Player(window)


def begin(player: Player, scenario: str, *who: str) -> None:
    assert player.window.open(scenario)
    sides = sides_of(find_bundled(scenario).scenario.ruleset)
    assert player.window.play.begin(NewGame(scenario, seed=5, players=dict(zip(sides, who, strict=True))))
    player.window.enter_play()


def decide_until_other_side(player: Player) -> None:
    table = player.table
    side = table.menu.side
    while table.awaited is None and table.menu.side == side:
        player.desk.submit(table.menu.default or next(iter(table.menu)))


def test_whether_knowledge_is_divided_is_read_off_the_rules() -> None:
    for name, divided in (("cabinet-war", True), ("ford", True), ("summer-1941", True), ("typhoon", False)):
        game = assemble(find_bundled(name).load())
        assert divides_knowledge(game, game.new(1).state) is divided, name


def test_the_first_of_two_persons_takes_the_seat_and_then_the_other(player: Player) -> None:
    begin(player, "cabinet-war", PERSON, OTHER_PERSON)
    cover, table = player.window.play.hand_over, player.table
    assert cover.isVisible()
    first = table.awaited
    assert first is not None
    assert f"Pass to the {table.names.side(first)} side" in cover.words.text()
    player.key("Return")
    assert not cover.isVisible()
    assert table.viewer == first
    decide_until_other_side(player)
    second = table.awaited
    assert second not in (None, first)
    assert cover.isVisible()
    assert cover.side.text() == table.names.side(str(second))
    QTest.mouseClick(cover.seated, Qt.MouseButton.LeftButton)
    assert not cover.isVisible()
    assert table.viewer == second


def test_while_the_seat_changes_nothing_secret_is_drawn_anywhere(player: Player) -> None:
    begin(player, "cabinet-war", PERSON, OTHER_PERSON)
    player.key("Return")
    table, desk = player.table, player.desk
    book = desk.scene.book
    assert book is not None
    assert hand_of(table, book), "who sits there sees the hand"
    decide_until_other_side(player)
    assert hand_of(table, book) == ()
    assert not any(pile.cards for pile in book.piles() if pile.sort is PoolSort.HAND)
    assert table.viewer == NO_SIDE
    public = table.game.view(table.session.state, NO_SIDE)
    assert table.view == public
    specs = table.game.ruleset.pools(table.game)
    secret = [name for name in table.view.pools if specs[name].seen_by is not None]
    assert all(card == HIDDEN_CARD for name in secret for card in table.view.pools[name])
    assert desk.scene.hand.buttons == []
    assert desk.scene.actions.rows() == []
    assert desk.scene.glow.units == frozenset()
    assert desk.scene.log.texts() == [line.text for line in table.log()]
    assert player.window.menus.edit.undo.text() == "&Undo"
    assert player.window.dock.units.count() == 0
    with pytest.raises(IllegalAction):
        table.submit(next(iter(table.session.menu)))
    player.key("Ctrl+Left")
    assert not table.is_past, "nobody looks back before they sit there"


def test_the_cover_is_above_everything_whatever_is_shown_and_however_large_the_window_is(player: Player) -> None:
    begin(player, "cabinet-war", PERSON, OTHER_PERSON)
    window, cover = player.window, player.window.play.hand_over
    for name in window.play.docks:
        window.play.show_panel(name)
    window.resize(1000, 700)
    QApplication.processEvents()
    middle = window.rect().center()
    for point in (middle, window.rect().bottomRight() - middle / 20, window.rect().bottomLeft() + middle / 20):
        found = window.childAt(point.x(), min(point.y(), window.height() - 2))
        assert found is cover or cover.isAncestorOf(found), found


@pytest.mark.parametrize(
    ("scenario", "who"),
    [
        ("cabinet-war", (PERSON, PERSON)),
        ("cabinet-war", (PERSON, "random")),
        ("typhoon", (PERSON, OTHER_PERSON)),
    ],
)
def test_nothing_is_handed_over_where_there_is_nobody_to_hide_it_from(
    player: Player, scenario: str, who: tuple[str, ...]
) -> None:
    begin(player, scenario, *who)
    assert not player.window.play.hand_over.isVisible()
    for _ in range(25):
        table = player.table
        assert table.awaited is None
        if table.is_computers_turn:
            player.let_computer_decide()
            player.desk.refresh()
        else:
            player.desk.submit(table.menu.default or next(iter(table.menu)))
    assert not player.window.play.hand_over.isVisible()


def test_a_game_that_is_taken_up_asks_who_sits_there(player: Player) -> None:
    begin(player, "cabinet-war", PERSON, OTHER_PERSON)
    player.key("Return")
    player.desk.submit(next(iter(player.table.menu)))
    keeper = player.window.play.keeping.keeper
    assert keeper is not None
    player.window.play.go_on_with(keeper.id)
    assert set(player.table.players.values()) == {PERSON, OTHER_PERSON}
    assert player.window.play.hand_over.isVisible()


def test_who_plays_can_be_changed_in_the_middle(player: Player, qtbot: QtBot) -> None:
    begin(player, "cabinet-war", PERSON, PERSON)
    table = player.table
    player.desk.submit(table.menu.default or next(iter(table.menu)))
    player.key("Ctrl+Shift+W")
    dialog = player.dialog()
    assert isinstance(dialog, SeatingDialog)
    other = next(side for side in table.players if side != table.menu.side)
    dialog.fields[other].setCurrentIndex(dialog.fields[other].findData(OTHER_PERSON))
    dialog.go.click()
    assert player.window.play.hand_over.isVisible(), "who of the two sits there is asked"
    player.key("Return")
    player.key("Ctrl+Shift+W")
    dialog = player.dialog()
    assert isinstance(dialog, SeatingDialog)
    for field in dialog.fields.values():
        field.setCurrentIndex(field.findData("random"))
    before = table.length
    dialog.go.click()
    qtbot.waitUntil(lambda: table.length > before + 3)
    keeper = player.window.play.keeping.keeper
    assert keeper is not None
    assert set(player.window.play.keeping.games[keeper.id].players.values()) == {"random"}


def test_looking_back_shows_what_the_own_side_knew(player: Player) -> None:
    begin(player, "cabinet-war", PERSON, OTHER_PERSON)
    player.key("Return")
    table = player.table
    first = table.viewer
    decide_until_other_side(player)
    player.key("Return")
    second = table.viewer
    player.key("Ctrl+Home")
    assert table.is_past
    assert table.viewer == second != first
    specs = table.game.ruleset.pools(table.game)
    hidden = [name for name in table.view.pools if specs[name].seen_by == frozenset({first})]
    assert hidden
    assert all(card == HIDDEN_CARD for name in hidden for card in table.view.pools[name])


def test_whoever_decides_in_secret_keeps_the_seat(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when air points are first assigned: what divides knowledge is the decision of the one who sits there."""
    begin(player, "typhoon", PERSON, OTHER_PERSON)
    table = player.table
    side = table.menu.side
    monkeypatch.setattr(table_module, "divides_knowledge", lambda game, state: table.length > 0)
    player.desk.submit(table.menu.default or next(iter(table.menu)))
    assert table.menu.side == side
    assert table.awaited is None, "nobody passes the screen to himself"
    decide_until_other_side(player)
    assert table.awaited not in (None, side)
