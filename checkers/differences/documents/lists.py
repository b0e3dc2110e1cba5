"""Lists of docx documents: what stands before an item, and where the numbers start anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from checkers.differences.documents.properties import Properties, W, number, read_properties, value
from checkers.differences.documents.styles import Styles
from checkers.differences.tree import Value

_SAMPLES = {
    "decimal": "1",
    "decimalZero": "01",
    "lowerLetter": "a",
    "upperLetter": "A",
    "lowerRoman": "i",
    "upperRoman": "I",
    "ordinal": "1st",
    "none": "",
}
"""The first number in each format."""
_SYMBOLS = {
    "symbol": {0x2D: "–", 0xB7: "•", 0xA7: "♣", 0xA8: "♦", 0xD8: "¬", 0xDE: "⇒", 0xE0: "◊"},
    "wingdings": {0x6C: "●", 0x6E: "■", 0x71: "❑", 0x76: "❖", 0xA7: "▪", 0xD8: "➢", 0xFC: "✓", 0xE0: "→"},
}
"""The characters of symbol fonts that are used as bullets."""
_PRIVATE = 0xF000


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a list."""

    mark: str
    is_bullet: bool
    start: int
    paragraph: Properties


@dataclass(slots=True)
class _Counter:
    """The numbers of a list so far, by level, and the ids that its items referred to it by."""

    numbers: dict[int, int] = field(default_factory=dict)
    lists: set[str] = field(default_factory=set)


class Lists:
    """The lists of a document, by the number that paragraphs refer to."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._levels: dict[str, Mapping[int, Level]] = {}
        self._definitions: dict[str, str] = {}
        self._overridden: dict[str, frozenset[int]] = {}
        self._counters: dict[str, _Counter] = {}
        if root is None:
            return
        definitions = {each.get(f"{W}abstractNumId", ""): each for each in root.findall(f"{W}abstractNum")}
        for each in root.findall(f"{W}num"):
            key, properties = each.get(f"{W}numId", ""), read_properties(each)
            abstract = value(properties, "abstractNumId") or ""
            definition = definitions.get(abstract)
            if definition is None:
                continue
            linked = _linked(definition, styles, root)
            levels = _levels(definitions.get(linked, definition) if linked else definition)
            overrides = each.findall(f"{W}lvlOverride")
            for override in overrides:
                levels.update(_override(override, levels))
            self._levels[key] = levels
            self._definitions[key] = linked or abstract
            self._overridden[key] = frozenset(
                int(number(each.get(f"{W}ilvl")))
                for each in overrides
                if each.find(f"{W}startOverride") is not None
            )

    def level(self, key: str | None, index: int) -> Level | None:
        """Return a level of a list; None if there is no such list."""
        return self._levels.get(key or "", {}).get(index)

    def item(self, key: str, index: int) -> dict[str, Value]:
        """Count an item and return its attributes."""
        level = self.level(key, index)
        if level is None:
            return {}
        attributes: dict[str, Value] = {"list": level.mark, "list level": index + 1}
        if not level.is_bullet and (start := self._start(key, index, level)) is not None:
            attributes["list number"] = start
        return attributes

    def _start(self, key: str, index: int, level: Level) -> int | None:
        """Count an item and return its number if its list starts anew there, or does not start with 1."""
        counter = self._counters.setdefault(self._definitions[key], _Counter())
        restarts = index in self._overridden[key] and key not in counter.lists and index in counter.numbers
        counter.lists.add(key)
        goes_on = index in counter.numbers and not restarts
        counter.numbers[index] = counter.numbers[index] + 1 if goes_on else level.start
        counter.numbers = {each: count for each, count in counter.numbers.items() if each <= index}
        is_told = restarts or (not goes_on and index == 0 and level.start != 1)
        return counter.numbers[index] if is_told else None


def _levels(definition: Element) -> dict[int, Level]:
    levels: dict[int, Level] = {}
    formats: dict[int, str] = {}
    for each in definition.findall(f"{W}lvl"):
        index = int(number(each.get(f"{W}ilvl")))
        levels[index] = _level(each, index, formats)
    return levels


def _level(element: Element, index: int, formats: dict[int, str]) -> Level:
    properties = read_properties(element)
    kind = value(properties, "numFmt") or "decimal"
    formats[index] = _SAMPLES.get(kind, f"<{kind}>")
    mark = value(properties, "lvlText") or ""
    if kind == "bullet":
        fonts = read_properties(element.find(f"{W}rPr"))
        mark = _bullet(mark, value(fonts, "rFonts", "ascii") or value(fonts, "rFonts", "hAnsi") or "")
    else:
        for each, sample in formats.items():
            mark = mark.replace(f"%{each + 1}", sample)
    return Level(
        mark,
        is_bullet=kind in ("bullet", "none"),
        start=int(number(value(properties, "start"), 1.0)),
        paragraph=read_properties(element.find(f"{W}pPr")),
    )


def _bullet(mark: str, font: str) -> str:
    if len(mark) != 1:
        return mark
    code = ord(mark) - _PRIVATE if ord(mark) >= _PRIVATE else ord(mark)
    symbols = _SYMBOLS.get(font.lower())
    return symbols.get(code, chr(_PRIVATE + code)) if symbols is not None else mark


def _override(override: Element, levels: Mapping[int, Level]) -> dict[int, Level]:
    index = int(number(override.get(f"{W}ilvl")))
    own = override.find(f"{W}lvl")
    level = _level(own, index, {}) if own is not None else levels.get(index)
    start = value(read_properties(override), "startOverride")
    if level is None:
        return {}
    if start is None:
        return {index: level}
    return {index: Level(level.mark, level.is_bullet, int(number(start)), level.paragraph)}


def _linked(definition: Element, styles: Styles, root: Element) -> str | None:
    """Return the id of the definition that this one has its levels from, by a style; None if they are its own."""
    style = value(read_properties(definition), "numStyleLink")
    if style is None:
        return None
    for each in styles.chain(style)[::-1]:
        if (key := value(each.paragraph, "numPr/numId")) is not None:
            lists = (one for one in root.findall(f"{W}num") if one.get(f"{W}numId") == key)
            return next((value(read_properties(one), "abstractNumId") for one in lists), None)
    return None
