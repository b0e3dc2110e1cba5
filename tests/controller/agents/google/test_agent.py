"""The google agent in conversation: what it sends, and what becomes of the model's answers."""

from __future__ import annotations

import pytest

from controller.core.actions import Click, Key, Screenshot, Terminate, ToolCall, TypeText
from controller.core.guest import ToolResult
from controller.core.safety_check import SafetyCheck
from plugins.mock_models.google_generate import call, reply, think, words
from testbed.errors import AgentError, RequestRefusedError, UsageError
from tests.controller.agents.anthropic.talk import OK, SORT, SORT_WIRE
from tests.controller.agents.google.talk import Begin

CLICK = call("click", {"x": 500, "y": 500, "intent": "I click the middle."})
DONE = reply(call("terminate", {"status": "success"}))
RISKY = call(
    "click",
    {"x": 1, "y": 1, "safety_decision": {"decision": "require_confirmation", "explanation": "It buys."}},
)


def test_the_first_request_has_the_task_the_screen_the_computer_and_the_tools(begin: Begin) -> None:
    talk = begin(reply(think("Hm."), words("I click."), CLICK))
    decision = talk.act()
    assert decision.actions == (Click(x=640, y=360, count=1),)
    assert decision.thought == "Hm.\n\nI click.\n\nI click the middle."
    assert [sorted(part) for part in talk.turn] == [["text"], ["inlineData"]]
    assert "Sort the sheet." in talk.turn[0]["text"]
    computer, functions = talk.request["tools"]
    assert computer["computerUse"] == {
        "environment": "ENVIRONMENT_DESKTOP",
        "excludedPredefinedFunctions": ["key_down", "key_up"],
    }
    names = [function["name"] for function in functions["functionDeclarations"]]
    assert names == ["terminate", SORT_WIRE, "osworld_mcp_os__set_volume"]
    assert talk.server.raw[-1].count(b'"stream"') == 0


def test_parallel_calls_get_their_results_in_order_and_the_last_the_screen(begin: Begin) -> None:
    talk = begin(
        reply(words("Both."), CLICK, call(SORT_WIRE, {"column": "A"}), call("take_screenshot")), DONE
    )
    decision = talk.act()
    assert decision.actions == (
        Click(x=640, y=360, count=1),
        ToolCall(name=SORT.name, arguments={"column": "A"}),
    )
    talk.act(OK, ToolResult("", structured={"rows": 3}), left=8)
    click, sort, screenshot = talk.results
    assert [click["name"], sort["name"], screenshot["name"]] == ["click", SORT_WIRE, "take_screenshot"]
    assert click["response"] == {"result": "Done."} and "parts" not in click
    assert sort["response"] == {"result": '{"rows": 3}'}
    assert screenshot["response"] == {"result": "Done.", "note": "Steps left: 8."}
    assert len(screenshot["parts"]) == 1
    model = talk.request["contents"][1]
    assert model["parts"][0] == {"text": "Both."}
    assert "thoughtSignature" in model["parts"][1] and "thoughtSignature" not in model["parts"][2]


def test_a_failed_call_says_what_comes_with_it_in_its_error(begin: Begin) -> None:
    talk = begin(reply(CLICK, call(SORT_WIRE, {})), DONE)
    talk.act()
    talk.act(ToolResult("No such place.", True), left=3)
    click, sort = talk.results
    assert click["response"] == {"error": "No such place.\n\nSteps left: 3."} and len(click["parts"]) == 1
    assert sort["response"] == {"error": "Not executed: an earlier action in this turn failed."}


def test_a_screenshot_alone_is_a_step(begin: Begin) -> None:
    talk = begin(reply(call("take_screenshot")), DONE)
    assert talk.act().actions == (Screenshot(),)
    talk.act(ToolResult("", images=(b"not shown twice",)))
    assert len(talk.results[0]["parts"]) == 1


def test_only_the_latest_images_stay(begin: Begin) -> None:
    talk = begin(*[reply(CLICK)] * 4, DONE, images=2, images_kept=2)
    talk.act()
    for _ in range(4):
        talk.act(OK)
    contents = talk.request["contents"]
    assert [sorted(part) for part in contents[0]["parts"]] == [["text"], ["text"]]
    results = [content["parts"][0]["functionResponse"] for content in contents[2::2]]
    assert ["parts" in result for result in results] == [False, False, True, True]
    assert "screenshot" in results[0]["response"] and "screenshot" not in results[-1]["response"]


def test_an_action_that_needs_confirmation_waits_for_approval(begin: Begin) -> None:
    talk = begin(reply(RISKY), DONE)
    assert talk.act().safety_checks == (SafetyCheck(0, 1, "It buys.", "never"),)
    talk.act(ToolResult("Not executed: nobody did.", is_error=True, denied=True))
    response = talk.results[0]["response"]
    assert response["error"].startswith("Not executed: nobody did.")
    assert "safety_acknowledgement" not in response


def test_an_action_that_nobody_may_confirm_is_a_mistake(begin: Begin) -> None:
    forbidden = call("click", {"x": 1, "y": 1, "safety_decision": {"decision": "blocked"}})
    talk = begin(reply(forbidden), reply(CLICK))
    assert talk.act().details["mistakes"]
    assert talk.results[0]["response"]["error"].startswith("Not executed: a safety check forbids this")


def test_the_user_can_confirm_all_actions_in_advance(begin: Begin) -> None:
    talk = begin(reply(RISKY), DONE, confirm=True)
    decision = talk.act()
    assert decision.safety_checks == (SafetyCheck(0, 1, "It buys.", "always"),)
    assert decision.actions == (Click(x=1, y=0, count=1),)
    assert [one["explanation"] for one in decision.details["safety_decisions"]] == ["It buys."]
    talk.act(OK)
    assert talk.results[0]["response"]["safety_acknowledgement"] == "true"


@pytest.mark.parametrize("model", ["gemini-3-flash-preview", "gemini-2.5-computer-use-preview-10-2025"])
def test_earlier_models_get_the_functions_of_a_browser(begin: Begin, model: str) -> None:
    typed = call("type_text_at", {"x": 0, "y": 999, "text": "hello"})
    talk = begin(reply(typed, call(SORT_WIRE, {})), DONE, model=model)
    decision = talk.act()
    assert decision.actions == (
        Click(x=0, y=719, count=1),
        Key(keys=("ctrl", "a"), repeat=1),
        Key(keys=("BackSpace",), repeat=1),
        TypeText(text="hello"),
        Key(keys=("Return",), repeat=1),
        ToolCall(name=SORT.name, arguments={}),
    )
    talk.act(*[OK] * 6)
    nested = model == "gemini-3-flash-preview"
    assert ("parts" in talk.results[1]) is nested
    assert ("inlineData" in talk.turn[-1]) is not nested
    assert ("id" in talk.results[0]) is nested


def test_models_without_the_tool_get_the_computer_as_functions(begin: Begin) -> None:
    talk = begin(reply(CLICK), DONE, model="gemini-4-argon")
    assert talk.act().actions == (Click(x=640, y=360, count=1),)
    [functions] = talk.request["tools"]
    assert "scroll" in [function["name"] for function in functions["functionDeclarations"]]
    assert "whole numbers from 0 to 999" in talk.request["systemInstruction"]["parts"][0]["text"]
    talk.act(OK)
    assert len(talk.results[0]["parts"]) == 1


@pytest.mark.parametrize("reason", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MAX_TOKENS", "OTHER"])
def test_an_unusable_answer_is_asked_for_again(begin: Begin, reason: str) -> None:
    talk = begin(reply(CLICK), reply(stop=reason), DONE)
    talk.act()
    decision = talk.act(OK)
    assert decision.actions == (Terminate(status="success"),)
    assert decision.details["mistakes"] == [f"unusable ({reason})"]
    assert "\n\nYour last answer" in talk.results[0]["response"]["note"]


def test_a_blocked_prompt_is_no_fault_of_the_model(begin: Begin) -> None:
    with pytest.raises(RequestRefusedError, match="refuses to go on, for the content: "):
        begin(reply(stop="BLOCKED")).act()


@pytest.mark.parametrize("reason", ["SAFETY", "PROHIBITED_CONTENT", "SPII"])
def test_a_refusal_ends_the_episode(begin: Begin, reason: str) -> None:
    with pytest.raises(AgentError, match="refuses to go on"):
        begin(reply(stop=reason)).act()


def test_words_alone_end_the_task(begin: Begin) -> None:
    assert begin(reply(words("It is 42."))).act().actions == (
        Terminate(status="success", answer="It is 42."),
    )


def test_an_unknown_tool_is_named(begin: Begin) -> None:
    talk = begin(reply(call("open_application")), DONE)
    decision = talk.act()
    assert decision.details["unknown_tools"] == ["open_application"]
    assert "there is no tool 'open_application' now" in talk.results[0]["response"]["error"]


def test_settings_that_a_model_does_not_take_are_refused(begin: Begin) -> None:
    with pytest.raises(UsageError, match="cannot be run with thinking=minimal"):
        begin(thinking="minimal")
    with pytest.raises(UsageError, match="has no budget of thinking tokens"):
        begin(thinking=512)
    with pytest.raises(UsageError, match="cannot be kept"):
        begin(images=1, images_kept=2)


def test_settings_are_sent(begin: Begin) -> None:
    talk = begin(
        DONE,
        thinking="low",
        media_resolution="high",
        max_tokens=99,
        disabled_safety_policies=["DATA_MODIFICATION"],
        injection_detection=True,
        stream=False,
    )
    talk.act()
    assert talk.request["generationConfig"] == {
        "maxOutputTokens": 99,
        "thinkingConfig": {"includeThoughts": True, "thinkingLevel": "LOW"},
        "mediaResolution": "MEDIA_RESOLUTION_HIGH",
    }
    computer = talk.request["tools"][0]["computerUse"]
    assert computer["disabledSafetyPolicies"] == ["DATA_MODIFICATION"]
    assert computer["enablePromptInjectionDetection"] is True
    assert "stream" not in talk.request
