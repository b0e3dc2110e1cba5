"""Impress's promises on slides and their boxes."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from tests.guest.fuzz.impress_model import (
    COLOURS,
    PREFIX,
    WRONG_COLOURS,
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


def _background(state: State, arguments: Arguments) -> Expected:
    number = arguments.get("slide_index")
    colour, image = arguments.get("color"), arguments.get("image_path")
    if (number is not None and not has_slide(state, number)) or (colour is None) == (image is None):
        return REFUSED
    if (colour is not None and colour not in COLOURS) or image not in (None, *_paths(PICTURE, PORTRAIT)):
        return REFUSED
    numbers = range(1, slides(state) + 1) if number is None else [number]
    outline = state["view/mode"] == "outline"
    colours = tuple(path for n in numbers for path in _automatic_colours(state, n))
    if colour is None:
        return Expected(error=outline, free=(*(f"slide/{n}/background" for n in numbers), *colours))
    changes = {f"slide/{n}/background": COLOURS[colour] for n in numbers}
    return Expected(error=outline, changes=changes, free=colours)


def _automatic_colours(state: State, number: int) -> list[str]:
    """Colours of texts that may be automatic: saved as .pptx these are black or white, as the background demands."""
    paths = fnmatch.filter(state, f"slide/{number}/box/*/line/*/color")
    return [path for path in paths if "000000" in str(state[path]) or "FFFFFF" in str(state[path])]


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
    expected = _inserted(state, int(str(number)))
    if not expected.changes:
        return expected
    medium = f"slide/{number}/box/{boxes(state, int(str(number)))}/medium"
    return replace(expected, changes={**expected.changes, medium: state["video"]})


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
    may_be_selected = bool(state["view/selected"]) and state["view/slide"] == number
    return Expected(
        error=False if state["view/mode"] in _NORMAL else None,
        changes={f"{slide}/boxes": boxes(state, number) - 1},
        free=(
            *(f"{slide}/box/{i}/*" for i in range(index, boxes(state, number))),
            f"{slide}/timing",
            *(["view/selected"] if may_be_selected else []),
        ),
        undo_free=tuple(f"{box}/text" for box in _empty_boxes(state, slide)),
    )


def _empty_boxes(state: State, slide: str) -> Iterator[str]:
    """Boxes of nothing but empty paragraphs, which LibreOffice saves or not."""
    for path, value in state.items():
        if path.startswith(f"{slide}/box/") and path.endswith("/text") and not str(value).strip("\n"):
            yield path.removesuffix("/text")


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
                    and str(value).strip("\n")  # an empty text's paragraphs are saved or not
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
        undo_free=("view/slide",),  # LibreOffice shows another slide when it takes it back
    )


PROMISES: Final = (
    Promise(
        PREFIX + "set_slide_background",
        "the slide's, or every slide's, background is the colour or picture; nothing else changes",
        "a slide that is not there, both or none of colour and picture, a file that is no picture",
        lambda state: st.one_of(
            st.fixed_dictionaries({"color": st.sampled_from([*COLOURS, *COLOURS, *WRONG_COLOURS])}),
            st.fixed_dictionaries({"image_path": st.sampled_from(_paths(PICTURE, *_FILES))}),
            st.fixed_dictionaries(
                {"slide_index": slide_numbers(state), "color": st.sampled_from([*COLOURS])}
            ),
            st.just({"color": "red", "image_path": f"{FOLDER}/{PICTURE}"}),
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
        lambda _: st.fixed_dictionaries(
            {"orientation": st.sampled_from(["portrait", "landscape", "upright"])}
        ),
        _orientation,
    ),
)
