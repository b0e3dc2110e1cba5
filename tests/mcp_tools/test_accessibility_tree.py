from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from mcp_tools.computer.accessibility_tree import (
    Box,
    Layers,
    PrunedNode,
    RawNode,
    alike,
    common,
    cut,
    prune,
    to_pixels,
    unit_of,
)

SCREEN: Box = (0, 0, 1000, 800)
WINDOW: Box = (100, 100, 600, 400)
ALONE = Layers(SCREEN, (WINDOW,), 0)


def raw(
    role: str,
    name: str = "",
    *children: RawNode,
    box: Box = (150, 150, 80, 20),
    text: str = "",
    states: tuple[str, ...] = (),
    hint: str = "",
) -> RawNode:
    return RawNode(role, name, text, states, box, list(children), hint)


def show(*children: RawNode, layers: Layers = ALONE, layer: int = 0) -> list[PrunedNode]:
    frame = raw("frame", "Window", *children, box=WINDOW)
    return prune(frame, layers, layer, 50)[1:]


def lines(*children: RawNode, layers: Layers = ALONE, layer: int = 0) -> list[str]:
    nodes = show(*children, layers=layers, layer=layer)
    return [f"{one.depth} {one.role} {one.name}{' = ' + one.text if one.text else ''}" for one in nodes]


def test_boxes_that_say_nothing_give_way_to_what_they_hold() -> None:
    inner = raw("panel", "", raw("filler", "", raw("push button", "Save"), raw("separator"), raw("image")))
    assert lines(inner) == ["1 push button Save"]
    assert lines(raw("root pane", "Window", raw("check box", "Gift"))) == ["1 check box Gift"]
    assert lines(raw("tool bar", "Standard", raw("check box", "A"), raw("check box", "B"))) == [
        "1 tool bar Standard",
        "2 check box A",
        "2 check box B",
    ]


def test_what_has_no_name_is_called_by_the_words_inside_it_or_by_its_hint() -> None:
    assert lines(raw("toggle button", "", raw("panel", "", raw("label", "Menu")), hint="a hint")) == [
        "1 toggle button Menu"
    ]
    assert lines(raw("push button", hint="Opens a file")) == ["1 push button Opens a file"]
    assert lines(raw("push button")) == ["1 push button "]
    assert lines(raw("label", hint="only a hint")) == ["1 label only a hint"]


def test_words_are_told_once() -> None:
    assert lines(raw("link", "More", raw("static", "More"))) == ["1 link More"]
    assert lines(raw("label", "", raw("static", "Name"), raw("entry", "Name"), text="Name")) == [
        "1 label  = Name",
        "2 entry Name",
    ]
    assert lines(raw("panel", "Order form", raw("label", "Order"))) == ["1 panel Order form", "2 label Order"]


def test_two_that_are_one_thing_become_one() -> None:
    button = raw("push button", "Open", states=("focused",))
    assert lines(raw("push button", "", button)) == ["1 push button Open"]
    assert lines(raw("push button", "Open", button)) == ["1 push button Open"]
    assert lines(raw("panel", "Properties", raw("toggle button"))) == ["1 toggle button Properties"]
    item = raw("list item", "a", raw("push button", "delete", box=(210, 150, 20, 20)))
    assert lines(item) == ["1 list item a", "2 push button delete"]


def test_the_unit_of_an_application_is_that_in_which_its_window_has_its_size() -> None:
    real = (466, 202, 1780, 1100)
    assert unit_of((466, 202, 890, 550), real, 2) == 2  # GTK 4, whose windows tell no place
    assert unit_of((233, 101, 890, 513), real, 2) == 2  # without the title bar that the window manager draws
    assert unit_of(real, real, 2) == 1
    assert unit_of((440, 176, 1832, 1152), real, 2) == 1  # with the shadows around it
    assert unit_of((466, 202, 890, 550), real, 1) == 1
    assert to_pixels((10, 20, 30, 40), 2) == (20, 40, 60, 80)


def test_boxes_are_cut_at_the_screen_and_at_what_scrolls() -> None:
    half = raw("push button", "half", box=(960, 790, 80, 20))
    assert [node.box for node in show(half)] == [(960, 790, 40, 10)]
    assert show(raw("push button", "off", box=(1000, 0, 80, 20))) == []
    assert show(raw("push button", "empty", box=(150, 150, 0, 20))) == []
    pane = raw(
        "scroll pane",
        "",
        raw("push button", "in", box=(120, 110, 50, 20)),
        raw("push button", "out", box=(120, 300, 50, 20)),
        box=(110, 110, 200, 100),
    )
    assert lines(pane) == ["1 push button in"]


def test_what_lies_under_something_else_is_left_out() -> None:
    layers = Layers(SCREEN, ((400, 100, 300, 400), WINDOW), 0)
    free, under = raw("check box", "free"), raw("check box", "under", box=(450, 150, 80, 20))
    assert lines(free, under, layers=layers, layer=1) == ["1 check box free"]


def test_a_popup_covers_its_window_but_not_what_it_shows() -> None:
    popup: Box = (140, 170, 200, 300)
    layers = Layers(SCREEN, (popup, WINDOW), 1)
    menu = raw("menu", "File", raw("menu item", "Open", box=(140, 180, 200, 20)), box=(120, 120, 40, 20))
    under = raw("push button", "under", box=(150, 250, 80, 20))
    box = raw("window", "", raw("push button", "in the popup", box=(150, 250, 80, 20)), box=popup)
    assert lines(menu, under, layers=layers, layer=1) == ["1 menu File", "2 menu item Open"]
    assert lines(box, layers=layers, layer=1) == ["1 push button in the popup"]


def test_texts_are_one_line_without_icons() -> None:
    assert cut("a\n\tb\x00\u2028c", 50) == "a b c"
    assert cut("\ue9be New \u200e\ufffc", 50) == "New"
    assert cut("abcdef", 5) == "abcd…"
    assert cut("日本語", 5) == "日本語"


BOXES = st.tuples(*[st.integers(-50, 1050)] * 2, *[st.integers(0, 500)] * 2)
ROLES = st.sampled_from(["panel", "push button", "label", "scroll pane", "menu item", "text", "frame"])
TREES = st.recursive(
    st.builds(RawNode, ROLES, st.text(max_size=5), st.text(max_size=5), st.just(()), BOXES),
    lambda children: st.builds(
        RawNode,
        ROLES,
        st.text(max_size=5),
        st.text(max_size=5),
        st.just(()),
        BOXES,
        st.lists(children, max_size=4),
    ),
    max_leaves=20,
)


@given(TREES, st.lists(BOXES, max_size=3), st.integers(0, 3))
def test_what_is_kept_is_on_the_screen_and_in_order(tree: RawNode, over: list[Box], popups: int) -> None:
    layers = Layers(SCREEN, (*over, WINDOW), min(popups, len(over)))
    nodes = prune(RawNode("frame", "Window", "", (), WINDOW, [tree]), layers, len(over), 4)
    assert nodes[0].depth == 0
    for before, one in itertools.pairwise(nodes):
        assert 1 <= one.depth <= before.depth + 1
        assert common(one.box, SCREEN) == one.box
        assert len(one.name) <= 4 and len(one.text) <= 4


@given(BOXES, BOXES)
def test_boxes_alike_have_much_in_common(a: Box, b: Box) -> None:
    assert alike(a, b) == alike(b, a)
    assert alike(a, a) == (a[2] > 0 and a[3] > 0)
    if alike(a, b):
        assert common(a, b) is not None
