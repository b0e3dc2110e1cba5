"""Tries what a model wrote in a fresh guest: an episode whose agent runs it, judged by the task's checker."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from controller.core.actions import Terminate
from controller.core.agent import Agent, Decision
from controller.core.guest import Guest, Tool
from controller.core.invalid_data import describe_invalid
from controller.core.observation import Observation
from controller.core.texts import clip, encodable
from controller.episode.bounds import EpisodeLimits
from controller.guests.provider import Provider
from controller.proofs.listed_tools import ListedTools
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.run_info import EpisodeResult
from controller.runs.attempts import EpisodeRunner
from controller.runs.episode_spec import EpisodeSpec
from controller.runs.guest_pool import GuestPool
from controller.runs.observer import RunObserver
from controller.synthesis.asking import FaultError
from controller.tasks.task import Task
from controller.tool_filter.base import EVERY_TOOL
from controller.tool_filter.registry import make_filter
from testbed.errors import AgentError, GuestTimeoutError, InfraError

PYTHON = (
    "/usr/bin/env",
    "PYTHONPATH=/opt/testbed",
    "PYTHONDONTWRITEBYTECODE=1",
    "/opt/testbed/venv/bin/python",
    "-P",
)
DRAFTS = "/opt/testbed/drafts"
"""The guest's folder of drafts, root's."""
SECONDS = 120.0
"""How long what a model wrote may run; in a slow guest, that many times longer."""
MOST_OUTPUT = 2_000
MOST_STEPS = 2


class _Content(BaseModel):
    text: str = ""


class _Result(BaseModel):
    content: tuple[_Content, ...] = ()
    isError: bool = False


class DraftCall(BaseModel):
    """The output of `mcp_tools.draft_call`: the tool as it would be listed and the result, or a problem."""

    problem: str = ""
    tool: dict[str, Any] | None = None
    result: _Result = _Result()


class ProgramAgent:
    """Runs a program in the guest, then reports the task as done."""

    def __init__(self, program: Callable[[], str]) -> None:
        self._program = program

    def act(self, observation: Observation, tools: list[Tool]) -> Decision:  # noqa: ARG002
        return Decision((Terminate(status="success", answer=self._program()),))


class Trials:
    """Plays the trials of one draft, each in a fresh guest; the episodes' records go to numbered folders."""

    def __init__(
        self, provider: Provider, folder: Path, observer: RunObserver, cancel: threading.Event
    ) -> None:
        self._provider = provider
        self._folder = folder
        self._observer = observer
        self._cancel = cancel

    def play(self, task: Task, name: str, program: Callable[[Guest], str]) -> EpisodeResult:
        """Play a task by a program that returns the answer to it. Raises FaultError unless the task is solved.

        Raises InfraError when no guest can be had, CancelledError.
        """
        snapshot = task.select_snapshot(self._provider.snapshots)
        pool = GuestPool(self._provider, 1, [snapshot], spare=False)

        def agent(guest: Guest, _client: object) -> Agent:
            return ProgramAgent(lambda: program(guest))

        number = sum(path.name.startswith(f"{name}-") for path in _children(self._folder)) + 1
        spec = EpisodeSpec(
            label=f"{task.id} [{name}]",
            task=task,
            epoch=1,
            seed=0,
            make_agent=agent,
            tool_filter=lambda: make_filter(EVERY_TOOL),
            limits=EpisodeLimits(steps=MOST_STEPS),
            recorder=EpisodeRecorder(self._folder / f"{name}-{number}"),
            snapshot=snapshot,
        )
        try:
            result = EpisodeRunner(
                pool, self._observer, self._cancel, ListedTools(self._provider.snapshots)
            ).run(0, spec)
        finally:
            pool.close()
        if result.status == "infra_error":
            raise InfraError(f"{task.id} could not be played: {result.error.message if result.error else ''}")
        if result.score != 1.0:
            raise FaultError(_failure_reason(result))
        return result


def run_code(guest: Guest, code: str) -> str:
    """Run a program as the guest's user, and return what it printed. Raises AgentError."""
    output = _run(guest, [*PYTHON, "-"], code.encode(), "the program")
    return clip(encodable(output.decode("utf-8", "replace").strip()), MOST_OUTPUT)


def check_imports(guest: Guest, names: list[str]) -> None:
    """Raise AgentError if the guest does not have one of these modules."""
    output = _run(
        guest, [*PYTHON, "-m", "mcp_tools.draft_call", "imports", *names], b"", "looking for modules"
    )
    missing = _last_line(output)
    if not isinstance(missing, list) or not all(isinstance(name, str) for name in missing):
        raise AgentError("the guest does not list its modules")
    if missing:
        raise AgentError(
            f"it imports {', '.join(map(encodable, missing))}, which the guest does not have; use the standard "
            "library, the guest's programs, or mcp_tools"
        )


def call_draft(guest: Guest, name: str, module: str, arguments: Mapping[str, Any]) -> DraftCall:
    """Put a module into the guest and call its tool. Raises AgentError: it cannot be loaded, or the call fails."""
    path = f"{DRAFTS}/{name}.py"
    guest.write_file(path, module.encode(), owner="root")
    given = json.dumps(arguments).encode()
    output = _run(guest, [*PYTHON, "-m", "mcp_tools.draft_call", "call", path], given, "the call")
    try:
        called = DraftCall.model_validate(_last_line(output))
    except ValidationError as error:
        raise AgentError(f"the call returned nothing that can be read: {describe_invalid(error)}") from error
    if called.problem:
        raise AgentError(clip(encodable(called.problem), MOST_OUTPUT))
    if called.result.isError:
        raise AgentError(f"the tool returned an error: {result_text(called)}")
    return called


def result_text(called: DraftCall) -> str:
    """Return the result of a call as text."""
    return clip(encodable("\n".join(item.text for item in called.result.content)), MOST_OUTPUT)


def _run(guest: Guest, argv: list[str], stdin: bytes, what: str) -> bytes:
    seconds = SECONDS * guest.slowness
    try:
        result = guest.run(argv, as_user=True, stdin=stdin, timeout=seconds, check=False)
    except GuestTimeoutError as error:
        raise AgentError(f"{what} did not end within {seconds:.0f} s") from error
    if result.exit_code:
        errors = clip(encodable(result.stderr.decode("utf-8", "replace").strip()), MOST_OUTPUT)
        raise AgentError(f"{what} ended with exit code {result.exit_code}:\n{errors}")
    return result.stdout


def _last_line(output: bytes) -> Any:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    try:
        return json.loads(lines[-1]) if lines else None
    except (ValueError, RecursionError):
        return None


def _children(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _failure_reason(result: EpisodeResult) -> str:
    if result.error is not None:
        return result.error.message
    broken = [f"{item.text} (found: {item.found})" for item in result.claims if not item.holds]
    return f"it ran, but the task's checker scores {result.score or 0:g}: {'; '.join(broken)}"
