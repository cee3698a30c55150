"""Scenes of the tour from games: a unit with its reach, an attack with its reckoning, a look back, a hand of cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from app.play.games.game_setup import NewGame
from app.play.table import OTHER_PERSON, PERSON
from app.window import MainWindow
from engine.core.actions import Done
from engine.core.ids import UnitId
from engine.core.records import Action
from engine.narration.attack_previews import explained_attack
from engine.rulesets.library import bundled_scenarios

_MOST_STEPS = 60
_MOST_CARDS, _LOOK_AHEAD = 8, 3
_BUSY = ("resolve", "take-loss", "retreat", "advance", "step-to", "declare-attack")
"""What is rather done where much is to happen."""


def play_scenes(window: MainWindow) -> Iterator[str]:
    """Bring the window into each scene and give its name; a scenario that is not bundled has none."""
    examples = bundled_scenarios()
    if "typhoon" in examples and _begin(window, "typhoon"):
        _decide(window, lambda: "step-to" in _kinds(window))
        _show_unit(window, "step-to")
        yield "play-movement"
        window.play.desk.let_go()
        _decide(window, lambda: "declare-attack" in _kinds(window))
        _put_attack_together(window)
        yield "play-attack"
        yield from _look_back(window)
    if "summer-1941" in examples and _begin(window, "summer-1941"):
        _decide(window, lambda: "play-card" in _kinds(window))
        window.canvas.fit()
        yield "play-cards"
        _come_to_blows(window)
        yield "play-combat"
        yield from _hand_over(window)


def french_scene(window: MainWindow) -> bool:
    """An attack with its reckoning and a hand of cards, in another language; False without such a game."""
    if "summer-1941" not in bundled_scenarios() or not _begin(window, "summer-1941"):
        return False
    _come_to_blows(window)
    return True


def _come_to_blows(window: MainWindow) -> None:
    """Play cards until units can be activated from where somebody can be attacked, and put that attack together."""
    for _ in range(_MOST_CARDS):
        _decide(window, lambda: "activate" in _kinds(window), ("play-card",))
        active = next((each for each in _first(window, "activate") if _leads_to(window, each, "declare-attack")), None)
        if active is not None:
            window.play.desk.submit(active)
            break
        _decide(window, lambda: "play-card" in _kinds(window))
    _decide(window, lambda: "declare-attack" in _kinds(window))
    window.canvas.set_zoom(0.8)
    _put_attack_together(window)


def _leads_to(window: MainWindow, action: Action, kind: str) -> bool:
    """Whether a decision, and the obvious ones after it, lead to actions of a kind."""
    table = window.play.table
    assert table is not None
    state = table.game.apply(table.session.state, action).state
    for _ in range(_LOOK_AHEAD):
        menu = table.game.menu(state)
        if kind in menu.kinds():
            return True
        obvious = menu.default or Done()
        if obvious not in menu:
            return False
        state = table.game.apply(state, obvious).state
    return False


def _look_back(window: MainWindow) -> Iterator[str]:
    """Half of what was played, with the log, light and dark."""
    table, replay = window.play.table, window.play.replay
    if table is None:
        return
    first = table.brief.scenario.first_turn
    _decide(window, lambda: table.view.turn > first, _BUSY)
    _decide(window, lambda: table.view.turn > first + 1)
    window.play.show_panel("log")
    window.canvas.fit()
    replay.go(table.length // 2)
    yield "play-replay"
    window.show_dark(True)
    yield "play-replay-dark"
    window.show_dark(False)
    replay.go_to_end()


def _hand_over(window: MainWindow) -> Iterator[str]:
    """Two persons with secrets, and nobody at the screen yet, light and dark."""
    if not _begin(window, "summer-1941", {"axis": PERSON, "allied": OTHER_PERSON}):
        return
    yield "play-hand-over"
    window.show_dark(True)
    yield "play-hand-over-dark"
    window.show_dark(False)


def _begin(window: MainWindow, scenario: str, players: Mapping[str, str] | None = None) -> bool:
    window.open(scenario)
    if not window.play.begin(NewGame(scenario, seed=7, players=players or {})):
        return False
    window.enter_play()
    return True


def _kinds(window: MainWindow) -> tuple[str, ...]:
    table = window.play.table
    return table.menu.kinds() if table is not None else ()


def _decide(window: MainWindow, until: Callable[[], bool], rather: tuple[str, ...] = ()) -> None:
    """Take an action of a kind that is wanted, or the obvious choice, or any, until something is asked."""
    for _ in range(_MOST_STEPS):
        table = window.play.table
        if table is None or table.is_over or until():
            return
        wanted = next((action for kind in rather for action in _first(window, kind)), None)
        done = Done()
        usual = table.menu.default or (done if done in table.menu else next(iter(table.menu)))
        window.play.desk.submit(wanted or usual)


def _first(window: MainWindow, kind: str) -> list[Action]:
    table = window.play.table
    return [action for action in table.menu if action.kind == kind] if table is not None else []


def _show_unit(window: MainWindow, kind: str) -> None:
    """Take in hand the unit with the most places to go."""
    steps: dict[UnitId, int] = {}
    for action in _first(window, kind):
        for unit in action.units():
            steps[unit] = steps.get(unit, 0) + 1
    if steps:
        unit = max(sorted(steps), key=lambda each: steps[each])
        window.canvas.set_zoom(1.0)
        window.canvas.look_at(window.canvas.counters.location_of(unit) or "")
        window.play.desk.choose_unit(unit)


def _put_attack_together(window: MainWindow) -> None:
    """Declare the first attack that somebody can join, with all who can."""
    table, desk = window.play.table, window.play.desk
    for declared in _first(window, "declare-attack"):
        desk.submit(declared)
        while joining := _first(window, "add-attacker"):
            desk.submit(joining[0])
        if table is not None and explained_attack(table) is not None:
            window.canvas.look_at(table.board.key(declared.locations()[0]))
            return
        for off in _first(window, "call-off"):
            desk.submit(off)
