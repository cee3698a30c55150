"""What the patterns, signs and strokes that a kind is drawn with are called; in palettes they stand by their ids."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def pattern_word(name: str) -> str:
    """The name of a pattern, a sign or a stroke for a person; one that nobody has named is shown by its id."""
    translate = QCoreApplication.translate
    return {
        "clear": translate("PatternWords", "Open ground"),
        "forest": translate("PatternWords", "Forest"),
        "marsh": translate("PatternWords", "Marsh"),
        "hill": translate("PatternWords", "Hills"),
        "mountain": translate("PatternWords", "Mountains"),
        "rough": translate("PatternWords", "Rough ground"),
        "city": translate("PatternWords", "City"),
        "sea": translate("PatternWords", "Sea"),
        "desert": translate("PatternWords", "Desert"),
        "snow": translate("PatternWords", "Snow"),
        "steppe": translate("PatternWords", "Steppe"),
        "farmland": translate("PatternWords", "Farmland"),
        "fort": translate("PatternWords", "Fort"),
        "wooded-hill": translate("PatternWords", "Wooded hills"),
        "wooded-marsh": translate("PatternWords", "Wooded marsh"),
        "wooded-mountain": translate("PatternWords", "Wooded mountains"),
        "lake": translate("PatternWords", "Lake"),
        "capital": translate("PatternWords", "Capital"),
        "town": translate("PatternWords", "Town"),
        "village": translate("PatternWords", "Village"),
        "port": translate("PatternWords", "Port"),
        "supply": translate("PatternWords", "Supply source"),
        "airfield": translate("PatternWords", "Airfield"),
        "factory": translate("PatternWords", "Factory"),
        "oil": translate("PatternWords", "Oil"),
        "objective": translate("PatternWords", "Objective"),
        "beach": translate("PatternWords", "Beach"),
        "bridge": translate("PatternWords", "Bridge"),
        "dot": translate("PatternWords", "Dot"),
        "line": translate("PatternWords", "Line"),
        "dashes": translate("PatternWords", "Dashes"),
        "dots": translate("PatternWords", "Dots"),
        "ribbon": translate("PatternWords", "Ribbon"),
        "road": translate("PatternWords", "Road"),
        "rail": translate("PatternWords", "Rail"),
        "ticks": translate("PatternWords", "Ticks"),
        "teeth": translate("PatternWords", "Teeth"),
        "arrows": translate("PatternWords", "Arrows"),
    }.get(name, name)
