"""Conditional formats, validation rules, filters and tables of a sheet."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from checkers.differences.tree import Span, TreeNode, Value
from checkers.differences.workbooks.colours import Colours
from checkers.differences.workbooks.formulas import canonical_formula, canonical_ranges, rectangle
from checkers.differences.workbooks.parts import MAIN, flag, local_name, main_path, number, present
from checkers.differences.workbooks.styles import Styles
from checkers.differences.workbooks.texts import decoded
from checkers.workbook_model import cell_name

_TEXT_RULES = ("containsText", "notContainsText", "beginsWith", "endsWith")
_WITH_TWO_BOUNDS = ("between", "notBetween")
_WITHOUT_OPERATOR = ("list", "custom", "none")
_ICONS_OF_2010 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}cfRule"
_RANGE_OF_2010 = "{http://schemas.microsoft.com/office/excel/2006/main}sqref"


def conditional_formats(root: Element, styles: Styles, colours: Colours) -> Iterator[TreeNode]:
    """Yield the conditional formats by their ranges, those of one range by priority; the text is the rule.

    Whether a rule stops those after it and the colours of borders are left out: LibreOffice 7.4 saves neither.
    """
    rules = [
        (canonical_ranges(block.get("sqref", "").split()), number(rule, "priority"), rule)
        for block in root.iterfind(f"{MAIN}conditionalFormatting")
        for rule in block.iterfind(f"{MAIN}cfRule")
    ]
    for block in root.iter(_ICONS_OF_2010.replace("cfRule", "conditionalFormatting")):
        ranges = canonical_ranges(block.findtext(_RANGE_OF_2010, "").split())
        rules += [
            (ranges, number(rule, "priority"), rule)
            for rule in block.iterfind(_ICONS_OF_2010)
            if rule.get("type") == "iconSet"
        ]
    for ranges, _, rule in sorted(rules, key=lambda each: each[:2]):
        style = styles.differential(int(number(rule, "dxfId", -1)))
        yield TreeNode(
            "conditional format",
            attributes=present({"range": ranges, **style}),
            spans=(Span(_rule(rule, colours)),),
        )


def _rule(rule: Element, colours: Colours) -> str:
    kind = rule.get("type", "")
    formulas = [canonical_formula(each.text or "") for each in rule.iterfind(f"{MAIN}formula")]
    match kind:
        case "cellIs":
            return " ".join(["cell", rule.get("operator", ""), *formulas])
        case "expression":
            return f"formula {' '.join(formulas)}"
        case "top10":
            end = "bottom" if flag(rule, "bottom") else "top"
            return f"{end} {rule.get('rank', '10')}{'%' if flag(rule, 'percent') else ''}"
        case "aboveAverage":
            side = "above" if flag(rule, "aboveAverage", True) else "below"
            return f"{side}{' or equal to' if flag(rule, 'equalAverage') else ''} average"
        case "timePeriod":
            return f"date in {rule.get('timePeriod', '')}"
        case "colorScale" | "dataBar" | "iconSet":
            return " ".join([kind, *_scale(rule, colours)])
    return f"{kind} {rule.get('text', '')}" if kind in _TEXT_RULES else kind


def _scale(rule: Element, colours: Colours) -> Iterator[str]:
    """Yield the limits and colours of a scale, data bar or icon set."""
    for element in next(iter(rule), rule).iter():
        match local_name(element):
            case "cfvo":
                value = element.get("val") or "".join(child.text or "" for child in element)
                kind = element.get("type", "")
                yield kind if kind in ("min", "max") else f"{kind} {canonical_formula(value)}"
            case "color":
                yield colours.cell_colour(element)
            case "iconSet":
                yield element.get("iconSet", "3TrafficLights1")
                yield from (name for name in ("reverse",) if flag(element, name))
                yield from ("without values" for _ in range(not flag(element, "showValue", True)))


def validations(root: Element) -> Iterator[TreeNode]:
    """Yield the validation rules by their ranges; the text is the rule."""
    nodes = []
    for element in root.iterfind(main_path("dataValidations", "dataValidation")):
        attributes: dict[str, Value] = {
            "range": canonical_ranges(element.get("sqref", "").split()),
            "blank allowed": flag(element, "allowBlank"),
            "without list button": flag(element, "showDropDown"),
            "enforced": flag(element, "showErrorMessage"),
            "severity": element.get("errorStyle", "stop"),
            "error title": decoded(element.get("errorTitle", "")),
            "error message": decoded(element.get("error", "")),
            "shows help": flag(element, "showInputMessage"),
            "help title": decoded(element.get("promptTitle", "")),
            "help": decoded(element.get("prompt", "")),
        }
        nodes.append(TreeNode("validation", "", present(attributes), (Span(_condition(element)),)))
    yield from sorted(nodes, key=lambda node: str(node.attributes["range"]))


def _condition(element: Element) -> str:
    kind, operator = element.get("type", "none"), element.get("operator", "between")
    formulas = [canonical_formula(element.findtext(f"{MAIN}formula{index}", "")) for index in (1, 2)]
    if kind in _WITHOUT_OPERATOR:
        return f"{kind} {formulas[0]}"
    return " ".join([kind, operator, *(formulas if operator in _WITH_TWO_BOUNDS else formulas[:1])])


def filter_nodes(root: Element) -> Iterator[TreeNode]:
    """Yield the automatic filter of a sheet or table, with the conditions of its columns."""
    element = root.find(f"{MAIN}autoFilter")
    if element is None:
        return
    area = rectangle(element.get("ref", ""))
    first = area[1] if area else 1
    columns = [
        TreeNode(
            "column", cell_name(1, first + int(number(each, "colId")))[:-1], {"condition": _filter(each)}
        )
        for each in element.iterfind(f"{MAIN}filterColumn")
        if len(each)
    ]
    yield TreeNode("filter", attributes={"range": element.get("ref", "")}, children=tuple(columns))


def _filter(column: Element) -> str:
    condition = column[0]
    match local_name(condition):
        case "filters":
            values = sorted(f"= {each.get('val', '')}" for each in condition.iterfind(f"{MAIN}filter"))
            dates = sorted(
                f"= {each.get('year', '')}-{each.get('month', '')}-{each.get('day', '')}"
                for each in condition.iterfind(f"{MAIN}dateGroupItem")
            )
            return " or ".join(values + dates + (["blank"] if flag(condition, "blank") else []))
        case "customFilters":
            joint = " and " if flag(condition, "and") else " or "
            return joint.join(f"{each.get('operator', 'equal')} {each.get('val', '')}" for each in condition)
    return " ".join([local_name(condition), *(f"{name}={text}" for name, text in sorted(condition.items()))])


def table_node(root: Element) -> TreeNode:
    """Return a table; its style is left out, which LibreOffice 7.4 neither shows nor saves."""
    return TreeNode(
        "table",
        root.get("displayName", ""),
        present({"range": root.get("ref", ""), "rows of totals": int(number(root, "totalsRowCount"))}),
        children=tuple(filter_nodes(root)),
    )
