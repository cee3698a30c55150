"""Cards: painted faces, the hand by mouse and keyboard, piles, and the browser; nobody sees what he may not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSettings, QSize, Qt
from PySide6.QtGui import QCursor, QEnterEvent, QHelpEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.application import application
from app.files.map_opening import open_anything
from app.language import speak_in
from app.play.games.game_setup import NewGame, begin
from app.play.panels.card_browser import entries_of
from app.play.panels.card_peek import uses_text
from app.play.table import GameTable
from app.window import MainWindow
from editor.canvas.cards import card_painter
from editor.canvas.cards.card_emblems import emblem_path
from editor.canvas.cards.card_painter import HEIGHT, WIDTH, paint_back, paint_face
from engine.core.actions import Done, PlayCard
from engine.core.ids import CardId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.narration.card_book import THIS_TURN, CardBook
from engine.narration.card_faces import CardFace
from engine.narration.hands import CardUse, HeldCard, Order, hand_of, in_order
from engine.rulesets.library import find_bundled
from tests.app.play.hands import Player


@pytest.fixture(scope="module", autouse=True)
def letters(qapp: QApplication) -> None:
    """Painting needs the font."""
    application()


@pytest.fixture(scope="module")
def war() -> GameTable:
    """Summer 1941, when the Axis is to play its first card."""
    table = begin(find_bundled("summer-1941").load(), NewGame("summer-1941", seed=7))
    while not table.menu.of_kind(PlayCard):
        table.submit(table.menu.default or next(iter(table.menu)))
    return table


@pytest.fixture(scope="module")
def book(war: GameTable) -> CardBook:
    return CardBook(war, open_anything("summer-1941").palette)


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Someone with the Axis hand in front of him."""
    player = Player(window)
    assert window.open("summer-1941")
    assert window.play.begin(NewGame("summer-1941", seed=7))
    window.enter_play()
    while not player.table.menu.of_kind(PlayCard):
        player.desk.submit(player.table.menu.default or next(iter(player.table.menu)))
    QApplication.processEvents()
    return player


def test_a_face_says_all_that_is_printed(book: CardBook) -> None:
    torch = book.face("allied-01")
    assert (torch.title, torch.number, torch.chief, torch.chief_words) == ("Torch", "1", "4", "Operations")
    assert [(points.words, points.value) for points in torch.points] == [
        ("British", "2"), ("American", "2"), ("Soviet", "4")]  # fmt: skip
    assert torch.traits == ("Blitzkrieg", "Invasion")
    assert torch.is_removed_after
    assert torch.text.startswith("Invasion, on a turn after")
    assert len({points.ground for points in torch.points}) == 3, "each nation has its colour"
    assert book.face("axis-01").ground != torch.ground


def test_every_face_is_painted_at_hand_size_and_large_and_its_parts_are_where_they_should_be(book: CardBook) -> None:
    for size in (QSize(118, 190), QSize(308, 406)):
        for face in book.faces()[::9]:
            image = painted(size, lambda p, r, face=face: paint_face(p, r, face, removed_words="Removed"))
            band = image.pixelColor(size.width() - 14, 12)
            assert abs(band.hue() - colour_hue(face.ground)) < 12, "the band has the colour of the side"
            assert image.pixelColor(size.width() // 2, size.height() - 2).alpha() > 0
            assert image.pixelColor(0, 0).alpha() == 0, "corners are round"


def test_a_card_that_is_low_says_by_a_cross_alone_that_it_goes(book: CardBook) -> None:
    face = next(face for face in book.faces() if face.is_removed_after and face.traits)
    low = QSize(118, 80)
    kept, gone = (
        painted(low, lambda p, r, face=each: paint_face(p, r, face, removed_words="Removed after its event"))
        for each in (replace(face, is_removed_after=False), face)
    )
    points = [(x, y) for x in range(low.width()) for y in range(low.height())]
    other = [x for x, y in points if kept.pixel(x, y) != gone.pixel(x, y)]
    assert other, "a cross is there"
    assert min(other) > low.width() * 0.8, "and no words over the labels"


@pytest.mark.parametrize("height", [74, 87])
def test_numbers_at_the_foot_of_a_low_card_are_not_cut_off(book: CardBook, height: int) -> None:
    """A hand of seven in a small window: the number of the card and what it gives are whole digits."""
    full = replace(book.face("axis-16"), number="8", points=book.face("axis-16").points[:1])
    (point,) = full.points
    bare = {
        "the number of the card": replace(full, number=" "),
        "what it gives": replace(full, points=(replace(point, value=" "),)),
    }
    for what, without in bare.items():
        assert len(rows_apart(full, without, QSize(118, height))) >= 7, what


def test_the_title_of_a_low_card_is_one_line(book: CardBook) -> None:
    """Where two lines are too many, one that nearly fits is not broken all the same and drawn through the edges."""
    face = book.face("allied-10")
    assert len(face.title.split()) == 3
    rows = rows_apart(face, replace(face, title=" "), QSize(118, 74))
    assert rows == set(range(min(rows), max(rows) + 1)), "nothing is between two halves of lines"


def test_a_card_that_comes_under_a_pointer_that_lies_still_is_not_shown_in_large(player: Player, qtbot: QtBot) -> None:
    """Whose card was just played has the next hand under the pointer, and wants to see the map."""
    hand = player.desk.scene.hand
    before = QCursor.pos()
    try:
        QCursor.setPos(hand.mapToGlobal(QPoint(300, 60)))
        hand._fill_row([])
        tile = hand.tiles[0]
        tile._rest.setInterval(20)
        QApplication.sendEvent(tile, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(QCursor.pos())))
        qtbot.wait(120)
        assert not hand.peek.isVisible(), "nobody pointed at it"
        QCursor.setPos(QCursor.pos() + QPoint(3, 2))
        qtbot.waitUntil(hand.peek.isVisible, timeout=1000)
        assert hand.peek.card == tile.card.id
    finally:
        QCursor.setPos(before)


def rows_apart(one: CardFace, other: CardFace, size: QSize) -> set[int]:
    """In which rows of their pictures two cards differ."""
    first, second = (
        painted(size, lambda p, r, face=each: paint_face(p, r, face, removed_words="Removed")) for each in (one, other)
    )
    rows = range(size.height())
    return {y for y in rows if any(first.pixel(x, y) != second.pixel(x, y) for x in range(size.width()))}


def test_a_card_that_is_wide_and_low_has_room_for_its_text(book: CardBook) -> None:
    face = next(face for face in book.faces() if face.is_removed_after and face.traits and face.points and face.text)
    low = QSize(174, 118)
    said, mute = (
        painted(low, lambda p, r, face=each: paint_face(p, r, face, removed_words="Removed after its event"))
        for each in (face, replace(face, text="-"))
    )
    points = [(x, y) for x in range(low.width()) for y in range(low.height())]
    rows = {y for x, y in points if said.pixel(x, y) != mute.pixel(x, y)}
    assert len(rows) >= 18, "at least two lines of it"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_in_large_every_card_can_be_read_to_its_end(
    war: GameTable, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_in(language)
    try:
        table = war.said_again()
        faces = CardBook(table, open_anything("summer-1941").palette).faces()
    finally:
        speak_in("en")
    cut, drawn = card_painter._cut, []
    monkeypatch.setattr(card_painter, "_cut", lambda text, *room: drawn.append((text, cut(text, *room))) or text)
    size = QSize(round(WIDTH * 1.75), round(HEIGHT * 1.75))
    for face in faces:
        painted(size, lambda p, r, face=face: paint_face(p, r, face, removed_words="Retirée après effet"))
    assert len(drawn) > 50
    assert [text for text, shown in drawn if shown != text] == []


def test_what_forbids_every_use_of_a_card_is_said_once(book: CardBook) -> None:
    face = book.face("axis-01")
    uses = [CardUse(each, None, "It is not your turn.") for each in ("Operations", "Event")]
    assert uses_text(face, uses).count("It is not your turn.") == 1
    other = CardUse("Redeployment", None, "There is nobody to move.")
    assert uses_text(face, [*uses, other]).count("It is not your turn.") == 2


def test_emblems_differ_and_a_back_shows_no_face(book: CardBook) -> None:
    box = QRectF(0, 0, 100, 100)
    drawn = [emblem_path(name, box) for name in ("combat", "invasion", "dual", "blitzkrieg")]
    assert all(path != other for number, path in enumerate(drawn) for other in drawn[:number])
    assert all(box.adjusted(-6, -6, 6, 6).contains(path.boundingRect()) for path in drawn)
    back = painted(QSize(60, 80), lambda p, r: paint_back(p, r, *book.inks.of("axis")))
    again = painted(QSize(60, 80), lambda p, r: paint_back(p, r, *book.inks.of("axis")))
    assert back == again


def painted(size: QSize, paint: object) -> QImage:
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint(painter, QRectF(0, 0, size.width(), size.height()))  # type: ignore[operator]
    painter.end()
    return image


def colour_hue(name: str) -> int:
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    image.fill(name)
    return image.pixelColor(0, 0).hue()


def test_each_card_has_its_five_uses_in_one_order_with_what_forbids_them(war: GameTable, book: CardBook) -> None:
    hand = hand_of(war, book)
    assert hand
    for card in hand:
        assert [use.short for use in card.uses] == ["OPS", "SR", "RP", "EV", "E+O"]
        for use, name in zip(card.uses, ("ops", "sr", "rp", "event", "event+ops"), strict=True):
            action = PlayCard(CardId(card.id), name)
            assert (use.action == action) == (action in war.menu)
            assert bool(use.why_not) == (action not in war.menu)
    assert any("(4.4)" in use.why_not for card in hand for use in card.uses), "the case is named"


def test_what_no_case_forbids_is_refused_without_empty_brackets(
    war: GameTable, book: CardBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    nameless = Refusal("", message("cards.game-over"))
    monkeypatch.setattr(Menu, "refusal", lambda _menu, _action: nameless)
    reasons = [use.why_not for card in hand_of(war, book) for use in card.uses if use.action is None]
    assert reasons
    assert set(reasons) == {war.say(nameless.message)}


def test_a_hand_is_sorted_by_a_choice(war: GameTable, book: CardBook) -> None:
    hand = hand_of(war, book)
    assert in_order(hand, Order.DRAWN) == hand
    assert [card.title for card in in_order(hand, Order.TITLE)] == sorted(card.title for card in hand)
    values = [int(card.face.chief) for card in in_order(hand, Order.VALUE)]
    assert values == sorted(values, reverse=True)
    assert len(in_order(hand, Order.USES)[0].allowed) == max(len(card.allowed) for card in hand)
    assert sorted(in_order(hand, Order.SORT), key=ids) == sorted(hand, key=ids)


def ids(card: HeldCard) -> str:
    return card.id


def test_whereabouts_tell_no_secrets(war: GameTable, book: CardBook) -> None:
    where = book.whereabouts()
    view, state = war.view, war.session.state
    assert set(where) == set(war.brief.cards)
    for card in state.pools["axis-hand"]:
        assert where[card] == "Axis hand"
    unseen = {*state.pools["allied-hand"], *state.pools["allied-deck"]}
    assert {where[card] for card in unseen} == {"One of: Allied hand, Allied deck"}
    assert {where[card] for card in state.pools["axis-deck"]} == {"Axis deck"}
    assert "?" in set(view.pools["allied-hand"])
    piles = {pile.name: pile for pile in book.piles()}
    assert piles["allied-hand"].cards == ()
    assert piles["allied-hand"].size == len(state.pools["allied-hand"])
    assert [pile.name for pile in book.enemy_hands()] == ["allied-hand"]


def test_markers_of_a_game_without_hands_are_listed_with_their_number() -> None:
    table = begin(find_bundled("typhoon").load(), NewGame("typhoon", seed=7))
    book = CardBook(table, open_anything("typhoon").palette)
    entries = entries_of(book)
    assert sum(entry.count for entry in entries) == len(table.brief.cards)
    assert any(entry.count > 1 and entry.where == "Cup C" for entry in entries)
    assert ("Attack", "0") in [(points.words, points.value) for points in book.face("c-01").points]


def test_a_card_of_no_use_says_why_and_escape_leads_back_to_the_map(player: Player) -> None:
    hand = player.desk.scene.hand
    while any(tile.card.allowed for tile in hand.tiles):
        player.desk.submit(next(iter(player.table.menu)))
    player.key("Ctrl+F9")
    QTest.keyClick(hand.tiles[0], Qt.Key.Key_Return)
    assert hand.asked is None, "not a menu of what cannot be"
    assert hand.peek.isVisible()
    QTest.keyClick(hand.tiles[0], Qt.Key.Key_Escape)
    assert not hand.peek.isVisible()
    assert hand.tiles[0].hasFocus()
    QTest.keyClick(hand.tiles[0], Qt.Key.Key_Escape)
    assert player.window.canvas.hasFocus()


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)
def test_arrows_numbers_space_and_enter_serve_the_hand(player: Player) -> None:
    hand = player.desk.scene.hand
    player.key("Ctrl+F9")
    assert hand.tiles[0].hasFocus()
    QTest.keyClick(hand.tiles[0], Qt.Key.Key_Right)
    assert hand.tiles[1].hasFocus()
    QTest.keyClick(hand.tiles[1], Qt.Key.Key_End)
    assert hand.tiles[-1].hasFocus()
    QTest.keyClick(hand.tiles[-1], Qt.Key.Key_Space)
    assert hand.peek.card == hand.tiles[-1].card.id
    QTest.keyClick(hand.tiles[-1], Qt.Key.Key_Home)
    assert hand.peek.card == hand.tiles[0].card.id, "the large view goes along"
    QTest.keyClick(hand.tiles[0], Qt.Key.Key_Space)
    assert not hand.peek.isVisible()
    while not (tiles := [tile for tile in hand.tiles if 1 < len(tile.card.allowed) < len(tile.card.uses)]):
        done = Done() in player.table.menu
        player.desk.submit(Done() if done else player.table.menu.default or next(iter(player.table.menu)))
    tile = tiles[0]
    tile.setFocus()
    steps = len(player.table.session.log)
    QTest.keyClick(tile, Qt.Key.Key_Return)
    assert hand.asked is not None
    assert [action.isEnabled() for action in hand.asked.actions()] == [use.action is not None for use in tile.card.uses]
    hand.asked.close()
    assert len(player.table.session.log) == steps, "Enter on a card is not the obvious choice of the game"
    number = next(n for n, use in enumerate(tile.card.uses) if use.action is None)
    QTest.keyClick(tile, Qt.Key(Qt.Key.Key_1 + number))
    assert len(player.table.session.log) == steps, "what is forbidden does nothing"
    assert hand.peek.isVisible(), "and the card in large says why"
    assert hand.peek.card == tile.card.id
    number, use = next((n, use) for n, use in enumerate(tile.card.uses) if use.action is not None)
    QTest.keyClick(tile, Qt.Key(Qt.Key.Key_1 + number))
    assert player.table.session.log[-1].action == use.action


def test_an_ampersand_on_a_card_underlines_nothing(player: Player) -> None:
    tile = player.desk.scene.hand.tiles[0]
    tile.show_uses(replace(tile.card, uses=(CardUse("Rail & road", None, short="R&R"),)))
    assert tile.buttons[0][1].text() == "R&&R"
    assert tile.buttons[0][1].shortcut().isEmpty()


def test_the_hand_is_looked_at_sorted_and_the_enemys_is_backs_and_a_number(player: Player, settings: QSettings) -> None:
    hand = player.desk.scene.hand
    tile = hand.tiles[0]
    tile.rested.emit(tile)
    words = hand.peek.uses.text()
    for use in tile.card.uses:
        assert (use.why_not in words) if use.why_not else True
    assert "Operations" in words
    refused = next(button for use, button in tile.buttons if use.action is None)
    assert refused.property("case") == "4.4", "F1 opens the rules there"
    tile.left.emit()
    assert not hand.peek.isVisible()
    hand.order.setCurrentIndex(hand.order.findData(Order.TITLE))
    titles = [tile.card.title for tile in hand.tiles]
    assert titles == sorted(titles)
    assert settings.value("play/hand-order") == "title"
    backs = hand.backs
    assert [(pile.title, pile.size) for pile in backs.piles] == [
        ("Allied hand", len(player.table.session.state.pools["allied-hand"]))
    ]
    assert backs.piles[0].cards == ()


def test_piles_show_what_is_open_and_open_in_the_browser(player: Player) -> None:
    player.key("Alt+Shift+P")
    window = player.window
    window.play.show_panel("piles")
    piles = {view.pile.name: view for view in window.play.sideboard.piles.piles}
    state = player.table.session.state
    assert piles["axis-deck"].pile.size == len(state.pools["axis-deck"])
    assert piles["allied-discard"].pile.cards == ()
    assert "axis-hand" not in piles, "what one holds is in the panel of the hand"
    window.play.show_panel("piles")
    QTest.mouseClick(piles["axis-aside"], Qt.MouseButton.LeftButton)
    browser = window.play.sideboard.browser
    assert browser.isVisible()
    assert {entry.face.id for entry in browser.model.entries} == set(state.pools["axis-aside"])
    window.play.show_panel("piles")
    piles["allied-aside"].setFocus()
    QTest.keyClick(piles["allied-aside"], Qt.Key.Key_Return)
    assert {entry.side for entry in browser.model.entries} == {"allied"}
    window.play.show_panel("piles")
    opened: list[object] = []
    window.play.sideboard.piles.opened.connect(opened.append)
    QTest.mouseClick(piles["axis-deck"], Qt.MouseButton.LeftButton)
    assert not opened, "a closed pile stays closed"


def test_what_was_played_this_turn_is_a_pile_of_its_own(player: Player) -> None:
    action = player.table.menu.of_kind(PlayCard)[0]
    player.desk.submit(action)
    while player.table.menu.side == "axis":
        player.desk.submit(Done() if Done() in player.table.menu else next(iter(player.table.menu)))
    player.window.play.show_panel("piles")
    view = player.window.play.sideboard.piles.piles[-1]
    assert view.pile.name == THIS_TURN
    assert view.pile.cards == (action.card,)
    player.window.play.sideboard.open_pile(view.pile)
    assert [entry.face.id for entry in player.window.play.sideboard.browser.model.entries] == [action.card]


def test_the_browser_finds_every_card_by_words_side_and_place(player: Player) -> None:
    player.window.play.show_panel("cards")
    browser = player.window.play.sideboard.browser
    browser.show()
    QApplication.processEvents()
    assert len(browser.model.entries) == len(player.table.brief.cards)
    browser.search.setText("combat panzer")
    assert browser.model.entries
    for entry in browser.model.entries:
        said = f"{entry.face.title} {entry.face.text} {entry.face.traits}".casefold()
        assert "combat" in said
        assert "panzer" in said
    browser.search.clear()
    browser.side.setCurrentIndex(browser.side.findData("allied"))
    assert {entry.side for entry in browser.model.entries} == {"allied"}
    browser.side.setCurrentIndex(0)
    browser.where.setCurrentIndex(browser.where.findData("Axis hand"))
    assert {entry.face.id for entry in browser.model.entries} == set(player.table.session.state.pools["axis-hand"])
    assert browser.count.text() == f"{len(browser.model.entries)} cards"
    browser.list.setCurrentIndex(browser.model.index(0))
    QTest.keyClick(browser.list, Qt.Key.Key_Space)
    assert browser.peek.card == browser.model.entries[0].face.id
    assert browser.peek.uses.text() == "<p>Axis hand</p>"
    QTest.keyClick(browser.list, Qt.Key.Key_Space)
    assert not browser.peek.isVisible()
    at = browser.list.visualRect(browser.model.index(0)).center()
    rest = QHelpEvent(QHelpEvent.Type.ToolTip, at, browser.list.viewport().mapToGlobal(at))
    QApplication.sendEvent(browser.list.viewport(), rest)
    assert browser.peek.isVisible()
    browser.peek.hide()
    assert not browser.list.indexAt(QPoint(5000, 5000)).isValid()


def test_a_game_without_hands_keeps_its_foot_free_and_lists_its_markers_when_asked(window: MainWindow) -> None:
    assert window.open("cabinet-war")
    assert window.play.begin(NewGame("cabinet-war", seed=5))
    window.enter_play()
    assert window.play.docks["piles"].isVisibleTo(window)
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=5))
    window.enter_play()
    QApplication.processEvents()
    assert window.play.docks["piles"].isHidden()
    assert window.play.docks["cards"].isHidden()
    Player(window).key("Alt+Shift+B")
    assert window.play.docks["cards"].isVisible()
    QApplication.processEvents()
    browser = window.play.sideboard.browser
    table = window.play.table
    assert table is not None
    assert sum(entry.count for entry in browser.model.entries) == len(table.brief.cards)
    Player(window).key("Ctrl+F9")
    assert "no hands" in window.play.desk.scene.prompt.refusal


def test_a_click_on_a_card_leaves_the_keyboard_to_the_question(player: Player) -> None:
    player.window.canvas.setFocus()
    tile = player.desk.scene.hand.tiles[0]
    QTest.mouseClick(tile, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert player.window.canvas.hasFocus(), "Enter is still that of the prompt"
