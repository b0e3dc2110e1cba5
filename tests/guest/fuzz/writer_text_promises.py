"""What Writer's tools that read, write, replace and insert promise."""

from __future__ import annotations

import re
from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State
from tests.guest.fuzz.writer_format_promises import INDICES, PATTERNS, SIZES, is_bad_pattern, optional
from tests.guest.fuzz.writer_model import (
    PREFIX,
    body_size,
    indices_are_wrong,
    is_open,
    is_protected,
    matches,
    places,
    replaced,
    runs_of,
    shifted,
)
from tests.guest.tools.office import FOLDER

TEXTS: Final = (
    "a fox", "x", "two\nlines", "\n", "a\n\nb\n", "\ta tab", "  spaces  ", "🦊🦊", "e\u0301", "שלום", "$1 & \\1",
    "crlf\r\nline", "\x01\x02\x03", "a\x0bb", "\x00", "\ufffe", "", "word " * 2_000, "l\n" * 300,
)  # fmt: skip
REPLACEMENTS: Final = (
    "cat", "", "$1", r"\1", "$0$0", "&", "$500", r"\$1", "\\", "$", "a$2b$1", "🦊", "\x07", "fox", "x" * 300,
)  # fmt: skip
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

_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe]")
_ANY_BODY = (
    "body/*",
    "order/*",
    "cell/*",
    "note/*",
    "frame/*",
    "header/*",
    "changes",
    "view/*",
    "comment/*",
    "shape/*",
)
"""What may change where the model does not follow: text written among fields and notes, across paragraphs."""


def _has_cursor(state: State) -> bool:
    return state["view/kind"] not in ("no text", "SwXTextTableCursor", "SwXTextGraphicObject")


def _at_cursor(state: State) -> tuple[str, int] | None:
    """The path and offset of a cursor in a plain paragraph of the body, or None."""
    path = f"body/{state['view/paragraph']}"
    if (
        state["view/kind"] != "body"
        or state["view/selected"]
        or any("table" in str(item) for item in _order(state))
    ):
        return None
    plain = f"{path}/text" in state and not state[f"{path}/marks"] and len(runs_of(state, path)) == 1
    if not plain or is_open(state, path) or "href" in runs_of(state, path)[0][1]:
        return None
    offset = state["view/offset"]
    assert isinstance(offset, int)
    return path, offset


def _order(state: State) -> list[Any]:
    order = state["order/body"]
    assert isinstance(order, list)
    return order


def _is_protected_cursor(state: State) -> bool | None:
    """Whether the cursor stands in protected text; None: perhaps."""
    if not any(path.startswith("section/") for path in state):
        return False
    place = _at_cursor(state)
    return is_protected(state, place[0]) if place else None


def _insertion(state: State, what: str) -> Expected | None:
    """The part of an expectation that insertions at the cursor share, or None where the model says more."""
    protected = _is_protected_cursor(state)
    if not _has_cursor(state) or protected:
        return REFUSED
    if protected is None:
        return Expected(error=None, free=_ANY_BODY)
    return None


def _write(state: State, arguments: Arguments) -> Expected:
    text = arguments["text"].replace("\r\n", "\n")
    formats = {name for name in ("bold", "italic", "size") if arguments.get(name) is not None}
    size = arguments.get("size")
    if not text or _UNWRITABLE.search(text) or (formats and state["format"] == "txt"):
        return REFUSED
    if size is not None and (
        not 1 <= size <= 999 or size == 10.33 or (size == 10.3 and state["format"] == "docx")
    ):
        return REFUSED
    if common := _insertion(state, text):
        return common
    place = _at_cursor(state)
    if place is None:
        return Expected(free=_ANY_BODY)
    path, offset = place
    index = int(path.removeprefix("body/"))
    before = str(state[f"{path}/text"])
    lines = (before[:offset] + text + before[offset:]).split("\n")
    added = len(text.split("\n")) - 1
    changes = shifted(state, index, index + 1, added)
    properties = runs_of(state, path)[0][1]
    for number, line in enumerate(lines):
        target = f"body/{index + number}"
        changes |= {
            f"{target}/{name}": state[f"{path}/{name}"] for name in ("style", "paragraph", "within", "marks")
        }
        changes[f"{target}/text"] = line
        if not formats:
            changes[f"{target}/runs"] = [[len(line), properties]]
    changes = {path: value for path, value in changes.items() if not path.endswith(("/look", "/within"))}
    if formats:
        changes = {
            p: v
            for p, v in changes.items()
            if not (p.endswith("/runs") and int(p.split("/")[1]) <= index + added)
        }
    free = (
        *(f"body/{index + number}/runs" for number in range(added + 1)),
        "body/*/look",
        "body/*/within",
        "view/*",
    )
    changes["order/body"] = [*_order(state), *["p"] * added]
    return Expected(changes=changes, free=free)


def _replace(state: State, arguments: Arguments) -> Expected:
    pattern, replacement, indices = (
        arguments["pattern"],
        arguments["replacement"],
        arguments.get("paragraph_indices"),
    )
    if is_bad_pattern(pattern) or _UNWRITABLE.search(replacement) or indices_are_wrong(state, indices):
        return REFUSED
    changes: dict[str, object] = {}
    free: list[str] = ["view/*"]
    unsure = some = False
    for path in places(state, indices, everywhere=True):
        spans = matches(state, path, pattern)
        if not spans or is_protected(state, path):
            continue
        some = True
        text = str(state[f"{path}/text"])
        if (
            is_open(state, path)
            or "\x7f" in text
            or "\xad" in text
            or (state[f"{path}/marks"] and "$" in replacement)
        ):
            unsure = True
            free += [f"{path}/*", "changes", "note/*", "comment/*"]
            continue
        new = [_filled(match, replacement) for match in re.finditer(pattern, text) if match.group()]
        changes[f"{path}/text"], runs = replaced(text, runs_of(state, path), spans, new)
        free += [f"{path}/look", f"{path}/marks"]
        if runs:
            changes[f"{path}/runs"] = runs
        else:
            free.append(f"{path}/runs")
    if not some:
        return REFUSED
    return Expected(error=None if unsure else False, changes=changes, free=tuple(free))


def _filled(match: re.Match[str], replacement: str) -> str:
    groups = [match.group(), *match.groups()]

    def text_of(reference: re.Match[str]) -> str:
        if reference[0] == r"\$":
            return "$"
        number = int(reference[0][1])
        return groups[number] or "" if number < len(groups) else reference[0]

    return re.sub(r"\\\$|\$\d|\\[1-9]", text_of, replacement)


def _formula(state: State, arguments: Arguments) -> Expected:
    formula = arguments["formula"]
    if not FORMULAS[formula] or state["format"] == "txt":
        return REFUSED
    return _inserted(state, ["frame", "formula", formula, "as-char"])


def _inserted(state: State, mark: list[str]) -> Expected:
    if common := _insertion(state, ""):
        return common
    place = _at_cursor(state)
    if place is None:
        return Expected(free=_ANY_BODY)
    path, offset = place
    return Expected(changes={f"{path}/marks": [[offset, *mark]]}, free=("view/*",))


def _image(state: State, arguments: Arguments) -> Expected:
    if arguments["image_path"] != f"{FOLDER}/picture.png" or state["format"] == "txt":
        return REFUSED
    if any(not 1 <= arguments.get(side, 1) <= 5000 for side in ("width", "height")):
        return REFUSED
    if common := _insertion(state, ""):
        return common
    place = _at_cursor(state)
    return Expected(free=("view/*", f"{place[0]}/marks") if place else _ANY_BODY)


def _page_break(state: State, arguments: Arguments) -> Expected:
    position = arguments.get("position", "at_cursor")
    if position not in ("at_cursor", "end_of_document") or state["format"] == "txt":
        return REFUSED
    if position == "at_cursor" and (state["view/kind"] != "body" or _is_protected_cursor(state)):
        return REFUSED
    if position == "at_cursor" and _is_protected_cursor(state) is None:
        return Expected(error=None, free=_ANY_BODY)
    place = _at_cursor(state) if position == "at_cursor" else None
    if place is None:
        return Expected(
            error=None if "table" in str(_order(state)[-1]) else False,
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
        "order/body": [*_order(state), "p"],
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
    return Expected(changes=kept, free=free)


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


def _env_info(state: State, arguments: Arguments) -> Expected:
    def wrong(result: ToolResult) -> str | None:
        content: dict[str, Any] = dict(result.structured or {})
        if content.get("paragraph_count") != body_size(state):
            return f"{content.get('paragraph_count')} paragraphs instead of {body_size(state)}"
        for item in content["paragraphs"]:
            path = f"body/{item['index']}"
            if not state[f"{path}/marks"] and item["text"] != str(state[f"{path}/text"])[:500]:
                return f"the text of {path} is {item['text']!r}"
        return None

    return Expected(error=bool(arguments), answer=wrong, undoable=False, long_answer=True)


def _export(state: State, arguments: Arguments) -> Expected:
    path = arguments.get("output_path")
    if path not in (None, FOLDER, f"{FOLDER}/out.pdf") or arguments.get("quality") == "best":
        return REFUSED
    return Expected(free=("files",), undoable=False)


FLAG = st.sampled_from((True, False, None))

TEXT_PROMISES: Final = [
    Promise(
        f"{PREFIX}env_info",
        "Reads the body's paragraphs with their indices, and its tables; nothing changes.",
        "No text document is open, several are and none is in front.",
        lambda _: st.sampled_from(({}, {}, {}, {"x": 1})),
        _env_info,
    ),
    Promise(
        f"{PREFIX}write_text",
        "The text stands at the cursor instead of the selection, in the format there or the one given; the cursor is after.",
        "Characters that no document can hold, over 500,000 characters or 50,000 in a line; a selected picture or "
        "cells, protected text, formats in plain text files.",
        lambda _: optional({"text": st.sampled_from(TEXTS)}, {"bold": FLAG, "italic": FLAG, "size": SIZES}),
        _write,
    ),
    Promise(
        f"{PREFIX}find_and_replace",
        "Each match has become the replacement, in the format of its first character; comments, notes and bookmarks in it "
        r"stay. $0 to $9 and \1 to \9 are the match and its groups, a group that the pattern lacks is text, \$ is a "
        "dollar sign; matches are not empty and lie within a paragraph.",
        "No match, an invalid pattern or one over 1,000 characters, groups next to fields, over 1,000,000 characters in all.",
        lambda _: optional(
            {"pattern": st.sampled_from(PATTERNS), "replacement": st.sampled_from(REPLACEMENTS)},
            {"paragraph_indices": INDICES},
        ),
        _replace,
    ),
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
        "A file that is missing or no picture; where nothing can be written.",
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
        "A paragraph with a page break before it starts at the cursor, or after the last text; the cursor is at its start.",
        "The cursor is not in the body's text, protected text, plain text files.",
        lambda _: optional({}, {"position": st.sampled_from(("at_cursor", "end_of_document", "middle"))}),
        _page_break,
    ),
    Promise(
        f"{PREFIX}add_page_numbers",
        "A line with the page number is in the header or footer of each page style in use; a line with nothing but an earlier "
        "page number is gone, other text stays.",
        "A format without one place for the number, over 200 characters or with line breaks, plain text files.",
        lambda _: optional(
            {"position": st.sampled_from(("bottom_left", "top_center", "bottom_right", "middle"))},
            {"start_number": st.sampled_from((1, 5, 32767, 0)), "format": st.sampled_from(NUMBER_FORMATS)},
        ),
        _page_numbers,
    ),
    Promise(
        f"{PREFIX}save",
        "The document's file holds the document, in the file's format.",
        "A document without a file, read-only, or whose file another program changed.",
        lambda _: st.just({}),
        lambda _state, _arguments: Expected(undoable=False, free=("files",)),
    ),
    Promise(
        f"{PREFIX}export_to_pdf",
        "The PDF file holds the document; the document is as it was.",
        "A missing folder, another ending than .pdf, a file that may not be written.",
        lambda _: optional(
            {},
            {
                "output_path": st.sampled_from(
                    (FOLDER, f"{FOLDER}/out.pdf", "/nowhere/a.pdf", f"{FOLDER}/text.odt")
                ),
                "quality": st.sampled_from(("standard", "high", "print", "best")),
            },
        ),
        _export,
    ),
]
