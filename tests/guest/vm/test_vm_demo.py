"""A part of the demo on machines whose application is open already; docs/virtual_machines.md tells of the whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from controller.cli.display import Silence
from controller.guests.libvirt.provider import LibvirtProvider
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.run import Run
from controller.runs.start import create_run
from controller.tasks.selection import load_tasks, tasks_root

pytestmark = [pytest.mark.guest, pytest.mark.vm]

TASK = "libreoffice_calc/sort_attendees"
SNAPSHOT = "libreoffice_calc"


def test_a_task_is_solved_from_a_snapshot_with_its_application_open(
    vms: LibvirtProvider, tmp_path: Path
) -> None:
    vms.create_snapshot(SNAPSHOT)
    tasks = load_tasks([TASK], tasks_root())
    options = RunOptions(agent="oracle", provider="libvirt")
    records = create_run(tmp_path / "run", options, tasks, vms)
    Run(records, tasks, vms, 1, Silence()).finish()
    result = records.result(TASK, 1)
    assert result is not None and (result.status, result.score, result.attempts) == ("completed", 1.0, ())
    assert started_from(records) == SNAPSHOT


def started_from(records: RunRecords) -> str:
    events = records.episode(TASK, 1).events_file().read_text().splitlines()
    (guest,) = (event for event in map(json.loads, events) if event["event"] == "guest")
    return str(guest["snapshot"])
