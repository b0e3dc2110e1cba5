"""What Writer's tools that read, write, replace and insert promise."""

from __future__ import annotations

import re
from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State, Where
from tests.guest.fuzz.writer_cursor import ANY_BODY, at_cursor, insertion, order
from tests.guest.fuzz.writer_format_promises import (
    INDICES,
    PATTERNS,
    SIZES,
    is_bad_pattern,
    laid_out_soon,
    optional,
)
from tests.guest.fuzz.writer_model import (
    PREFIX,
    body_size,
    indices_are_wrong,
    is_open,
    is_protected,
    listed,
    matches,
    places,
    replaced,
    runs_of,
    searched,
    shifted,
    spread,
)
from tests.guest.tools.office import FOLDER

TEXTS: Final = (
    "a fox", "x", "two\nlines", "\n", "a\n\nb\n", "\ta tab", "  spaces  ", "🦊🦊", "e\u0301", "שלום", "$1 & \\1",
    "crlf\r\nline", "\x01\x02\x03", "a\x0bb", "\x00", "\ufffe", "", "word " * 500, "l\n" * 300,
)  # fmt: skip
REPLACEMENTS: Final = (
    "cat", "", "$1", r"\1", "$0$0", "&", "$500", r"\$1", "\\", "$", "a$2b$1", "🦊", "\x07", "fox", "x" * 300,
)  # fmt: skip
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe]")


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
    if common := insertion(state, text):
        return common
    place = at_cursor(state)
    if place is None:
        return Expected(free=ANY_BODY)
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
        if number:
            changes[f"{target}/paragraph"] = _without_break(state[f"{path}/paragraph"])
        changes[f"{target}/text"] = line
        if not formats:
            start = 0 if number else offset
            written = range(start, start + len(text.split("\n")[number]))
            changes[f"{target}/runs"] = _runs_with_written(len(line), written, properties)
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
    changes["order/body"] = [*order(state), *["p"] * added]
    return Expected(changes=changes, free=free)


def _runs_with_written(length: int, written: range, properties: dict[str, str]) -> Where:
    """Runs of these properties; what was written may have the font that set_default_font left for it."""

    def holds(runs: object) -> bool:
        characters = list(spread([list(run) for run in listed(runs)]))
        return len(characters) == length and all(
            (_without_font(found) == _without_font(properties)) if index in written else found == properties
            for index, found in enumerate(characters)
        )

    return Where(holds, f"{length} characters with {properties}")


def _without_font(properties: dict[str, str]) -> dict[str, str]:
    return {
        name: value for name, value in properties.items() if not name.startswith(("font-name", "font-size"))
    }


def _without_break(paragraph: object) -> dict[str, object]:
    """A paragraph's format without the break before it: typing Enter leaves that to the first part."""
    assert isinstance(paragraph, dict)
    return {name: paragraph[name] for name in paragraph if name not in ("break-before", "master-page-name")}


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
        found = re.finditer(pattern, searched(state, path)[0])
        new = [_filled(match, replacement) for match in found if match.group()]
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
        "The text stands at the cursor instead of the selection, in the format there or the given one.",
        "Characters that no document can hold, over 500,000 characters or 50,000 in a line; a selected picture or "
        "cells, protected text, formats in plain text files.",
        lambda state: laid_out_soon(
            state, optional({"text": st.sampled_from(TEXTS)}, {"bold": FLAG, "italic": FLAG, "size": SIZES})
        ),
        _write,
    ),
    Promise(
        f"{PREFIX}find_and_replace",
        "Each match has become the replacement, in the format of its first character; comments, notes and bookmarks "
        r"in it stay. $0 to $9 and \1 to \9 are the match and its groups, a group that the pattern lacks is text, \$ "
        "is a dollar sign; matches are not empty, lie within a paragraph and not in tracked deletions.",
        "No match, an invalid or too long pattern, groups next to fields, over 1,000,000 characters in all.",
        lambda _: optional(
            {"pattern": st.sampled_from(PATTERNS), "replacement": st.sampled_from(REPLACEMENTS)},
            {"paragraph_indices": INDICES},
        ),
        _replace,
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
