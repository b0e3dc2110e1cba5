"""What Calc's tools for exporting promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.calc_model import PREFIX, sheet_called, sheets
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State, Where
from tests.guest.tools.office import FOLDER

_GOOD_PATHS: Final = {
    "out.pdf": f"{FOLDER}/out.pdf",
    "OUT.PDF": f"{FOLDER}/OUT.PDF",
    f"{FOLDER}/50% #1 & 数量.pdf": f"{FOLDER}/50% #1 & 数量.pdf",
    "~/home.pdf": "/home/user/home.pdf",
}
_WRONG_PATHS: Final = (
    "",
    "out.txt",
    ".pdf",
    "missing/out.pdf",
    "/root/out.pdf",
    "/proc/out.pdf",
    "~nobody-here/out.pdf",
    "a\0b.pdf",
    "x" * 300 + ".pdf",
    "y/" * 3_000 + "out.pdf",
    "book.xlsx/out.pdf",
    "/dev/null",
)


def _nothing(_state: State) -> st.SearchStrategy[Arguments]:
    return st.just({})


def _csv(state: State, _arguments: Arguments) -> Expected:
    if state["view/format"] == "csv":
        return REFUSED
    return Expected(answer=_answer_with(f"{FOLDER}/book.csv"), undoable=False)


def _pdf_arguments(_state: State) -> st.SearchStrategy[Arguments]:
    names = st.sampled_from(("Sales", "notes", "Last", "Missing", "", "book"))
    return st.fixed_dictionaries(
        {},
        optional={
            "file_path": st.sampled_from((*_GOOD_PATHS, *_WRONG_PATHS)),
            "sheets": st.lists(names, max_size=3),
        },
    )


def _pdf(state: State, arguments: Arguments) -> Expected:
    path = arguments.get("file_path", "out.pdf")
    missing = any(not name or sheet_called(state, name) is None for name in arguments.get("sheets", ()))
    if path in _WRONG_PATHS or missing:
        return REFUSED
    written = _GOOD_PATHS[path] if "file_path" in arguments else f"{FOLDER}/book.pdf"
    return Expected(answer=_answer_with(written), undoable=False)


def _scale_arguments(_state: State) -> st.SearchStrategy[Arguments]:
    pages = st.sampled_from((0, 1, 2, 1_000, 1_001, -1))
    path = st.sampled_from((*_GOOD_PATHS, *_GOOD_PATHS, *_WRONG_PATHS))
    return st.fixed_dictionaries({"output_path": path}, optional={"pages_x": pages, "pages_y": pages})


def _scale(state: State, arguments: Arguments) -> Expected:
    x, y = arguments.get("pages_x", 1), arguments.get("pages_y", 1)
    if arguments["output_path"] in _WRONG_PATHS or not {x, y} <= set(range(1_001)) or (x, y) == (0, 0):
        return REFUSED

    def is_scaled(page: object) -> bool:
        return isinstance(page, list) and bool(page[3]) and (page[4] or 0, page[5] or 0) == (x, y)

    path = f"sheet/{sheets(state)[0]}/page"
    return Expected(
        changes={path: Where(is_scaled, f"pages scaled to {x} x {y}")},
        answer=_answer_with(_GOOD_PATHS[arguments["output_path"]]),
    )


def _answer_with(text: str) -> Callable[[ToolResult], str | None]:
    def check(result: ToolResult) -> str | None:
        return None if text in result.text else f"the answer does not name {text}"

    return check


FILE_PROMISES: Final = [
    Promise(
        f"{PREFIX}export_to_csv",
        "The .csv file beside the workbook holds the active sheet's cells as shown; the workbook stays as it is.",
        "A workbook without a file, one that is that file itself, a file that cannot be written.",
        _nothing,
        _csv,
    ),
    Promise(
        f"{PREFIX}export_to_pdf",
        "The PDF file holds the sheets; the workbook stays as it is.",
        "A name that does not end in .pdf, a folder that is missing or may not be written, a missing or empty sheet.",
        _pdf_arguments,
        _pdf,
    ),
    Promise(
        f"{PREFIX}scale_first_sheet_and_export_pdf",
        "The first sheet's pages, and no other sheet's, are scaled so, and the PDF file holds that sheet.",
        "No pages above 0, more than 1,000, a path as in export_to_pdf, an empty first sheet.",
        _scale_arguments,
        _scale,
    ),
]
"""What Calc's tools for exporting promise."""
