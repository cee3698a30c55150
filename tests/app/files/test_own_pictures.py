"""Pictures of people's own in the whole program: on the map, in play, on paper and from the command line."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtGui import QImage

from app.cli.main import run
from app.play.games.game_setup import NewGame
from app.window import MainWindow
from editor.canvas.art import own_pictures
from editor.canvas.art.own_pictures import OwnPictures
from editor.documents.picture_intake import take_picture
from engine.definitions.counters import Counters
from engine.storage.exchange import export_folder
from tests.editor.canvas.art.test_own_pictures import share_of
from tests.helpers.drawings import MAGENTA, svg


@pytest.fixture
def drawn(window: MainWindow, tmp_path: Path) -> Path:
    """A file in which every counter has art of its author's own, named and closed."""
    (tmp_path / "art.svg").write_bytes(svg())
    assert window.open("ford")
    assert window.files.start_editing()
    project = window.files.project
    assert project is not None
    picture = take_picture(project.store, tmp_path / "art.svg")
    sheets = [each for each in project.contents.documents.values() if isinstance(each, Counters)]
    project.put(
        *(each.replace(types=tuple(kind.replace(picture=picture) for kind in each.types)) for each in sheets),
        label="Art",
    )
    path = tmp_path / "drawn.redoubt"
    window.files.save_as(path)
    window.files.close()
    return path


@pytest.fixture
def _empty_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program that was just started: nothing unpacked yet."""
    for name, value in vars(OwnPictures()).items():
        if name != "_sources":
            monkeypatch.setattr(own_pictures.PICTURES, name, value)


@pytest.mark.usefixtures("_empty_shelf")
def test_a_file_opened_again_and_played_shows_the_art(window: MainWindow, drawn: Path) -> None:
    assert window.open(str(drawn))
    assert share_of(window.canvas.grab().toImage().scaledToWidth(300), MAGENTA) > 0.001
    assert window.play.begin(NewGame("ford"))
    counters = window.canvas.counters
    places = counters.keys()
    assert all(picture.art for key in places for picture in counters.stack(key))


@pytest.mark.usefixtures("_empty_shelf")
@pytest.mark.parametrize("as_folder", [False, True])
def test_the_command_line_renders_it(drawn: Path, tmp_path: Path, as_folder: bool) -> None:
    if as_folder:
        export_folder(drawn, tmp_path / "folder")
    source = tmp_path / "folder" if as_folder else drawn
    assert run(["render", str(source), str(tmp_path / "map.png"), "--width", "500"]) == 0
    assert share_of(QImage(str(tmp_path / "map.png")), MAGENTA) > 0.002


@pytest.mark.usefixtures("_empty_shelf")
def test_printed_counters_have_it(window: MainWindow, drawn: Path, tmp_path: Path) -> None:
    assert window.open(str(drawn))
    dialog = window.menus.file.sharing.ask_kit()
    assert dialog is not None
    dialog.folder.setText(str(tmp_path / "kit"))
    (tmp_path / "kit").mkdir()
    dialog.go.click()
    document = pypdfium2.PdfDocument(tmp_path / "kit" / "the-ford-counters.pdf")
    page = document[0].render(scale=1, rev_byteorder=True).to_numpy()
    document.close()
    strong = (page[..., 0] > 150) & (page[..., 1] < 110) & (page[..., 2] > 130)
    assert strong.sum() > 200
