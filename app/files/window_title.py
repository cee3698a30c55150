"""What the bar of the window says: the file, what is open of it, and whether all of it is saved."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from app.application import NAME
from app.files.open_file import Files
from engine.narration.language import labelled, wording_of


def title_of(files: Files) -> str:
    """The title of a window; Qt puts the mark of unsaved work in the place of [*]."""
    project, opened = files.project, files.opened
    if opened is None:
        return NAME
    if project is None:
        return f"{opened.title} - {NAME}"
    name = project.path.stem if project.is_named else QCoreApplication.translate("MainWindow", "Unnamed")
    plan = project.document.plan if project.document is not None else None
    title = wording_of(plan.palette).name(plan.title or plan.id) if plan is not None else opened.title
    read_only = f" ({QCoreApplication.translate('MainWindow', 'read only')})" if project.is_read_only else ""
    return f"{labelled(name, title)}{read_only}[*] - {NAME}"
