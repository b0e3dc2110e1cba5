"""`--set fidelity=published`: the form of OSWorld-MCP's own agent."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from controller.agents.builtin.paper import PaperSettings, PointResolver, create, describe
from controller.agents.contract import AgentOptions
from controller.agents.coordinates import CoordinateFrame
from controller.agents.paper_protocol import published
from controller.agents.prompt_agent import PromptAgent
from controller.core.actions import Click, Program, TypeText
from controller.core.agent import EpisodeContext
from controller.core.guest import Tool, ToolResult
from controller.core.observation import Observation
from controller.models.client import ModelClient
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY as OPENAI_KEY
from plugins.mock_models.turns import MockAnswer
from testbed.errors import UsageError
from tests.controller.agents.paper_talk import Scripted, call_text, make_observation
from tests.controller.agents.pictures import png

SORT = Tool("calc.sort", "Sort it.", {"type": "object", "properties": {"column": {"type": "string"}}}, "calc")
CONTEXT = EpisodeContext("os/x", "Sort the sheet.", 15, gui=True, seed=0)


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


def begin(*answers: str, model: str = "m") -> tuple[PromptAgent, Scripted]:
    scripted = Scripted(answers)
    resolver = PointResolver(CoordinateFrame(), model)
    return PromptAgent(CONTEXT, AgentOptions(), scripted, resolver, 3, published_form=True), scripted


def choice(model: str, **settings: Any) -> Any:
    given = PaperSettings.model_validate({"fidelity": "published", **settings})
    return given.choice(AgentOptions(model=model))


def test_the_instructions_are_in_the_users_message() -> None:
    agent, model = begin(
        call_text({"column": "B"}, "calc.sort", "Sorted it."), call_text({"column": "B"}, "calc.sort")
    )
    agent.act(make_observation(), [SORT])
    [system, _] = model.requests[0]
    assert str(system.parts[0]).startswith("You are a helpful assistant.\n\n# Tools\n")
    assert "<thinking>" not in str(system.parts[0])
    assert "Instruction: Sort the sheet.\nPrevious actions:\nNone: this is the first step." in model.texts[0]
    assert "<thinking></thinking>" in model.texts[0] and "<conclusion></conclusion>" in model.texts[0]
    assert model.texts[1:] == ["Current screenshot:"]
    agent.act(make_observation(ToolResult("3 rows"), shade=1), [SORT])
    assert "Previous actions:\nStep 1: Sorted it.\nTool call result: 3 rows\n" in model.texts[0]
    assert model.texts[1:] == ["Screenshot of step 1:", "Current screenshot:"]
    assert len(model.pictures) == 2


def test_the_picture_for_claude_is_1280x720() -> None:
    agent, model = begin(call_text({"action": "click", "coordinate": [640, 360]}), model="claude-sonnet-5-5")
    screen = Observation(png(1920, 1080), 1920, 1080, (), (), 10)
    assert agent.act(screen, []).actions == (Click(x=960, y=540),)
    assert "1280 wide and 720 high" in str(model.requests[0][0].parts[0])
    with Image.open(io.BytesIO(model.pictures[0])) as picture:
        assert picture.size == (1280, 720)


def test_replacing_a_text_is_one_step() -> None:
    agent, _ = begin(call_text({"action": "type", "text": 'say "hi"', "clear": 1, "enter": 1}))
    [action] = agent.act(make_observation(), []).actions
    assert isinstance(action, Program)
    lines = action.code.splitlines()
    assert lines[0] == 'pyautogui.hotkey("ctrl", "a")'
    assert lines[2] == "pyautogui.write('say \"hi\"\\n')"
    agent, _ = begin(call_text({"action": "type", "text": "hi"}))
    assert agent.act(make_observation(), []).actions == (TypeText(text="hi"),)


def test_the_sampling_is_the_published_one_unless_it_is_set() -> None:
    chosen = choice("qwen2.5-vl-72b-instruct")
    assert (chosen.max_tokens, chosen.top_p, chosen.temperature, chosen.detail) == (2048, 0.9, 1.0, "high")
    chosen = choice("qwen2.5-vl-72b-instruct", max_tokens=4096, top_p=0.5)
    assert (chosen.max_tokens, chosen.top_p) == (4096, 0.5)
    assert choice("claude-sonnet-5-5").top_p is None
    own = PaperSettings().choice(AgentOptions(model="m"))
    assert (own.max_tokens, own.top_p, own.detail) == (16_384, None, "")


def test_the_request_of_chat_completions() -> None:
    with ChatServer([MockAnswer(text=call_text({"action": "wait", "time": 1}))]) as server:
        client = ModelClient()
        options = AgentOptions(
            model="qwen3-vl-32b-instruct",
            base_url=f"{server.url}/v1",
            settings={"fidelity": "published"},
            model_client=client,
        )
        create(CONTEXT, options).act(make_observation(), [])
        client.close()
    [request] = server.requests
    assert (request["max_tokens"], request["top_p"], request["temperature"]) == (2048, 0.9, 1.0)
    [picture] = [part for part in request["messages"][1]["content"] if part["type"] == "image_url"]
    assert picture["image_url"]["detail"] == "high"


@pytest.mark.usefixtures("endpoint_without_list")
def test_the_record_has_the_published_texts() -> None:
    card = describe(AgentOptions(model="m", settings={"fidelity": "published"}))
    assert card.prompts["system"] == published.SYSTEM
    assert card.prompts["step"] == published.STEP
    with pytest.raises(UsageError, match="fidelity"):
        describe(AgentOptions(model="m", settings={"fidelity": "exact"}))
