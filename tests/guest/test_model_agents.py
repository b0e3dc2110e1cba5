"""A task of the demo through every agent that speaks to a model, and again from the record.

`scripts/demo_agents.py OUT` does the same with the whole demo.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.guest

SCRIPT = Path(__file__).parents[2] / "scripts" / "demo_agents.py"
TASKS = ("libreoffice_calc/sort_attendees", "os/backup_letters")
"""The agents play them in turns."""

AGENTS = [
    "anthropic",
    "google",
    "openai-responses",
    "openai-chat",
    "paper",
    "pyautogui",
    "qwen",
    "uitars-1.5",
    "uitars-2",
    "opencua",
    "agent_s",
]


@pytest.mark.parametrize("agent", [pytest.param(AGENTS[0], marks=pytest.mark.core), *AGENTS[1:]])
def test_a_task_is_solved_through_the_api_and_replayed(agent: str, tmp_path: Path) -> None:
    task = TASKS[AGENTS.index(agent) % len(TASKS)]
    command = [sys.executable, str(SCRIPT), str(tmp_path), "--agent", agent, "--task", task]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    log = tmp_path / f"{agent}.log"
    said = log.read_text()[-5000:] if log.exists() else ""
    assert done.returncode == 0, done.stdout + done.stderr + said
