"""Whole conversations: what is offered, what is decided, what stays in the request."""

from __future__ import annotations

from dataclasses import replace

from controller.agents.briefing import DROPPED, OUT_OF_STEPS
from controller.agents.builtin.anthropic.history import KEPT_IMAGES, MAX_IMAGES
from controller.core.actions import Click, Terminate, ToolCall, TypeText
from controller.core.agent import Usage
from controller.core.guest import ToolResult
from controller.core.observation_text import parse_windows
from controller.core.windows import Window
from plugins.mock_models.anthropic_messages import reply, text, think, use
from plugins.mock_models.turns import Body as Block
from plugins.mock_models.turns import RawAnswer
from tests.controller.agents.anthropic.talk import (
    OK,
    SORT,
    SORT_WIRE,
    VOLUME,
    Begin,
    computer,
    make_observation,
    pictures,
    words,
)


def test_a_whole_episode(begin: Begin) -> None:
    talk = begin(
        reply(think("The sheet is open."), text("I sort it."), use(SORT_WIRE, {"column": "A"})),
        reply(
            computer("left_click", coordinate=[640, 360]), computer("type", text="x"), computer("screenshot")
        ),
        reply(use("terminate", {"status": "success", "answer": "42"})),
    )
    first = talk.act(left=15)
    assert first.actions == (ToolCall(name=SORT.name, arguments={"column": "A"}),)
    assert first.thought == "The sheet is open.\n\nI sort it."
    assert first.usage == Usage(135, 20, cache_read_tokens=5, cache_write_tokens=30, calls=1)
    assert first.details["model"] == "claude-sonnet-5-5"
    assert talk.turn[0]["text"] == "Task: Sort the sheet.\n\nSteps left: 15."
    assert talk.turn[1]["type"] == "image"

    second = talk.act(ToolResult("sorted 3 rows"), left=14)
    assert second.actions == (Click(x=640, y=360), TypeText(text="x"))
    assert len(talk.turn) == 1
    assert words(talk.turn[0]) == ["sorted 3 rows", "Steps left: 14."]
    assert pictures(talk.turn[0]) == [(1280, 720)]

    third = talk.act(OK, OK, left=12)
    assert third.actions == (Terminate(status="success", answer="42"),)
    click, typed, look = talk.turn
    assert [words(click), words(typed), words(look)] == [["Done."], ["Done."], ["Steps left: 12."]]
    assert [pictures(click), pictures(typed), pictures(look)] == [[], [], [(1280, 720)]]
    assert [block["toolset_name"] for block in talk.turn] == ["computer"] * 3


def test_the_request_offers_the_toolset_the_ending_and_the_tools_in_order(begin: Begin) -> None:
    talk = begin(reply(text("Done.")))
    talk.act()
    toolset, ending, *tools = talk.server.requests[0]["tools"]
    assert toolset["type"] == "computer_toolset_20260801"
    assert ending["name"] == "terminate"
    assert [tool["name"] for tool in tools] == [SORT_WIRE, "osworld_mcp_os__set_volume"]
    assert tools[0]["input_schema"] == {"type": "object", "properties": {"column": {"type": "string"}}}
    assert talk.server.headers[0]["anthropic-version"]


def test_words_alone_end_the_episode_as_a_success(begin: Begin) -> None:
    assert begin(reply(text(" It is 7. "))).act().actions == (Terminate(status="success", answer="It is 7."),)


def test_the_impossible_is_said_with_terminate(begin: Begin) -> None:
    talk = begin(reply(use("terminate", {"status": "failure", "answer": "There is no printer."})))
    assert talk.act().actions == (Terminate(status="failure", answer="There is no printer."),)


def test_the_pointer_is_where_executed_actions_left_it(begin: Begin) -> None:
    talk = begin(
        reply(computer("mouse_move", coordinate=[5, 6]), computer("mouse_move", coordinate=[50, 60])),
        reply(computer("left_click")),
    )
    talk.act()
    assert talk.act(OK).actions == (Click(x=5, y=6),)
    assert words(talk.turn[1]) == [OUT_OF_STEPS]


def test_old_pictures_are_dropped_in_batches(begin: Begin) -> None:
    def answer(_: Block) -> RawAnswer:
        return reply(think("Hm."), computer("wait", duration=1))

    def counted() -> int:
        turns = talk.server.requests[-1]["messages"][::2]
        results = [block for turn in turns for block in turn["content"] if block["type"] == "tool_result"]
        return sum(len(pictures(block)) for block in [*turns, *results])

    talk = begin(script=answer)
    talk.act(left=50)
    counts = [counted()]
    for step in range(45):
        talk.act(OK, left=49 - step, shade=step)
        counts.append(counted())
    cycle = list(range(KEPT_IMAGES, MAX_IMAGES + 1))
    assert counts == [1, 2, *(cycle * 4)][:46]
    assert talk.server.requests[-1]["messages"][0]["content"][1] == text(DROPPED)
    assert pictures(talk.turn[0]) == [(1280, 720)]


def test_thinking_is_kept_while_nothing_before_it_changes(begin: Begin) -> None:
    def answer(_: Block) -> RawAnswer:
        return reply(think("Hm."), computer("wait", duration=1))

    def thoughts() -> int:
        messages = talk.server.requests[-1]["messages"]
        return sum(block["type"] == "thinking" for message in messages for block in message["content"])

    talk = begin(script=answer)
    talk.act()
    talk.act(OK)
    talk.act(OK)
    assert thoughts() == 2
    talk.tools = [VOLUME]
    talk.act(OK)
    assert thoughts() == 0
    talk.act(OK)
    assert thoughts() == 1


def test_without_the_gui_there_is_a_screen_but_no_computer(begin: Begin) -> None:
    talk = begin(reply(use(SORT_WIRE, {"column": "B"})), reply(text("Done.")), actions="mcp")
    assert talk.act().actions == (ToolCall(name=SORT.name, arguments={"column": "B"}),)
    assert talk.turn[1]["type"] == "image"
    assert [tool["name"] for tool in talk.server.requests[0]["tools"]] == [
        "terminate",
        SORT_WIRE,
        "osworld_mcp_os__set_volume",
    ]
    assert "no mouse" in talk.server.requests[0]["system"][0]["text"]
    talk.act(ToolResult("sorted"))
    assert pictures(talk.turn[0]) == [(1280, 720)]


def test_with_the_gui_alone_no_tool_is_offered(begin: Begin) -> None:
    talk = begin(reply(text("Done.")), actions="gui")
    talk.act()
    assert [tool.get("name") for tool in talk.server.requests[0]["tools"]] == [None, "terminate"]
    assert "tools" not in talk.server.requests[0]["system"][0]["text"].split("\n")[1]


def test_what_the_run_lets_it_observe_is_shown(begin: Begin) -> None:
    talk = begin(reply(computer("wait", duration=1)), reply(text("Done.")))
    window = Window("notes.txt - Editor", "text_editor", 10, 20, 300, 200, active=True)
    screen = replace(make_observation(size=(3840, 2160)), windows=(window,), parts=("windows",))
    talk.agent.act(screen, talk.tools)
    task, words_only = talk.turn
    assert task["text"].startswith("Task:")
    assert parse_windows(words_only["text"]) == (
        Window("notes.txt - Editor", "text_editor", 5, 10, 150, 100, active=True),
    )
    talk.agent.act(replace(screen, results=(OK,), parts=("screenshot", "windows")), talk.tools)
    [answer] = talk.turn
    assert [block["type"] for block in answer["content"]] == ["text", "text", "text", "image"]
    assert parse_windows(answer["content"][2]["text"]) is not None
