"""Whole conversations of the agent with a Messages API that checks every request."""

from __future__ import annotations

import base64
import io
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from PIL import Image

from controller.actions import Click, MouseMove, Screenshot, Terminate, ToolCall, TypeText, Zoom
from controller.agents.anthropic import (
    CUT_OFF,
    EMPTY,
    HALTED,
    HALTED_COMPUTER,
    MAX_MISTAKES,
    OUT_OF_STEPS,
    AnthropicAgent,
    create,
)
from controller.agents.anthropic_api import KEY_VARIABLE
from controller.agents.anthropic_history import DROPPED, KEPT_IMAGES, MAX_IMAGES, MAX_TEXT
from controller.agents.base import Assignment, Decision, Observation, Usage
from controller.agents.registry import ActionSpace, AgentOptions
from controller.errors import AgentError, GuestError
from controller.guest import Tool, ToolResult
from tests.wire.anthropic_rules import KEY
from tests.wire.anthropic_server import AnthropicServer, Block, Item, Reply, Script, reply, text, think, use

OK = ToolResult("")
SORT = Tool(
    "osworld_mcp_libreoffice_calc.sort_column",
    "Sort a column.",
    {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"column": {"type": "string"}}},
    "libreoffice_calc",
)
SORT_WIRE = "osworld_mcp_libreoffice_calc__sort_column"
VOLUME = Tool("osworld_mcp_os.set_volume", "Set the volume.", {"type": "object", "properties": {}}, "os")


def png(width: int = 1280, height: int = 720, shade: int = 0) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (shade % 256, 80, 90)).save(out, "PNG")
    return out.getvalue()


def seen(
    *results: ToolResult, left: int = 10, size: tuple[int, int] = (1280, 720), shade: int = 0
) -> Observation:
    return Observation(png(*size, shade), *size, (), results, left)


def computer(member: str, **arguments: Any) -> Block:
    return use(member, arguments, "computer")


class Talk:
    """An agent and the API it talks to."""

    def __init__(self, server: AnthropicServer, agent: AnthropicAgent, tools: list[Tool]) -> None:
        self.server = server
        self.agent = agent
        self.tools = tools

    def act(self, *results: ToolResult, **observation: Any) -> Decision:
        return self.agent.act(seen(*results, **observation), self.tools)

    @property
    def turn(self) -> list[Block]:
        """The user's last turn, cache marks left out."""
        content = self.server.requests[-1]["messages"][-1]["content"]
        return [{key: value for key, value in block.items() if key != "cache_control"} for block in content]


Begin = Callable[..., Talk]


@pytest.fixture
def begin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    with ExitStack() as stack:
        servers: list[AnthropicServer] = []

        def start(*items: Item, script: Script | None = None, actions: ActionSpace = "gui+mcp") -> Talk:
            server = stack.enter_context(AnthropicServer(items if script is None else script))
            servers.append(server)
            monkeypatch.setenv(KEY_VARIABLE, KEY)
            monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
            assignment = Assignment("os/x", "Sort the sheet.", 15, gui=actions != "mcp", seed=0)
            agent = create(assignment, AgentOptions(actions=actions, call_seconds=20))
            return Talk(server, agent, [] if actions == "gui" else [SORT, VOLUME])

        yield start
        for server in servers:
            assert [error.message for error in server.errors] == []


def words(block: Block) -> list[str]:
    return [inner["text"] for inner in block["content"] if inner["type"] == "text"]


def pictures(block: Block) -> list[tuple[int, int]]:
    sizes = []
    for inner in block["content"]:
        if inner["type"] == "image":
            with Image.open(io.BytesIO(base64.b64decode(inner["source"]["data"]))) as image:
                sizes.append(image.size)
    return sizes


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
    assert first.usage == Usage(input_tokens=135, output_tokens=20)
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


def test_the_pointer_is_where_executed_actions_left_it(begin: Begin) -> None:
    talk = begin(
        reply(computer("mouse_move", coordinate=[5, 6]), computer("mouse_move", coordinate=[50, 60])),
        reply(computer("left_click")),
    )
    talk.act()
    assert talk.act(OK).actions == (Click(x=5, y=6),)
    assert words(talk.turn[1]) == [OUT_OF_STEPS]


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
        [HALTED_COMPUTER],
        [HALTED],
        [HALTED_COMPUTER],
    ]
    assert [block["is_error"] for block in answers] == [False, True, True, True, True]
    assert screen["type"] == "image"


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
    said = words(talk.turn[0])[0]
    assert len(said) < MAX_TEXT + 100
    assert "70000 characters cut" in said
    assert pictures(talk.turn[0]) == [(1280, 50), (1280, 720)]


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (use("no_such_tool", {}), "there is no tool 'no_such_tool' now; tools: terminate, osworld"),
        (use(SORT.name.replace(".", "-"), {}), "there is no tool"),
        (computer("fly"), "no 'fly'"),
        (computer("left_click", coordinate=[5000, 1]), "outside the screenshot of 1280 x 720"),
        (use("left_click", {"coordinate": [1, 1]}), "there is no tool 'left_click'"),
        (use("terminate", {"status": "maybe"}), "terminate takes"),
        (use("terminate", {}), "terminate takes"),
    ],
)
def test_a_mistake_is_answered_and_may_be_mended(begin: Begin, bad: Block, said: str) -> None:
    talk = begin(reply(bad, computer("screenshot")), reply(computer("left_click", coordinate=[1, 1])))
    decision = talk.act(left=9)
    assert decision.actions == (Click(x=1, y=1),)
    assert len(decision.details["mistakes"]) == 1
    assert decision.usage == Usage(input_tokens=270, output_tokens=40)
    wrong, halted = talk.turn
    assert said in words(wrong)[0]
    assert words(wrong)[1] == "Steps left: 9."
    assert words(halted) == [HALTED_COMPUTER]


def test_what_stands_before_a_mistake_is_done(begin: Begin) -> None:
    talk = begin(
        reply(computer("left_click", coordinate=[1, 1]), use("nope", {}), computer("type", text="x")),
        reply(text("Done.")),
    )
    assert talk.act().actions == (Click(x=1, y=1),)
    talk.act(OK)
    assert words(talk.turn[0]) == ["Done."]
    assert "no tool 'nope'" in words(talk.turn[1])[0]
    assert words(talk.turn[2]) == [HALTED_COMPUTER]


def test_mistakes_in_a_row_end_the_episode(begin: Begin) -> None:
    talk = begin(*[reply(use("nope", {}))] * MAX_MISTAKES)
    with pytest.raises(
        AgentError, match="3 answers in a row without a usable action: there is no tool 'nope'"
    ):
        talk.act()


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (reply(text("I will now"), stop="max_tokens"), CUT_OFF),
        (reply(computer("type", text="long"), stop="max_tokens"), CUT_OFF),
        (reply(), EMPTY),
        (reply(think("Hm."), text("  ")), EMPTY),
    ],
)
def test_a_cut_off_or_empty_answer_is_asked_for_again(begin: Begin, bad: Reply, said: str) -> None:
    talk = begin(bad, reply(computer("left_click", coordinate=[1, 1])), reply(text("Done.")))
    assert talk.act().actions == (Click(x=1, y=1),)
    assert talk.turn[-1]["text"] == said
    assert len(talk.server.requests[-1]["messages"]) == 1
    talk.act(OK)


def test_cut_off_again_and_again_is_the_agents_error(begin: Begin) -> None:
    talk = begin(*[reply(text("and so"), stop="max_tokens")] * MAX_MISTAKES)
    with pytest.raises(AgentError, match="cut off"):
        talk.act()


def test_a_refusal_is_the_agents_error(begin: Begin) -> None:
    details = {"type": "refusal", "category": "cyber", "explanation": "not this"}
    with pytest.raises(AgentError, match=r"refused to go on \(cyber\): not this"):
        begin(Reply((), "refusal", details)).act()
    with pytest.raises(AgentError, match=r"refused to go on$"):
        begin(Reply((), "refusal")).act()


def test_a_full_context_is_the_agents_error(begin: Begin) -> None:
    with pytest.raises(AgentError, match="context window"):
        begin(Reply((text("x"),), "model_context_window_exceeded")).act()


def test_old_pictures_are_dropped_in_batches(begin: Begin) -> None:
    def answer(_: Block) -> Reply:
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
    assert talk.server.requests[-1]["messages"][0]["content"][1] == DROPPED
    assert pictures(talk.turn[0]) == [(1280, 720)]


def test_thinking_is_kept_while_nothing_before_it_changes(begin: Begin) -> None:
    def answer(_: Block) -> Reply:
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


def test_a_tool_no_longer_offered_is_unknown(begin: Begin) -> None:
    talk = begin(
        reply(use(SORT_WIRE, {})), reply(use(SORT_WIRE, {})), reply(use("terminate", {"status": "success"}))
    )
    talk.act()
    talk.tools = [VOLUME]
    assert talk.act(OK).actions == (Terminate(status="success"),)
    assert "there is no tool" in words(talk.turn[0])[0]


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


def test_cache_marks_are_on_the_system_and_the_last_block(begin: Begin) -> None:
    talk = begin(reply(computer("wait", duration=1)), reply(text("Done.")))
    talk.act()
    talk.act(OK)
    request = talk.server.requests[-1]
    assert "cache_control" in request["system"][0]
    marked = ["cache_control" in block for message in request["messages"] for block in message["content"]]
    assert marked == [*[False] * (len(marked) - 1), True]


def test_a_noisy_screen_goes_as_jpeg(begin: Begin) -> None:
    noise = Image.frombytes("RGB", (1200, 1000), random.Random(0).randbytes(3_600_000))
    out = io.BytesIO()
    noise.save(out, "PNG", compress_level=1)
    talk = begin(reply(text("Done.")))
    talk.agent.act(Observation(out.getvalue(), 1200, 1000, ()), talk.tools)
    assert talk.turn[1]["source"]["media_type"] == "image/jpeg"


def test_a_screen_that_is_no_picture_is_the_guests_error(begin: Begin) -> None:
    talk = begin()
    with pytest.raises(GuestError, match="no PNG"):
        talk.agent.act(Observation(b"junk", 1280, 720, ()), talk.tools)
