"""Cards on paper: nine to a sheet, in the size of their sleeves, each back behind its face."""

from __future__ import annotations

import numpy as np
import pypdfium2
import pytest

from editor.export.kit.card_sheets import card_layout, card_sheets
from editor.export.kit.kit_options import Flip, KitOptions
from editor.export.pdf_pages import pdf_of
from engine.narration.card_faces import CardFace

DOTS = 8


def card(number: int, text: str = "It does something.") -> CardFace:
    return CardFace(
        f"red-{number}", str(number), f"Card {number}", text, "3", "ops", (), (), "", False, "#c03020", "#ffffff"
    )


def pixels(data: bytes, page: int) -> np.ndarray:
    document = pypdfium2.PdfDocument(data)
    found = document[page].render(scale=DOTS * 25.4 / 72).to_numpy()[:, :, :3].astype(np.int16)
    document.close()
    return found


def test_nine_cards_lie_on_a_sheet_of_a4() -> None:
    layout = card_layout(KitOptions())
    assert (layout.cols, layout.rows) == (3, 3)
    assert (layout.block.width, layout.block.height) == pytest.approx((189.0, 264.0))


@pytest.mark.parametrize("flip", list(Flip))
def test_a_card_is_of_its_size_and_its_back_lies_behind_it(flip: Flip) -> None:
    options = KitOptions(flip=flip)
    data = pdf_of("one", options.page, card_sheets([card(1)], options, ""))
    slot = next(card_layout(options).sheets(1))[0]
    for page, box in ((0, slot.front), (1, slot.back)):
        inside = pixels(data, page)
        room = inside[
            int((box.top - 3) * DOTS) : int((box.bottom + 3) * DOTS),
            int((box.left - 3) * DOTS) : int((box.right + 3) * DOTS),
        ]
        middle = room[room.shape[0] // 2], room[:, room.shape[1] // 2]
        for line, length in zip(middle, (box.width, box.height), strict=True):
            dark = np.nonzero(line.sum(axis=1) < 740)[0]
            assert (dark.max() - dark.min()) / DOTS == pytest.approx(length, abs=0.9), "paper to within its round edge"
    turned = (
        (options.page.width - slot.back.right, slot.back.top)
        if flip is Flip.LONG
        else (slot.back.left, options.page.height - slot.back.bottom)
    )
    assert turned == pytest.approx((slot.front.left, slot.front.top))


def test_every_word_of_a_card_is_printed() -> None:
    text = " ".join(f"word{number}" for number in range(40))
    options = KitOptions()
    document = pypdfium2.PdfDocument(pdf_of("long", options.page, card_sheets([card(1, text)], options, "")))
    words = document[0].get_textpage().get_text_bounded()
    assert "word39" in words
    assert len(document) == 2
    document.close()
