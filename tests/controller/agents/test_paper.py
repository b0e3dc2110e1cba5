from __future__ import annotations

from dataclasses import replace

import pytest

from controller.agents.builtin.paper import PointResolver, describe
from controller.agents.calls import MAX_MISTAKES
from controller.agents.contract import AgentOptions
from controller.agents.coordinate_conventions import CONVENTIONS, Convention
from controller.agents.coordinates import CoordinateFrame
from controller.agents.paper_protocol import prompt
from controller.agents.paper_protocol.parse import COMPUTER
from controller.agents.prompt_agent import PromptAgent
from controller.core.actions import ActionSpace, Click, Key, Scroll, Terminate, ToolCall, TypeText
from controller.core.agent import EpisodeContext, Usage
from controller.core.guest import Tool, ToolResult
from controller.core.observation_text import windows_text
from controller.core.windows import Window
from controller.models.completion import Completion
from testbed.errors import AgentError, UsageError
from tests.controller.agents.paper_talk import Scripted, call_text, completion, make_observation
from tests.controller.agents.pictures import png

SORT = Tool("calc.sort", "Sort it.", {"type": "object", "properties": {"column": {"type": "string"}}}, "calc")
CLICK = {"action": "click", "coordinate": [3, 4]}
DONE = {"action": "terminate", "status": "success", "answer": "42"}
OK = ToolResult("native pixels are nobody's business")


def begin(
    *answers: str | Completion,
    actions: ActionSpace = "gui+mcp",
    images: int = 3,
    pointing: CoordinateFrame | None = None,
) -> tuple[PromptAgent, Scripted]:
    model = Scripted(answers)
    context = EpisodeContext("os/x", "Sort the sheet.", 15, gui=actions != "mcp", seed=0)
    aim = PointResolver(pointing or CoordinateFrame())
    return PromptAgent(context, AgentOptions(actions=actions), model, aim, images), model


def test_a_prompt_holds_task_functions_and_screen() -> None:
    agent, model = begin(call_text(CLICK))
    decision = agent.act(make_observation(left=15), [SORT])
    assert decision.actions == (Click(x=3, y=4),)
    assert decision.thought == "Hm."
    assert decision.usage == Usage(100, 10, calls=1)
    assert decision.details["model"] == "served-1"
    assert decision.details["leniencies"] == []
    [system, user] = model.requests[0]
    assert (system.role, user.role) == ("system", "user")
    [text] = system.parts
    assert isinstance(text, str)
    assert '{"type": "function", "function": {"name": "calc.sort", "description": "Sort it."' in text
    assert "pixels of the screenshot, which is 1280 wide and 720 high" in text
    assert prompt.GUI_AND_TOOLS in text
    assert model.texts[0].startswith("Task: Sort the sheet.\n\nSteps so far:\nNone")
    assert model.texts[0].endswith("Steps left: 15.")
    assert model.texts[1:] == [prompt.SCREEN_NOW, prompt.ASK]
    assert model.pictures == [png()]


def test_conclusions_results_and_the_last_screens_are_carried_on() -> None:
    answers = [
        call_text(CLICK, conclusion="Opened it."),
        call_text({"column": "B"}, "calc.sort", "Sorted it."),
        call_text({"column": "B"}, "calc.sort", "Sorted it again."),
        call_text(DONE),
    ]
    agent, model = begin(*answers, images=2)
    agent.act(make_observation(shade=1), [SORT])
    agent.act(make_observation(OK, shade=2), [SORT])
    assert agent.act(make_observation(ToolResult("3 rows"), shade=3), [SORT]).actions == (
        ToolCall(name="calc.sort", arguments={"column": "B"}),
    )
    assert agent.act(
        make_observation(ToolResult("no such column", is_error=True), shade=4), [SORT]
    ).actions == (Terminate(status="success", answer="42"),)
    assert (
        "Step 1: Opened it.\nStep 2: Sorted it.\nResult: 3 rows\nStep 3: Sorted it again.\n"
        "Result: It failed: no such column\n\nSteps left: 10."
    ) in model.texts[0]
    assert model.texts[1:3] == ["The screen before step 3:", "The screen now:"]
    assert model.pictures == [png(shade=3), png(shade=4)]


def test_structured_results_are_told_and_long_ones_cut() -> None:
    agent, model = begin(*[call_text({}, "calc.sort", "Sorted.")] * 3)
    agent.act(make_observation(), [SORT])
    agent.act(make_observation(ToolResult("", structured={"rows": 3})), [SORT])
    assert 'Result: {"rows": 3}' in model.texts[0]
    agent.act(make_observation(ToolResult("x" * 50_000)), [SORT])
    assert "40000 characters cut" in model.texts[0]
    assert len(model.texts[0]) < 11_000


def test_without_a_conclusion_the_thought_is_carried_on() -> None:
    agent, model = begin(f'<thinking>The menu.</thinking><tool_call>{{"name": "{COMPUTER}", "arguments": '
                         '{"action": "wait"}}</tool_call>', call_text(DONE))  # fmt: skip
    assert agent.act(make_observation(), []).details["leniencies"] == ["no_conclusion"]
    agent.act(make_observation(OK), [])
    assert "Step 1: The menu." in model.texts[0]


def test_one_answer_may_take_two_steps_and_the_pointer_is_followed() -> None:
    agent, _ = begin(
        call_text(CLICK),
        call_text({"action": "type", "text": "x", "clear": 1}),
        call_text({"action": "scroll", "pixels": -2}),
    )
    agent.act(make_observation(), [])
    assert agent.act(make_observation(OK), []).actions == (Key(keys=("ctrl", "a")), TypeText(text="x"))
    assert agent.act(make_observation(OK, OK), []).actions == (Scroll(x=3, y=4, dy=2),)


@pytest.mark.parametrize(
    ("bad", "problem"),
    [
        ("I will click on Save.", "it has no <tool_call>"),
        ("Ich klicke jetzt: 保存", "it has no <tool_call>"),
        ("", prompt.EMPTY),
        (completion("<tool_call>{", stop="length"), prompt.CUT_OFF),
        (completion(" ", stop="length"), prompt.CUT_OFF),
        (call_text({}, "rm_rf"), "there is no function 'rm_rf'"),
        (call_text({"action": "click", "coordinate": [5000, 1]}), "outside the screenshot"),
        ("x" * 5_000_000, "5000000 characters long"),
    ],
)
def test_an_unusable_answer_is_told_and_may_be_mended(bad: str | Completion, problem: str) -> None:
    agent, model = begin(bad, call_text(CLICK))
    decision = agent.act(make_observation(), [SORT])
    assert decision.actions == (Click(x=3, y=4),)
    assert decision.usage == Usage(200, 20, calls=2)
    [mistake] = decision.details["mistakes"]
    assert problem in mistake
    assert decision.details["unknown_tools"] == (["rm_rf"] if "rm_rf" in problem else [])
    assert f"could not be used: {mistake}." in model.texts[-1]
    assert len(model.texts[-1]) < 2000
    assert len(model.requests[-1]) == 2  # still one turn each: any server takes it


def test_unusable_answers_in_a_row_end_the_episode() -> None:
    agent, model = begin(*["no"] * MAX_MISTAKES)
    with pytest.raises(AgentError, match="3 answers in a row that could not be used: it has no <tool_call>"):
        agent.act(make_observation(), [])
    assert len(model.requests) == MAX_MISTAKES


def test_a_usable_answer_starts_the_count_anew() -> None:
    agent, _ = begin("no", "no", call_text(CLICK), "no", "no", call_text(CLICK))
    agent.act(make_observation(), [])
    agent.act(make_observation(OK), [])


def test_a_refusal_is_the_agents_error() -> None:
    with pytest.raises(AgentError, match="refused to go on: I cannot help"):
        begin(completion("I cannot help.", stop="refusal"))[0].act(make_observation(), [])
    with pytest.raises(AgentError, match="the model refused"):
        begin(completion("", stop="refusal"))[0].act(make_observation(), [])


def test_a_whole_call_in_an_answer_cut_off_is_taken() -> None:
    agent, _ = begin(completion(call_text(CLICK), stop="length"))
    assert agent.act(make_observation(), []).details["leniencies"] == ["cut_off"]


def test_reasoning_told_apart_is_the_thought() -> None:
    text = call_text(CLICK).replace("<thinking>Hm.</thinking>", "")
    agent, _ = begin(completion(text, reasoning="I see a menu."))
    decision = agent.act(make_observation(), [])
    assert (decision.thought, decision.details["leniencies"]) == ("I see a menu.", [])


def test_the_leniencies_of_all_parts_are_counted() -> None:
    agent, _ = begin(
        call_text({"action": "Left_Click", "coordinate": [3, 4]}).replace("tool_call>", "Tool_Call>")
    )
    assert agent.act(make_observation(), []).details["leniencies"] == ["tag_form", "action_form"]


def test_a_convention_is_said_and_kept() -> None:
    agent, model = begin(
        call_text({"action": "click", "coordinate": [500, 500]}), pointing=CoordinateFrame("0-1000")
    )
    assert agent.act(make_observation(), []).actions == (Click(x=640, y=360),)
    assert "numbers from 0 to 1000" in str(model.requests[0][0].parts[0])


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_what_a_run_observes_is_told_in_the_models_own_frame(convention: Convention) -> None:
    agent, model = begin(call_text(DONE), pointing=CoordinateFrame(convention))
    window = Window("Notes", "text_editor", 640, 360, 320, 180, active=True)
    agent.act(replace(make_observation(), windows=(window,), parts=("windows",)), [])
    assert model.pictures == []
    window_list = windows_text([window])
    if convention == "0-1000":
        window_list = windows_text([replace(window, x=500, y=500, width=250, height=250)])
    assert model.texts[1:] == [window_list, prompt.ASK]


def test_the_picture_with_marks_is_shown_when_asked_for() -> None:
    agent, model = begin(call_text(DONE))
    agent.act(replace(make_observation(), parts=("som",), marked=png(shade=9)), [])
    assert model.pictures == [png(shade=9)]


@pytest.mark.parametrize(
    ("actions", "means"),
    [("gui", prompt.GUI_ONLY), ("mcp", prompt.TOOLS_ONLY), ("gui+mcp", prompt.GUI_AND_TOOLS)],
)
def test_what_may_be_done_is_said(actions: ActionSpace, means: str) -> None:
    agent, model = begin(call_text(DONE), actions=actions)
    agent.act(make_observation(), [] if actions == "gui" else [SORT])
    system = str(model.requests[0][0].parts[0])
    assert means in system
    assert ("mouse_move" in system) == (actions != "mcp")


@pytest.mark.usefixtures("endpoint_without_list")
def test_the_card_says_what_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    card = describe(AgentOptions(model="qwen3-vl-8b"))
    assert (card.name, card.model) == ("paper", "qwen3-vl-8b")
    assert card.prompts["system"] == prompt.SYSTEM
    assert "0-1000" in card.prompts["computer"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (AgentOptions(), "needs a model"),
        (AgentOptions(model="m", variant="x"), "no variant 'x'"),
        (AgentOptions(model="m"), "OPENAI_API_KEY is not set"),
        (AgentOptions(model="claude-sonnet-5-5"), "ANTHROPIC_API_KEY is not set"),
        (AgentOptions(model="m", settings={"key_variable": "MY_KEY"}), "MY_KEY is not set"),
        (AgentOptions(model="m", base_url="http://h/v1", settings={"key_variable": "MY_KEY"}), "MY_KEY"),
        (AgentOptions(model="m", settings={"coordinate": 3}), "coordinate: is unknown"),
        (AgentOptions(model="m", settings={"coordinates": "0-999"}), "coordinates"),
        (AgentOptions(model="m", settings={"images": 0}), "images"),
        (AgentOptions(model="claude-x", settings={"temperature": 0.5}), "at temperature 1.0"),
    ],
)
def test_what_cannot_run_is_refused(
    options: AgentOptions, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "MY_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(UsageError, match=expected):
        describe(options)


def test_a_server_of_ones_own_needs_no_key(
    endpoint_without_list: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    describe(AgentOptions(model="m", base_url=endpoint_without_list))
