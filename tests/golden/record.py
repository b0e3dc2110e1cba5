"""Records the golden runs: on fake guests, one run for each way in which runs differ.

    python -m tests.golden.record

They are recorded once. What is made of them may only change on purpose: see `tests/golden/outputs.py`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import testbed
from controller.cli.main import call
from controller.guests.fake.guest import Faults
from controller.guests.fake.provider import FakeProvider
from controller.models.openai_api import KEY_VARIABLE
from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.mistakes import Mistakes
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.solver import Solver
from plugins.mock_models.task_index import TaskIndex
from plugins.mock_models.turns import MockAnswer
from tests.controller.judges.judged_runs import FAILS, Judges
from tests.controller.parts.approval.approval_runs import DATA, OPENAI_CHECKED, OPENAI_DONE, play_model
from tests.golden.outputs import PLACE, RUNS
from tests.plugins.osworld.imports.result_folders import mcp_task, osworld_task

TASKS = Path(__file__).parent / "tasks"
WITH_CHECKER = [part for name in ("ask", "letter", "mail", "never") for part in ("--task", f"golden/{name}")]
MODEL = "gpt-5.4"
JUDGE = ("--judge", "gpt-4.1")
PLAIN: dict[str, Sequence[str]] = {
    "oracle": ("--agent", "oracle", "--epochs", "2", "--variants", "per-epoch", "--tag", "kind=reference"),
    "noop": ("--agent", "noop", "--epochs", "2", "--variants", "per-epoch"),
    "random": ("--agent", "random", "--steps", "4", "--actions", "gui"),
    "anthropic": ("--agent", "anthropic", "--epochs", "2", "--variants", "per-epoch"),
    "openai": ("--agent", "openai", "--model", MODEL, "--note", "responses"),
    "openai-chat": ("--agent", "openai", "--model", MODEL, "--set", "api=chat", "--tool-filter", "router"),
    "google": (
        "--agent",
        "google",
    ),
    "paper": ("--agent", "paper", "--model", MODEL),
    "react": ("--agent", "react", "--model", MODEL, "--tool-filter", "router"),
    "rounds": ("--agent", "rounds", "--model", MODEL),
}
JUDGED: dict[str, Sequence[str]] = {
    "judged": ("--agent", "oracle", *JUDGE, "--judge-votes", "3"),
    "judged-fuzzy": (
        "--task",
        "golden/mail",
        "--agent",
        "openai",
        "--model",
        MODEL,
        "--instructions",
        "fuzzy",
        *JUDGE,
    ),
}
USER_MODEL = ("--agent", "oracle", "--task", "golden/ask", "--user-model", "gpt-4.1")
WITH_MISTAKES = ("--agent", "openai", "--model", MODEL, "--seed", "3")
STOPPED = ("--agent", "openai", "--model", MODEL, "--max-tokens", "500")


def main() -> None:
    """Record all runs and pack them."""
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir()
    record_all(PLACE)
    clone = str(Path(__file__).parents[2])
    for log in PLACE.glob("*/log.jsonl"):  # errors in it name files of this clone
        log.write_text(log.read_text().replace(f"{clone}/", ""))
    shutil.make_archive(str(RUNS).removesuffix(".tar.xz"), "xztar", PLACE)


def record_all(folder: Path) -> None:
    """Record every run into a folder of its own name."""
    os.environ["TESTBED_TASKS"] = str(TASKS)
    judging = ModelServer([OpenAIChat()], Judges(key_points=FAILS))
    asked = ModelServer([OpenAIChat()], lambda _request: MockAnswer(text="The word is done."))
    with judging, asked, serve():
        for name, words in PLAIN.items():
            record(folder / name, *words, *WITH_CHECKER)
        for name, words in JUDGED.items():
            record(folder / name, *words, "--judge-base-url", f"{judging.url}/v1")
        record(folder / "user-model", *USER_MODEL, "--user-base-url", f"{asked.url}/v1")
        record(folder / "stopped", *STOPPED, *WITH_CHECKER, code=3)
        record(folder / "replayed", "--replay", str(folder / "anthropic"))
    with serve(Mistakes(0.4, 1)):
        record(folder / "mistakes", *WITH_MISTAKES, *WITH_CHECKER)
    faults = FakeProvider(faults=lambda number: Faults(dies_at_call=4) if number % 2 else Faults())
    selected = ["golden/ask", "golden/mail"]
    testbed.run(selected, agent="oracle", provider=faults, guests=1, out=folder / "faults", tool_filter="all")
    os.environ["TESTBED_TASKS"] = str(DATA)
    os.environ[KEY_VARIABLE] = KEY
    played = play_model("openai", [OPENAI_CHECKED, OPENAI_DONE], folder / "approved", "--approve", "always")
    denied = play_model("openai", [OPENAI_CHECKED, OPENAI_DONE], folder / "denied", "--approve", "never")
    assert played.code == denied.code == 0
    with tempfile.TemporaryDirectory() as made:
        osworld_task(Path(made) / "pyautogui/screenshot/m/chrome/a", ["pyautogui.click(1, 2)", "DONE"])
        import_results(Path(made), folder / "osworld")
    with tempfile.TemporaryDirectory() as made:
        mcp_task(
            Path(made) / "mcp/screenshot/m/chrome/a", [("the click", {"action_type": "CLICK"}), ("", "DONE")]
        )
        import_results(Path(made), folder / "osworld-mcp")


def serve(mistakes: Mistakes | None = None) -> ModelServer:
    """The vendors' APIs, at the addresses that clients read from the environment."""
    apis = [api for vendor in VENDORS.values() for api in vendor.apis(any_model=True)]
    server = ModelServer(apis, Solver(TaskIndex(TASKS), "mcp", (1280, 720), mistakes), any_model=True)
    for vendor in VENDORS.values():
        os.environ.update(vendor.environment(server.url))
    return server


def record(out: Path, *words: str, code: int = 0) -> None:
    fixed = ("--provider", "fake", "--guests", "1", "--display", "none", "--out", str(out))
    tools = () if {"--tool-filter", "--replay"} & {*words} else ("--tool-filter", "all")
    assert call(["run", *words, *tools, *fixed]) == code, out.name


def import_results(made: Path, out: Path) -> None:
    assert call(["import-results", str(made), "--out", str(out)]) == 0


if __name__ == "__main__":
    main()
