"""`testbed agents check` against the mock model, and against endpoints that refuse, fail or answer otherwise."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from controller.agents import probes
from controller.agents.coordinate_conventions import CONVENTIONS, Convention
from controller.agents.pointing_check import CLICK, ELEMENT
from controller.agents.probes import Probe, UnexpectedResponse, run_probes
from controller.agents.text_protocols.spec import ModelTurn
from controller.cli.main import call
from controller.models.client import ModelClient
from controller.models.prices import Prices
from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.base import MockRequest, ModelServer, Script
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.solver import Solver
from plugins.mock_models.text_protocols import reply_in_protocol
from plugins.mock_models.turns import ApiError, ErrorAnswer, MockAnswer, ScriptItem
from testbed.errors import AgentError, ModelApiError, UsageError

Printed = pytest.CaptureFixture[str]
SOLVER = Solver([])
QWEN = "qwen3-vl-32b-instruct"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    for variable in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)


@contextmanager
def serving(monkeypatch: pytest.MonkeyPatch, script: Script = SOLVER) -> Iterator[ModelServer]:
    """All mock APIs at one address, with keys set."""
    with ModelServer([AnthropicMessages(), OpenAIResponses(), OpenAIChat()], script) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "mock")
        monkeypatch.setenv("OPENAI_API_KEY", "mock")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        yield server


def checked(capsys: Printed, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit code and JSON of the check of one agent, its probes by form."""
    code = call(["agents", "check", "--json", *arguments])
    [agent] = json.loads(capsys.readouterr().out)
    return code, agent | {"probes": {probe["form"]: probe for probe in agent["probes"]}}


def outcomes(agent: dict[str, Any]) -> dict[str, str]:
    return {form: probe["outcome"] for form, probe in agent["probes"].items()}


@pytest.mark.parametrize("model", ["claude-sonnet-5-5", "claude-opus-5", "claude-haiku-4-5"])
def test_every_form_of_the_anthropic_agent_is_taken(
    model: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    with serving(monkeypatch) as server:
        code, agent = checked(capsys, "--agent", "anthropic", "--model", model)
    assert (code, agent["ok"]) == (0, True)
    forms = dict.fromkeys(("text", "tools", "picture", "computer", "batch"), "taken")
    assert outcomes(agent) == {**forms, "refused": "refused"}
    assert agent["probes"]["batch"]["message"] == "2 calls in one answer, their results taken"
    assert "computer" in agent["probes"]["computer"]["message"]
    assert "`tool_use` ids were found without `tool_result`" in agent["probes"]["refused"]["message"]
    assert agent["probes"]["batch"]["usage"][model]["calls"] == 2
    assert agent["cost"] > 0
    [error] = server.errors
    assert error.status == 400


@pytest.mark.parametrize("api", ["responses", "chat"])
def test_the_forms_of_both_apis_are_tried_for_the_openai_agent(
    api: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    with serving(monkeypatch):
        code, agent = checked(capsys, "--agent", "openai", "--model", "gpt-5", "--set", f"api={api}")
    assert code == 0
    needed = {form for form, probe in agent["probes"].items() if probe["needed"]}
    assert needed == {f"{api}: {form}" for form in ("text", "tools", "picture", "pointing", "batch")}
    assert {form.partition(":")[0] for form in agent["probes"]} == {"responses", "chat"}
    for form, outcome in outcomes(agent).items():
        assert outcome == ("refused" if form.endswith("refused") else "taken")


def test_the_computer_tool_of_responses_is_tried(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    with serving(monkeypatch):
        code, agent = checked(capsys, "--agent", "openai")
    assert code == 0
    assert agent["probes"]["responses: computer"]["message"] == "called computer"


@pytest.mark.parametrize("name", ["paper", "pyautogui"])
@pytest.mark.parametrize("model", ["claude-sonnet-5-5", QWEN])
def test_the_text_agents_send_completions(
    name: str, model: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    with serving(monkeypatch):
        code, agent = checked(capsys, "--agent", name, "--model", model)
    assert code == 0
    forms = ("text", "picture", "conversation", *(["pointing"] if name == "paper" else []))
    taken = dict.fromkeys(forms, "taken")
    assert {form: outcome for form, outcome in outcomes(agent).items() if form != "refused"} == taken
    assert agent["probes"]["picture"]["message"] == "answered 'red'"


@pytest.mark.parametrize("name", ["grounded", "agent_s"])
def test_both_models_are_checked(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    with serving(monkeypatch):
        code, agent = checked(capsys, "--agent", name, "--model", QWEN, "--set", f"grounding_model={QWEN}")
    assert code == 0
    assert {"planner: text", "grounding: picture"} <= set(agent["probes"])
    pointing = agent["probes"]["grounding: pointing"]
    assert (pointing["outcome"], pointing["needed"]) == ("taken", True)
    assert pointing["message"] == "clicked (800.391, 300.694): the model follows 0-1000, as a run expects"


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.parametrize("agent", ["openai", "paper"])
@pytest.mark.parametrize("followed", CONVENTIONS)
@pytest.mark.parametrize("stated", CONVENTIONS)
def test_a_click_on_a_mark_tells_which_numbers_the_model_gives(
    agent: str, followed: Convention, stated: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    def answer(request: MockRequest) -> ScriptItem:
        return replace(SOLVER(request), coordinates=followed)

    with serving(monkeypatch, answer):
        code, result = checked(capsys, "--agent", agent, "--model", QWEN, "--set", f"coordinates={stated}")
    [pointing] = [probe for form, probe in result["probes"].items() if form in ("chat: pointing", "pointing")]
    assert f"the model follows {followed}, " in pointing["message"]
    if followed == stated:
        assert (code, pointing["outcome"]) == (0, "taken")
    else:
        assert (code, pointing["outcome"]) == (1, "unusable")
        assert pointing["message"].endswith(f"a run takes its numbers for {stated}")
        assert "--set coordinates=absolute|0-1000|0-1" in pointing["remedy"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[80, 30]",
            r"clicked \(80, 30\), which is not the mark in any convention \(absolute: \(1024, 216\); 0-1000",
        ),
        ("[300, 800]", "which is not the mark in any convention"),
        ("[780, 290, 820, 310]", "follows 0-1000"),
        ("I see no disc.", "answered 'I see no disc.', which has no place"),
    ],
)
def test_a_grounding_model_is_told_from_one_that_points_elsewhere(
    text: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    def answer(request: MockRequest) -> ScriptItem:
        turn = request.turn()
        return MockAnswer(text=text) if ELEMENT in turn.opening else SOLVER(request)

    with serving(monkeypatch, answer):
        setting = ["--set", f"grounding_model={QWEN}"]
        _, result = checked(capsys, "--agent", "grounded", "--model", QWEN, *setting)
    assert re.search(message, result["probes"]["grounding: pointing"]["message"])


def test_a_model_that_calls_without_a_place_is_unusable(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    def call_without_place(request: MockRequest) -> ScriptItem:
        if request.turn().opening != CLICK:
            return SOLVER(request)
        use = {"name": "computer_use", "arguments": {"action": "click"}}
        return MockAnswer(text=f"<tool_call>\n{json.dumps(use)}\n</tool_call>")

    with serving(monkeypatch, call_without_place):
        code, result = checked(capsys, "--agent", "paper", "--model", QWEN)
    assert code == 1
    assert "has no `coordinate`" in result["probes"]["pointing"]["message"]


def test_a_form_that_is_refused_ends_in_exit_code_1_and_a_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    def refuse_tools(request: MockRequest) -> ScriptItem:
        if request.body.get("tools"):
            raise ApiError(400, "invalid_request_error", "no tools here")
        return SOLVER(request)

    with serving(monkeypatch, refuse_tools):
        assert call(["agents", "check", "--agent", "anthropic"]) == 1
    out = capsys.readouterr().out
    assert "no tools here" in out
    assert "tools: choose a model with tool use (--model)" in out
    assert "computer: choose another tool with --set computer=" in out
    assert "2 of 5 needed forms taken: a run would fail" in out


def test_a_model_that_calls_nothing_is_not_taken_for_one_that_can(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    with serving(monkeypatch, lambda _: MockAnswer(text="ok")):
        code, agent = checked(capsys, "--agent", "anthropic")
    assert code == 1
    assert outcomes(agent)["tools"] == outcomes(agent)["batch"] == "unusable"
    assert agent["probes"]["tools"]["message"] == "the model called nothing (it stopped with end_turn)"


def test_after_a_failure_of_the_endpoint_nothing_more_is_sent(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    down = ErrorAnswer(529, "overloaded_error", headers={"retry-after-ms": "5"})
    with serving(monkeypatch, lambda _: down) as server:
        code, agent = checked(capsys, "--agent", "anthropic")
    assert code == 1
    assert list(outcomes(agent).values()) == ["failed", *["not sent"] * 5]
    assert len(server.requests) == 3


def test_an_endpoint_that_refuses_nothing_is_named() -> None:
    client = ModelClient()
    lax = Probe("refused", lambda: "took it", needed=False, must_refuse=True, remedy="beware")
    [result] = run_probes([lax], client, Prices.load())
    assert (result.outcome, result.ok, result.remedy) == ("taken", False, "beware")


@pytest.mark.parametrize(
    ("error", "outcome", "remedy"),
    [
        (UsageError("no key", hint="set one"), "refused", "set one"),
        (AgentError("no"), "refused", "see --model and --set"),
        (ModelApiError("down"), "failed", "try again later"),
        (UnexpectedResponse("empty"), "unusable", "see --model and --set"),
    ],
)
def test_outcomes_of_errors(error: Exception, outcome: str, remedy: str) -> None:
    def send() -> str:
        raise error

    results = list(run_probes([Probe("text", send)] * 2, ModelClient(), Prices.load()))
    assert results[0].outcome == outcome
    assert results[0].remedy == remedy
    assert results[1].outcome == ("not sent" if outcome == "failed" else outcome)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--agent", "noop"], "the agent 'noop' declares no probes"),
        (["--agent", "paper"], "the paper agent needs a model"),
        (["--agent", "anthropic"], "ANTHROPIC_API_KEY is not set"),
        (["--agent", "anthropc"], "anthropc"),
        (["--agent", "anthropic:x"], "has no variant 'x'"),
        (["--agent", "paper:x"], "has no variant 'x'"),
        (["--model", "x"], "--model, --base-url, --via and --set need --agent"),
        ([], "no agent can be checked"),
    ],
)
def test_wrong_options_end_in_exit_code_2(arguments: list[str], expected: str, capsys: Printed) -> None:
    assert call(["agents", "check", *arguments]) == 2
    assert expected in " ".join(capsys.readouterr().err.split())


def test_without_an_agent_all_that_have_a_key_are_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    with serving(monkeypatch):
        monkeypatch.delenv("OPENAI_API_KEY")
        monkeypatch.delenv("OPENAI_BASE_URL")
        assert call(["agents", "check"]) == 0
    out = capsys.readouterr().out
    assert "5 of 5 needed forms taken; cost $" in out
    assert "openai: not checked: the openai agent needs an API key" in out


def test_the_mock_answers_all_that_probes_ask() -> None:
    """So that the probes of other agents can ask the same."""
    for text in (probes.TEXT, probes.CALL, probes.CALL_TWICE, probes.PICTURE, probes.COMPUTER):
        assert reply_in_protocol(ModelTurn(text, (text,))) is not None
    assert reply_in_protocol(ModelTurn("Sort the sheet.")) is None
