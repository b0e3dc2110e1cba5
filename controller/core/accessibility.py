"""The elements on the screen as the desktop's accessibility tree reports them: role, name, text, states and box.

The guest's answer is hostile data: its size is limited, and it is shown only as quoted text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from controller.core.invalid_data import describe_invalid
from controller.core.plain_text import plain_text
from controller.core.texts import encodable, one_line
from testbed.errors import GuestError

TEXT_LIMIT = 12_000
"""Longest text of all elements, in characters: about 4000 tokens."""
_NODES = 5000
_HEADINGS = {
    False: 'Elements on the screen: role "name" = "text" (states) @x,y of the centre.',
    True: 'Elements on the screen: [mark] role "name" = "text" (states) @x,y of the centre.',
}


@dataclass(frozen=True, slots=True)
class Element:
    """An element on the screen; its box is in native pixels, inside the screen and not empty.

    `depth` is 0 for a window; an element's parent is the last element before it with a smaller depth. `mark`
    is its number on the marked screenshot, from 1; 0 when it has none.
    """

    depth: int
    role: str
    name: str
    text: str
    states: tuple[str, ...]
    x: int
    y: int
    width: int
    height: int
    mark: int = 0

    @property
    def centre(self) -> tuple[int, int]:
        """The native pixel to click at."""
        return self.x + self.width // 2, self.y + self.height // 2


@dataclass(frozen=True, slots=True)
class Accessibility:
    """The elements of a screen of `width` x `height` native pixels, windows one after the other.

    `cut` lists the limits reached in the guest ("nodes", "seconds"); `missing` lists applications that do
    not report the content of their windows.
    """

    width: int
    height: int
    elements: tuple[Element, ...]
    cut: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()

    def element_with_mark(self, number: int) -> Element | None:
        """Return the element with a mark; None if there is none."""
        return next((element for element in self.elements if number and element.mark == number), None)

    def text(
        self, limit: int = TEXT_LIMIT, frame: tuple[int, int] | None = None, *, only_marked: bool = False
    ) -> str:
        """Return the elements as text of at most `limit` characters, one element a line, indented by depth.

        Coordinates are in a frame of (width, height), by default in native pixels. With
        `only_marked` it is a flat list of the elements that have marks.
        """
        elements = [element for element in self.elements if element.mark or not only_marked]
        frame_width, frame_height = frame or (self.width, self.height)
        lines = [_HEADINGS[any(element.mark for element in elements)]]
        room = limit - len(lines[0]) - len(_omission_note(len(elements))) - 1
        notes = list(self._notes())
        room -= sum(len(note) + 1 for note in notes)
        for number, element in enumerate(elements):
            x, y = element.centre
            place = f"@{x * frame_width // self.width},{y * frame_height // self.height}"
            line = f"{'' if only_marked else '  ' * element.depth}{_describe(element)} {place}"
            room -= len(line) + 1
            if room < 0:
                notes.append(_omission_note(len(elements) - number))
                break
            lines.append(line)
        return "\n".join([*lines, *notes])[:limit]

    def _notes(self) -> Iterator[str]:
        if self.cut:
            yield f"[The list is cut: the limit of {' and '.join(self.cut)} was reached.]"
        if self.missing:
            yield f"[Contents omitted: {', '.join(self.missing)}.]"


class _ElementData(BaseModel):
    model_config = ConfigDict(extra="ignore")

    depth: int = Field(ge=0, le=100)
    role: str = Field(min_length=1, max_length=100)
    name: str = Field("", max_length=1000)
    text: str = Field("", max_length=5000)
    states: tuple[str, ...] = Field((), max_length=30)
    x: int = Field(ge=0)
    y: int = Field(ge=0)
    width: int = Field(gt=0)
    height: int = Field(gt=0)


class _AnswerData(BaseModel):
    model_config = ConfigDict(extra="ignore")

    width: int = Field(gt=0, le=16384)
    height: int = Field(gt=0, le=16384)
    nodes: tuple[_ElementData, ...] = Field(max_length=_NODES)
    cut: tuple[str, ...] = Field((), max_length=10)
    missing: tuple[str, ...] = Field((), max_length=50)


def parse(data: Mapping[str, Any] | None) -> Accessibility:
    """Validate the guest's structured answer. Raises GuestError."""
    try:
        tree = _AnswerData.model_validate(data)
    except ValidationError as error:
        raise GuestError(
            f"computer.accessibility returned malformed data: {describe_invalid(error)}"
        ) from error
    for node in tree.nodes:
        if node.x + node.width > tree.width or node.y + node.height > tree.height:
            raise GuestError(f"computer.accessibility reported a {node.role} outside the screen")
    return Accessibility(
        tree.width,
        tree.height,
        tuple(_element(node) for node in tree.nodes),
        _short(tree.cut),
        _short(tree.missing),
    )


def _element(node: _ElementData) -> Element:
    box = (node.x, node.y, node.width, node.height)
    return Element(node.depth, node.role, node.name, node.text, _short(node.states), *box)


def _short(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(one_line(plain_text(word[:100])) for word in words)


def _describe(element: Element) -> str:
    mark = f"[{element.mark}] " if element.mark else ""
    name = f" {_quote(element.name)}" if element.name else ""
    text = f" = {_quote(element.text)}" if element.text else ""
    states = f" ({', '.join(element.states)})" if element.states else ""
    return f"{mark}{one_line(plain_text(element.role))}{name}{text}{states}"


def _quote(text: str) -> str:
    """Text in quotes, in one line whatever it holds."""
    quoted = json.dumps(encodable(text), ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in quoted)


def _omission_note(count: int) -> str:
    return f"[{count} more elements are left out.]"
