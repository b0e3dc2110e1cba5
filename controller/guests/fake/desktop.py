"""A drawn desktop with one application, a text editor: enough of a screen to see, click and type on."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from PIL import Image, ImageDraw

from controller.core.actions import Click, Drag, GuiAction, HoldKey, Key, MouseMove, Scroll, TypeText

Box = tuple[int, int, int, int]
WINDOW: Box = (140, 80, 1140, 640)
FIELD: Box = (160, 150, 1120, 620)
SAVE: Box = (1040, 95, 1120, 130)
"""Where things are drawn at scale 1: left, top, right, bottom in pixels of a screen of `SMALLEST` or more."""
SMALLEST = (1280, 720)


@dataclass(slots=True)
class FakeEditor:
    """The text editor's window: the file it shows, its text, and where the keyboard goes."""

    path: str
    text: str
    saved: str
    focused: bool = True

    @property
    def title(self) -> str:
        changed = "" if self.text == self.saved else "*"
        return f"{changed}{self.path.rsplit('/', 1)[-1]} - Text Editor"


class FakeDesktop:
    """The screen's state and what input does to it. `save` is called with a file's path and content."""

    def __init__(self, width: int, height: int, save: Callable[[str, str], None], scale: int = 1) -> None:
        self.width = width
        self.height = height
        self._scale = scale
        self.cursor = (width // 2, height // 2)
        self.editor: FakeEditor | None = None
        self._save = save

    def open(self, path: str, text: str) -> None:
        """Show a file in the editor."""
        self.editor = FakeEditor(path, text, text)

    def input(self, action: GuiAction) -> None:
        """What a mouse or keyboard action does."""
        match action:
            case Click():
                self.cursor = (action.x, action.y)
                self._click()
            case MouseMove() | Scroll():
                self.cursor = (action.x, action.y)
            case Drag():
                self.cursor = (action.path[-1].x, action.path[-1].y)
            case TypeText() if self.editor and self.editor.focused:
                self.editor.text += action.text
            case Key():
                for _ in range(action.repeat):
                    self._key(tuple(key.lower() for key in action.keys))
            case HoldKey():
                self._key(tuple(key.lower() for key in action.keys))
            case _:
                pass

    def windows(self) -> list[dict[str, Any]]:
        """The open windows, as `computer.windows` lists them."""
        if self.editor is None:
            return []
        left, top, right, bottom = self._scale_box(WINDOW)
        return [
            {
                "title": self.editor.title,
                "app": "text_editor",
                "x": left,
                "y": top,
                "width": right - left,
                "height": bottom - top,
                "active": True,
            }
        ]

    def elements(self) -> list[dict[str, Any]]:
        """The window's elements, as `computer.accessibility` lists them."""
        if self.editor is None:
            return []
        states = ["focused", "editable"] if self.editor.focused else ["editable"]
        return [
            _element(0, "frame", self._scale_box(WINDOW), self.editor.title, states=["active"]),
            _element(1, "push button", self._scale_box(SAVE), "Save"),
            _element(1, "text", self._scale_box(FIELD), text=self.editor.text[:200], states=states),
        ]

    def screenshot(self, region: Box | None = None) -> bytes:
        """A PNG of the screen or a region of it."""
        editor = self.editor and (self.editor.title, self.editor.text[-4000:], self.editor.focused)
        return _draw((self.width, self.height), self._scale, editor, self._logical_cursor, region)

    @property
    def _logical_cursor(self) -> tuple[int, int]:
        return self.cursor[0] // self._scale, self.cursor[1] // self._scale

    def _scale_box(self, box: Box) -> Box:
        left, top, right, bottom = (self._scale * side for side in box)
        return left, top, right, bottom

    def _click(self) -> None:
        if self.editor is None:
            return
        if _inside(self._logical_cursor, SAVE):
            self._store()
        elif _inside(self._logical_cursor, WINDOW):
            self.editor.focused = _inside(self._logical_cursor, FIELD)

    def _key(self, keys: tuple[str, ...]) -> None:
        editor = self.editor
        if editor is None:
            return
        if keys == ("ctrl", "s"):
            self._store()
        elif keys == ("alt", "f4"):
            self.editor = None
        elif editor.focused and keys == ("backspace",):
            editor.text = editor.text[:-1]
        elif editor.focused and keys == ("return",):
            editor.text += "\n"
        elif editor.focused and len(keys) == 1 and len(keys[0]) == 1:
            editor.text += keys[0]

    def _store(self) -> None:
        if self.editor is not None:
            self._save(self.editor.path, self.editor.text)
            self.editor.saved = self.editor.text


def _element(
    depth: int, role: str, box: Box, name: str = "", text: str = "", states: Sequence[str] = ()
) -> dict[str, Any]:
    left, top, right, bottom = box
    place = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    return {"depth": depth, "role": role, "name": name, "text": text, "states": list(states), **place}


def _inside(point: tuple[int, int], box: Box) -> bool:
    return box[0] <= point[0] < box[2] and box[1] <= point[1] < box[3]


def _latin(text: str) -> str:
    """The built-in bitmap font draws no more."""
    return text.encode("latin-1", "replace").decode("latin-1")


@lru_cache(maxsize=64)
def _draw(
    size: tuple[int, int],
    scale: int,
    editor: tuple[str, str, bool] | None,
    cursor: tuple[int, int],
    region: Box | None,
) -> bytes:
    """A PNG of the screen or a region of it; `editor` has the title, the text and whether it is focused."""
    width, height = size
    image = Image.new("RGB", (width // scale, height // scale), "#2b5b84")
    draw = ImageDraw.Draw(image)
    if editor is not None:
        title, text, focused = editor
        draw.rectangle(WINDOW, fill="#ececec", outline="#303030")
        draw.text((160, 100), _latin(title), fill="#202020")
        draw.rectangle(SAVE, fill="#c8d8c8", outline="#303030")
        draw.text((1062, 106), "Save", fill="#202020")
        draw.rectangle(FIELD, fill="#ffffff", outline="#4070a0" if focused else "#909090")
        draw.multiline_text((170, 160), _latin(text), fill="#000000")
    x, y = cursor
    draw.polygon([(x, y), (x, y + 16), (x + 11, y + 11)], fill="#ffffff", outline="#000000")
    if scale != 1:
        image = image.resize(size, Image.Resampling.NEAREST)
    if region is not None:
        image = image.crop(region)
    output = io.BytesIO()
    image.save(output, "PNG", compress_level=1)
    return output.getvalue()
