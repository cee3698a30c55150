"""Plans compared to the last detail, and what has to be told when two differ."""

from __future__ import annotations

from dataclasses import is_dataclass, replace

from editor.model.edits import SHELVES, Part, map_head, sheet_head
from editor.model.touched import Touched
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.plan import NO_CELL, Cell, MapPlan


def state_of(plan: MapPlan) -> dict[str, object]:
    """Everything a plan holds, with 1, 1.0 and True told apart; only the order of records does not matter."""
    state: dict[str, object] = {
        "head": repr((plan.id, map_head(plan))),
        "terrains": tuple(plan.terrain_names),
        "sheets": tuple(plan.sheets),
        "joins": tuple(plan.joins),
    }
    for sheet in plan.sheets.values():
        state[f"sheet {sheet.id}"] = repr(sheet_head(sheet))
        state[f"terrain of {sheet.id}"] = (sheet.terrain.shape, sheet.terrain.dtype.str, sheet.terrain.tobytes())
    for shelf in SHELVES.values():
        state[shelf.name] = {key: _detailed(value) for key, value in shelf.of(plan).items()}
    for region in plan.regions.values():
        state[f"region {region.id}"] = repr(replace(region, members=frozenset())), frozenset(region.members)
    return state


def _detailed(record: object) -> str:
    """A record by all its values, its attributes in order."""
    attributes = getattr(record, "attributes", None)
    if is_dataclass(record) and not isinstance(record, type) and attributes is not None:
        return repr((replace(record, attributes={}), sorted(attributes.items())))
    return repr(record)


def untold(before: MapPlan, after: MapPlan, touched: Touched) -> list[str]:
    """What differs between two states and is not among what was touched."""
    told = {
        "features": touched.features,
        "paths": touched.paths,
        "links": touched.links,
        "spaces": touched.spaces,
        "boxes": touched.boxes,
        "texts": touched.texts,
        "shapes": touched.shapes,
        "scans": touched.scans,
        "sides": touched.sides,
        "swatches": touched.swatches,
    }
    found = []
    for shelf in SHELVES.values():
        old, new = shelf.of(before), shelf.of(after)
        for key in {*old, *new}:
            if _detailed(old.get(key)) != _detailed(new.get(key)) and key not in told[shelf.name]:
                found.append(f"{shelf.name} {key}")
    for name in {*before.regions, *after.regions}:
        old_region, new_region = before.regions.get(name), after.regions.get(name)
        if old_region != new_region and name not in touched.regions:
            found.append(f"region {name}")
        gone = frozenset() if old_region is None else frozenset(old_region.members)
        come = frozenset() if new_region is None else frozenset(new_region.members)
        found += [f"member {place}" for place in gone ^ come if place not in touched.members]
    for name in {*before.sheets, *after.sheets}:
        found += _untold_sheet(before, after, name, touched)
    whole = {
        Part.MAP: map_head(before) != map_head(after),
        Part.JOINS: before.joins != after.joins,
        Part.SHEET_ORDER: list(before.sheets) != list(after.sheets),
    }
    found += [part for part, differs in whole.items() if differs and part not in touched.whole]
    codes = range(1, max(len(before.terrain_names), len(after.terrain_names)) + 1)
    named = [code for code in codes if _name(before, code) != _name(after, code)]
    return found + [f"terrain {code}" for code in named if code not in touched.terrains]


def _name(plan: MapPlan, code: int) -> str | None:
    return plan.terrain_names[code - 1] if code <= len(plan.terrain_names) else None


def _untold_sheet(before: MapPlan, after: MapPlan, name: str, touched: Touched) -> list[str]:
    old, new = before.sheets.get(name), after.sheets.get(name)
    heads = [None if sheet is None else sheet_head(sheet) for sheet in (old, new)]
    found = [f"sheet {name}"] if heads[0] != heads[1] and name not in touched.sheets else []
    cells = {cell for sheet in (old, new) if sheet is not None for cell in sheet.cells()}
    for _, col, row in cells:
        codes = [NO_CELL if sheet is None else sheet.code(col, row) for sheet in (old, new)]
        if codes[0] != codes[1] and Cell(name, col, row) not in touched.cells:
            found.append(f"cell {name}:{col},{row}")
    return found


def errors_of(plan: MapPlan) -> dict[str, int]:
    """How many errors of each sort a plan has."""
    counts: dict[str, int] = {}
    for found in check_plan(plan):
        if found.is_error:
            counts[found.code] = counts.get(found.code, 0) + 1
    return counts
