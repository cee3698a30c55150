"""How the line above the map is laid out: the question, its buttons and the turn, on as many lines as they need.

Where all of it fits, it is one line. Where the question would be squeezed, the buttons go below it, with the turn if
that leaves the map more room, and below each other if they must: nothing of it is ever cut off, however narrow the
window and however long the words.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget, QWidgetItem

_GAP = 8
_LEAST_WORDS = 120
"""Pixels below which the question itself is not squeezed, and so the narrowest that the line can be."""
_EASY_WORDS = 220
"""Pixels from which on a question of several lines is easily read."""
_Way = tuple[list[QLayoutItem], list[QLayoutItem]]
"""What stands beside the question, and what below it."""


class PromptPart(StrEnum):
    """What a widget of the line is."""

    LEAD = "lead"
    WORDS = "words"
    """The question, which takes the room that is left and wraps."""
    LINK = "link"
    CHOICE = "choice"
    DEFAULT = "default"
    """The choice that Enter takes, behind the others."""
    TAIL = "tail"


class PromptRow(QLayout):
    """Lead, words, link, choices and tail in this order, whenever they were added."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[tuple[PromptPart, QLayoutItem]] = []
        self._heights: dict[int, int] = {}
        """How high it is by its width, until a widget wants another size: Qt asks again and again."""

    def put(self, widget: QWidget, part: PromptPart) -> None:
        """Add a widget as a part of the line; those of one part stand as they were added."""
        self.addChildWidget(widget)
        self._items.append((part, QWidgetItem(widget)))
        self.invalidate()

    # What a layout is

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append((PromptPart.CHOICE, item))

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index][1] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index)[1] if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._lay(QRect(0, 0, width, 0), place=False)
        return self._heights[width]

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def minimumSize(self) -> QSize:
        fixed = sum(item.sizeHint().width() + _GAP for item in self._of(PromptPart.LEAD))
        widest = max((item.sizeHint().width() for part, item in self._items if part is not PromptPart.WORDS), default=0)
        return QSize(max(fixed + _LEAST_WORDS, widest), self._one_line())

    def sizeHint(self) -> QSize:
        wide = sum(item.sizeHint().width() + _GAP for item in self._shown())
        return QSize(wide, self._one_line())

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay(rect, place=True)

    # Laying it out

    def _shown(self) -> list[QLayoutItem]:
        return [item for _, item in self._items if not item.isEmpty()]

    def _of(self, *parts: PromptPart) -> list[QLayoutItem]:
        return [item for part in parts for kind, item in self._items if kind is part and not item.isEmpty()]

    def _one_line(self) -> int:
        return max((item.minimumSize().height() for item in self._shown()), default=0)

    def _words_height(self, width: int) -> int:
        heights = [
            item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
            for item in self._of(PromptPart.WORDS)
        ]
        least = [item.minimumSize().height() for item in self._of(PromptPart.WORDS)]
        return max((*heights, *least), default=0)

    def _lay(self, rect: QRect, *, place: bool) -> int:
        """Put everything in place where it takes the least height, or only say how high it is."""
        ways = self._ways(rect.width())
        heights = [self._put(rect, beside, below, place=False) for beside, below in ways]
        beside, below = ways[heights.index(min(heights))]
        return self._put(rect, beside, below, place=place)

    def _ways(self, width: int) -> list[_Way]:
        """What may stand beside the question, and what below it then; the more on its line, the earlier."""
        choices, tail = self._of(PromptPart.CHOICE, PromptPart.DEFAULT), self._of(PromptPart.TAIL)
        ways: list[_Way] = [([*choices, *tail], []), (tail, choices), ([], [*choices, *tail])]
        roomy = self._words_height(100_000)
        return [way for way in ways[:-1] if self._can_be_read(self._words_width(width, way[0]), roomy)] + ways[-1:]

    def _can_be_read(self, width: int, roomy: int) -> bool:
        """Whether the question is not squeezed: it fits as it would anywhere, or into lines that are long enough."""
        return width >= _EASY_WORDS or (width >= _LEAST_WORDS and self._words_height(width) <= roomy)

    def _put(self, rect: QRect, beside: list[QLayoutItem], below: list[QLayoutItem], *, place: bool) -> int:
        room = rect if not below else QRect(rect.left(), rect.top(), rect.width(), 0)
        high = self._line(room, beside, place=place)
        return self._flow(rect, high, below, place=place) if below else high

    def _words_width(self, width: int, beside: list[QLayoutItem]) -> int:
        others = [*self._of(PromptPart.LEAD, PromptPart.LINK), *beside]
        return int(width - sum(item.sizeHint().width() + _GAP for item in others))

    def _line(self, rect: QRect, beside: list[QLayoutItem], *, place: bool) -> int:
        """The question in the room that is left on its line, with these beside it."""
        wide = max(self._words_width(rect.width(), beside), 1)
        items = [*self._of(PromptPart.LEAD, PromptPart.WORDS, PromptPart.LINK), *beside]
        words = self._of(PromptPart.WORDS)
        high: int = max(self._words_height(wide), *(item.sizeHint().height() for item in items if item not in words), 1)
        high = max(high, rect.height())
        left = rect.left()
        for item in items:
            size = QSize(wide, high) if item in words else item.sizeHint()
            if place:
                item.setGeometry(QRect(QPoint(left, rect.top() + (high - size.height()) // 2), size))
            left += size.width() + _GAP
        return int(high)

    def _flow(self, rect: QRect, below: int, items: list[QLayoutItem], *, place: bool) -> int:
        """The rest in lines of their own under the question; how high everything is then."""
        left, top, line = rect.left(), rect.top() + below, 0
        for item in items:
            size = item.sizeHint()
            if line and left + size.width() > rect.right() + 1:
                left, top, line = rect.left(), top + line + _GAP // 2, 0
            if not line:
                top += 0 if top > rect.top() + below else _GAP // 2
            if place:
                item.setGeometry(QRect(QPoint(left, top), size))
            left += size.width() + _GAP
            line = max(line, size.height())
        return top + line - rect.top()
