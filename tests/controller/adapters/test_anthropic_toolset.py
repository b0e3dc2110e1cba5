"""A fake guest driven by the SDK's own tool runner, against the mock of the Messages API."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from typing import Any

import anthropic
import pytest
from PIL import Image

from controller.adapters.anthropic_toolset import GuestComputer, GuestLostError, guest_tools
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from plugins.mock_models.anthropic_messages import AnthropicServer, reply, text, use
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.turns import RawAnswer

NOTE = "/home/user/note.txt"


def computer(member: str, **arguments: Any) -> dict[str, Any]:
    return use(member, arguments, "computer")


class Played:
    """What a run of the SDK's tool runner sent and did."""

    def __init__(self, guest: FakeGuest, *answers: RawAnswer, **options: Any) -> None:
        with AnthropicServer([*answers, reply(text("Done."))]) as server:
            client = anthropic.Anthropic(api_key=KEY, base_url=server.url, max_retries=0)
            try:
                with GuestComputer(guest, **options) as desktop:
                    runner = client.beta.messages.tool_runner(
                        model="claude-opus-5-5",
                        max_tokens=1000,
                        thread=False,
                        tools=[desktop, *guest_tools(guest)],
                        messages=[{"role": "user", "content": "Write a note."}],
                    )
                    self.final = runner.until_done()
            finally:
                client.close()
                self.requests = server.requests
                self.errors = [error.message for error in server.errors]

    def results(self, index: int = -1) -> list[dict[str, Any]]:
        return list(self.requests[index]["messages"][-1]["content"])


@pytest.fixture
def guest() -> Iterator[FakeGuest]:
    made = FakeGuest("fake-runner", GuestOptions(), Faults())
    made.run(["testbed-open", "text_editor", NOTE], as_user=True)
    yield made
    made.stop()


def size(block: dict[str, Any]) -> tuple[int, int]:
    with Image.open(io.BytesIO(base64.b64decode(block["source"]["data"]))) as image:
        return image.size


def test_the_runner_drives_the_desktop_and_the_tools(guest: FakeGuest) -> None:
    played = Played(
        guest,
        reply(computer("screenshot")),
        reply(
            computer("left_click", coordinate=[640, 400]),
            computer("type", text="hello"),
            computer("key", text="ctrl+s"),
        ),
        reply(use("filesystem_read_text_file", {"path": NOTE})),
    )
    assert played.errors == []
    assert played.final.stop_reason == "end_turn"
    assert guest.read_file(NOTE) == b"hello"
    toolset, *tools = played.requests[0]["tools"]
    assert toolset == {"type": "computer_toolset_20260801"}
    assert "fake_text_editor__save" in [tool["name"] for tool in tools]
    assert "computer" not in json.dumps(tools)
    [shot] = played.results(1)
    assert size(shot["content"][0]) == (1280, 720)
    assert [block["content"][0]["text"] for block in played.results(2)] == [
        "Clicked.",
        "Typed.",
        "Pressed ctrl+s.",
    ]
    [read] = played.results(3)
    assert read["content"] == [{"type": "text", "text": "hello"}]


def test_coordinates_and_zooms_are_those_of_the_scaled_picture() -> None:
    guest = FakeGuest("fake-large", GuestOptions(width=3840, height=2160), Faults())
    played = Played(
        guest,
        reply(
            computer("mouse_move", coordinate=[100, 50]),
            computer("cursor_position"),
            computer("zoom", region=[0, 0, 192, 108]),
            computer("left_click"),
        ),
    )
    assert played.errors == []
    place = guest.call_tool("computer.cursor_position").structured
    assert place == {"x": 201, "y": 101}
    _, cursor, zoom, clicked = played.results()
    assert cursor["content"][0]["text"] == "X=100,Y=50"
    assert size(zoom["content"][0]) == (1920, 1080)
    assert clicked["content"][0]["text"] == "Clicked."


def test_what_cannot_be_done_is_told_the_model(guest: FakeGuest) -> None:
    played = Played(
        guest,
        reply(computer("left_click", coordinate=[5000, 1])),
        reply(use("fake_arithmetic__add", {"a": 1})),
        reply(computer("hold_key", text="a", duration=900)),
    )
    assert played.errors == []
    for index, words in (
        (1, "outside the screenshot"),
        (2, "'b' is missing"),
        (3, "at most 300 seconds"),
    ):
        [result] = played.results(index)
        assert result["is_error"] is True
        assert words in str(result["content"])


def test_calls_can_be_declined(guest: FakeGuest) -> None:
    played = Played(guest, reply(computer("type", text="x")), confirm=lambda shown: shown.member != "type")
    [result] = played.results()
    assert result["is_error"] is True


def test_a_guest_that_is_gone_ends_the_run(guest: FakeGuest) -> None:
    dying = FakeGuest("fake-dying", GuestOptions(), Faults(dies_at_call=2))
    with pytest.raises(GuestLostError, match="the connection to fake-dying is gone"):
        Played(dying, reply(computer("screenshot")))


def test_tools_are_chosen_by_name(guest: FakeGuest) -> None:
    [one, two] = guest_tools(guest, ["fake_text_editor.save", "fake_arithmetic.add"])
    assert (one.name, two.name) == ("fake_text_editor__save", "fake_arithmetic__add")
    with pytest.raises(KeyError):
        guest_tools(guest, ["fake.nothing"])
