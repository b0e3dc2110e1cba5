from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.display import Silence
from controller.core.actions import Action
from controller.guests.fake.provider import FakeProvider
from controller.proofs.proof_watch import WATCHER, WarmProver, await_change, content
from controller.proofs.verdicts import Verdict, not_proven
from controller.runs.observer import RunObserver
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task
from testbed.errors import TaskError
from tests.controller.proofs.test_validation import SOLVE, TOOL_TASK
from tests.waiting import eventually, limit

MakeTask = Callable[..., Task]


@pytest.fixture
def task(make_task: MakeTask) -> Task:
    return make_task(toml=TOOL_TASK, solve=SOLVE)


class Folder:
    """A task's folder, and its proofs."""

    def __init__(self, task: Task, tmp_path: Path) -> None:
        self.path = Path(task.path).parent
        self._task = task
        self._records = tmp_path / "records"

    def load(self) -> Task:
        return load_tasks([self._task.id], self.path.parents[1])[0]

    def prove(
        self, prover: WarmProver, number: int, observer: RunObserver | None = None
    ) -> list[Verdict] | None:
        return prover.prove(
            self.load(),
            self._records / str(number),
            observer or Silence(),
            content(self.path),
            lambda _task, _verdicts, _tools: None,
        )


@pytest.fixture
def folder(task: Task, tmp_path: Path) -> Folder:
    return Folder(task, tmp_path)


def test_a_guest_waits_for_the_next_proof_and_none_is_left(folder: Folder) -> None:
    provider = FakeProvider()
    with WarmProver(provider, 1) as prover:
        first = folder.prove(prover, 1)
        assert first and not not_proven(first)
        eventually(lambda: len(provider.running) == 1, what="one warm guest")
        (warm,) = provider.running
        (folder.path / "solve.py").write_text(SOLVE.replace('call("almost")', 'call("done")'))
        second = folder.prove(prover, 2)
        assert second and [verdict.name for verdict in not_proven(second)["os/note"]] == ["wrong_word"]
        eventually(lambda: len(provider.running) == 1, what="one warm guest again")
        assert provider.running != [warm]
    assert provider.running == []


def test_a_change_ends_the_proof_at_once(folder: Folder) -> None:
    class Saves(RunObserver):
        """Saves a file at the first step, and lets the episodes go on when that was seen."""

        def stepped(self, worker: int, label: str, step: int, action: Action) -> None:
            (folder.path / "note.txt").write_text("x")
            for thread in threading.enumerate():
                if thread.name == WATCHER:
                    thread.join(limit(30))  # it ends when it has seen the change

    provider = FakeProvider()
    with WarmProver(provider, 1) as prover:
        assert folder.prove(prover, 1, Saves()) is None
        verdicts = folder.prove(prover, 2)
        assert verdicts and not not_proven(verdicts)
    assert provider.running == []


def test_a_script_that_cannot_be_loaded_does_not_end_the_watch(folder: Folder) -> None:
    check = (folder.path / "check.py").read_text()
    provider = FakeProvider()
    with WarmProver(provider, 1) as prover:
        (folder.path / "check.py").write_text("def chuck(guest):\n    return None\n")
        with pytest.raises(TaskError, match="has no function check"):
            folder.prove(prover, 1)
        (folder.path / "check.py").write_text(check)
        verdicts = folder.prove(prover, 2)
        assert verdicts and not not_proven(verdicts)
    assert provider.running == []


def test_a_change_is_awaited_until_the_files_are_whole(folder: Folder) -> None:
    before = content(folder.path)
    done = threading.Event()
    cancel = threading.Event()

    def wait() -> None:
        await_change(folder.path, before, cancel)
        done.set()

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert not done.wait(1)
    (folder.path / "proof.json").write_text("{}")
    assert not done.wait(1)
    (folder.path / "check.py").write_text("x = 1\n")
    assert done.wait(limit(30))
    waiting.join()
