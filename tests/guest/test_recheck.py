"""Final states of real guests: kept while a run goes on, and enough for the checkers afterwards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.records.final_state import read_state
from controller.tasks.selection import tasks_root

pytestmark = pytest.mark.guest

TASKS = (
    "libreoffice_calc/sort_attendees",
    "chrome/bookmark_handbook",
    "vlc/queue_lessons",
    "vs_code/install_theme",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the oracle on tasks whose checkers look at files, the browser, the player and the editor."""
    folder = tmp_path_factory.mktemp("runs") / "run"
    selected = [word for task in TASKS for word in ("--task", task)]
    arguments = ["run", "--agent", "oracle", "--provider", "nspawn", "--guests", "1", "--display", "none"]
    assert call([*arguments, *selected, "--out", str(folder)]) == 0
    return folder


def test_the_same_checkers_come_to_the_same_verdicts(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["score", str(run), "--recheck", "--json"]) == 0
    episodes = json.loads(capsys.readouterr().out)["episodes"]
    assert {item["task"]: (item["old"], item["new"]) for item in episodes} == dict.fromkeys(TASKS, (1.0, 1.0))
    for task in TASKS:
        state = read_state(run / "episodes" / task / "1" / "final")
        assert state is not None and state.home.whole and not state.home.reason
        kept = sum(path.stat().st_size for path in (run / "episodes" / task / "1" / "final").iterdir())
        assert kept < 20 * 2**20


def test_a_changed_checker_may_read_what_the_first_did_not(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "tasks"
    shutil.copytree(tasks_root(), root)
    monkeypatch.setenv("TESTBED_TASKS", str(root))
    stricter = {
        "libreoffice_calc/sort_attendees": "guest.read_file('/home/user/Documents/attendees.xlsx')",
        "vs_code/install_theme": "guest.read_file('/home/user/.local/share/code-server/User/settings.json')",
        "vlc/queue_lessons": "guest.look(['/usr/bin/uptime'])",
    }
    for task, question in stricter.items():
        path = root / task / "check.py"
        asks_more = f"\n_check = check\n\ndef check(guest):\n    {question}\n    return _check(guest)\n"
        path.write_text(path.read_text() + asks_more)
    assert call(["score", str(run), "--recheck", "--json"]) == 1
    found = {item["task"]: item for item in json.loads(capsys.readouterr().out)["episodes"]}
    assert "/usr/bin/uptime" in found["vlc/queue_lessons"]["reason"]
    assert [found[task]["new"] for task in TASKS] == [1.0, 1.0, None, 1.0]
