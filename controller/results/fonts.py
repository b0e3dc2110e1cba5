"""Fonts of texts in pictures: DejaVu Sans, which matplotlib brings along, and for what it lacks GNU Unifont.

Models and tasks are named in any script. GNU Unifont has a sign for nearly every character; it is in
`scripts/host-packages.txt`. Without it such characters are white squares.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from pathlib import Path

_UNIFONT = re.compile(r"unifont(_upper)?(-[\d.]+)?\.(otf|ttf)")
_VARIATIONS = re.compile("[\ufe00-\ufe0f]")
SQUARE = "\N{WHITE SQUARE}"


@cache
def main_file(*, bold: bool = False) -> str:
    """Return the file of DejaVu Sans, so that every host draws the same."""
    from matplotlib import font_manager

    weight = "bold" if bold else "normal"
    return str(font_manager.findfont(font_manager.FontProperties(family="DejaVu Sans", weight=weight)))


@cache
def fallback_files() -> tuple[str, ...]:
    """Return the files of GNU Unifont, none where it is not installed."""
    from matplotlib import font_manager

    files = {Path(file).name: file for file in font_manager.findSystemFonts()}
    return tuple(file for name, file in sorted(files.items()) if _UNIFONT.fullmatch(name))


@cache
def families() -> list[str]:
    """Return the families of all these fonts, ready for use by matplotlib."""
    from matplotlib import font_manager

    for file in fallback_files():
        font_manager.fontManager.addfont(file)
    return ["DejaVu Sans", *(font_manager.get_font(file).family_name for file in fallback_files())]


def drawable(text: str) -> str:
    """Return a text with a square in place of each character that no font has."""
    files = (main_file(), *fallback_files())
    return "".join(
        letter if any(letter in _letters(file) for file in files) else SQUARE
        for letter in _VARIATIONS.sub("", text)
    )


def runs_by_font(text: str, *, bold: bool = False) -> list[tuple[str, str]]:
    """Return the parts of a drawable text, each with the file of a font that has all its characters."""
    main = main_file(bold=bold)
    if all(letter in _letters(main) for letter in text):
        return [(text, main)]
    files = (main, *fallback_files())

    def file_of(letter: str) -> str:
        return next((file for file in files if letter in _letters(file)), main)

    return [("".join(letters), file) for file, letters in groupby(text, file_of)]


@cache
def _letters(file: str) -> frozenset[str]:
    from matplotlib import font_manager

    return frozenset(map(chr, font_manager.get_font(file).get_charmap()))
