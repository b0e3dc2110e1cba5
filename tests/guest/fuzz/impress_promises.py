"""Impress's promises on text and fills; those on slides and files are in `impress_slides.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hypothesis import strategies as st

from tests.guest.fuzz.impress_documents import TEXTS
from tests.guest.fuzz.impress_model import (
    COLOURS,
    GROWING,
    PREFIX,
    UNSURE,
    WITH_TEXT,
    WRONG_COLOURS,
    box_arguments,
    boxes,
    expect_text_change,
    has_box,
    has_slide,
    lines,
    looks_of,
    place,
    slide_numbers,
)
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State

_CONTENTS: Final = (
    *TEXTS,
    "one\ntwo",
    "\nmore",
    "",
    "\n",
    "a\r\nb",
    "bell\x07",
    "nul\x00",
    "￾",
    "y" * 1_000_000,
)
_COLOURS: Final = st.sampled_from([*COLOURS, *COLOURS, *COLOURS, *WRONG_COLOURS])
_ALIGNMENTS: Final = ("left", "center", "right", "justify")


_WORDS: Final = {
    "pptx": {
        "bold": ("0", "1"),
        "italic": ("0", "1"),
        "underline": ("none", "sng"),
        "strike": ("noStrike", "sngStrike"),
    },
    "odp": {
        "bold": ("normal", "bold"),
        "italic": ("normal", "italic"),
        "underline": ("none", "solid"),
        "strike": ("none", "solid"),
    },
}
"""How files say that text is not, or is, so."""


def _colour_text(state: State, arguments: Arguments) -> Expected:
    if arguments["color"] not in COLOURS:
        return REFUSED
    return expect_text_change(
        state, arguments, lambda box: looks_of(state, box, {"color": COLOURS[arguments["color"]]})
    )


def _style(state: State, arguments: Arguments) -> Expected:
    given = {
        name: arguments[name] for name in ("bold", "italic", "underline") if arguments.get(name) is not None
    }
    if not given:
        return REFUSED
    return expect_text_change(
        state,
        arguments,
        lambda box: looks_of(state, box, {n: _look(state, n, v) for n, v in given.items()}),
        *_growth(state, arguments),
    )


def _growth(state: State, arguments: Arguments) -> tuple[str, ...]:
    """What another layout of its text changes of a box that grows with the text."""
    is_wide = has_box(state, arguments) and state[f"{place(arguments)}/kind"] in GROWING
    return ("y", "height", *(("x", "width") if is_wide else ()))


def _look(state: State, name: str, on: bool) -> str:
    """How the file says that text is so, or not."""
    words = _WORDS[str(state["format"])]
    return words[name][on]


def _strike(state: State, arguments: Arguments) -> Expected:
    numbers = arguments["line_numbers"]

    def changes(box: str) -> Mapping[str, object]:
        return looks_of(state, box, {"strike": _look(state, "strike", arguments["apply"])}, set(numbers))

    if not has_box(state, arguments):
        return REFUSED
    count = len(lines(state, place(arguments)))
    if not numbers or any(type(number) is not int or not 1 <= number <= count for number in numbers):
        return REFUSED
    if any(not lines(state, place(arguments))[number - 1] for number in numbers):
        return REFUSED
    return expect_text_change(state, arguments, changes)


def _align(state: State, arguments: Arguments) -> Expected:
    if arguments["alignment"] not in _ALIGNMENTS:
        return REFUSED
    return expect_text_change(
        state, arguments, lambda _: {}, "line/*/align", "line/*/form", *_growth(state, arguments)
    )


def _fill(state: State, arguments: Arguments) -> Expected:
    if arguments["color"] not in COLOURS or not has_box(state, arguments):
        return REFUSED
    box = place(arguments)
    kind = state[f"{box}/kind"]
    if kind not in WITH_TEXT or kind in UNSURE:
        return Expected(error=None if kind in UNSURE else True, free=(f"{box}/fill", f"{box}/look"))
    return Expected(
        error=state["view/mode"] == "outline",
        changes={f"{box}/fill": COLOURS[arguments["color"]]},
        free=(f"{box}/look",),
    )


def _write(state: State, arguments: Arguments) -> Expected:
    content = arguments["content"]
    size = arguments.get("size")
    wrong = (
        not has_box(state, arguments, "page_index")
        or any(character in content for character in "\x00\x07￾")
        or len(content) > 100_000
        or (size is not None and not (type(size) is int and 1 <= size <= 999))
        or (not content.strip("\n") and bool({"bold", "italic", "size"} & arguments.keys()))
    )
    if wrong:
        return REFUSED
    box = place(arguments, "page_index")
    if state[f"{box}/kind"] not in WITH_TEXT:
        return REFUSED
    content = content.replace("\r\n", "\n")
    before = "\n".join(lines(state, box)) if arguments.get("append") else ""
    added = content.lstrip("\n") if arguments.get("append") and not before else content
    if arguments.get("append") and not added:
        return REFUSED
    text = before + added
    unsure = state[f"{box}/kind"] in UNSURE or state["view/mode"] == "outline" or state[f"{box}/placeholder"]
    changes: dict[str, object] = {f"{box}/text": text}
    first = before.count("\n") + (1 if before and not added.startswith("\n") else 0)
    for number, line in enumerate(
        text.split("\n")[first + (0 if before == "" else 1) :], start=first + (1 if not before else 2)
    ):
        for look in ("bold", "italic"):
            if arguments.get(look) is not None and line:
                changes[f"{box}/line/{number}/{look}"] = [[len(line), _look(state, look, arguments[look])]]
    kept = before.count("\n") + 1 if before else 0
    grows = ("x", "width") if state[f"{box}/kind"] in GROWING else ()
    free = [f"{box}/{name}" for name in ("height", "y", "empty", "look", *grows)]
    free += [f"{box}/line/{number}/*" for number in range(max(1, kept), text.count("\n") + 2)]
    free += [f"{box}/line/*"] if not before else []
    return Expected(
        error=None if unsure else False,
        changes=changes if not unsure else {},
        free=(*free, f"{box}/*") if unsure else tuple(free),
    )


def _font(state: State, arguments: Arguments) -> Expected:
    slide = f"slide/{arguments['slide_index']}"
    if not has_slide(state, arguments["slide_index"]) or arguments["font_name"] not in (
        "Carlito",
        "liberation sans",
    ):
        return REFUSED
    texts = [
        path
        for path, value in state.items()
        if path.startswith(f"{slide}/box/") and path.endswith("/text") and value
    ]
    holders = [path.removesuffix("/text") for path in texts]
    groups = {holder.partition("/member/")[0] for holder in holders if "/member/" in holder}
    wide = [holder for holder in holders if state.get(f"{holder}/kind") in GROWING]
    geometry = ("x", "y", "width", "height")  # of a group: around its members, which grow with their texts
    return Expected(
        error=None if state["view/mode"] == "outline" or not _certain(state, slide) else False,
        free=tuple(f"{holder}/line/*/font" for holder in holders)
        + tuple(f"{holder}/{name}" for holder in holders for name in ("height", "y"))
        + tuple(f"{holder}/{name}" for holder in wide for name in ("x", "width"))
        + tuple(f"{group}/{name}" for group in groups for name in geometry)
        + tuple(f"{group}/member/*/{name}" for group in groups for name in geometry),
    )


def _certain(state: State, slide: str) -> bool:
    """Whether a box of the slide has text of its own for sure."""
    return any(
        state[f"{slide}/box/{index}/kind"] in WITH_TEXT and lines(state, f"{slide}/box/{index}")
        for index in range(boxes(state, int(slide.rpartition("/")[2])))
    )


PROMISES: Final = (
    Promise(
        PREFIX + "set_text_color",
        "all text of the box has the colour; nothing else changes",
        "a box without text of its own (picture, chart, line, table, group), an empty box, a text that is no colour",
        lambda state: box_arguments(state, {"color": _COLOURS}),
        _colour_text,
    ),
    Promise(
        PREFIX + "set_style",
        "all text of the box is bold, italic, underlined or not, as given; nothing else changes",
        "no style given, a box without text of its own, an empty box",
        lambda state: box_arguments(
            state, {name: st.sampled_from([True, False, None]) for name in ("bold", "italic", "underline")}
        ),
        _style,
    ),
    Promise(
        PREFIX + "set_text_strikethrough",
        "the lines are struck through or not; nothing else changes",
        "lines that are not there or empty, a box without text of its own",
        lambda state: box_arguments(
            state,
            {
                "line_numbers": st.lists(st.sampled_from([1, 1, 1, 2, 3, 0, 10**12]), min_size=1, max_size=2),
                "apply": st.booleans(),
            },
        ),
        _strike,
    ),
    Promise(
        PREFIX + "set_textbox_alignment",
        "all paragraphs of the box are aligned; nothing else changes",
        "a box without text of its own, an empty box, another alignment",
        lambda state: box_arguments(state, {"alignment": st.sampled_from([*_ALIGNMENTS, "middle"])}),
        _align,
    ),
    Promise(
        PREFIX + "set_background_color",
        "the box is filled with the colour, without transparency; nothing else changes",
        "a box that has no fill (picture, chart, line, table, group), a text that is no colour",
        lambda state: box_arguments(state, {"color": _COLOURS}),
        _fill,
    ),
    Promise(
        PREFIX + "write_text",
        "the box's text is the content, or ends in it; the new text has the formats given, other text keeps its own",
        "control characters, over 100,000 characters or 2,000 lines, nothing to append, a box without text of its own",
        lambda state: box_arguments(
            state,
            {"content": st.sampled_from(_CONTENTS), "append": st.booleans()},
            "page_index",
        ).flatmap(
            lambda arguments: st.fixed_dictionaries(
                {},
                optional={
                    "bold": st.booleans(),
                    "italic": st.booleans(),
                    "size": st.sampled_from([1, 20, 999, 0, 1000, 2.5]),
                },
            ).map(lambda more: {**arguments, **more})
        ),
        _write,
    ),
    Promise(
        PREFIX + "set_slide_font",
        "all text of the slide, in tables and groups too, is in the font; nothing else changes",
        "a font that is not installed, a slide without text",
        lambda state: st.fixed_dictionaries(
            {
                "slide_index": slide_numbers(state),
                "font_name": st.sampled_from(["Carlito", "liberation sans", "No Such Font", "z" * 100_000]),
            }
        ),
        _font,
    ),
)  # fmt: skip
