"""Episodes of a run that go on from the state of another one, on guests in memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.display import Silence
from controller.guests.fake.guest import Faults
from controller.guests.fake.provider import FakeProvider
from controller.guests.provider import Provider
from controller.parts.branch import Branched, BranchOptions
from controller.records.event_lines import read_events
from controller.records.run_info import EpisodeResult
from controller.records.run_options import RunOptions
from controller.records.trajectory_reader import trajectory_of
from controller.runs.run import Run
from controller.runs.start import create_run, resume_run
from controller.tasks.selection import load_tasks
from controller.tasks.task import Task
from testbed.errors import GuestError, UsageError

ID = "os/append_line"


class UnforkedProvider(FakeProvider):
    """One whose guests cannot be saved in progress."""

    checkpoint = property()  # type: ignore[assignment]
    discard = property()  # type: ignore[assignment]


class Provided(FakeProvider):
    """Counts what is kept; a guest of which something keeps it from being saved raises `problem`."""

    most = 0
    problem: GuestError | None = None

    def checkpoint(self, guest: Any) -> str:
        if self.problem:
            raise self.problem
        name = super().checkpoint(guest)
        self.most = max(self.most, len(self._checkpoints))
        return name

    @property
    def kept(self) -> list[str]:
        return list(self._checkpoints)


@pytest.fixture
def task(tasks_root: Path) -> Task:
    [task] = load_tasks([ID], tasks_root)
    return task


def options(epochs: int, **branch: str) -> RunOptions:
    return RunOptions(
        agent="oracle",
        tool_filter="oracle",
        provider="fake",
        epochs=epochs,
        parts={"branch": BranchOptions.model_validate(branch)},
    )


def play(
    folder: Path, task: Task, provider: Provider, given: RunOptions, guests: int = 2
) -> dict[int, EpisodeResult]:
    records = create_run(folder, given, [task], provider)
    Run(records, [task], provider, guests, Silence()).finish()
    return {epoch: result for (_, epoch), result in records.results().items()}


def branch_of(result: EpisodeResult) -> Branched | None:
    record = result.parts.get("branch")
    assert record is None or isinstance(record, Branched)
    return record


def test_later_epochs_go_on_from_the_state_of_the_first(task: Task, tmp_path: Path) -> None:
    provider = Provided()
    results = play(tmp_path / "run", task, provider, options(4, branch_at="2"))
    assert [(result.status, result.score, result.steps) for result in results.values()] == [
        ("completed", 1.0, 5)
    ] * 4
    assert branch_of(results[1]) is None
    expected = Branched(epoch=1, steps=2, restored=True)
    assert [branch_of(results[epoch]) for epoch in (2, 3, 4)] == [expected] * 3
    assert provider.most == 1 and provider.kept == []
    trunk, branch = (tmp_path / f"run/episodes/os/append_line/{epoch}" for epoch in (1, 2))
    whole = [trajectory_of(read_events(folder / "events.jsonl", []), folder) for folder in (trunk, branch)]
    actions = [[step.action for step in each.steps] for each in whole]
    assert actions[0] == actions[1], "the record of a branch has the steps before it"
    before = [[turn.before.screen for turn in each.turns if turn.before] for each in whole]
    assert all(screen and screen.is_file() for screens in before for screen in screens)
    starts = [json.loads(line) for line in (branch / "events.jsonl").read_text().splitlines()]
    assert not any(event["event"] == "step" and not event.get("shared") for event in starts[:6])
    assert [event["step"] for event in starts if event["event"] == "step"] == [1, 2, 3, 4, 5]


def test_branches_are_spread_over_the_points(task: Task, tmp_path: Path) -> None:
    provider = Provided()
    results = play(tmp_path / "run", task, provider, options(7, branch_at="decision"))
    steps = [record.steps for result in results.values() if (record := branch_of(result))]
    assert steps == [0, 1, 2, 3, 4, 0]
    assert {result.score for result in results.values()} == {1.0}
    assert provider.most == 5 and provider.kept == []


def test_an_episode_that_ended_before_the_point_has_no_branches(task: Task, tmp_path: Path) -> None:
    results = play(tmp_path / "run", task, Provided(), options(2, branch_at="9"))
    assert [branch_of(result) for result in results.values()] == [None, None]
    assert [result.steps for result in results.values()] == [5, 5]


def test_guests_that_cannot_be_saved_do_the_steps_again(task: Task, tmp_path: Path) -> None:
    results = play(tmp_path / "run", task, UnforkedProvider(), options(3, branch_at="2"))
    expected = Branched(epoch=1, steps=2, restored=False)
    assert [branch_of(results[epoch]) for epoch in (2, 3)] == [expected] * 2
    assert {(result.score, result.steps) for result in results.values()} == {(1.0, 5)}


def test_what_keeps_a_guest_from_being_saved_is_on_record(task: Task, tmp_path: Path) -> None:
    provider = Provided()
    provider.problem = GuestError("a process tree of its own")
    results = play(tmp_path / "run", task, provider, options(2, branch_at="2"))
    assert branch_of(results[2]) == Branched(epoch=1, steps=2, restored=False)
    events = (tmp_path / "run/episodes/os/append_line/1/events.jsonl").read_text()
    assert "the guest was not saved after 2 steps: a process tree of its own" in events


def test_a_resumed_run_goes_on_from_the_record(task: Task, tmp_path: Path, tasks_root: Path) -> None:
    folder = tmp_path / "run"
    play(folder, task, Provided(), options(3, branch_at="3"))
    for epoch in (2, 3):
        (folder / f"episodes/os/append_line/{epoch}/result.json").unlink()
    provider = Provided()
    records, tasks = resume_run(folder, tasks_root, provider)
    Run(records, tasks, provider, 1, Silence()).finish()
    results = records.results()
    assert [branch_of(results[ID, epoch]) for epoch in (2, 3)] == [
        Branched(epoch=1, steps=3, restored=False)
    ] * 2
    assert {(result.score, result.steps) for result in results.values()} == {(1.0, 5)}


def test_a_failed_attempt_goes_on_from_its_last_state_once(task: Task, tmp_path: Path) -> None:
    """The first guest dies at its last step, the second at once, the third plays from the start."""
    provider = Provided(faults={1: Faults(dies_at_call=9), 2: Faults(dies_at_call=1)})
    results = play(tmp_path / "run", task, provider, options(1, branch_at="every:1"), guests=1)
    assert (results[1].score, len(results[1].attempts)) == (1.0, 2)
    assert branch_of(results[1]) is None
    folder = tmp_path / "run/episodes/os/append_line/1"
    second = [json.loads(line) for line in (folder / "attempts/2.jsonl").read_text().splitlines()]
    assert [event for event in second if event.get("shared")], "it went on from a state"
    assert provider.kept == [] and provider.most <= 3


def test_a_failed_attempt_is_whole_after_it_went_on(task: Task, tmp_path: Path) -> None:
    provider = Provided(faults={1: Faults(dies_at_call=9)})
    results = play(tmp_path / "run", task, provider, options(1, branch_at="every:1"), guests=1)
    [attempt] = results[1].attempts
    assert (results[1].score, results[1].steps, attempt.error.type) == (1.0, 5, "GuestConnectionError")
    record = branch_of(results[1])
    assert record and record.restored and record.steps >= 1


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (
            RunOptions(agent="oracle", parts={"branch": BranchOptions(branch_from="r")}),
            "where episodes go on",
        ),
        (options(2, branch_at="2", branch_history="text"), "without --branch-from"),
        (
            options(2, branch_at="2").model_copy(
                update={
                    "variants": RunOptions(agent="").variants.model_copy(
                        update={"task_variants": "per-epoch"}
                    )
                }
            ),
            "play other forms of a task",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(
    given: RunOptions, problem: str, variant_task: dict[str, str], make_task: Any, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=problem):
        create_run(tmp_path / "run", given, [make_task(**variant_task)], FakeProvider())


def test_branches_of_a_run_that_keeps_its_errors_wait_for_nothing(
    task: Task, tmp_path: Path, tasks_root: Path
) -> None:
    folder = tmp_path / "run"
    records = create_run(folder, options(2, branch_at="2"), [task], FakeProvider())
    dying = FakeProvider(faults=lambda _number: Faults(dies_at_call=1))
    Run(records, [task], dying, 1, Silence()).finish()
    (folder / "episodes/os/append_line/2/result.json").unlink()
    records, tasks = resume_run(folder, tasks_root, provider := FakeProvider())
    Run(records, tasks, provider, 2, Silence(), keep_errors=True).finish()
    results = records.results()
    assert results[ID, 1].status == "infra_error"
    assert (results[ID, 2].score, branch_of(results[ID, 2])) == (1.0, None)


def test_branches_go_on_from_a_trunk_that_went_on_itself(task: Task, tmp_path: Path) -> None:
    provider = Provided(faults={1: Faults(dies_at_call=7)})
    results = play(tmp_path / "run", task, provider, options(6, branch_at="decision"), guests=1)
    assert len(results[1].attempts) == 1 and branch_of(results[1])
    assert [(result.score, result.steps) for result in results.values()] == [(1.0, 5)] * 6
    assert provider.kept == []
