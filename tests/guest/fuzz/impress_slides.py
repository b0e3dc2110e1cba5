"""Impress's promises on slides, boxes and files."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import strategies as st

from controller.core.guest import ToolResult
from tests.guest.fuzz.impress_model import (
    COLOURS,
    PREFIX,
    WRONG_COLOURS,
    WRONG_NUMBERS,
    box_arguments,
    boxes,
    has_box,
    has_slide,
    place,
    slide_numbers,
    slides,
)
from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, Promise, State
from tests.guest.tools.office import FOLDER

PICTURE, BROKEN, VIDEO, PORTRAIT = "red.png", "broken.png", "video.mp4", "photo.jpg"
"""Files beside the presentation: pictures, one with an orientation of its own, one that is none, a video."""
_FILES: Final = (PICTURE, PORTRAIT, BROKEN, VIDEO, "missing.png", ".", "a" * 300)
_EDGES: Final = ("left", "right", "center", "top", "bottom", "top-left", "bottom-right", "middle")
_POSITIONS: Final = ({"x": 10, "y": 20}, {"x": 0, "y": 100}, {"x": 101, "y": 0}, {"x": 5})
_NORMAL: Final = ("normal", "selected", "master")


def _fixed(**values: Any) -> st.SearchStrategy[Arguments]:
    return st.fixed_dictionaries({name: st.just(value) for name, value in values.items()})


def _nothing(_state: State) -> st.SearchStrategy[Arguments]:
    return st.just({})


def _background(state: State, arguments: Arguments) -> Expected:
    number = arguments.get("slide_index")
    colour, image = arguments.get("color"), arguments.get("image_path")
    if (number is not None and not has_slide(state, number)) or (colour is None) == (image is None):
        return REFUSED
    if (colour is not None and colour not in COLOURS) or image not in (None, *_paths(PICTURE, PORTRAIT)):
        return REFUSED
    numbers = range(1, slides(state) + 1) if number is None else [number]
    outline = state["view/mode"] == "outline"
    if colour is None:
        return Expected(error=outline, free=tuple(f"slide/{n}/background" for n in numbers))
    return Expected(error=outline, changes={f"slide/{n}/background": COLOURS[colour] for n in numbers})


def _paths(*names: str) -> list[str]:
    return [f"{FOLDER}/{name}" for name in names]


def _insert_image(state: State, arguments: Arguments) -> Expected:
    number = arguments["slide_index"]
    position = arguments.get("position")
    if not has_slide(state, number) or arguments["image_path"] not in _paths(PICTURE, PORTRAIT):
        return REFUSED
    if position not in (None, *_POSITIONS[:2]) or arguments.get("width", 1) not in (1, 0.5, 30):
        return REFUSED
    return _inserted(state, number)


def _inserted(state: State, number: int) -> Expected:
    index = boxes(state, number)
    if state["view/mode"] not in _NORMAL:
        return Expected(error=state["view/mode"] != "normal")
    return Expected(
        changes={f"slide/{number}/boxes": index + 1},
        free=(f"slide/{number}/box/{index}/*", f"slide/{number}/timing", "view/mode"),
        seconds=20,
    )


def _insert_file(state: State, arguments: Arguments) -> Expected:
    number = arguments.get("slide_index", state["view/slide"])
    if not has_slide(state, number) or arguments["file_path"] != f"{FOLDER}/{VIDEO}":
        return REFUSED
    return _inserted(state, int(str(number)))


def _move(state: State, arguments: Arguments) -> Expected:
    if not has_box(state, arguments) or arguments["position"] not in _EDGES[:-1]:
        return REFUSED
    box, position = place(arguments), arguments["position"]
    plain = not state[f"{box}/rotation"] and state[f"{box}/kind"] not in ("LINE", "line", "connector")
    free = tuple(f"{box}/{name}" for name in ("x", "y", "x1", "x2", "y1", "y2", "look"))
    members = (f"{box}/member/*",)
    changes: dict[str, object] = {}
    if plain and "left" in position:
        changes[f"{box}/x"] = 0
    if plain and "top" in position:
        changes[f"{box}/y"] = 0
    outline = state["view/mode"] == "outline"
    return Expected(error=outline if plain else None, changes=changes, free=(*free, *members))


def _delete(state: State, arguments: Arguments) -> Expected:
    if not has_box(state, arguments):
        return REFUSED
    number, index = arguments["slide_index"], arguments["box_index"]
    slide = f"slide/{number}"
    return Expected(
        error=None if state["view/mode"] == "outline" else False,
        changes={f"{slide}/boxes": boxes(state, number) - 1},
        free=(*(f"{slide}/box/{i}/*" for i in range(index, boxes(state, number))), f"{slide}/timing"),
    )


def _duplicate(state: State, arguments: Arguments) -> Expected:
    number, after = arguments["slide_index"], arguments["target_position"]
    if not has_slide(state, number) or not has_slide(state, after):
        return REFUSED
    if state["view/mode"] not in _NORMAL:
        return REFUSED
    count = slides(state)
    order = [*range(1, after + 1), number, *range(after + 1, count + 1)]
    changes: dict[str, object] = {"slides": count + 1, "view/slide": after + 1}
    free = ["view/mode", "view/selected"]
    for to, source in enumerate(order, start=1):
        if to > after:
            free.append(f"slide/{to}/*")
            start = f"slide/{source}/"
            names = ("hidden", "background", "boxes", "notes", "transition")
            changes.update({f"slide/{to}/{name}": state[start + name] for name in names})
            changes.update(
                {
                    f"slide/{to}/{path.removeprefix(start)}": value
                    for path, value in state.items()
                    if path.startswith(start)
                    and path.endswith(("/text", "/kind", "/x", "/y", "/width", "/color"))
                }
            )
    return Expected(error=False, changes=changes, free=tuple(free))


def _orientation(state: State, arguments: Arguments) -> Expected:
    width, height = float(str(state["width"])), float(str(state["height"]))
    if arguments["orientation"] not in ("portrait", "landscape"):
        return REFUSED
    if (height > width) == (arguments["orientation"] == "portrait"):
        return Expected(error=None if state["view/mode"] == "outline" else False)
    return Expected(
        error=None if state["view/mode"] == "outline" else False,
        changes={"width": height, "height": width},
        free=("*/box/*",),
    )


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
    Promise(PREFIX + "get_slide_count", "how many slides there are; nothing changes", "nothing", _nothing, _count),
    Promise(
        PREFIX + "goto_slide",
        "the window shows the slide; the presentation stays as it is",
        "a slide that is not there",
        lambda state: st.fixed_dictionaries({"slide_index": slide_numbers(state)}),
        _goto,
    ),
    Promise(
        PREFIX + "set_slide_background",
        "the slide's, or every slide's, background is the colour or picture; nothing else changes",
        "a slide that is not there, both or none of colour and picture, a file that is no picture",
        lambda state: st.fixed_dictionaries(
            {},
            optional={
                "slide_index": slide_numbers(state).filter(lambda number: number is not None),
                "color": st.sampled_from([*COLOURS, *WRONG_COLOURS]),
                "image_path": st.sampled_from(_paths(*_FILES)),
            },
        ),
        _background,
    ),
    Promise(
        PREFIX + "insert_image",
        "the picture is the slide's last box, at the place and in the size given; nothing else changes",
        "a slide that is not there, a file that is no picture, another view than the normal one",
        lambda state: st.fixed_dictionaries(
            {"slide_index": slide_numbers(state), "image_path": st.sampled_from(_paths(PICTURE, *_FILES))},
            optional={
                "width": st.sampled_from([1, 0.5, 30, 0, -1, 10**6]),
                "position": st.sampled_from(_POSITIONS),
            },
        ),
        _insert_image,
    ),
    Promise(
        PREFIX + "insert_file",
        "the video or sound is the slide's last box and inside the file; nothing else changes",
        "a slide that is not there, a file that is neither, another view than the normal one",
        lambda state: st.fixed_dictionaries(
            {"file_path": st.sampled_from(_paths(VIDEO, VIDEO, *_FILES))},
            optional={
                "slide_index": slide_numbers(state).filter(lambda number: number is not None),
                "autoplay": st.booleans(),
            },
        ),
        _insert_file,
    ),
    Promise(
        PREFIX + "position_box",
        "the box touches the edge or corner, or is in the centre, in its size; nothing else changes",
        "a box that is not there or that LibreOffice does not move (a glued connector)",
        lambda state: box_arguments(state, {"position": st.sampled_from(_EDGES)}),
        _move,
    ),
    Promise(
        PREFIX + "delete_content",
        "the box is gone, later ones move up one index; nothing else changes",
        "a box that is not there",
        lambda state: box_arguments(state, {}),
        _delete,
    ),
    Promise(
        PREFIX + "duplicate_slide",
        "a copy follows the slide named and is shown; the other slides stay as they are",
        "slides that are not there, another view than the normal one",
        lambda state: st.fixed_dictionaries(
            {"slide_index": slide_numbers(state), "target_position": slide_numbers(state)}
        ),
        _duplicate,
    ),
    Promise(
        PREFIX + "set_slide_orientation",
        "all slides have the orientation, boxes their place and size in proportion; nothing else changes",
        "another orientation, square slides",
        lambda _: st.fixed_dictionaries({"orientation": st.sampled_from(["portrait", "landscape", "upright"])}),
        _orientation,
    ),
    Promise(PREFIX + "save", "the file has what is open; nothing changes", "no file, read-only", _nothing, _saved),
    Promise(
        PREFIX + "save_as",
        "the named file has what is open and is its file from then on",
        "an unknown ending, a missing folder, an existing file without overwrite, a path that cannot be written",
        lambda state: st.fixed_dictionaries(
            {
                "file_path": st.sampled_from(
                    [f"{FOLDER}/fuzz.{state['format']}", f"{FOLDER}/a.docx", "/nowhere/a.odp", "/etc/a.pptx", FOLDER,
                     f"{FOLDER}/{'n' * 300}.odp", "a\x00.odp"]
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
                "file_path": st.sampled_from([f"{FOLDER}/out.png", f"{FOLDER}/out.JPG", "/etc/a.png", f"{FOLDER}/{'n' * 300}.png"]),
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
            {}, optional={"output_path": st.sampled_from([f"{FOLDER}/text.docx", f"{FOLDER}/a.txt", "/etc/a.docx", f"{FOLDER}/{'n' * 300}.docx"])}
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
)  # fmt: skip
