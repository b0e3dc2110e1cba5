from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from controller.core.accessibility import Accessibility, Element, parse
from controller.core.guest import ToolResult
from controller.core.observation import Observation, parse_parts
from controller.core.observation_text import describe_observation, parse_windows, windows_text
from controller.core.windows import Window
from controller.episode.desktop import add_parts
from controller.episode.marks import MAX_MARKS, draw_marks, with_marks
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from testbed.errors import GuestError, UsageError

NODE = {"depth": 1, "role": "push button", "name": "Save", "text": "", "states": [], "x": 10, "y": 20}
NODE |= {"width": 40, "height": 10}


def answer(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "width": 200,
        "height": 100,
        "nodes": [NODE | node for node in nodes],
        "cut": [],
        "missing": [],
    } | more


def button(
    x: int = 10, y: int = 20, *, role: str = "push button", states: tuple[str, ...] = (), **more: Any
) -> Element:
    fields = {"depth": 1, "name": "Save", "text": "", "width": 40, "height": 10} | more
    return Element(role=role, states=states, x=x, y=y, **fields)


def screen(*elements: Element) -> Accessibility:
    return Accessibility(200, 100, elements)


def png(width: int = 200, height: int = 100) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        answer({"x": -1}),
        answer({"x": 161}),
        answer({"y": 91}),
        answer({"width": 0}),
        answer({"name": "x" * 1001}),
        answer({"text": "x" * 5001}),
        answer({"role": ""}),
        answer({"states": ["a"] * 31}),
        answer({"depth": 101}),
        answer(*[{}] * 5001),
        answer(width=0),
        answer(cut=["x"] * 11),
        answer({"x": "left"}),
    ],
)
def test_an_answer_out_of_form_is_the_guests_error(data: dict[str, Any] | None) -> None:
    with pytest.raises(GuestError):
        parse(data)


def test_elements_are_told_one_a_line() -> None:
    nodes: list[dict[str, Any]] = [
        {"depth": 0, "role": "frame", "name": 'A "b"\n[7] push button', "states": ["active"]},
        {"role": "entry", "name": "", "text": "Ada", "states": ["focused", "editable"]},
    ]
    seen = parse(answer(*nodes, cut=["seconds"], missing=["code"]))
    assert seen.text() == (
        'Elements on the screen: role "name" = "text" (states) @x,y of the centre.\n'
        'frame "A \\"b\\"\\n[7] push button" (active) @30,25\n'
        '  entry = "Ada" (focused, editable) @30,25\n'
        "[The list is cut: the limit of seconds was reached.]\n"
        "[Contents omitted: code.]"
    )
    assert "@150,250" in seen.text(frame=(1000, 1000))


TEXTS = st.text(max_size=40)
ELEMENTS = st.builds(
    Element,
    depth=st.integers(0, 9),
    role=st.sampled_from(["push button", "label", "frame", "entry"]),
    name=TEXTS,
    text=TEXTS,
    states=st.lists(st.sampled_from(["focused", "disabled"]), unique=True).map(tuple),
    x=st.integers(0, 150),
    y=st.integers(0, 80),
    width=st.integers(1, 50),
    height=st.integers(1, 20),
)


@given(st.lists(ELEMENTS, max_size=30), st.integers(300, 2000))
def test_the_text_keeps_to_its_limit_in_whole_lines(elements: list[Element], limit: int) -> None:
    whole = screen(*elements).text(10**6).splitlines()
    text = screen(*elements).text(limit)
    assert len(text) <= limit
    lines = text.splitlines()
    if lines[-1].endswith("more elements are left out.]"):
        left = int(lines.pop().removeprefix("[").split()[0])
        assert len(lines) - 1 + left == len(elements)
    assert lines == whole[: len(lines)]


@given(st.lists(ELEMENTS, max_size=30))
def test_marks_are_numbered_in_order_and_can_be_found(elements: list[Element]) -> None:
    seen = with_marks(screen(*elements))
    numbers = [element.mark for element in seen.elements if element.mark]
    assert numbers == list(range(1, len(numbers) + 1))
    for element in seen.elements:
        if element.mark:
            assert seen.element_with_mark(element.mark) == element
            assert element.role in ("push button", "entry") and "disabled" not in element.states
    assert seen.element_with_mark(0) is None and seen.element_with_mark(len(numbers) + 1) is None


def test_what_cannot_be_acted_on_has_no_mark() -> None:
    shown = [
        button(),
        button(role="label", x=60),
        button(x=60, states=("disabled",)),
        button(x=60, width=4),
        button(x=0, y=0, width=200, height=100),
        button(x=11, role="toggle button"),
        button(y=60, depth=0),
    ]
    assert [element.mark for element in with_marks(screen(*shown)).elements] == [1, 0, 0, 0, 0, 0, 0]


def test_there_are_only_so_many_marks() -> None:
    many = [button(x, y, width=6, height=6) for x in range(0, 190, 7) for y in range(0, 90, 7)]
    assert max(element.mark for element in with_marks(screen(*many)).elements) == MAX_MARKS


def test_marks_change_the_picture_at_the_frames_and_nowhere_inside_small_ones() -> None:
    seen = with_marks(screen(button(60, 40), button(120, 40)))
    with Image.open(io.BytesIO(draw_marks(png(), seen))) as after:
        assert after.format == "PNG" and after.size == (200, 100)
        changed = ImageChops.difference(after.convert("RGB"), Image.new("RGB", (200, 100), "white"))
    assert changed.crop((60, 40, 100, 41)).getbbox() == (0, 0, 40, 1)
    assert changed.crop((61, 41, 99, 49)).getbbox() is None
    assert changed.crop((0, 60, 200, 100)).getbbox() is None


@given(st.lists(ELEMENTS, min_size=1, max_size=20))
def test_any_elements_can_be_drawn(elements: list[Element]) -> None:
    assert draw_marks(png(), with_marks(screen(*elements)))


def test_parts_are_named_in_any_order() -> None:
    assert parse_parts("a11y, screenshot,a11y") == ("screenshot", "a11y")
    for wrong in ("", "screenshots", "screenshot,,som", "all"):
        with pytest.raises(UsageError) as raised:
            parse_parts(wrong)
        assert raised.value.hint == "use screenshot, windows, a11y, som"


NAMES = st.text(alphabet=st.characters(exclude_categories=[]), max_size=30)
WINDOWS = st.builds(
    Window,
    title=NAMES,
    app=NAMES,
    x=st.integers(-2000, 2000),
    y=st.integers(-2000, 2000),
    width=st.integers(0, 5000),
    height=st.integers(0, 5000),
    active=st.booleans(),
)


@given(st.lists(WINDOWS, max_size=5).map(tuple), TEXTS)
def test_windows_are_read_back_as_they_were(windows: tuple[Window, ...], around: str) -> None:
    assert parse_windows(f"{around}\n\n{windows_text(windows)}\n\n{around}") == windows


def test_a_text_without_windows_holds_none() -> None:
    assert parse_windows('- "a" "b" 1,2 3x4') is None


def observe(*parts: Any) -> Observation:
    guest = FakeGuest("fake", GuestOptions(), Faults())
    guest.run(["testbed-open", "text_editor", "/home/user/a.txt"], as_user=True)
    seen = Observation(
        screenshot=png(1280, 720), width=1280, height=720, windows=(Window("a", "b", 0, 0, 640, 360, True),)
    )
    return add_parts(seen, guest, parts)


def test_what_an_agent_shows_depends_on_the_parts() -> None:
    plain = observe("screenshot")
    assert (
        plain.picture == plain.screenshot
        and describe_observation(plain) == ""
        and plain.accessibility is None
    )
    windows = observe("windows")
    assert windows.picture is None
    assert describe_observation(windows, (640, 360)).endswith('- "a" "b" 0,0 320x180 (active)')
    tree = observe("screenshot", "a11y")
    assert tree.picture == tree.screenshot
    assert '  push button "Save" @1080,112' in describe_observation(tree)
    marked = observe("som")
    assert marked.picture == marked.marked != marked.screenshot
    assert describe_observation(marked).splitlines()[1:] == ['[1] push button "Save" @1080,112']
    both = observe("a11y", "som")
    assert '  [1] push button "Save" @1080,112' in describe_observation(
        both
    ) and 'frame "a.txt' in describe_observation(both)
    assert "@843,155" in describe_observation(both, (1000, 1000))


def test_elements_that_do_not_come_are_the_guests_error() -> None:
    class Broken(FakeGuest):
        said = ToolResult("no bus", is_error=True)

        def call_tool(self, *_args: Any, **_more: Any) -> ToolResult:
            return self.said

    guest = Broken("fake", GuestOptions(), Faults())
    seen = Observation(screenshot=png(), width=200, height=100, windows=())
    with pytest.raises(GuestError, match="no bus"):
        add_parts(seen, guest, ("a11y",))
    guest.said = ToolResult("", structured=answer(width=300))
    with pytest.raises(GuestError, match="another screen"):
        add_parts(seen, guest, ("a11y",))
