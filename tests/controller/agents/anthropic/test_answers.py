"""Results of calls and screenshots in the requests to the model."""

from __future__ import annotations

import io
import random

import pytest
from PIL import Image

from controller.agents.briefing import HALTED
from controller.agents.builtin.anthropic.agent import HALTED_COMPUTER
from controller.agents.calls import MAX_TEXT
from controller.core.actions import Click, HoldKey, MouseMove, Screenshot, Wait, Zoom
from controller.core.guest import ToolResult
from controller.core.observation import Observation
from plugins.mock_models.anthropic_messages import reply, text, use
from testbed.errors import GuestError
from tests.controller.agents.anthropic.talk import OK, SORT_WIRE, Begin, computer, pictures, words
from tests.controller.agents.pictures import png


def test_a_large_screen_is_scaled_and_its_coordinates_scaled_back(begin: Begin) -> None:
    talk = begin(
        reply(computer("left_click", coordinate=[100, 50]), computer("left_click", coordinate=[1919, 1079])),
        reply(text("Done.")),
    )
    decision = talk.act(size=(3840, 2160))
    assert pictures({"content": talk.turn}) == [(1920, 1080)]
    assert decision.actions == (Click(x=201, y=101), Click(x=3839, y=2159))
    talk.act(OK, OK, size=(3840, 2160))


def test_screenshots_and_zooms_in_the_middle_are_actions_with_pictures(begin: Begin) -> None:
    talk = begin(
        reply(
            computer("screenshot"),
            computer("zoom", region=[0, 0, 320, 180]),
            computer("mouse_move", coordinate=[5, 6]),
            computer("left_click"),
        ),
        reply(text("Done.")),
    )
    actions = talk.act().actions
    assert actions == (Screenshot(), Zoom(x0=0, y0=0, x1=320, y1=180), MouseMove(x=5, y=6), Click(x=5, y=6))
    talk.act(ToolResult("{}", images=(png(),)), ToolResult("", images=(png(320, 180),)), OK, OK)
    assert [pictures(block) for block in talk.turn] == [[(1280, 720)], [(1280, 720)], [], [(1280, 720)]]
    assert words(talk.turn[0]) == []


def test_a_tools_error_is_text_only_and_the_screen_stands_beside_it(begin: Begin) -> None:
    talk = begin(reply(use(SORT_WIRE, {})), reply(text("Done.")))
    talk.act()
    talk.act(ToolResult("no column named", is_error=True, images=(png(10, 10),)), left=3)
    answer, screen = talk.turn
    assert answer["is_error"] is True
    assert words(answer) == ["no column named", "Steps left: 3."]
    assert pictures(answer) == []
    assert screen["type"] == "image"


def test_after_a_failure_the_rest_is_answered_as_not_executed(begin: Begin) -> None:
    talk = begin(
        reply(
            computer("left_click", coordinate=[1, 1]),
            use(SORT_WIRE, {}),
            computer("type", text="x"),
            use("osworld_mcp_os__set_volume", {}),
            computer("screenshot"),
        ),
        reply(text("Done.")),
    )
    assert len(talk.act().actions) == 4
    talk.act(OK, ToolResult("broken", is_error=True), left=5)
    *answers, screen = talk.turn
    assert [words(block) for block in answers] == [
        ["Done."],
        ["broken", "Steps left: 5."],
        [HALTED],
        [HALTED],
        [HALTED],
    ]
    assert [block["is_error"] for block in answers] == [False, True, True, True, True]
    assert screen["type"] == "image"


def test_what_halts_a_turn_is_named_by_its_kind(begin: Begin) -> None:
    talk = begin(
        reply(computer("left_click", coordinate=[1, 1]), computer("type", text="x"), use(SORT_WIRE, {})),
        reply(text("Done.")),
    )
    talk.act()
    talk.act(ToolResult("no screen", is_error=True), left=5)
    assert [words(block) for block in talk.turn[:3]] == [
        ["no screen", "Steps left: 5."],
        [HALTED_COMPUTER],
        [HALTED],
    ]


def test_a_wait_that_was_shortened_says_so(begin: Begin) -> None:
    talk = begin(
        reply(computer("wait", duration=120), computer("hold_key", text="a", duration=2)),
        reply(text("Done.")),
    )
    assert talk.act().actions == (Wait(seconds=60), HoldKey(keys=("a",), seconds=2))
    talk.act(OK, OK, left=5)
    assert [words(block)[0] for block in talk.turn] == ["Waited 60 s, the longest time at once.", "Done."]


def test_results_after_an_error_are_told_when_the_harness_went_on(begin: Begin) -> None:
    talk = begin(reply(use(SORT_WIRE, {}), use("osworld_mcp_os__set_volume", {})), reply(text("Done.")))
    talk.act()
    talk.act(ToolResult("broken", is_error=True), ToolResult("volume 5"))
    assert [words(block)[0] for block in talk.turn] == ["broken", "volume 5"]


def test_data_without_text_is_shown_as_json(begin: Begin) -> None:
    talk = begin(reply(use(SORT_WIRE, {})), reply(text("Done.")))
    talk.act()
    talk.act(ToolResult("", structured={"rows": 3}))
    assert words(talk.turn[0])[0] == '{"rows": 3}'


def test_tool_pictures_are_fitted_and_long_texts_cut(begin: Begin) -> None:
    talk = begin(reply(use(SORT_WIRE, {})), reply(text("Done.")))
    talk.act()
    talk.act(ToolResult("a" * 100_000, images=(png(2560, 100),)))
    cut_text = words(talk.turn[0])[0]
    assert len(cut_text) < MAX_TEXT + 100
    assert "70000 characters cut" in cut_text
    assert pictures(talk.turn[0]) == [(1280, 50), (1280, 720)]


def test_a_noisy_screen_goes_as_jpeg(begin: Begin) -> None:
    noise = Image.frombytes("RGB", (1200, 1000), random.Random(0).randbytes(3_600_000))
    out = io.BytesIO()
    noise.save(out, "PNG", compress_level=1)
    talk = begin(reply(text("Done.")))
    talk.agent.act(Observation(out.getvalue(), 1200, 1000, ()), talk.tools)
    assert talk.turn[1]["source"]["media_type"] == "image/jpeg"


def test_a_screen_that_is_no_picture_is_the_guests_error(begin: Begin) -> None:
    talk = begin()
    with pytest.raises(GuestError, match="not a PNG"):
        talk.agent.act(Observation(b"junk", 1280, 720, ()), talk.tools)
