"""What Writer's tools that insert at the cursor promise."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State
from tests.guest.fuzz.writer_cursor import ANY_BODY, at_cursor, insertion, is_protected_cursor, order
from tests.guest.fuzz.writer_format_promises import optional, undo_may_lose_formats
from tests.guest.fuzz.writer_model import PREFIX, shifted
from tests.guest.tools.office import FOLDER

PAGE_PIXELS: Final = 1_000
"""More than the height of a page's text."""
FORMULAS: Final = {
    "{a} over {b}": True,
    "x = {-b +- sqrt{b^2 - 4ac}} over {2a}": True,
    "sum from{i=1} to n x_i": True,
    "%alpha <= 2": True,
    '"costs $5"': True,
    "a over": False,
    "{a over b": False,
    "a + ": False,
    "left ( x": False,
    r"\frac{a}{b}": False,
    "   ": False,
    "": False,
    "a + " * 10_000: False,
}


def _formula(state: State, arguments: Arguments) -> Expected:
    formula = arguments["formula"]
    if not FORMULAS[formula] or state["format"] == "txt":
        return REFUSED
    return _inserted(state, ["frame", "formula", formula, "as-char"])


def _inserted(state: State, mark: list[str]) -> Expected:
    if common := insertion(state, ""):
        return common
    place = at_cursor(state)
    if place is None:
        return Expected(free=ANY_BODY)
    path, offset = place
    return Expected(changes={f"{path}/marks": [[offset, *mark]]}, free=("view/*",))


def _image(state: State, arguments: Arguments) -> Expected:
    if arguments["image_path"] != f"{FOLDER}/picture.png" or state["format"] == "txt":
        return REFUSED
    if any(not 1 <= arguments.get(side, 1) <= 5000 for side in ("width", "height")):
        return REFUSED
    if arguments.get("height", arguments.get("width", 1)) > PAGE_PIXELS:  # it is as wide as high
        return REFUSED
    if common := insertion(state, ""):
        return common
    place = at_cursor(state)
    return Expected(free=("view/*", f"{place[0]}/marks") if place else ANY_BODY)


def _page_break(state: State, arguments: Arguments) -> Expected:
    position = arguments.get("position", "at_cursor")
    if position not in ("at_cursor", "end_of_document") or state["format"] == "txt":
        return REFUSED
    if position == "at_cursor" and (state["view/kind"] != "body" or is_protected_cursor(state)):
        return REFUSED
    if position == "at_cursor" and is_protected_cursor(state) is None:
        return Expected(error=None, free=ANY_BODY)
    place = at_cursor(state) if position == "at_cursor" else None
    if place is None:
        return Expected(
            error=None if "table" in str(order(state)[-1]) or undo_may_lose_formats(state) else False,
            free=("body/*", "order/body", "view/*", "changes"),
        )
    path, offset = place
    index = int(path.removeprefix("body/"))
    text = str(state[f"{path}/text"])
    changes = {
        name: value
        for name, value in shifted(state, index, index + 1, 1).items()
        if not name.startswith((f"body/{index}/", f"body/{index + 1}/"))
    }
    paragraph = state[f"{path}/paragraph"]
    assert isinstance(paragraph, dict)
    changes |= {
        f"body/{index}/text": text[:offset],
        f"body/{index + 1}/text": text[offset:],
        f"body/{index + 1}/paragraph": {**paragraph, "break-before": "page"},
        "order/body": [*order(state), "p"],
    }
    free = tuple(
        f"body/{index + part}/{name}"
        for part in (0, 1)
        for name in ("runs", "look", "style", "marks", "within")
    )
    return Expected(changes=changes, free=(*free, "view/*"))


def _page_numbers(state: State, arguments: Arguments) -> Expected:
    number, written = arguments.get("start_number", 1), arguments.get("format", "1")
    if arguments["position"] == "middle" or written not in NUMBER_FORMATS[:5] or not 1 <= number <= 32767:
        return REFUSED
    if state["format"] == "txt":
        return REFUSED
    kept = {
        path: value
        for path, value in state.items()
        if path.startswith("header/") and path.endswith("/text") and "\x7f" not in str(value) and value
    }
    free = ("header/*", "order/header/*", "page/*", "style/*", "body/0/*", "cell/*", "changes")
    fonts = ("header/*/look", "header/*/runs")  # Redo makes a new footer in the default font
    return Expected(changes=kept, free=free, undo_free=fonts)


NUMBER_FORMATS: Final = (
    "1",
    "Page 1 of N",
    "- i -",
    "A",
    "Draft, page 1",
    "no number",
    "1 and 1",
    "1\n",
    "1" * 500,
)


INSERT_PROMISES: Final = [
    Promise(
        f"{PREFIX}insert_formula_at_cursor",
        "A formula object stands at the cursor instead of the selection.",
        "LaTeX, a formula that LibreOffice Math cannot read, over 2,000 characters; where nothing can be written.",
        lambda _: st.fixed_dictionaries({"formula": st.sampled_from(list(FORMULAS))}),
        _formula,
    ),
    Promise(
        f"{PREFIX}insert_image_at_cursor",
        "The picture stands at the cursor, as a character, instead of the selection, in the size given.",
        "A file that is missing or no picture; one higher than a page's text; where nothing can be written.",
        lambda _: optional(
            {
                "image_path": st.sampled_from(
                    [f"{FOLDER}/picture.png"] * 3 + [f"{FOLDER}/no picture.png", "/nowhere.png", FOLDER]
                )
            },
            {"width": st.sampled_from((100, 1, 5000, 0)), "height": st.sampled_from((100, 1, 5000, 5001))},
        ),
        _image,
    ),
    Promise(
        f"{PREFIX}insert_page_break",
        "A paragraph with a page break before it starts at the cursor, or after the last text; the cursor is there.",
        "The cursor is not in the body's text, protected text, plain text files; as set_paragraph_alignment.",
        lambda _: optional({}, {"position": st.sampled_from(("at_cursor", "end_of_document", "middle"))}),
        _page_break,
    ),
    Promise(
        f"{PREFIX}add_page_numbers",
        "A line with the page number is in the header or footer of each page style in use; a line with nothing but an "
        "earlier page number is gone, other text stays.",
        "A format without one place for the number, over 200 characters or with line breaks, plain text files.",
        lambda _: optional(
            {"position": st.sampled_from(("bottom_left", "top_center", "bottom_right", "middle"))},
            {"start_number": st.sampled_from((1, 5, 32767, 0)), "format": st.sampled_from(NUMBER_FORMATS)},
        ),
        _page_numbers,
    ),
]
