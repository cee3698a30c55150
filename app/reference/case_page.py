"""A case of the rules as a page: number, our summary, exceptions, what became of it, and the cases around it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QPalette

from app.reference.rules import Named, Rules, link
from engine.rulesets.rules_index import Case, Status

_MOST_LISTED = 60


class CasePage:
    """Writes pages of one game in the colours of a palette."""

    def __init__(self, rules: Rules, palette: QPalette) -> None:
        self._rules = rules
        self._faint = palette.color(QPalette.ColorRole.PlaceholderText).name()
        self._lit = palette.color(QPalette.ColorRole.AlternateBase).name()
        self._links = palette.color(QPalette.ColorRole.Link).name()

    def html(self, named: Named) -> str:
        """The page of a case; an exception that was named is lit."""
        case = self._rules.case(named.case)
        parts = [f"<style>a {{ color: {self._links}; text-decoration: none; }}</style>"]
        above = self._rules.above(named.case)
        if above is not None:
            summary = escape(self._rules.case(above).summary)
            parts.append(f'<p style="color: {self._faint}">{link(above)} &nbsp;{summary}</p>')
        parts.append(f"<h2>{escape(named.case)}</h2>")
        parts.append(f'<p style="font-size: large">{self._rules.linked(case.summary)}</p>')
        parts += self._exceptions(named, case)
        parts.append(f'<p style="color: {self._faint}">{self._status(case)}</p>')
        parts += self._listed(self.tr("Cases within it"), self._rules.within(named.case))
        parts += self._listed(self.tr("Mentioned in"), self._rules.mentioned_by(named.case))
        return "".join(parts)

    def tr(self, words: str) -> str:
        return QCoreApplication.translate("CasePage", words)

    def _exceptions(self, named: Named, case: Case) -> list[str]:
        if not case.exceptions:
            return []
        rows = []
        for letter, sentence in case.exceptions.items():
            lit = f' style="background-color: {self._lit}"' if letter == named.exception else ""
            rows.append(
                f'<tr{lit}><td style="padding: 3px 10px 3px 6px"><b>{escape(letter)}</b></td>'
                f'<td style="padding: 3px 6px 3px 0">{self._rules.linked(sentence)}</td></tr>'
            )
        return [f"<h4>{escape(self.tr('Exceptions and details'))}</h4>", "<table>", *rows, "</table>"]

    def _status(self, case: Case) -> str:
        if case.status is Status.IMPLEMENTED:
            words = self.tr("The program carries this out.")
        else:
            words = self.tr("Nothing to carry out: {0}").format(case.reason or "")
        if case.ruling is not None:
            words += " " + self.tr("Known from ruling {0} alone.").format(case.ruling)
        return self._rules.linked(words)

    def _listed(self, title: str, numbers: tuple[str, ...]) -> list[str]:
        if not numbers:
            return []
        rows = [
            f'<tr><td style="padding-right: 12px">{link(number)}</td>'
            f"<td>{escape(self._rules.case(number).summary)}</td></tr>"
            for number in numbers[:_MOST_LISTED]
        ]
        return [f"<h4>{escape(title)}</h4>", "<table>", *rows, "</table>"]
