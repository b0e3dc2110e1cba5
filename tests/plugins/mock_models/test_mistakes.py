"""Mistakes on purpose: when they are made, what they are, and whole episodes whose rates they come out as."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from controller.agents.text_protocols.spec import ModelTurn
from controller.cli.main import call
from controller.core.actions import Action, Click, Key, Program, Terminate, ToolCall, Wait
from controller.core.guest import ToolResult
from controller.guests.fake.guest import TOOLS
from controller.metrics.aggregate_stats import aggregate_stats
from controller.metrics.run_loader import LoadedRun, load_records
from controller.metrics.tool_catalogue import Catalogue
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks
from controller.tool_filter.catalogue import load_catalogue
from plugins.mock_models import anthropic_rules, google_rules, openai_rules
from plugins.mock_models.anthropic_messages import AnthropicMessages
from plugins.mock_models.api import MockApi
from plugins.mock_models.base import ModelServer
from plugins.mock_models.google_generate import google_apis
from plugins.mock_models.mistakes import UNKNOWN, MistakeKind, Mistakes
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_responses import OpenAIResponses
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import MockAnswer, summary
from plugins.mock_models.wrong_calls import failing_calls, invalid_calls
from tests.controller.agents.pictures import png
from tests.controller.conftest import DATA

SCREEN = (1280, 720)
SCHEMAS = {tool.name: dict(tool.input_schema) for tool in TOOLS}
TURN = ModelTurn("", pictures=(png(),), tools=frozenset(SCHEMAS), schemas=SCHEMAS)
WRITE = ToolCall(name="filesystem_write_file", arguments={"path": "/home/user/a.txt", "content": "x"})
DONE = Terminate(status="success")
ANYWHERE = set(MistakeKind) - {MistakeKind.PAUSE}
"""Mistakes that every API can express."""
SOLVED = ("os/add_total", "os/print_note", "os/write_note")
EMPTY = "fake_text_editor.open_file"
"""What a file that is not there does not fail: it is opened empty."""


def drawn(
    action: Action, turn: ModelTurn = TURN, *kinds: MistakeKind, rate: float = 1.0, seeds: int = 200
) -> list[MockAnswer]:
    """What is answered in so many first answers of conversations, mistakes only."""
    answers = []
    for seed in range(seeds):
        mistake = Mistakes(rate, seed, kinds or tuple(MistakeKind)).draw("os/a", 0, 0, turn, action, SCREEN)
        if mistake is not None:
            actions = (mistake.action,) if mistake.action else ()
            answers.append(MockAnswer(actions, mistake.text, mistake=mistake.kind))
    return answers


def kinds_of(answers: list[MockAnswer]) -> set[str]:
    return {answer.mistake for answer in answers}


def test_how_often_and_what_is_drawn_from_seed_task_conversation_and_number() -> None:
    assert len(drawn(WRITE, rate=0)) == 0
    assert len(drawn(WRITE, rate=1)) == 200
    assert 40 < len(drawn(WRITE, rate=0.3)) < 80
    assert drawn(WRITE) == drawn(WRITE)
    places = [(task, talk, number) for task in ("os/a", "os/b") for talk in range(3) for number in range(3)]
    mistakes = [Mistakes(1, 5).draw(*place, TURN, WRITE, SCREEN) for place in places]
    assert len({mistake.kind for mistake in mistakes if mistake}) > 3


def test_mistakes_are_those_that_a_request_has_means_for() -> None:
    assert kinds_of(drawn(WRITE)) == ANYWHERE
    no_gui = replace(TURN, gui=False)
    assert kinds_of(drawn(WRITE, no_gui)) == ANYWHERE - {MistakeKind.WRONG_PLACE, MistakeKind.IDLE}
    no_tools = replace(TURN, tools=frozenset(), schemas={})
    assert kinds_of(drawn(WRITE, no_tools)) == ANYWHERE - {
        MistakeKind.INVALID_CALL,
        MistakeKind.FAILING_CALL,
    }
    assert kinds_of(drawn(DONE)) == ANYWHERE - {MistakeKind.GIVING_UP}
    assert MistakeKind.GIVING_UP in kinds_of(drawn(Terminate(status="failure")))
    programs = drawn(Click(x=1, y=1), replace(no_tools, programs=True))
    assert kinds_of(programs) == ANYWHERE
    types = {type(action) for answer in programs for action in answer.actions}
    assert types == {Click, Program, Terminate, Wait}
    assert kinds_of(drawn(WRITE, replace(TURN, pauses=True))) == set(MistakeKind)


def test_wrong_calls_are_what_their_names_say() -> None:
    catalogue = Catalogue({"name": name, "input_schema": schema} for name, schema in SCHEMAS.items())
    for answer in drawn(WRITE, TURN, MistakeKind.UNKNOWN_TOOL):
        assert isinstance(answer.actions[0], ToolCall) and answer.actions[0].name in UNKNOWN
    for answer in drawn(WRITE, TURN, MistakeKind.INVALID_CALL):
        assert isinstance(made := answer.actions[0], ToolCall) and made.name == WRITE.name
        assert not catalogue.accepts(made.name, made.arguments)
    for answer in drawn(WRITE, TURN, MistakeKind.FAILING_CALL):
        assert isinstance(made := answer.actions[0], ToolCall) and made.name == WRITE.name
        assert catalogue.accepts(made.name, made.arguments)
        assert made.arguments == {"path": "/no-such-folder/missing.txt", "content": "x"}
    others = {made.name for answer in drawn(DONE, TURN, MistakeKind.FAILING_CALL) for made in answer.actions}  # type: ignore[union-attr]
    assert others == {"filesystem_read_text_file", "filesystem_write_file", "fake_text_editor.open_file"}


def test_no_tool_of_the_guest_has_an_unknown_name_and_most_can_be_called_wrongly() -> None:
    tools = load_catalogue()
    catalogue = Catalogue({"name": tool.name, "input_schema": tool.input_schema} for tool in tools)
    assert not any(catalogue.has_tool(name) for name in UNKNOWN)
    invalid = [call for tool in tools for call in invalid_calls({tool.name: tool.input_schema}, DONE)]
    assert len({call.name for call in invalid}) > len(tools) / 2
    assert not any(catalogue.accepts(call.name, call.arguments) for call in invalid)
    failing = [call for tool in tools for call in failing_calls({tool.name: tool.input_schema}, DONE)]
    assert len({call.name for call in failing}) > len(tools) / 3
    assert all(catalogue.accepts(call.name, call.arguments) for call in failing)


@pytest.mark.parametrize("place", [(0, 0), (1279, 719), (640, 360), (20, 700)])
def test_a_click_goes_beside_its_place_but_never_off_the_screen(place: tuple[int, int]) -> None:
    right = Click(x=place[0], y=place[1], count=2)
    for answer in drawn(right, TURN, MistakeKind.WRONG_PLACE):
        [made] = answer.actions
        assert isinstance(made, Click) and made.count == 2
        assert 0 <= made.x < SCREEN[0] and 0 <= made.y < SCREEN[1]
        assert 40 <= max(abs(made.x - right.x), abs(made.y - right.y)) <= 160
    assert all(
        isinstance(answer.actions[0], Click)
        for answer in drawn(Key(keys=("a",), repeat=1), TURN, MistakeKind.WRONG_PLACE)
    )


TASKS = load_tasks([*SOLVED, "os/append_line"], DATA)
INSTRUCTIONS = {task.id: task.instruction for task in TASKS}


def conversation(solver: Solver, task: str = "os/add_total", answers: int = 8) -> list[MockAnswer]:
    """Answers one after the other, each without its mark; the tools' results are those of a working guest."""
    turn = replace(TURN, opening=f"Task: {INSTRUCTIONS[task]}")
    said = []
    for _ in range(answers):
        answer = solver.answer(turn)
        again = solver.answer(turn) if said else answer  # an opening that comes again begins anew
        assert answer == again
        mark = answer.mark or answer.text.rpartition("[")[2].removesuffix("]")
        said.append(replace(answer, mark="", text=answer.text.partition(" [")[0]))
        result = ToolResult('{"result": 42}')
        turn = replace(turn, memory=(*turn.memory, f"id_{mark}0"), results=(result,))
    return said


def test_a_conversation_errs_alike_in_every_run_and_epochs_differ() -> None:
    one, two = (Solver(TASKS, mistakes=Mistakes(0.5, seed=3)) for _ in range(2))
    epochs = [conversation(one) for _ in range(3)]
    conversation(two, "os/write_note")  # another task's conversations do not count
    assert [conversation(two) for _ in range(3)] == epochs
    assert epochs[0] != epochs[1] != epochs[2]
    assert conversation(Solver(TASKS, mistakes=Mistakes(0.5, seed=4))) != epochs[0]
    made = Counter(answer.mistake for epoch in epochs for answer in epoch if answer.mistake)
    assert one.made == made and sum(made.values()) > 3


def test_without_a_rate_nothing_is_wrong() -> None:
    right, never = (
        conversation(solver, answers=4) for solver in (Solver(TASKS), Solver(TASKS, mistakes=Mistakes(0)))
    )
    assert [replace(answer, unoffered=False) for answer in never] == right
    assert not any(answer.mistake for answer in never)


def test_after_a_mistake_the_solution_goes_on_with_what_it_saw() -> None:
    """A call goes wrong between a tool's result and the step that needs it."""
    kinds = (MistakeKind.FAILING_CALL, MistakeKind.UNKNOWN_TOOL)
    for seed in range(20):
        answers = conversation(Solver(TASKS, mistakes=Mistakes(0.5, seed, kinds)), answers=20)
        actions = [answer.actions[0] for answer in answers if not answer.mistake]
        assert actions[1] == ToolCall(name="fake_text_editor.set_text", arguments={"text": "42"})
        assert actions[3] == DONE


def test_a_turn_without_a_screen_follows_a_mistake() -> None:
    """What an agent says when nothing could be done shows no new screen."""
    solver = Solver(TASKS, mistakes=Mistakes(0))
    turn = replace(TURN, opening=INSTRUCTIONS["os/add_total"])
    first = solver.answer(turn)
    turn = replace(
        turn, memory=(f"id_{first.mark}0",), pictures=(), results=(ToolResult("no such tool", True),)
    )
    # The solution's own call failed: it knows nothing more, and says that the task is done.
    assert solver.answer(turn).actions == (DONE,)


def test_the_log_tells_a_mistake() -> None:
    assert summary(MockAnswer((DONE,), mistake=MistakeKind.GIVING_UP)) == "terminate (on purpose: giving up)"


WAYS: dict[str, tuple[str, str, type[MockApi] | None, tuple[str, ...]]] = {
    "anthropic": ("anthropic", "claude-sonnet-5-5", AnthropicMessages, ()),
    "google": ("google", "gemini-3.8-flash", None, ()),
    "responses": ("openai", "gpt-5.4", OpenAIResponses, ("api=responses",)),
    "responses with functions": ("openai", "gpt-4.1", OpenAIResponses, ("api=responses",)),
    "chat": ("openai", "gpt-5.4", OpenAIChat, ("api=chat",)),
    "paper": ("paper", "qwen3-vl-32b-instruct", OpenAIChat, ()),
    "paper, anthropic": ("paper", "claude-sonnet-5-5", AnthropicMessages, ()),
    "pyautogui": ("pyautogui", "claude-sonnet-5-5", AnthropicMessages, ()),
    "qwen": ("qwen", "qwen3-vl-32b-instruct", OpenAIChat, ()),
    "uitars": ("uitars", "ui-tars-2", OpenAIChat, ()),
    "opencua": ("opencua", "opencua-72b", OpenAIChat, ()),
}

NATIVE = ("anthropic", "google")
"""Ways in which words alone end the task."""


def play(
    monkeypatch: pytest.MonkeyPatch,
    out: Path,
    way: str,
    mistakes: Mistakes,
    *more: str,
    tasks: tuple[str, ...] = SOLVED,
) -> tuple[LoadedRun, Counter[MistakeKind]]:
    """A run of the little tasks on fake guests, and the mistakes made in it."""
    agent, model, api, settings = WAYS[way]
    monkeypatch.setenv("TESTBED_TASKS", str(DATA))
    monkeypatch.setenv("ANTHROPIC_API_KEY", anthropic_rules.KEY)
    monkeypatch.setenv("OPENAI_API_KEY", openai_rules.KEY)
    monkeypatch.setenv("GEMINI_API_KEY", google_rules.KEY)
    solver = Solver(load_tasks(tasks, DATA), mistakes=mistakes)
    with ModelServer([api()] if api else google_apis(), solver) as server:
        url = server.url if api in (AnthropicMessages, None) else f"{server.url}/v1"
        command = ["run", "--agent", agent, "--model", model, "--base-url", url, "--provider", "fake"]
        command += ["--tool-filter", "all", "--steps", "15", "--display", "none", "--out", str(out), *more]
        chosen = [part for task in tasks for part in ("--task", task)]
        assert call([*command, *chosen, *(part for setting in settings for part in ("--set", setting))]) == 0
    assert [error.message for error in server.errors] == []
    return load_records(RunRecords.open(out)), solver.made


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "kind"),
    [
        *((way, kind) for way in ("anthropic", "google", "paper", "pyautogui") for kind in sorted(ANYWHERE)),
        ("responses", MistakeKind.PAUSE),
    ],
)
def test_every_answer_wrong(
    kind: MistakeKind, way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every API can say every mistake, every agent can read it, and the episode ends as it must."""
    tasks = ("os/add_total",)
    loaded, made = play(
        monkeypatch, tmp_path / "run", way, Mistakes(1, kinds=(kind,)), "--steps", "4", tasks=tasks
    )
    outcomes = {(result.status, result.score) for result in loaded.results.values()}
    statuses = {status for status, _ in outcomes}
    stats = list(loaded.stats.values())
    match kind:
        case MistakeKind.PAUSE:
            assert statuses == {"agent_error"}
        case MistakeKind.GIVING_UP:
            assert outcomes == {("completed", 0.0)}
        case MistakeKind.PROSE:
            assert outcomes == {("completed", 0.0)} if way in NATIVE else statuses == {"agent_error"}
        case MistakeKind.WRONG_PLACE | MistakeKind.IDLE:
            assert statuses == {"out_of_steps"}
            assert {conduct.gui_steps for conduct in stats} == {4}
        case _ if way == "pyautogui":
            assert statuses == {"out_of_steps"}
            assert {conduct.failed_gui_steps for conduct in stats} == {4}
        case MistakeKind.UNKNOWN_TOOL:
            assert statuses == {"agent_error"}
        case MistakeKind.INVALID_CALL:
            assert statuses == {"out_of_steps"}
            assert {(conduct.invalid, conduct.failed) for conduct in stats} == {(4, 4)}
        case MistakeKind.FAILING_CALL:
            assert statuses == {"out_of_steps"}
            assert {(conduct.invalid, conduct.failed + conduct.tools[EMPTY]) for conduct in stats} == {(0, 4)}
    assert {*made} == {kind}


@pytest.mark.sampled(share=1 / 3)
@pytest.mark.slow
@pytest.mark.parametrize("way", [way for way in WAYS if way != "pyautogui"])
def test_rates_come_out_as_the_mistakes_made(
    way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    more = ("--epochs", "3")
    loaded, made = play(monkeypatch, tmp_path / "run", way, Mistakes(0.35, seed=10), *more)
    assert {MistakeKind.UNKNOWN_TOOL, MistakeKind.INVALID_CALL, MistakeKind.FAILING_CALL} <= {*made}
    counted = aggregate_stats(list(loaded.stats.values()))
    assert counted.unknown_rate == made[MistakeKind.UNKNOWN_TOOL] / counted.calls
    assert counted.invalid_rate == made[MistakeKind.INVALID_CALL] / counted.calls
    failed = made[MistakeKind.INVALID_CALL] + made[MistakeKind.FAILING_CALL] - counted.tools.get(EMPTY, 0)
    assert counted.failed_rate == failed / counted.calls
    scores = [result.score for result in loaded.results.values()]
    assert 0 < sum(score or 0 for score in scores) < len(scores)


@pytest.mark.slow
def test_a_run_errs_again_as_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    runs = [
        play(
            monkeypatch,
            tmp_path / name,
            "anthropic",
            Mistakes(0.35, seed=2),
            "--epochs",
            "2",
            "--guests",
            "1",
        )
        for name in ("one", "two")
    ]
    first, second = (
        {key: (result.status, result.score, result.steps) for key, result in loaded.results.items()}
        for loaded, _ in runs
    )
    assert first == second and runs[0][1] == runs[1][1]
    assert len({first[task, 1] for task in SOLVED} | {first[task, 2] for task in SOLVED}) > 1
