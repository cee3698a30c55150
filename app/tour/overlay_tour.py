"""Scenes of the tour that look at a game: overlays, a stack fanned out, trays, the turn track and the score."""

from __future__ import annotations

from collections.abc import Iterator

from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.actions import Done, StepTo
from engine.core.overlays import OverlayKind
from engine.rulesets.library import bundled_scenarios

_MOST_STEPS = 20


def overlay_scenes(window: MainWindow) -> Iterator[str]:
    """Bring the window into each scene and give its name; a scenario that is not bundled has none."""
    examples = bundled_scenarios()
    if "typhoon" in examples and _begin_moving(window, "typhoon"):
        window.canvas.fit()
        _show(window, OverlayKind.SUPPLY)
        yield "play-supply"
        busiest = _largest_stack(window)
        window.canvas.set_zoom(0.9)
        window.canvas.look_at(busiest)
        _show(window, OverlayKind.ZONES, OverlayKind.CONTROL)
        yield "play-zones-and-control"
        _show(window)
        window.play.stack.open(busiest)
        window.play.stack.fan.selectAll()
        yield "play-stack"
        window.play.stack.dismiss()
        window.play.desk.let_go()
        window.show_dark(True)
        _show(window, OverlayKind.STACKING, OverlayKind.OBJECTIVES, OverlayKind.ISOLATION)
        for panel in ("turns", "trays"):
            window.play.show_panel(panel)
            yield f"play-{panel}-dark"
        window.show_dark(False)
        _show(window)
        for panel in ("turns", "trays"):
            window.play.docks[panel].hide()
    if "summer-1941" in examples and _begin_moving(window, "summer-1941"):
        _show(window, OverlayKind.CONTROL, OverlayKind.SUPPLY, OverlayKind.OBJECTIVES)
        window.canvas.fit()
        yield "play-supply-on-spaces"
        _show(window)


def _begin_moving(window: MainWindow, scenario: str) -> bool:
    """A game at its first movement, or not far from its beginning where none comes soon."""
    window.open(scenario)
    if not window.play.begin(NewGame(scenario, seed=7)):
        return False
    window.enter_play()
    for _ in range(_MOST_STEPS):
        table = window.play.table
        if table is None or table.is_over or StepTo.kind in table.menu.kinds():
            break
        menu = table.menu
        window.play.desk.submit(menu.default or (Done() if Done() in menu else next(iter(menu))))
    return True


def _show(window: MainWindow, *kinds: OverlayKind) -> None:
    """Show these overlays and no other."""
    overlays = window.play.overlays
    for kind in OverlayKind:
        overlays.show_overlay(kind, kind in kinds)
    overlays.finish()


def _largest_stack(window: MainWindow) -> str:
    table = window.play.table
    assert table is not None
    on_map = [at for at in sorted(table.view.stacks) if table.board.kinds[at] != "box"]
    return table.board.key(max(on_map, key=lambda at: len(table.view.stacks[at])))
