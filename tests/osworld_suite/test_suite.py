"""The suite itself: what it covers, that everything it needs is there, and that nothing is fetched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, get_args

import pytest

from plugins.osworld.tasks.evaluators import find_evaluators
from plugins.osworld.tasks.judge.environment import JudgePython
from plugins.osworld.tasks.steps import StepType
from tests.osworld_suite.cache import write_cache
from tests.osworld_suite.suite import EXAMPLES, FAIL, SCORES, STAND_IN, load_tasks, make_checkout, solution

TASKS: dict[str, dict[str, Any]] = {
    f"{path.parent.name}/{path.stem}": json.loads(path.read_text())
    for path in sorted(EXAMPLES.glob("examples/*/*.json"))
}
ACCOUNT = "multi_apps/account"
SAMPLED = ("chrome/history", "os/gui_note", "os/impossible")
POSTCONFIG_TYPES = 8


def several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def functions(task: dict[str, Any]) -> set[str]:
    return set(several(task["evaluator"]["func"]))


def getters(task: dict[str, Any]) -> set[str]:
    parts = [several(task["evaluator"].get(part, [])) for part in ("result", "expected")]
    return {getter["type"] for part in parts for getter in part if getter}


def covered_names(name: str, tasks: dict[str, dict[str, Any]]) -> set[str]:
    """All functions, getters or step types of tasks."""
    if name == "functions":
        return set().union(*map(functions, tasks.values()))
    if name == "getters":
        return set().union(*map(getters, tasks.values()))
    steps = (
        task["config"] if name == "config" else task["evaluator"].get("postconfig", [])
        for task in tasks.values()
    )
    return {step["type"] for group in steps for step in group}


def test_the_suite_covers_every_step_type_and_many_evaluators() -> None:
    """Without the task that needs an account, whose two step types cannot be played here."""
    played = {task_id: task for task_id, task in TASKS.items() if task_id in SCORES}
    assert TASKS.keys() - played.keys() == {ACCOUNT}
    needing_an_account = {"googledrive", "login"}
    known = set(get_args(StepType)) - {"close_window"}
    assert covered_names("config", TASKS) == known
    assert covered_names("config", played) == known - needing_an_account
    assert len(covered_names("postconfig", played)) == POSTCONFIG_TYPES
    assert len(covered_names("functions", played)) >= 100
    assert len(covered_names("getters", played)) >= 40
    assert 12 <= len(played) <= 20


def test_the_sample_covers_every_postconfig_type() -> None:
    sampled = {task_id: TASKS[task_id] for task_id in SAMPLED}
    assert covered_names("postconfig", sampled) == covered_names("postconfig", TASKS)


@pytest.mark.parametrize("task_id", sorted(SCORES))
def test_a_task_has_a_solution_and_doing_nothing_is_none(task_id: str) -> None:
    scores = SCORES[task_id]
    assert 0 <= scores["untouched"] < scores["solved"] <= 1
    actions = solution(task_id)
    assert (actions == [FAIL]) == (functions(TASKS[task_id]) == {"infeasible"})
    for action in actions:
        if action != FAIL:
            compile(action, task_id, "exec")


def test_every_file_is_made_and_no_task_lacks_anything_but_the_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = JudgePython(Path("python"), ())
    monkeypatch.setattr("plugins.osworld.tasks.task.prepared_python", lambda: python)
    evaluators = Path(os.environ.get("OSWORLD_DIR") or STAND_IN)
    checkout = make_checkout(tmp_path / "checkout", evaluators)
    tasks = load_tasks(checkout, tmp_path / "cache")
    assert any(task.missing for task in tasks)
    write_cache(tmp_path / "cache", tasks)
    known = find_evaluators(checkout)
    for task in load_tasks(checkout, tmp_path / "cache"):
        assert not task.missing
        unknown = functions(TASKS[task.id]) - known.functions | getters(TASKS[task.id]) - known.getters
        assert not unknown or task.skip_reason.startswith("cannot run: evaluator: unknown")
        assert not unknown or (evaluators == STAND_IN and task.id not in SAMPLED)
        if task.id == ACCOUNT and not unknown:
            assert task.skip_reason == "needs a Google account: googledrive, login, googledrive_file"
        elif not unknown:
            assert task.skip_reason == ""


def test_the_steps_that_need_an_account_are_read(tmp_path: Path) -> None:
    checkout = make_checkout(tmp_path / "checkout", STAND_IN)
    for name in ("metrics", "getters"):  # any name is known to a checkout without evaluators
        (checkout / "desktop_env" / "evaluators" / name / "__init__.py").unlink()
    (task,) = [task for task in load_tasks(checkout, tmp_path / "cache") if task.id == ACCOUNT]
    assert [step.type for step in task.json_.config] == ["googledrive", "login"]
    assert task.skip_reason.startswith("needs a Google account: googledrive, login")
