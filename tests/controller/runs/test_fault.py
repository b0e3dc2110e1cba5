"""Whose fault a failure is: an agent that breaks its guest scores 0, a host in trouble is the infrastructure's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from checkers import Score
from controller.cli.display import Silence
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.fake.provider import FakeProvider
from controller.guests.host_health import HostHealth, host_trouble
from controller.guests.provider import GuestOptions
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.fault import check_disk, fault_status
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.task import Task
from testbed.errors import (
    CheckerError,
    CheckerTimeoutError,
    EpisodeTimeoutError,
    GuestConnectionError,
    GuestError,
    GuestTimeoutError,
    InfraError,
    ModelApiError,
)

DIES = {number: Faults(dies_at_call=8) for number in range(1, 9)}


def run_on_dying_guests(folder: Path, task: Task, agent: str) -> RunRecords:
    provider = FakeProvider(faults=DIES)
    options = RunOptions(agent=agent, tool_filter="all", provider="fake", steps=50)
    records = create_run(folder, options, [task], provider)
    Run(records, [task], provider, 1, Silence()).finish()
    return RunRecords.open(folder)


@pytest.fixture
def healthy_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.runs.fault.host_trouble", lambda _since: "")


@pytest.mark.usefixtures("healthy_host")
def test_an_agent_whose_guest_dies_under_it_fails_without_another_try(
    tasks: list[Task], tmp_path: Path
) -> None:
    records = run_on_dying_guests(tmp_path / "run", tasks[0], "random")
    (result,) = records.results().values()
    assert (result.status, result.score, result.attempts) == ("agent_broke_guest", 0.0, ())
    assert result.error is not None and result.error.type == "GuestConnectionError"
    assert result.steps > 0


def test_on_a_host_in_trouble_it_is_tried_again(
    tasks: list[Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.runs.fault.host_trouble", lambda _since: "the host was suspended for 9 s")
    records = run_on_dying_guests(tmp_path / "run", tasks[0], "random")
    (result,) = records.results().values()
    assert (result.status, result.score, len(result.attempts)) == ("infra_error", None, 2)
    events = (tmp_path / "run/episodes" / result.task / "1/events.jsonl").read_text()
    assert "the host was suspended for 9 s" in events


@pytest.mark.parametrize(("agent", "status"), [("oracle", "infra_error"), ("noop", "completed")])
def test_a_reference_solution_that_fails_on_a_full_disk_has_no_score(
    tasks: list[Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str, status: str
) -> None:
    monkeypatch.setattr("controller.runs.fault.disk_trouble", lambda: "the disk of /d has 3 MiB left")
    provider = FakeProvider()
    options = RunOptions(agent=agent, tool_filter="all", provider="fake", steps=1)
    records = create_run(tmp_path / "run", options, tasks[:1], provider)
    Run(records, tasks[:1], provider, 1, Silence()).finish()
    (result,) = records.results().values()
    assert result.status == status
    assert (result.error is not None and "3 MiB left" in result.error.message) == (agent == "oracle")


class OfAnotherHost(FakeGuest):
    """A guest whose host has a full disk."""

    def host_trouble(self) -> str:
        return self.disk_trouble()

    def disk_trouble(self) -> str:
        return "on lab2: the disk of /d has 3 MiB left"


@pytest.mark.usefixtures("healthy_host")
def test_the_disk_of_the_guests_own_host_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = OfAnotherHost("fake-1", GuestOptions(), Faults())
    here = FakeProvider().start()
    monkeypatch.setattr("controller.runs.fault.disk_trouble", lambda: "")
    check_disk(None, here)
    check_disk(Score(1.0, "right"), elsewhere)
    with pytest.raises(GuestError, match="on lab2: the disk of /d has 3 MiB left"):
        check_disk(None, elsewhere)
    lost = GuestConnectionError("gone")
    status, trouble = fault_status(lost, steps=3, since=HostHealth.now(), guest=elsewhere)
    assert (status, "on lab2" in trouble) == ("infra_error", True)
    assert fault_status(lost, steps=3, since=HostHealth.now(), guest=here)[0] == "agent_broke_guest"


@pytest.mark.parametrize(
    ("error", "steps", "status"),
    [
        (GuestConnectionError("gone"), 1, "agent_broke_guest"),
        (GuestTimeoutError("silent"), 3, "agent_broke_guest"),
        (CheckerTimeoutError("no verdict"), 3, "agent_broke_guest"),
        (GuestConnectionError("gone"), 0, "infra_error"),
        (CheckerError("raised"), 3, "infra_error"),
        (ModelApiError("down"), 3, "infra_error"),
        (EpisodeTimeoutError("late"), 3, "infra_error"),
    ],
)
@pytest.mark.usefixtures("healthy_host")
def test_which_failures_an_agent_can_cause(error: InfraError, steps: int, status: str) -> None:
    assert fault_status(error, steps=steps, since=HostHealth.now()) == (status, "")


def test_the_host_is_in_trouble_when_its_figures_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    now = HostHealth(ran=10, waited=20, suspended=100)
    monkeypatch.setattr(HostHealth, "now", lambda: now)
    assert host_trouble(HostHealth(10, 20, 40)) == "the host was suspended for 60 s"
    assert "the controller waited 8.0 s for a processor and ran 1.0 s" in host_trouble(HostHealth(9, 12, 100))
    monkeypatch.setattr("controller.guests.host_health.available_mib", lambda: 10)
    assert host_trouble(now) == "the host has 10 MiB of memory left"


RUNS = """
import time
from controller.guests.host_health import HostHealth

before = HostHealth.now()
until = time.process_time() + 0.2
while time.process_time() < until:
    pass
print(HostHealth.now().ran - before.ran)
"""


def test_a_process_that_runs_counts_as_running() -> None:
    done = subprocess.run([sys.executable, "-c", RUNS], capture_output=True, text=True, check=True)
    assert float(done.stdout) >= 0.19
