"""The openai agent over the Chat Completions API: what it sends, and what it makes of answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.agents.briefing import DROPPED
from controller.agents.builtin.openai.functions import FUNCTIONS
from controller.agents.builtin.openai.setup import THOUSANDTHS
from controller.core.actions import Click, Screenshot, Terminate, ToolCall, Zoom
from controller.core.agent import Usage
from controller.core.guest import ToolResult
from controller.core.observation_text import parse_windows
from controller.core.windows import Window
from plugins.mock_models.openai_chat import OpenAIChat, call, reply
from plugins.mock_models.turns import RawAnswer
from tests.controller.agents.anthropic.talk import OK, SORT, SORT_WIRE, make_observation
from tests.controller.agents.openai.talk import Begin, size
from tests.controller.agents.pictures import png

DONE = reply(None, call("terminate", {"status": "success"}))
CLICK = call("computer_click", {"x": 640, "y": 360})


def test_the_first_request(converse: Begin) -> None:
    talk = converse(reply("I click.", CLICK), api="chat", effort="none", max_tokens=500)
    decision = talk.act(left=15)
    assert decision.actions == (Click(x=640, y=360),)
    assert decision.thought == "I click."
    assert decision.usage == Usage(135, 20, 100, 0, calls=1)
    request = talk.request
    assert (request["max_completion_tokens"], request["reasoning_effort"]) == (500, "none")
    names = [tool["function"]["name"] for tool in request["tools"]]
    assert names[: 1 + len(FUNCTIONS)] == ["terminate", *FUNCTIONS]
    assert SORT_WIRE in names
    system, user = request["messages"]
    assert "grey picture" not in system["content"]
    task, picture = user["content"]
    assert task["text"] == "Task: Sort the sheet.\n\nSteps left: 15."
    assert picture["image_url"]["detail"] == "original"
    assert size(picture["image_url"]["url"]) == (1280, 720)


def test_results_stand_in_tool_messages_and_pictures_after_them(converse: Begin) -> None:
    zoom = call("computer_zoom", {"x": 0, "y": 0, "to_x": 63, "to_y": 35})
    talk = converse(reply(None, zoom, call(SORT_WIRE, {"column": "B"})), DONE, api="chat")
    assert talk.act().actions == (
        Zoom(x0=0, y0=0, x1=64, y1=36),
        ToolCall(name=SORT.name, arguments={"column": "B"}),
    )
    talk.act(ToolResult("", images=(png(64, 36),)), ToolResult("sorted", images=(png(10, 10),)), left=3)
    first, second, user = talk.latest
    assert [(first["role"], first["content"]), (second["role"], second["content"])] == [
        ("tool", "Done."),
        ("tool", "sorted"),
    ]
    assert talk.texts == [
        "Picture in the result of computer_zoom:",
        f"Picture in the result of {SORT_WIRE}:",
        "Steps left: 3.",
    ]
    sizes = [size(part["image_url"]["url"]) for part in user["content"] if part["type"] == "image_url"]
    assert sizes == [(1280, 720), (10, 10), (1280, 720)]


def test_old_pictures_are_dropped_together(converse: Begin) -> None:
    talk = converse(*[reply(None, CLICK)] * 6, api="chat", images=4, images_kept=2)
    counts = []
    for turn in range(6):
        talk.act(*([OK] if turn else []), shade=turn)
        counts.append((str(talk.request).count("data:image"), str(talk.request).count(DROPPED)))
    assert counts == [(1, 0), (2, 0), (3, 0), (4, 0), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("model", "more", "numbers", "expected"),
    [
        ("qwen3-vl-32b-instruct", {}, {"x": 500, "y": 500}, "from 0 to 1000"),
        ("qwen3-vl-32b-instruct", {"coordinates": "absolute"}, {"x": 640, "y": 360}, "pixels"),
        ("gpt-4.1", {"coordinates": "0-1"}, {"x": 0.5, "y": 0.5}, "from 0 to 1:"),
    ],
)
def test_coordinates_by_model_and_setting(
    converse: Begin, model: str, more: dict[str, str], numbers: dict[str, float], expected: str
) -> None:
    talk = converse(reply(None, call("computer_click", numbers)), api="chat", model=model, **more)
    assert talk.act().actions == (Click(x=640, y=360),)
    [function] = [
        tool["function"] for tool in talk.request["tools"] if tool["function"]["name"] == "computer_click"
    ]
    assert expected in function["description"]


def test_an_open_model_is_asked_in_the_older_words(converse: Begin) -> None:
    talk = converse(reply(None, CLICK), api="chat", model="qwen2.5-vl-72b-instruct", temperature=0)
    talk.act(size=(1920, 1080))
    assert (talk.request["max_tokens"], talk.request["temperature"]) == (16_384, 0)
    picture = talk.request["messages"][1]["content"][1]["image_url"]
    assert "detail" not in picture
    assert [side % 28 for side in size(picture["url"])] == [0, 0]


def test_loose_arguments_are_counted(converse: Begin) -> None:
    loose = call("computer_click", '{"x": "640", "y": "360"}')
    talk = converse(reply(None, loose, call("computer_screenshot", " ")), api="chat")
    decision = talk.act()
    assert decision.actions == (Click(x=640, y=360), Screenshot())
    assert decision.details["leniencies"] == ["loose_argument_types", "empty_arguments"]


def test_reasoning_of_other_servers_is_thought_and_details_go_back(converse: Begin) -> None:
    answer = reply("I click.", CLICK)
    answer.content[0].update(
        reasoning_content="Where?", reasoning_details=[{"type": "x"}], thinking_blocks=[{"a": 1}]
    )
    talk = converse(answer, api="chat", model="qwen3-vl-32b-instruct")
    assert talk.act().thought == "Where?\n\nI click."
    message = talk.agent._dialogue._inner._messages[-1]  # type: ignore[attr-defined]
    assert (message["reasoning_details"], message["thinking_blocks"]) == ([{"type": "x"}], [{"a": 1}])


def reason(*thoughts: str) -> list[RawAnswer]:
    answers = [reply(None, CLICK) for _ in thoughts]
    for answer, thought in zip(answers, thoughts, strict=True):
        answer.content[0].update(reasoning_content=thought)
    return answers


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("model", ["deepseek-v3.2", "kimi-k3"])
def test_reasoning_goes_back_with_its_calls(converse: Begin, model: str, *, stream: bool) -> None:
    settings = {"api": "chat", "coordinates": "absolute", "stream": stream}
    talk = converse(*reason("One.", "Two."), DONE, model=model, **settings)
    talk.act()
    talk.act(OK)
    assert talk.act(OK).actions == (Terminate(status="success"),)
    sent = [one.get("reasoning_content") for one in talk.request["messages"] if one["role"] == "assistant"]
    assert sent == ["One.", "Two."] and talk.server.errors == []
    assert all("content" in message for message in talk.request["messages"])  # null beside calls


def test_reasoning_is_left_out_where_it_is_refused(converse: Begin) -> None:
    talk = converse(*reason("One.", "Two."), DONE, api="chat", model="qwen3-vl-32b-instruct")
    talk.act()
    talk.act(OK)
    assert talk.act(OK).actions == (Terminate(status="success"),)
    [refused] = talk.server.errors
    assert "reasoning_content" in refused.message and "reasoning_content" not in str(talk.request)
    talk.server.errors.clear()


def test_words_alone_end_the_task(converse: Begin) -> None:
    talk = converse(reply("It is 42."), api="chat")
    assert talk.act().actions == (Terminate(status="success", answer="It is 42."),)


WINDOW = Window("Notes", "gedit", 640, 360, 320, 180, active=True)


@pytest.mark.parametrize(
    ("convention", "expected", "more"),
    [
        ("absolute", '"Notes" "gedit" 640,360 320x180 (active)', False),
        ("0-1000", '"Notes" "gedit" 500,500 250x250 (active)', False),
        ("0-1", '"Notes" "gedit" 500,500 250x250 (active)', True),
    ],
)
def test_windows_are_told_in_the_models_coordinates(
    converse: Begin, convention: str, expected: str, more: bool
) -> None:
    talk = converse(reply("ok"), api="chat", coordinates=convention)
    observation = replace(make_observation(), windows=(WINDOW,), parts=("windows",))
    talk.agent.act(observation, talk.tools)
    [text] = talk.latest[-1]["content"]
    assert f"- {expected}" in text["text"]
    assert (THOUSANDTHS in text["text"]) == more
    turn = OpenAIChat().turn(talk.request)
    assert turn.frame == (None if convention == "absolute" else (1000, 1000))
    assert parse_windows("\n".join(turn.texts)) is not None
