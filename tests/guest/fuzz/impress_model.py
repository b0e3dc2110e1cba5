"""What the promises of Impress's tools have in common: slides and boxes of a state, drawn arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.guest.fuzz.promises import REFUSED, Arguments, Expected, State

PREFIX: Final = "osworld_mcp_libreoffice_impress."
WITH_TEXT: Final = {
    "PLACEHOLDER", "TEXT_BOX", "AUTO_SHAPE", "FREEFORM",
    "frame text-box", "custom-shape", "ellipse", "rect", "path", "polygon",
}  # fmt: skip
"""Kinds of boxes with text of their own, in .pptx and .odp files."""
GROWING: Final = ("TEXT_BOX", "AUTO_SHAPE")
"""Kinds that may be as wide as their text."""
UNSURE: Final = {"path", "polyline", "FREEFORM"}
"""Kinds that are open or closed lines, which the reader does not tell apart."""
COLOURS: Final = {"red": "FF0000", "#00f": "0000FF", "12ab34": "12AB34", "rgb(1, 2, 3)": "010203"}
WRONG_COLOURS: Final = ("", "reddish", "#12345", "rgb(256,0,0)", "x" * 100_000)
WRONG_NUMBERS: Final = (0, -1, 999, 10**12, 1.5, "2", None)
"""What is neither a slide's number nor, but for 0, a box's index."""


def boxes(state: State, slide: int) -> int:
    """How many boxes a slide has."""
    return int(str(state[f"slide/{slide}/boxes"]))


def slides(state: State) -> int:
    """How many slides there are."""
    return int(str(state["slides"]))


def place(arguments: Arguments, slide: str = "slide_index") -> str:
    """The path of the box that arguments name."""
    return f"slide/{arguments[slide]}/box/{arguments['box_index']}"


def has_slide(state: State, number: object) -> bool:
    return type(number) is int and 1 <= number <= slides(state)


def has_box(state: State, arguments: Arguments, slide: str = "slide_index") -> bool:
    """Whether the arguments name a box that is there."""
    index = arguments["box_index"]
    number = arguments[slide]
    return has_slide(state, number) and type(index) is int and 0 <= index < boxes(state, number)


def lines(state: State, box: str) -> list[str]:
    """The paragraphs of a box's text; none for one that shows its prompt or has no text."""
    text = str(state.get(f"{box}/text", ""))
    prompt = state.get(f"{box}/empty") == "true" or (
        state[f"{box}/placeholder"] and text.startswith("Click to ")
    )
    return [] if prompt or not text else text.split("\n")


def slide_numbers(state: State) -> SearchStrategy[Any]:
    return _mostly(st.integers(1, slides(state)), WRONG_NUMBERS)


def box_arguments(
    state: State, more: Mapping[str, SearchStrategy[Any]], slide: str = "slide_index"
) -> SearchStrategy[Arguments]:
    """Arguments that name a box, one with text more often than others, and arguments that name none."""
    every = [
        (number, index) for number in range(1, slides(state) + 1) for index in range(boxes(state, number))
    ]
    texts = [(number, index) for number, index in every if lines(state, f"slide/{number}/box/{index}")]
    wrong = st.tuples(st.sampled_from([1, *WRONG_NUMBERS]), st.sampled_from([0, *WRONG_NUMBERS]))
    places = [st.sampled_from(items) for items in (texts, texts, texts, every) if items]
    return (
        st.integers(0, 9)
        .flatmap(lambda number: wrong if number == 7 or not places else st.one_of(*places))
        .flatmap(
            lambda place: st.fixed_dictionaries(
                {slide: st.just(place[0]), "box_index": st.just(place[1]), **more}
            )
        )
    )


def looks_of(
    state: State, box: str, values: Mapping[str, object], numbers: set[int] | None = None
) -> dict[str, object]:
    """The changes when lines of these numbers, all for None, get these looks."""
    return {
        f"{box}/line/{number}/{look}": [[len(line), value]]
        for number, line in enumerate(lines(state, box), start=1)
        if line and (numbers is None or number in numbers)
        for look, value in values.items()
    }


def expect_text_change(
    state: State, arguments: Arguments, changes: Callable[[str], Mapping[str, object]], *free: str
) -> Expected:
    """What formatting a box's text must do; `changes` gives the changes for the box's path."""
    if not has_box(state, arguments):
        return REFUSED
    box = place(arguments)
    if state[f"{box}/kind"] not in WITH_TEXT or not lines(state, box):
        return Expected(error=None if state[f"{box}/kind"] in UNSURE else True)
    return Expected(
        error=state["view/mode"] == "outline",
        changes=changes(box),
        free=tuple(f"{box}/{pattern}" for pattern in free),
    )


def _mostly(valid: SearchStrategy[Any], wrong: Any) -> SearchStrategy[Any]:
    return st.integers(0, 9).flatmap(lambda number: st.sampled_from(wrong) if number == 7 else valid)
