from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from controller.core.actions import ActionSpace, Click, Key, Screenshot, Terminate, ToolCall, TypeText, Wait
from controller.core.guest import ToolResult
from controller.core.windows import windows_of
from controller.episode.desktop import Desktop
from controller.episode.guest_results import TEXT_LIMIT, check_png
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from controller.tasks.user import ASK_USER, Knowledge, TaskUser
from controller.tool_filter.base import FilterRequest
from controller.tool_filter.registry import make_filter
from testbed.errors import GuestError


def desktop(guest: FakeGuest, actions: ActionSpace = "gui+mcp") -> Desktop:
    made = Desktop(guest, make_filter("all"), actions)
    made.select_tools(FilterRequest("x"))
    return made


class Answering(FakeGuest):
    """A guest whose tools answer what a test wants."""

    def __init__(self, answer: ToolResult) -> None:
        super().__init__("fake-answering", GuestOptions(), Faults())
        self._answer = answer

    def call_tool(self, *_: Any, **__: Any) -> ToolResult:
        return self._answer


def test_an_observation_is_the_screen_and_its_windows(fake_guest: FakeGuest) -> None:
    fake_guest.run(["testbed-open", "text_editor", "/home/user/a.txt"], as_user=True)
    seen = desktop(fake_guest).observe(steps_left=3)
    with Image.open(io.BytesIO(seen.screenshot)) as image:
        assert image.size == (seen.width, seen.height) == (1280, 720)
    assert seen.active_window is not None
    assert seen.active_window.title == "a.txt - Text Editor"
    assert seen.steps_left == 3
    assert windows_of(fake_guest) == seen.windows


def test_elements_belong_to_the_picture_beside_them() -> None:
    class Late(FakeGuest):
        """Its editor opens while the elements are being read."""

        looks = 0

        def call_tool(self, name: str, *more: Any, **others: Any) -> ToolResult:
            if name == "computer.accessibility":
                self.looks += 1
                if self.looks == 1:
                    self.run(["testbed-open", "text_editor", "/home/user/a.txt"], as_user=True)
            return super().call_tool(name, *more, **others)

    guest = Late("fake-late", GuestOptions(), Faults())
    bare = Desktop(guest, make_filter("all")).observe()
    seen = Desktop(guest, make_filter("all"), parts=("som",)).observe()
    assert guest.looks == 2
    assert seen.screenshot != bare.screenshot
    assert [window.title for window in seen.windows] == ["a.txt - Text Editor"]


def test_actions_reach_the_guest(fake_guest: FakeGuest) -> None:
    screen = desktop(fake_guest)
    fake_guest.run(["testbed-open", "text_editor", "/home/user/a.txt"], as_user=True)
    screen.act(Click(x=400, y=400))
    screen.act(TypeText(text="héllo <雪>"))
    screen.act(Key(keys=("ctrl", "s")))
    assert fake_guest.read_file("/home/user/a.txt").decode() == "héllo <雪>"
    answer = screen.act(ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2}))
    assert answer.structured == {"result": 3}


def test_wrong_parameters_are_answered_not_raised(fake_guest: FakeGuest) -> None:
    answer = desktop(fake_guest).act(ToolCall(name="fake_arithmetic.add", arguments={"a": "1", "b": 2}))
    assert answer.is_error and "a must be a integer" in answer.text


@pytest.mark.parametrize(
    ("actions", "action", "allowed"),
    [
        ("gui", Click(x=1, y=1), True),
        ("gui", ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2}), False),
        ("mcp", Click(x=1, y=1), False),
        ("mcp", Screenshot(), False),
        ("mcp", ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2}), True),
        ("gui+mcp", Wait(seconds=1), True),
        ("gui+mcp", ToolCall(name="computer.click", arguments={"x": 1, "y": 1}), False),
        ("gui+mcp", ToolCall(name="no.such", arguments={}), False),
    ],
)
def test_the_action_space_is_enforced(
    actions: ActionSpace, action: Click | ToolCall, allowed: bool, fake_guest: FakeGuest
) -> None:
    screen = desktop(fake_guest, actions)
    assert screen.act(action).is_error is not allowed
    assert bool(screen.refusal(action)) is not allowed


def test_ending_is_always_allowed(fake_guest: FakeGuest) -> None:
    assert desktop(fake_guest, "mcp").refusal(Terminate(status="success")) == ""


def test_gui_actions_are_never_offered_as_tools(fake_guest: FakeGuest) -> None:
    offered = desktop(fake_guest).select_tools(FilterRequest("x"))
    assert offered and not any(tool.name.startswith("computer.") for tool in offered)
    assert desktop(fake_guest, "gui").select_tools(FilterRequest("x")) == []


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (ToolResult("broken", is_error=True), "broken"),
        (ToolResult("", structured={"width": 1}), "no screenshot"),
        (ToolResult("", structured={"width": 1}, images=(b"x",)), "malformed data"),
        (ToolResult("", structured=None, images=(b"x",)), "malformed data"),
        (
            ToolResult("", structured={"width": 9, "height": 9, "windows": []}, images=(b"x",)),
            "not a PNG",
        ),
    ],
)
def test_what_a_guest_says_is_not_trusted(answer: ToolResult, words: str) -> None:
    with pytest.raises(GuestError, match=words):
        desktop(Answering(answer)).observe()


def test_a_screenshot_must_be_whole_and_of_the_screen_size(fake_guest: FakeGuest) -> None:
    png = desktop(fake_guest).observe().screenshot
    check_png(png, 1280, 720)
    with pytest.raises(GuestError, match="1280x720, the screen 640x480"):
        check_png(png, 640, 480)
    with pytest.raises(GuestError, match="not a PNG"):
        check_png(png[:1000] + b"x" * 200, 1280, 720)


def test_a_long_answer_is_cut() -> None:
    screen = desktop(Answering(ToolResult("x" * (TEXT_LIMIT + 5))))
    answer = screen.act(ToolCall(name="fake_text_editor.save"))
    assert answer.text.endswith("[5 more characters cut]")


def test_a_tool_that_takes_longer_than_the_run_allows_is_given_up_and_said() -> None:
    guest = FakeGuest("slow", GuestOptions(), Faults(call_seconds=0.05))
    desktop = Desktop(guest, make_filter("all"), tool_seconds=0.01)
    desktop.observe()
    desktop.select_tools(FilterRequest("x"))
    given_up = desktop.act(ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2}))
    assert given_up.is_error
    assert "timed out after 0.01 s" in given_up.text
    patient = Desktop(guest, make_filter("all"), tool_seconds=5)
    patient.select_tools(FilterRequest("x"))
    assert not patient.act(ToolCall(name="fake_arithmetic.add", arguments={"a": 1, "b": 2})).is_error
    guest.stop()


@pytest.mark.parametrize(("actions", "name"), [("gui", "all"), ("mcp", "none"), ("gui+mcp", "router")])
def test_a_user_can_be_asked_whatever_is_offered(
    fake_guest: FakeGuest, actions: ActionSpace, name: str
) -> None:
    user = TaskUser((Knowledge(("day",), "On Monday."),))
    screen = Desktop(fake_guest, make_filter(name), actions)
    screen.offer(ASK_USER, user.answer)
    assert screen.select_tools(FilterRequest("x"))[-1] == ASK_USER
    question = ToolCall(name="ask_user", arguments={"question": "Which day?"})
    assert screen.is_own(question) and not screen.refusal(question)
    assert screen.act(question).text == "On Monday."
    assert screen.act(ToolCall(name="ask_user")).is_error


def test_there_is_nobody_to_ask_in_other_tasks(fake_guest: FakeGuest) -> None:
    question = ToolCall(name="ask_user", arguments={"question": "Which day?"})
    screen = desktop(fake_guest)
    assert not screen.is_own(question)
    assert "not offered" in screen.act(question).text


def test_a_headless_guest_is_observed_and_used_without_its_screen() -> None:
    guest = FakeGuest("headless", GuestOptions(), Faults(), headless=True)
    used = desktop(guest)
    seen = used.observe([ToolResult("done")], steps_left=4)
    assert (seen.screenshot, seen.windows, seen.parts, seen.picture) == (b"", (), (), None)
    assert ([result.text for result in seen.results], seen.steps_left) == (["done"], 4)
    refused = used.act(Click(x=1, y=1))
    assert refused.is_error
    assert "headless" in refused.text
    written = used.act(
        ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/a", "content": "x"})
    )
    assert not written.is_error, written.text
    assert guest.read_file("/home/user/a") == b"x"
