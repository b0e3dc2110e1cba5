"""What Writer's tools for how text looks promise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hypothesis import strategies as st

from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State
from tests.guest.fuzz.writer_model import (
    PREFIX,
    formatted,
    indices_are_wrong,
    is_open,
    is_protected,
    matches,
    places,
    runs_of,
)

SCRIPTS = ("", "-asian", "-complex")
FONTS: Final = {"Liberation Sans": "Liberation Sans", "carlito": "Carlito", "Arial": "Arial"}
COLOURS: Final = {
    0xFF0000: "#ff0000",
    0: "#000000",
    "#00F": "#0000ff",
    "navy": "#000080",
    0xFFFFFF: "#ffffff",
}
PATTERNS: Final = (
    "fox", "fox", ".+", "(?i)FOXES", "[Ff]o", r"(\w)o(x)", r"(?<=a )fox", r"fox(?= )", r"\bfox\b", "x", "o",
    r"\$500", r"10 km\.", "nothing like this", "(", "[a", "^", "$", "x*", r"\t", "🦊", "e\u0301", "é", "fox.*fox",
    "a|fox", "a" * 2_000,
)  # fmt: skip
INVALID = ("(", "[a", "a" * 2_000)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The argument may be left out."""
    return st.one_of(st.none(), strategy)


def optional(required: Mapping[str, Any], others: Mapping[str, Any]) -> st.SearchStrategy[Arguments]:
    """Arguments of which some may be left out."""
    return st.fixed_dictionaries(dict(required), optional=dict(others))


INDICES: Final = st.one_of(
    st.lists(st.integers(0, 5), min_size=1, max_size=4),
    st.sampled_from(([], [-1], [0, 10_000], [2**70], list(range(2_000)), [0, 0])),
)
SIZES: Final = st.sampled_from((20, 9.5, 1, 999, 10.3, 10.33, 0, 1_000, -3))
_LARGE, _LESS = 999, 72
_LAID_OUT_CHARACTERS: Final = 1_500
"""With more of the largest size, LibreOffice lays out thousands of pages for a minute."""


def laid_out_soon(state: State, arguments: st.SearchStrategy[Arguments]) -> st.SearchStrategy[Arguments]:
    """The arguments with a smaller size for long texts."""
    there = sum(len(str(value)) for path, value in state.items() if path.endswith("/text"))

    def smaller(drawn: Arguments) -> Arguments:
        characters = there + len(drawn.get("text", ""))
        large = {name for name in ("size", "font_size") if drawn.get(name) == _LARGE}
        return drawn | dict.fromkeys(large, _LESS) if characters > _LAID_OUT_CHARACTERS else drawn

    return arguments.map(smaller)


def set_expected(
    state: State, arguments: Arguments, properties: Mapping[str, str], *, whole: bool = False
) -> Expected:
    """What formatting matches, or whole paragraphs, must do."""
    indices = arguments.get("paragraph_indices")
    if state["format"] == "txt" or indices_are_wrong(state, indices):
        return REFUSED
    changes: dict[str, object] = {}
    free: list[str] = []
    any_free = False
    for path in places(state, indices, everywhere=True):
        length = len(str(state[f"{path}/text"]))
        spans = [(0, length)] if whole else matches(state, path, arguments["pattern"])
        if not spans or is_protected(state, path):
            continue
        any_free = True
        if is_open(state, path):
            free += [f"{path}/*", "changes"]
            continue
        free.append(f"{path}/look")
        runs = runs_of(state, path)
        changes[f"{path}/runs"] = (
            formatted(runs, spans, properties) if length else [[0, {**runs[0][1], **properties}]]
        )
    if not any_free:
        return REFUSED
    return Expected(changes=changes, free=tuple(free))


def _bad_size(state: State, size: float | None) -> bool:
    if size is None:
        return False
    steps = size * (2 if state["format"] == "docx" else 10)
    return not 1 <= size <= 999 or abs(steps - round(steps)) > 1e-6


def is_bad_pattern(pattern: str) -> bool:
    """Whether no text can match a pattern."""
    return pattern in INVALID


def _colour(state: State, arguments: Arguments) -> Expected:
    colour = arguments["color"]
    if is_bad_pattern(arguments["pattern"]) or colour not in COLOURS:
        return REFUSED
    return set_expected(state, arguments, {"color": COLOURS[colour], "opacity": "100%"})


def _size(state: State, arguments: Arguments) -> Expected:
    size = arguments["font_size"]
    if is_bad_pattern(arguments["pattern"]) or _bad_size(state, size):
        return REFUSED
    return set_expected(state, arguments, {f"font-size{script}": f"{size:g}pt" for script in SCRIPTS})


def _font(state: State, arguments: Arguments) -> Expected:
    if arguments["font_name"] not in FONTS:
        return REFUSED
    font = FONTS[arguments["font_name"]]
    return set_expected(state, arguments, {f"font-name{script}": font for script in SCRIPTS}, whole=True)


def undo_may_lose_formats(state: State) -> bool:
    """Whether LibreOffice's Undo of a paragraph's format may lose recorded formats of characters."""
    return bool(state["record"]) and "format-change" in str(state["changes"])


def _paragraphs(state: State, arguments: Arguments, properties: Mapping[str, str]) -> Expected:
    indices = arguments.get("paragraph_indices")
    if state["format"] == "txt" or indices_are_wrong(state, indices):
        return REFUSED
    paths = [path for path in places(state, indices, everywhere=False) if not is_protected(state, path)]
    changes: dict[str, object] = {}
    for path in paths:
        before = state[f"{path}/paragraph"]
        assert isinstance(before, dict)
        changes[f"{path}/paragraph"] = {**before, **properties}
    free = tuple(f"{path}/*" for path in paths if is_open(state, path))
    if state["record"]:
        return Expected(error=None if undo_may_lose_formats(state) else False, free=(*free, "changes"))
    return Expected(changes=changes, free=free) if paths else REFUSED


def _alignment(state: State, arguments: Arguments) -> Expected:
    alignments = {"left": "start", "right": "end", "center": "center", "justify": "justify"}
    if arguments["alignment"] not in alignments:
        return REFUSED
    value = alignments[arguments["alignment"]]
    return _paragraphs(state, arguments, {"text-align": value, "justify-single-word": "false"})


def _spacing(state: State, arguments: Arguments) -> Expected:
    spacing = arguments["spacing_value"]
    percent = round(spacing * 100)
    if not 0.5 <= spacing <= 5 or abs(spacing * 100 - percent) > 1e-6:
        return REFUSED
    return _paragraphs(state, arguments, {"line-height": f"{percent}%"})


def _default(state: State, arguments: Arguments) -> Expected:
    if arguments["font_name"] not in FONTS or _bad_size(state, arguments.get("font_size")):
        return REFUSED
    free = ("style/paragraph/Standard", "*/runs")
    recorded = ("body/*", "*/marks", "changes")  # notes, cells and headers too: the formats that keep looks
    return Expected(free=(*free, *recorded) if state["record"] else free)


FORMAT_PROMISES: Final = [
    Promise(
        f"{PREFIX}set_color",
        "Each match has the colour; text in the body, tables, headers, frames and notes, not in shapes, comments and "
        "tracked deletions.",
        "No match, no colour, an invalid pattern, a missing paragraph, matches in protected text only, plain text.",
        lambda _: optional(
            {
                "pattern": st.sampled_from(PATTERNS),
                "color": st.sampled_from((*COLOURS, "reddish", -1, 2**24, 0.5)),
            },
            {"paragraph_indices": INDICES},
        ),
        _colour,
    ),
    Promise(
        f"{PREFIX}set_font_size",
        "Each match has the size; where: as set_color.",
        "As set_color; sizes that the file would round: half points in docx, tenths in odt.",
        lambda state: laid_out_soon(
            state,
            optional(
                {"pattern": st.sampled_from(PATTERNS), "font_size": SIZES}, {"paragraph_indices": INDICES}
            ),
        ),
        _size,
    ),
    Promise(
        f"{PREFIX}set_font",
        "All text has the font, empty paragraphs too; where: as set_color, or the paragraphs named.",
        "A font that is not installed, a missing paragraph, protected text only, plain text files.",
        lambda _: optional(
            {"font_name": st.sampled_from((*FONTS, "Comic Sans MS", "x" * 100_000))},
            {"paragraph_indices": INDICES},
        ),
        _font,
    ),
    Promise(
        f"{PREFIX}set_paragraph_alignment",
        "The paragraphs named, or all of the body and its tables, are aligned so.",
        "A missing paragraph, protected text only, plain text files; in a document that records changes, paragraphs "
        "with recorded formats of characters.",
        lambda _: optional(
            {"alignment": st.sampled_from(("left", "right", "center", "justify", "middle"))},
            {"paragraph_indices": INDICES},
        ),
        _alignment,
    ),
    Promise(
        f"{PREFIX}set_line_spacing",
        "The paragraphs named, or all of the body and its tables, have this multiple of single spacing.",
        "As set_paragraph_alignment; multiples with more than two decimals.",
        lambda _: optional(
            {"spacing_value": st.sampled_from((1, 2, 1.15, 0.5, 5, 1.005, 0.4, 5.1))},
            {"paragraph_indices": INDICES},
        ),
        _spacing,
    ),
    Promise(
        f"{PREFIX}set_default_font",
        "Text typed at the cursor or at the end of a paragraph has the font; text that is there keeps its look.",
        "A font that is not installed, sizes as set_font_size.",
        lambda state: laid_out_soon(
            state, optional({"font_name": st.sampled_from((*FONTS, "Comic Sans MS"))}, {"font_size": SIZES})
        ),
        _default,
    ),
]
