"""What every panel is: the content of a dock, with a name and an icon, that follows the open map.

A panel hears when another map is opened and what each change touched, and shows a friendly word while there is
nothing to show. Where it stands and whether it is seen is the window's business.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette, QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.model.change import Change
from editor.model.touched import Touched
from editor.panels.command_push import push
from editor.panels.icons import icon, icon_pixmap

MARGIN = 8
GAP = 6


class Panel(QWidget):
    """The content of a dock."""

    name: ClassVar[str] = ""
    """What the window knows it by, also in what it remembers."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bench = bench
        self._document: MapDocument | None = None
        self.setObjectName(self.name)
        self.setAccessibleName(self.title)
        self.setAccessibleDescription(self.about)
        self.body = QWidget()
        self._nothing = EmptyState("empty", "")
        self._pages = QStackedLayout(self)
        self._pages.setContentsMargins(0, 0, 0, 0)
        self._pages.addWidget(self.body)
        self._pages.addWidget(self._nothing)

    def follow_documents(self) -> None:
        """Begin to follow; a panel calls it when it is built."""
        self.bench.document_changed.connect(self._change_document)
        self._change_document()

    # What each panel says

    @property
    def title(self) -> str:
        """Its name on the screen."""
        return self.name

    @property
    def about(self) -> str:
        """What it is for, in one line."""
        return ""

    def document_opened(self) -> None:
        """Another map is open, or none."""

    def map_changed(self, touched: Touched) -> None:
        """Something on the map is another than before."""

    def theme_changed(self) -> None:
        """The colours of the program are others."""

    # What panels do

    @property
    def document(self) -> MapDocument | None:
        """The open map."""
        return self._document

    def show_nothing(self, picture: str, words: str) -> None:
        """Show why there is nothing to see."""
        self._nothing.say(picture, words)
        self._let_body_ask(QSizePolicy.Policy.Ignored)
        self._pages.setCurrentWidget(self._nothing)

    def show_body(self) -> None:
        """Show the panel itself."""
        self._let_body_ask(QSizePolicy.Policy.Preferred)
        self._pages.setCurrentWidget(self.body)

    def _let_body_ask(self, policy: QSizePolicy.Policy) -> None:
        """A body that is not seen asks for no room: the words in its place would have to be scrolled to."""
        self.body.setSizePolicy(policy, policy)

    @property
    def is_empty(self) -> bool:
        """Whether it only says why there is nothing to see."""
        return self._pages.currentWidget() is self._nothing

    @property
    def empty_words(self) -> str:
        """Why there is nothing to see."""
        return self._nothing.words if self.is_empty else ""

    def push(self, make: Callable[[], Change]) -> bool:
        """Carry out a command as one entry of the history; what it refuses is said in the status line."""
        return push(self.bench, make)

    def sizeHint(self) -> QSize:
        return QSize(280, 320)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._nothing.theme_changed()
            self.theme_changed()

    def _change_document(self) -> None:
        if self._document is not None:
            self._document.changed.disconnect(self._tell)
        self._document = self.bench.document
        if self._document is not None:
            self._document.changed.connect(self._tell)
        self.document_opened()

    def _tell(self, touched: Touched) -> None:
        self.map_changed(touched)


class EmptyState(QWidget):
    """An icon and a sentence in the middle of an empty panel."""

    def __init__(self, picture: str, words: str) -> None:
        super().__init__()
        self._picture = picture
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label = QLabel(words)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setWordWrap(True)
        self._label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * MARGIN, MARGIN, 2 * MARGIN, MARGIN)
        column.addStretch(2)
        column.addWidget(self._icon)
        column.addWidget(self._label)
        column.addStretch(3)

    @property
    def words(self) -> str:
        return self._label.text()

    def say(self, picture: str, words: str) -> None:
        """Show another icon and sentence."""
        self._picture = picture
        self._label.setText(words)
        self.theme_changed()

    def theme_changed(self) -> None:
        """Draw the icon in the faint colour of the theme."""
        faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
        self._icon.setPixmap(icon_pixmap(self._picture, 32, ratio=self.devicePixelRatioF(), colour=faint))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.theme_changed()


def column_of(widget: QWidget, *, margin: int = MARGIN) -> QVBoxLayout:
    """The usual layout of a panel: one thing below the other."""
    column = QVBoxLayout(widget)
    column.setContentsMargins(margin, margin, margin, margin)
    column.setSpacing(GAP)
    return column


def heading(text: str) -> QLabel:
    """The title of a section."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label


def note(text: str = "") -> QLabel:
    """Small print: a remark below something."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def tool_button(picture: str, text: str, tip: str, act: Callable[[], object], *, shortcut: str = "") -> QToolButton:
    """A flat button with an icon; its text is for those who do not see it."""
    button = QToolButton()
    button.setIcon(icon(picture))
    button.setText(text)
    button.setAccessibleName(text)
    button.setAutoRaise(True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setIconSize(QSize(18, 18))
    keys = QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText)
    button.setToolTip(f"{tip} ({keys})" if keys else tip)
    button.setStatusTip(tip)
    button.clicked.connect(lambda _=False: act())
    return button


def key_action(widget: QWidget, text: str, keys: str, act: Callable[[], object]) -> QAction:
    """An entry of a widget's context menu that a key does too, while the widget has the focus."""
    action = QAction(text, widget)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    action.setStatusTip(text)
    action.triggered.connect(lambda _=False: act())
    widget.addAction(action)
    key_deed(widget, keys, action.trigger)
    return action


def key_deed(widget: QWidget, keys: str, act: Callable[[], object]) -> None:
    """Let a key do something while the widget has the focus, also where the window has another use for that key."""
    _KeyClaim(widget, QKeySequence(keys), act)


class _KeyClaim(QObject):
    """Claims a key before the shortcuts of the window see it, because two shortcuts of one key cancel each other."""

    def __init__(self, widget: QWidget, keys: QKeySequence, act: Callable[[], object]) -> None:
        super().__init__(widget)
        self._keys = keys
        self._act = act
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kinds = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if not isinstance(event, QKeyEvent) or event.type() not in kinds or not self._is_meant(event):
            return super().eventFilter(watched, event)
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._act()
        return True

    def _is_meant(self, event: QKeyEvent) -> bool:
        key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return QKeySequence(QKeyCombination(held, key)) == self._keys
