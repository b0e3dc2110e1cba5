"""The openai agent over the Responses API: what it sends, and what it makes of answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from controller.agents.briefing import DROPPED, HALTED, OUT_OF_STEPS
from controller.agents.builtin.openai.agent import CONTINUE
from controller.agents.builtin.openai.responses import BLANK
from controller.core.actions import Click, Key, Screenshot, Terminate, ToolCall, TypeText
from controller.core.agent import Usage
from controller.core.guest import ToolResult
from plugins.mock_models.openai_responses import call, computer, reason, reply, words
from plugins.mock_models.turns import Body
from testbed.errors import AgentError
from tests.controller.agents.anthropic.talk import OK, SORT, SORT_WIRE, make_observation
from tests.controller.agents.openai.talk import Begin, size
from tests.controller.agents.pictures import png

DONE = reply(call("terminate", {"status": "success"}))


def click(x: int = 1, y: int = 1) -> Body:
    return {"type": "click", "button": "left", "x": x, "y": y}


def screens(items: list[Body]) -> list[str]:
    return [item["output"]["image_url"] for item in items if item.get("type") == "computer_call_output"]


def test_the_first_request(converse: Begin) -> None:
    talk = converse(reply(computer(click(640, 360))), effort="low", summary="auto")
    decision = talk.act(left=15)
    assert decision.actions == (Click(x=640, y=360),)
    assert decision.usage == Usage(135, 20, 100, 0, calls=1)
    request = talk.request
    assert request["store"] is False
    assert request["include"] == ["reasoning.encrypted_content"]
    assert request["reasoning"] == {"effort": "low", "summary": "auto"}
    assert "temperature" not in request
    assert "grey picture" in request["instructions"]
    assert request["tools"][0] == {"type": "computer"}
    assert [tool.get("name") for tool in request["tools"][1:3]] == ["terminate", SORT_WIRE]
    assert request["tools"][2]["parameters"]["properties"] == {"column": {"type": "string"}}
    [message] = request["input"]
    task, picture = message["content"]
    assert task["text"] == "Task: Sort the sheet.\n\nSteps left: 15."
    assert picture["detail"] == "original"
    assert size(picture["image_url"]) == (1280, 720)


def test_a_batch_is_one_decision_and_its_output_is_the_screen(converse: Begin) -> None:
    talk = converse(
        reply(
            reason("Save it."),
            words("I save."),
            computer(click(), {"type": "keypress", "keys": ["CTRL", "S"]}, {"type": "screenshot"}),
        ),
        DONE,
    )
    decision = talk.act()
    assert decision.actions == (Click(x=1, y=1), Key(keys=("CTRL", "S")))
    assert decision.thought == "Save it.\n\nI save."
    assert decision.details["model"] == "gpt-5.4"
    assert decision.details["calls"][0]["actions"][2] == {"type": "screenshot"}
    assert talk.act(OK, OK, left=8).actions == (Terminate(status="success"),)
    kinds = [item["type"] for item in talk.request["input"]]
    assert kinds == ["message", "reasoning", "message", "computer_call", "computer_call_output", "message"]
    assert size(screens(talk.latest)[0]) == (1280, 720)
    assert talk.texts == ["Steps left: 8."]


def test_a_screenshot_alone_is_a_step(converse: Begin) -> None:
    talk = converse(reply(computer({"type": "screenshot"})), DONE)
    assert talk.act().actions == (Screenshot(),)
    talk.act(ToolResult("", images=(png(),)))
    assert len(screens(talk.latest)) == 1


def test_functions_are_answered_with_words_and_pictures(converse: Begin) -> None:
    talk = converse(reply(call(SORT_WIRE, {"column": "B"}), call(SORT_WIRE)), DONE)
    assert talk.act().actions == (
        ToolCall(name=SORT.name, arguments={"column": "B"}),
        ToolCall(name=SORT.name, arguments={}),
    )
    talk.act(ToolResult("sorted", images=(png(10, 10),)), ToolResult("", structured={"rows": 3}), left=3)
    first, second, turn = talk.latest
    text, picture = first["output"]
    assert text["text"] == "sorted"
    assert size(picture["image_url"]) == (10, 10)
    assert second["output"] == '{"rows": 3}'
    assert [part["type"] for part in turn["content"]] == ["input_text", "input_image"]


def test_a_computer_call_and_a_function_in_one_answer(converse: Begin) -> None:
    talk = converse(reply(computer(click()), call(SORT_WIRE), computer(click(2, 2))), DONE)
    assert len(talk.act().actions) == 3
    talk.act(OK, OK, OK)
    first, last = screens(talk.latest)
    assert first == BLANK
    assert size(last) == (1280, 720)
    assert [part["type"] for part in talk.latest[-1]["content"]] == ["input_text"]


def test_failures_are_told_in_words_and_the_rest_is_not_done(converse: Begin) -> None:
    talk = converse(reply(computer(click(), click(2, 2)), call(SORT_WIRE)), DONE)
    talk.act()
    talk.act(ToolResult("no such button", is_error=True), left=7)
    _, output, turn = talk.latest
    assert output["output"] == "Error: Not executed: a computer call earlier in this turn failed."
    error, budget = (part["text"] for part in turn["content"])
    assert error == f"Computer call 1: no such button {HALTED}"
    assert budget == "Steps left: 7."


def test_the_rest_names_the_call_that_failed(converse: Begin) -> None:
    talk = converse(reply(call(SORT_WIRE), call(SORT_WIRE), computer(click())), DONE)
    talk.act()
    talk.act(ToolResult("no such column", is_error=True))
    halted = f"Not executed: the call of {SORT_WIRE} earlier in this turn failed."
    assert [item.get("output") for item in talk.latest[:2]] == ["Error: no such column", f"Error: {halted}"]
    assert talk.texts[0] == f"Computer call 1: {halted}"


def test_a_comment_without_a_call_is_a_pause(converse: Begin) -> None:
    talk = converse(reply(reason("Hm."), words("First I look around.", "commentary")), DONE)
    decision = talk.act()
    assert decision.actions == (Terminate(status="success"),)
    assert decision.details["mistakes"] == ["a pause"]
    comment, go_on = talk.request["input"][-2:]
    assert comment["phase"] == "commentary"
    assert go_on["content"][0]["text"] == CONTINUE


def test_pauses_without_an_end_end_the_episode(converse: Begin) -> None:
    talk = converse(*[reply(words("Let me see.", "commentary"))] * 3)
    with pytest.raises(AgentError, match="a pause"):
        talk.act()


def test_a_comment_beside_the_final_answer_is_no_part_of_it(converse: Begin) -> None:
    talk = converse(reply(words("Let me count.", "commentary"), words("42", "final_answer")))
    decision = talk.act()
    assert decision.actions == (Terminate(status="success", answer="42"),)
    assert decision.thought == "Let me count.\n\n42"


@pytest.mark.parametrize(("model", "detail"), [("gpt-5.4", "original"), ("gpt-5.4-mini", None)])
def test_a_screenshot_says_how_closely_to_look(converse: Begin, model: str, detail: str | None) -> None:
    talk = converse(reply(computer(click())), DONE, model=model)
    talk.act()
    talk.act(OK)
    [output] = [item["output"] for item in talk.latest if item["type"] == "computer_call_output"]
    assert output.get("detail") == detail


@pytest.mark.parametrize("stream", [True, False])
def test_a_response_comes_as_a_stream_or_whole(converse: Begin, stream: bool) -> None:
    talk = converse(reply(reason("Hm."), computer(click(3, 4))), stream=stream)
    decision = talk.act()
    assert (decision.actions, decision.thought) == ((Click(x=3, y=4),), "Hm.")
    assert decision.usage == Usage(135, 20, 100, 0, calls=1)
    assert talk.request.get("stream", False) is stream


def test_steps_that_ran_out_are_told(converse: Begin) -> None:
    talk = converse(reply(computer(click(), click(2, 2))), DONE)
    talk.act()
    talk.act(OK, left=0)
    assert talk.texts[0] == f"Computer call 1: {OUT_OF_STEPS}"


def test_safety_checks_are_acknowledged_and_recorded(converse: Begin) -> None:
    talk = converse(reply(computer(click(), checks=["sc_1", "sc_2"])), DONE)
    assert [check["id"] for check in talk.act().details["safety_checks"]] == ["sc_1", "sc_2"]
    assert "safety_checks" not in talk.act(OK).details
    acknowledged = talk.latest[0]["acknowledged_safety_checks"]
    assert [check["id"] for check in acknowledged] == ["sc_1", "sc_2"]


def test_old_pictures_are_dropped_together(converse: Begin) -> None:
    calls = [reply(computer(click())), reply(call(SORT_WIRE))] * 4
    talk = converse(*calls, images=5, images_kept=2)
    shown: list[list[bool]] = []
    for turn in range(8):
        talk.act(*([OK] if turn else []), shade=turn)
        pictures = [item for item in talk.request["input"] if item.get("type") == "computer_call_output"]
        shown.append([item["output"]["image_url"] != BLANK for item in pictures])
    assert shown[4] == [True, True]
    assert shown[5] == [False, False, True]
    assert talk.request["input"][0]["content"][1] == {"type": "input_text", "text": DROPPED}
    text = str(talk.request["input"])
    assert text.count("data:image") - text.count(BLANK) <= 5


@pytest.mark.parametrize(
    ("model", "kind", "detail"),
    [
        ("gpt-6.1-terra", "computer", "original"),
        ("gpt-4.1", "function", "high"),
        ("gpt-5.4-mini", "computer", "high"),
        ("computer-use-preview", "computer_use_preview", "high"),
        ("qwen3-vl-32b-instruct", "function", "auto"),
    ],
)
def test_the_computer_by_model(converse: Begin, model: str, kind: str, detail: str) -> None:
    first = reply(call("computer_type", {"text": "x"}) if kind == "function" else computer(click()))
    talk = converse(first, model=model)
    talk.act(size=(1600, 900))
    tool: dict[str, Any] = talk.request["tools"][0]
    assert tool["type"] == kind
    assert talk.request.get("truncation") == ("auto" if kind == "computer_use_preview" else None)
    picture = talk.request["input"][0]["content"][1]
    assert picture["detail"] == detail
    sizes = {"gpt-4.1": (1365, 768), "computer-use-preview": (1365, 768)}
    assert size(picture["image_url"]) == sizes.get(model, (1600, 900))


def test_without_the_gui_there_is_no_computer(converse: Begin) -> None:
    talk = converse(reply(words("Done: 42")), actions="mcp")
    assert talk.act().actions == (Terminate(status="success", answer="Done: 42"),)
    assert {tool["type"] for tool in talk.request["tools"]} == {"function"}


def test_typing_goes_through(converse: Begin) -> None:
    talk = converse(reply(computer({"type": "type", "text": "héllo"})))
    assert talk.act().actions == (TypeText(text="héllo"),)


def test_without_pictures_a_computer_call_is_answered_with_grey(converse: Begin) -> None:
    talk = converse(reply(computer(click())), DONE)
    talk.agent.act(replace(make_observation(), parts=("windows",)), talk.tools)
    assert [part["type"] for part in talk.latest[0]["content"]] == ["input_text"]
    talk.agent.act(replace(make_observation(OK), parts=("windows",)), talk.tools)
    assert screens(talk.latest) == [BLANK]
