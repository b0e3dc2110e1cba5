"""What an episode without parts imports.

Of the issue about an episode's spine this holds: "A test plays an episode of the fake provider without parts and reads
sys.modules: nothing of a part, a vendor, a report, Ray or OSWorld is imported".
"""

from __future__ import annotations

import subprocess
import sys

import pytest

RUN = """
import sys
from pathlib import Path

from controller.guests.fake.provider import FakeProvider
from controller.records.run_options import RunOptions
from controller.runs.observer import RunObserver
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection import load_tasks

folder, root = map(Path, sys.argv[1:])
tasks, provider = load_tasks(["os/write_note"], root), FakeProvider()
options = RunOptions(agent="oracle", tool_filter="oracle", provider="fake")
records = create_run(folder, options, tasks, provider)
assert Run(records, tasks, provider, 1, RunObserver()).finish()["overall"]["ran"]["accuracy"] == 1.0
print(*sys.modules, sep="\\n")
"""
SPINE = (
    "controller.runs.run",
    "controller.runs.attempts",
    "controller.episode.loop",
    "controller.tasks.judging",
)
# The options, metrics and types of the records of every part belong to every run, so declarations are imported.
DECLARATIONS = {
    "controller.parts",
    "controller.parts.approval",
    "controller.parts.approval.request",
    "controller.parts.branch",
    "controller.parts.branch.points",
    "controller.parts.events",
    "controller.parts.idle",
    "controller.parts.judges",
    "controller.parts.judges.metrics",
    "controller.parts.user",
    "controller.parts.user.metrics",
}
PLUGINS = {
    "plugins",
    *(f"plugins.persona{name}" for name in ("", ".part", ".section", ".record", ".metrics", ".context")),
    *(f"plugins.persona.{name}" for name in ("categories", "failures")),
    *(f"plugins.skills{name}" for name in ("", ".part", ".documents")),
}
# Any agent's action may come with a safety check of its model's vendor, which a policy or a person decides on.
SAFETY_CHECKS = {"controller.parts.approval.gate", "controller.parts.approval.person"}


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> set[str]:
    """The modules of a process that has played an episode."""
    folder = tmp_path_factory.mktemp("spine") / "run"
    tasks = request.config.rootpath / "tests/controller/data/tasks"
    command = [sys.executable, "-c", RUN, str(folder), str(tasks)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def within(modules: set[str], *packages: str) -> set[str]:
    """Those that are one of these packages or in one."""
    return {name for name in modules if f"{name}.".startswith(tuple(f"{package}." for package in packages))}


def test_an_episode_without_parts_imports_their_declarations_alone(imported: set[str]) -> None:
    assert imported.issuperset(SPINE)
    assert within(imported, "controller.parts") <= DECLARATIONS | SAFETY_CHECKS
    assert within(imported, "plugins") == PLUGINS


@pytest.mark.parametrize(
    "packages",
    [
        pytest.param(("anthropic", "openai", "google.genai"), id="vendors' packages"),
        pytest.param(
            tuple(f"controller.agents.{name}" for name in ("model_protocols", "text_protocols", "osworld"))
            + tuple(f"controller.models.{name}_api" for name in ("anthropic", "google", "openai")),
            id="clients of models",
        ),
        pytest.param(("controller.results", "matplotlib", "jinja2"), id="results"),
        pytest.param(("controller.cli", "controller.adapters", "controller.proofs", "typer"), id="commands"),
        pytest.param(("ray",), id="Ray"),
        pytest.param(("mcp_tools.personal",), id="personal applications"),
    ],
)
def test_an_episode_imports_nothing_that_it_does_not_need(
    imported: set[str], packages: tuple[str, ...]
) -> None:
    assert within(imported, *packages) == set()


def test_the_only_agent_imported_is_the_one_that_plays(imported: set[str]) -> None:
    agents = within(imported, "controller.agents.builtin")
    assert agents == {"controller.agents.builtin", "controller.agents.builtin.oracle"}
