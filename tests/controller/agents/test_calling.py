"""`--calling prompt` with the agents that call tools natively otherwise, over each of their APIs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from controller.agents.builtin.openai.functions import FUNCTIONS
from controller.agents.contract import AgentOptions
from controller.agents.prompt_calls import functions_in, read_answer, write_call
from controller.agents.registry import choose_calling, load_agent
from controller.cli.main import call
from controller.core.actions import Click, Terminate, ToolCall
from controller.core.guest import ToolResult
from controller.models.client import ModelClient
from controller.tasks.selection import load_tasks
from plugins.mock_models import anthropic_rules, google_rules, openai_rules
from plugins.mock_models.anthropic_messages import AnthropicServer
from plugins.mock_models.base import ModelServer
from plugins.mock_models.google_generate import GoogleServer
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.solver import Solver
from plugins.mock_models.text_protocols import system_text
from plugins.mock_models.turns import MockAnswer, ScriptItem
from testbed.errors import AgentError, UsageError
from testbed.extension_points import AGENTS
from tests.controller.agents.anthropic.talk import OK, SORT, SORT_WIRE
from tests.controller.agents.google import talk as google_talk
from tests.controller.agents.openai import talk as openai_talk
from tests.controller.agents.pictures import png

TASKS = Path(__file__).parents[1] / "data" / "tasks"
SOLVED = ("os/add_total", "os/print_note", "os/write_note")
WAYS = ("anthropic", "responses", "chat", "google")
CALL = write_call(SORT_WIRE, {"column": "B"})
SORTED = ToolCall(name=SORT.name, arguments={"column": "B"})
DONE = write_call("terminate", {"status": "success", "answer": "It is sorted."})

Start = Callable[..., Any]


@pytest.fixture
def start(begin: Start, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Begins a conversation over an API: `start(way, *answers, **more)`; invalid requests fail the test."""
    with ExitStack() as stack:
        talks = []

        def started(way: str, *answers: str | ScriptItem, **more: Any) -> Any:
            script = [MockAnswer(text=one) if isinstance(one, str) else one for one in answers]
            more = {"calling": "prompt", **more}
            if way == "anthropic":
                talk = begin(*script, **more)
            elif way == "google":
                talk = google_talk.begun(stack, monkeypatch, script, **more)
            else:
                talk = openai_talk.begun(stack, monkeypatch, script, api=way, **more)
            talks.append(talk)
            return talk

        yield started
        for talk in talks:
            assert [error.message for error in talk.server.errors] == []


def latest(talk: Any) -> str:
    """All text after the model's last answer."""
    body = talk.server.requests[-1]
    turns = body.get("messages") or body.get("input") or body["contents"]
    user = [turn for turn in turns if turn.get("role") == "user"][-1]
    return "\n".join(part.get("text", "") for part in user.get("content") or user["parts"])


@pytest.mark.parametrize("way", WAYS)
def test_the_system_prompt_has_the_tools_and_the_request_none(way: str, start: Start) -> None:
    talk = start(way, CALL, actions="mcp")
    assert talk.act().actions == (SORTED,)
    request = talk.server.requests[0]
    assert "tools" not in request
    functions = {function["name"]: function for function in functions_in(system_text(request))}
    assert list(functions) == ["terminate", SORT_WIRE, "osworld_mcp_os__set_volume"]
    assert functions[SORT_WIRE]["description"] == SORT.description
    assert functions[SORT_WIRE]["parameters"]["properties"] == {"column": {"type": "string"}}
    assert "You carry out one task" in system_text(request)


@pytest.mark.parametrize("way", WAYS)
def test_results_pictures_and_the_screen_come_with_the_next_message(way: str, start: Start) -> None:
    talk = start(way, f"I sort.\n{CALL}", DONE)
    decision = talk.act()
    assert (decision.actions, decision.thought) == ((SORTED,), "I sort.")
    assert decision.details["leniencies"] == []
    decision = talk.act(ToolResult("sorted", images=(png(10, 10),)), left=7)
    assert decision.actions == (Terminate(status="success", answer="It is sorted."),)
    told = latest(talk)
    assert f'<tool_response>\n{{"name": "{SORT_WIRE}", "result": "sorted"}}\n</tool_response>' in told
    assert "Steps left: 7." in told
    turn = json.dumps(talk.server.requests[-1])
    assert turn.count("iVBOR") == 3  # two screens and the tool's picture


@pytest.mark.parametrize("way", WAYS)
def test_a_call_that_cannot_be_read_is_told_to_the_model(way: str, start: Start) -> None:
    talk = start(way, "<tool_call>sort it</tool_call>", CALL)
    decision = talk.act()
    assert decision.actions == (SORTED,)
    assert decision.details["mistakes"] == ['a <tool_call> has no JSON object {"name": …, "arguments": {…}}']
    assert "has no JSON object" in latest(talk)
    assert "Steps left: 10." in latest(talk)


@pytest.mark.parametrize("way", WAYS)
def test_three_in_a_row_end_the_episode(way: str, start: Start) -> None:
    talk = start(way, *["<tool_call>{}</tool_call>"] * 3)
    with pytest.raises(AgentError, match=r"3 answers in a row without a usable action.*names no function"):
        talk.act()


@pytest.mark.parametrize("way", WAYS)
def test_an_unknown_tool_is_told_with_the_known_ones(way: str, start: Start) -> None:
    talk = start(way, write_call("sort", {}), CALL)
    decision = talk.act()
    assert decision.details["unknown_tools"] == ["sort"]
    assert "there is no tool 'sort' now" in latest(talk) and SORT_WIRE in latest(talk)


@pytest.mark.parametrize(
    "text",
    [
        "<think>Nothing to do.</think>It is sorted already.",
        "Nothing to do.\n</think>\n\nIt is sorted already.",
        "<thinking>Nothing to do.</thinking>It is sorted already.",
        "<|channel|>analysis<|message|>Nothing to do.<|end|>"
        "<|start|>assistant<|channel|>final<|message|>It is sorted already.",
    ],
)
@pytest.mark.parametrize("way", WAYS)
def test_an_answer_in_words_ends_the_task(way: str, text: str, start: Start) -> None:
    talk = start(way, text)
    decision = talk.act()
    assert decision.actions == (Terminate(status="success", answer="It is sorted already."),)
    assert "Nothing to do." in decision.thought


@pytest.mark.parametrize("way", WAYS)
def test_several_calls_are_executed_in_order_until_one_fails(way: str, start: Start) -> None:
    talk = start(way, CALL * 3, DONE)
    assert talk.act().actions == (SORTED,) * 3
    talk.act(OK, ToolResult("no such column", is_error=True))
    results = [json.loads(line) for line in latest(talk).splitlines() if line.startswith('{"name"')]
    assert [result.get("result", result.get("error", ""))[:14] for result in results] == [
        "Done.",
        "no such column",
        "Not executed: ",
    ]


@pytest.mark.parametrize("way", ["anthropic", "responses", "google"])
def test_the_vendors_computer_tool_stays(way: str, start: Start) -> None:
    click = MockAnswer(actions=(Click(x=640, y=360),), text="I click.")
    talk = start(way, click, MockAnswer(actions=(Click(x=640, y=360),), text=CALL), DONE)
    [action] = talk.act().actions
    assert isinstance(action, Click) and (action.x, action.y) == (640, 360)
    assert len(talk.server.requests[0]["tools"]) == 1
    assert "as your API provides it" in system_text(talk.server.requests[0])
    both = talk.act(OK).actions
    assert [type(one) for one in both] == [ToolCall, Click]
    talk.act(OK, OK)
    assert '"result": "Done."' in json.dumps(talk.server.requests[-1]).replace('\\"', '"')


@pytest.mark.parametrize(("way", "more"), [("chat", {}), ("responses", {"computer": "functions"})])
def test_the_computer_as_functions_is_in_the_prompt(way: str, more: dict[str, str], start: Start) -> None:
    talk = start(way, write_call("computer_click", {"x": 640, "y": 360}), **more)
    assert talk.act().actions == (Click(x=640, y=360),)
    names = [function["name"] for function in functions_in(system_text(talk.server.requests[0]))]
    assert {*FUNCTIONS} < {*names}
    assert "tools" not in talk.server.requests[0]


def test_geminis_computer_as_functions_is_in_the_prompt(start: Start) -> None:
    talk = start("google", write_call("click", {"x": 500, "y": 500}), computer="functions")
    assert talk.act().actions == (Click(x=640, y=360),)
    assert "tools" not in talk.server.requests[0]


def test_deviations_are_counted(start: Start) -> None:
    for way in WAYS:
        talk = start(way, f"```json\n{CALL[12:-13]}\n```")
        assert talk.act().details["leniencies"] == ["no_tool_call_tag"]


MODELS = {
    "anthropic": "claude-sonnet-5-5",
    "openai": "gpt-6.1-terra",
    "openai api=chat": "gpt-6.1-terra",
    "google": "gemini-3.8-flash",
}


@pytest.mark.slow
@pytest.mark.parametrize("way", MODELS)
def test_tasks_are_solved_resumed_and_replayed(
    way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Models of the newest kind take no functions on Chat Completions, but calls in the text."""
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    agent, *settings = way.split()
    solver = Solver(load_tasks(SOLVED, TASKS))
    with serving(agent, solver, monkeypatch) as server:
        command = ["run", "--agent", agent, "--model", MODELS[way], "--provider", "fake"]
        command += ["--tool-filter", "all", "--calling", "prompt", "--display", "none"]
        tasks = [part for task in SOLVED for part in ("--task", task)]
        sets = [part for setting in settings for part in ("--set", setting)]
        out = tmp_path / "run"
        assert call([*command, *tasks, *sets, "--out", str(out)]) == 0
        assert [error.message for error in server.errors] == []
        lost = next(out.glob("episodes/**/result.json"))
        lost.rename(tmp_path / "lost")
        assert call(["resume", str(out), "--display", "none"]) == 0
    results = [json.loads(path.read_text()) for path in sorted(out.glob("episodes/**/result.json"))]
    assert [(result["status"], result["score"]) for result in results] == [("completed", 1.0)] * 3
    info = json.loads((out / "run.json").read_text())
    assert info["options"]["calling"] == "prompt"
    assert "<tool_call>" in info["agent"]["prompts"]["calling"]
    again = tmp_path / "again"
    assert call(["run", "--replay", str(out), "--out", str(again), "--display", "none"]) == 0
    assert "0 request(s) in 0 episode(s) and 0 result(s) differ from the recording" in capsys.readouterr().err
    assert json.loads((again / "run.json").read_text())["options"]["calling"] == "prompt"


def serving(agent: str, solver: Solver, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    monkeypatch.setenv("ANTHROPIC_API_KEY", anthropic_rules.KEY)
    monkeypatch.setenv("OPENAI_API_KEY", openai_rules.KEY)
    monkeypatch.setenv("GEMINI_API_KEY", google_rules.KEY)
    if agent == "google":
        server: ModelServer = GoogleServer(solver)
    elif agent == "anthropic":
        server = AnthropicServer(solver)
    else:
        server = ModelServer([OpenAIResponses(openai_rules.KEY), OpenAIChat(openai_rules.KEY)], solver)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
    return server


@pytest.mark.parametrize(
    ("agent", "most", "limit"),
    [
        ("openai", {"max_tools_offered": 127}, 128),
        ("openai", {"max_tools_offered": 20, "max_tools_headless": 355}, 128),
        ("google", {"max_tools_offered": 500}, 512),
        ("google", {"max_tools_headless": 512}, 512),
    ],
)
def test_more_tools_than_the_api_takes_are_refused_before_a_guest_starts(
    agent: str, most: dict[str, int], limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(agent, Solver([]), monkeypatch), closing(ModelClient()) as client:
        options: dict[str, Any] = {"model_client": client, **most}
        with pytest.raises(UsageError, match=f"takes at most {limit}") as refusal:
            load_agent(agent).describe(AgentOptions(**options))
        assert "--tool-filter rag or router" in refusal.value.hint
        assert "--calling prompt" in refusal.value.hint
        card = load_agent(agent).describe(AgentOptions(calling="prompt", **options))
        assert "calling" in card.prompts


def test_agents_name_the_ways_that_they_take() -> None:
    assert [choose_calling(name) for name in ("anthropic", "paper", "oracle")] == ["native", "prompt", ""]
    assert choose_calling("google", "prompt") == "prompt"
    both = {name for name in AGENTS.own_names() if load_agent(name).callings == ("native", "prompt")}
    assert both == {"anthropic", "openai", "google"}
    with pytest.raises(UsageError, match="'paper' does not take --calling native; its only way is 'prompt'"):
        choose_calling("paper", "native")
    with pytest.raises(UsageError, match="'noop' does not take --calling prompt"):
        choose_calling("noop", "prompt")
    with pytest.raises(UsageError, match="invalid value for --calling: 'text'"):
        choose_calling("anthropic", "text")


def test_the_vendors_search_needs_native_calls(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TESTBED_TASKS", str(TASKS))
    command = ["run", "--agent", "anthropic", "--provider", "fake", "--task", "os/write_note"]
    given = ["--tool-filter", "search", "--calling", "prompt", "--out", str(tmp_path / "run")]
    assert call([*command, *given]) == 2
    assert "has no form in the prompt" in " ".join(capsys.readouterr().err.split())


INVENTED = '<tool_response>\n{"name": "x", "result": "It is A1."}\n</tool_response>\n\nSo A1 it is.'


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("calling", "text", "kept"),
    [
        ("prompt", f"I sort.\n{CALL}\n{INVENTED}", f"I sort.\n{CALL}"),
        ("prompt", f"{INVENTED.partition(chr(10) * 2)[0]}\nI sort.\n{CALL}", f"I sort.\n{CALL}"),
        ("prompt", f"<think>Now.</think>{CALL}\n{INVENTED}\n{CALL}", f"<think>Now.</think>{CALL}"),
        ("native", f"{CALL}\n{INVENTED}", CALL),
    ],
)
def test_a_result_that_the_model_wrote_itself_is_not_sent_back(
    way: str, calling: str, text: str, kept: str, start: Start
) -> None:
    answers = [text, CALL] if calling == "prompt" else [text, MockAnswer(actions=(SORTED,))]
    talk = start(way, *answers, calling=calling)
    decision = talk.act()
    assert decision.actions == (SORTED,)
    assert "invented_response" in decision.details["leniencies"]
    assert "A1" not in decision.thought
    talk.act(ToolResult("sorted"))
    sent = json.dumps(talk.server.requests[-1])
    assert "A1" not in sent
    assert json.dumps(kept)[1:-1] in sent


def test_answers_in_several_texts_are_cut_behind_a_call() -> None:
    texts = ["Before.", f"{CALL}\n<tool_response>It is", "A1.</tool_response>", "So A1 it is."]
    answer = read_answer("\n\n".join(texts), [SORT_WIRE])
    assert answer.without_invented(texts) == ["Before.", CALL, "", ""]
    assert read_answer(CALL, [SORT_WIRE]).without_invented([CALL]) == [CALL]
