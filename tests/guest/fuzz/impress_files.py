"""Impress's promises on what is read, shown and written to files."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.impress_model import PREFIX, WRONG_NUMBERS, boxes, has_slide, slide_numbers, slides
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State
from tests.guest.tools.office import FOLDER

_LONG: Final = "n" * 300


def _nothing(_state: State) -> st.SearchStrategy[Arguments]:
    return st.just({})


def _goto(state: State, arguments: Arguments) -> Expected:
    number = arguments["slide_index"]
    if not has_slide(state, number):
        return REFUSED
    return Expected(changes={"view/slide": number}, free=("view/mode", "view/selected"), undoable=False)


def _info(state: State, arguments: Arguments) -> Expected:
    numbers = arguments.get("page_indices")
    if numbers is not None and not all(has_slide(state, number) for number in numbers):
        return REFUSED

    def wrong(result: ToolResult) -> str | None:
        content: Any = result.structured
        for slide in content["slides"]:
            at = f"slide/{slide['slide_index']}"
            if slide["hidden"] != state[f"{at}/hidden"]:
                return f"{at} is hidden: {state[f'{at}/hidden']}, answered {slide['hidden']}"
            if slide["box_count"] != boxes(state, slide["slide_index"]):
                return f"{at} has {boxes(state, slide['slide_index'])} boxes, answered {slide['box_count']}"
            missing = [word for word in _words(state, at) if word not in str(slide["boxes"])]
            if missing:
                return f"{at}: no {missing[:3]} in the answer"
        return None

    return Expected(answer=wrong, long_answer=True, undoable=False)


def _words(state: State, slide: str) -> list[str]:
    """Words of tables and groups, which only their boxes tell."""
    return [
        word
        for path, value in state.items()
        if path.startswith(f"{slide}/box/")
        and path.endswith("/text")
        and ("/cell/" in path or "/member/" in path)
        for word in str(value).split()
        if word.isascii() and len(word) < 40
    ]


def _count(state: State, _arguments: Arguments) -> Expected:
    def wrong(result: ToolResult) -> str | None:
        content: Any = result.structured
        return None if content["slide_count"] == slides(state) else f"{slides(state)} slides"

    return Expected(answer=wrong, undoable=False)


def _saved(_state: State, _arguments: Arguments) -> Expected:
    return Expected(undoable=False)


def _save_as(state: State, arguments: Arguments) -> Expected:
    own = f"{FOLDER}/fuzz.{state['format']}"
    name = arguments["file_path"]
    good = name == own and arguments.get("overwrite")
    return Expected(error=not good, undoable=False)


def _to_image(state: State, arguments: Arguments) -> Expected:
    ending = arguments["file_path"].rpartition(".")[2].lower()
    fits = {"jpg": "jpeg"}.get(ending, ending) == {"jpg": "jpeg"}.get(
        arguments["format"], arguments["format"]
    )
    number = arguments.get("slide_index")
    good = (
        fits
        and arguments["file_path"].startswith(f"{FOLDER}/out")
        and (number is None or has_slide(state, number))
    )
    return Expected(error=not good, undoable=False, seconds=30)


def _to_docx(_state: State, arguments: Arguments) -> Expected:
    good = arguments.get("output_path") in (None, f"{FOLDER}/text.docx")
    return Expected(error=None if good else True, undoable=False, seconds=20)


def _auto_save(_state: State, arguments: Arguments) -> Expected:
    minutes = arguments["interval_minutes"]
    number = isinstance(minutes, int | float)
    good = number and (
        (1 <= minutes <= 60 and minutes == int(minutes)) or (not arguments["enabled"] and 0 <= minutes <= 60)
    )
    return Expected(error=not good, undoable=False)


PROMISES: Final = (
    Promise(
        PREFIX + "env_info",
        "slides with boxes, texts of tables and groups among them, notes, whether hidden; nothing changes",
        "slides that are not there",
        lambda state: st.one_of(
            st.just({}), st.fixed_dictionaries({"page_indices": st.lists(slide_numbers(state), max_size=3)})
        ),
        _info,
    ),
    Promise(
        PREFIX + "get_slide_count", "how many slides there are; nothing changes", "nothing", _nothing, _count
    ),
    Promise(
        PREFIX + "goto_slide",
        "the window shows the slide; the presentation stays as it is",
        "a slide that is not there",
        lambda state: st.fixed_dictionaries({"slide_index": slide_numbers(state)}),
        _goto,
    ),
    Promise(
        PREFIX + "save", "the file has what is open; nothing changes", "no file, read-only", _nothing, _saved
    ),
    Promise(
        PREFIX + "save_as",
        "the named file has what is open and is its file from then on",
        "an unknown ending, a missing folder, an existing file without overwrite, a path that cannot be written",
        lambda state: st.fixed_dictionaries(
            {
                "file_path": st.sampled_from(
                    [
                        f"{FOLDER}/fuzz.{state['format']}",
                        f"{FOLDER}/a.docx",
                        "/nowhere/a.odp",
                        "/etc/a.pptx",
                        FOLDER,
                        f"{FOLDER}/{_LONG}.odp",
                        "a\x00.odp",
                    ]
                )
            },
            optional={"overwrite": st.booleans()},
        ),
        _save_as,
    ),
    Promise(
        PREFIX + "export_to_image",
        "the pictures are written in the format; the presentation stays as it is",
        "an ending that is not the format's, a slide that is not there, a path that cannot be written",
        lambda state: st.fixed_dictionaries(
            {
                "file_path": st.sampled_from(
                    [f"{FOLDER}/out.png", f"{FOLDER}/out.JPG", "/etc/a.png", f"{FOLDER}/{_LONG}.png"]
                ),
                "format": st.sampled_from(["png", "jpeg", "jpg"]),
            },
            optional={"slide_index": st.sampled_from([1, *(n for n in WRONG_NUMBERS if n is not None)])},
        ),
        _to_image,
    ),
    Promise(
        PREFIX + "convert_to_docx",
        "the file has a paragraph for each line of text; the presentation stays as it is",
        "a presentation without text, another ending, a path that cannot be written",
        lambda _: st.fixed_dictionaries(
            {},
            optional={
                "output_path": st.sampled_from(
                    [f"{FOLDER}/text.docx", f"{FOLDER}/a.txt", "/etc/a.docx", f"{FOLDER}/{_LONG}.docx"]
                )
            },
        ),
        _to_docx,
    ),
    Promise(
        PREFIX + "configure_auto_save",
        "LibreOffice's setting is as given; the presentation stays as it is",
        "minutes that are not whole or not 1 to 60",
        lambda _: st.fixed_dictionaries(
            {"enabled": st.booleans(), "interval_minutes": st.sampled_from([5, 60, 0, 61, 2.5, -1, "5"])}
        ),
        _auto_save,
    ),
)
