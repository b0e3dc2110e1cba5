"""Whole runs of agents with a model's own protocol on fake guests, the model's part played by a mock; and probes."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from controller.agents.builtin.opencua.agent import OpenCuaProtocol
from controller.agents.builtin.qwen.agent import QwenProtocol
from controller.agents.builtin.qwen.families import family_of as qwen_family
from controller.agents.builtin.uitars.agent import UitarsProtocol
from controller.agents.builtin.uitars.families import family_of as uitars_family
from controller.agents.contract import AgentOptions
from controller.agents.probes import ProbeResult, run_probes
from controller.agents.registry import load_agent
from controller.agents.text_protocols.spec import ModelTurn
from controller.cli.main import call
from controller.core.actions import Terminate
from controller.models.client import ModelClient
from controller.models.prices import Prices
from controller.tasks.selection import load_tasks
from plugins.mock_models.model_protocol_rules import check_protocol
from plugins.mock_models.openai_chat import ChatServer, reply
from plugins.mock_models.openai_rules import RuleError
from plugins.mock_models.solver import Solver
from plugins.mock_models.text_protocols import read_request, write_answer
from plugins.mock_models.turns import ErrorAnswer, MockAnswer, ScriptItem
from tests.controller.agents.model_protocols.runs import BY_HAND, clicks, events, request_for, results, run
from tests.controller.agents.model_protocols.words import ALL
from tests.controller.agents.paper_runs import SOLVED, TASKS

pytestmark = [pytest.mark.usefixtures("paper_environment"), pytest.mark.slow]
WITH_TOOLS = [
    ("qwen", "qwen2.5-vl-72b-instruct"),
    ("qwen", "qwen3-vl-32b-instruct"),
    ("qwen", "qwen3.5-397b-a17b"),
    ("uitars", "ui-tars-2"),
    ("opencua", "opencua-32b"),
    ("opencua", "opencua-72b"),
]
ALL_MODELS = [*WITH_TOOLS, ("uitars", "ui-tars-1.5-7b")]


@pytest.mark.parametrize(("agent", "model"), WITH_TOOLS)
def test_every_task_is_solved_with_tools(agent: str, model: str, tmp_path: Path) -> None:
    with ChatServer(Solver(load_tasks(SOLVED, TASKS))) as server:
        assert run(tmp_path / "run", server, agent, model, tasks=SOLVED) == 0
    assert [error.message for error in server.errors] == []
    outcomes = [
        (result["status"], result["score"], result["usage"]["leniencies"])
        for result in results(tmp_path / "run")
    ]
    assert outcomes == [("completed", 1.0, {})] * 3


@pytest.mark.parametrize(("agent", "model"), ALL_MODELS)
def test_a_task_is_solved_with_mouse_and_keyboard(agent: str, model: str, tmp_path: Path) -> None:
    more = ("--actions", "gui", "--observe", "screenshot,windows")
    with ChatServer(Solver(load_tasks(("os/append_line",), TASKS))) as server:
        assert run(tmp_path / "run", server, agent, model, *more, tasks=("os/append_line",)) == 0
    assert [error.message for error in server.errors] == []
    [result] = results(tmp_path / "run")
    assert (result["status"], result["score"], result["tool_calls"]) == ("completed", 1.0, 0)


@pytest.mark.parametrize(("agent", "model"), ALL_MODELS)
def test_coordinates_come_to_the_same_clicks(agent: str, model: str, tmp_path: Path) -> None:
    with ChatServer([MockAnswer(actions=(action,), screen=(1280, 720)) for action in BY_HAND]) as server:
        assert run(tmp_path / "run", server, agent, model, tasks=("os/append_line",)) == 0
    assert [error.message for error in server.errors] == []
    assert [result["score"] for result in results(tmp_path / "run")] == [1.0]
    if agent == "opencua":
        codes = [step["action"].get("code", "") for step in events(tmp_path / "run", "step")]
        assert "pyautogui.click(240, 280, button='left')" in codes
        assert "pyautogui.click(1080, 112, button='left')" in codes
    else:
        for (x, y), (column, row) in zip(clicks(tmp_path / "run"), [(240, 280), (1080, 112)], strict=True):
            assert abs(x - column) <= 1 and abs(y - row) <= 1


@pytest.mark.parametrize(
    ("agent", "sampling"),
    [
        ("qwen", {"temperature": 0.0, "top_p": 0.9, "max_tokens": 32768}),
        ("uitars", {"temperature": 0.0, "max_tokens": 3000}),
        ("opencua", {"temperature": 0.0, "top_p": 0.9, "max_tokens": 2048}),
    ],
)
def test_requests_sample_as_published_and_replay(
    agent: str, sampling: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = ALL[agent]
    answers: list[ScriptItem] = [MockAnswer(text=text) for text in (own.unknown, own.write, own.done)]
    with ChatServer(answers) as server:
        assert run(tmp_path / "run", server, agent, own.model) == 0
    kept = ("temperature", "top_p", "max_tokens")
    assert [{key: body[key] for key in kept if key in body} for body in server.requests] == [sampling] * 3
    monkeypatch.delenv("OPENAI_API_KEY")
    again = ["run", "--replay", str(tmp_path / "run"), "--display", "none", "--out", str(tmp_path / "again")]
    assert call(again) == 0
    [first], [second] = results(tmp_path / "run"), results(tmp_path / "again")
    assert all(second[name] == first[name] for name in ("status", "score", "steps"))
    same = ("leniencies", "input_tokens", "calls")
    assert all(second["usage"][name] == first["usage"][name] for name in same)
    assert second["usage"]["differences"] == 0


@pytest.mark.parametrize("agent", ALL)
def test_the_mock_refuses_what_the_model_was_not_trained_on(agent: str, tmp_path: Path) -> None:
    own = ALL[agent]
    with ChatServer([MockAnswer(text=text) for text in (own.write, own.done)]) as server:
        run(tmp_path / "run", server, agent, own.model)
    good = server.requests[-1]
    check_protocol(good)
    for spoil in _SPOILED:
        body = copy.deepcopy(good)
        spoil(body)
        with pytest.raises(RuleError):
            check_protocol(body)


def _no_history(body: dict[str, Any]) -> None:
    del body["messages"][-1]


def _second_system(body: dict[str, Any]) -> None:
    body["messages"].insert(2, body["messages"][0])


def _too_many_pictures(body: dict[str, Any]) -> None:
    picture = next(part for part in body["messages"][-1]["content"] if part["type"] == "image_url")
    for _ in range(21):
        body["messages"][1:1] = [
            {"role": "user", "content": [picture]},
            {"role": "assistant", "content": "# Step 1:\n## Action:\nx"},
        ]


def _another_size(body: dict[str, Any]) -> None:
    part = next(part for part in body["messages"][-1]["content"] if part["type"] == "image_url")
    part["image_url"]["url"] = _data_url(1280, 720)


def _data_url(width: int, height: int) -> str:
    import base64

    from tests.controller.agents.pictures import png

    return f"data:image/png;base64,{base64.b64encode(png(width, height)).decode()}"


_SPOILED = (_no_history, _second_system, _too_many_pictures, _another_size)


def probed(agent: str, model: str, url: str, **more: Any) -> list[ProbeResult]:
    spec = load_agent(agent)
    assert spec.check is not None
    model_client = ModelClient()
    try:
        options = AgentOptions(model=model, base_url=url, model_client=model_client, **more)
        return list(run_probes(spec.check(options), model_client, Prices.load()))
    finally:
        model_client.close()


@pytest.mark.parametrize(("agent", "model"), ALL_MODELS)
def test_probes_are_taken_in_the_models_own_form(agent: str, model: str) -> None:
    with ChatServer([reply("ok"), reply("I see red."), reply("I see red.")]) as server:
        found = probed(agent, model, f"{server.url}/v1")
    assert [error.message for error in server.errors] == []
    pictures = {"qwen3.5-397b-a17b": 20, "opencua-32b": 3, "opencua-72b": 3}.get(model, 5)
    assert [probe.form for probe in found] == ["text", "picture", f"{pictures} pictures"]
    assert [probe.outcome for probe in found] == ["taken"] * 3
    if model != "ui-tars-2":  # where a text ends the task
        assert "not in the model's protocol" in found[1].message


def test_a_probe_tells_what_the_server_does_not_take() -> None:
    refusal = ErrorAnswer(400, "invalid_request_error", "At most 1 image(s) may be provided in one prompt.")
    with ChatServer([reply("ok"), reply("ok"), refusal, reply("ok")]) as server:
        *_, last = probed("qwen", "qwen3-vl-32b-instruct", f"{server.url}/v1", settings={"images": 4})
    assert (last.form, last.outcome, last.ok) == ("4 pictures", "taken", True)
    assert "takes fewer pictures: 3 of the probe's were left out" in last.message
    assert "--limit-mm-per-prompt" in last.remedy and "--set images=1" in last.remedy


@pytest.mark.parametrize(("agent", "model"), ALL_MODELS)
def test_the_examples_of_probes_are_answers(agent: str, model: str) -> None:
    protocol = {
        "qwen": lambda: QwenProtocol(qwen_family(model, None)[1], 5),
        "uitars": lambda: UitarsProtocol(uitars_family(model, None)[1]),
        "opencua": OpenCuaProtocol,
    }[agent]()
    text = protocol.example + ("## Code:\n```code\ncomputer.wait()\n```" if agent == "opencua" else "")
    answer = protocol.read(text, request_for(protocol))
    assert [action.type for action in answer.actions] == ["wait"]
    assert answer.leniencies == []


def test_another_client_with_the_same_plain_system_prompt_is_not_taken_for_uitars() -> None:
    system = {"role": "system", "content": "You are a helpful assistant."}
    body = {"model": "gpt-4.1", "messages": [system, {"role": "user", "content": "Task: Do it."}]}
    check_protocol(body)
    turn = ModelTurn("Task: Do it.", system="You are a helpful assistant.")
    done = MockAnswer(actions=(Terminate(status="success"),))
    assert read_request(body, turn) == turn
    assert write_answer(body, turn, done) == done
