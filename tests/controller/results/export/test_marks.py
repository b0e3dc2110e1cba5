"""No export of a mock's or a replay's run stands unmarked."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

import pytest

from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from tests.controller.made_runs import CLICK, END, add_episode, entry, made_run


@pytest.fixture
def mocked(tmp_path: Path) -> RunRecords:
    """A replay of a run against a mock model, of which one episode asked no model."""
    records = made_run(
        tmp_path / "mocked", [entry("os/a"), entry("os/b")], model="m", replay="/elsewhere/first"
    )
    timings = {"wait": 9.0, "boot": 8.0, "set_up": 3.0, "play": 1.5, "judge": 0.5}
    add_episode(
        records,
        "os/a",
        1,
        [CLICK, END],
        score=1.0,
        calls=1,
        cost=0.25,
        endpoints=["127.0.0.1:80"],
        mock=True,
        timings=timings,
    )
    add_episode(records, "os/b", 1, [END])
    return records


def test_rows_of_tables_have_their_provenance_and_durations(mocked: RunRecords, tmp_path: Path) -> None:
    export(open_run(mocked.folder), "csv", tmp_path / "out")
    with (tmp_path / "out/episodes.csv").open(newline="") as file:
        asked, other = csv.DictReader(file)
    assert (asked["endpoint"], asked["mock"], asked["replay_of"]) == ("127.0.0.1:80", "True", "first")
    assert (asked["cost"], asked["spent"]) == ("0.25", "0.0")
    assert (other["endpoint"], other["mock"], other["replay_of"]) == ("", "False", "first")
    seconds = [asked[f"{part}_seconds"] for part in ("wait", "boot", "set_up", "play", "judge")]
    assert seconds == ["9.0", "8.0", "3.0", "1.5", "0.5"]
    assert other["wait_seconds"] == ""


def test_the_folder_of_an_osworld_tree_is_marked(mocked: RunRecords, tmp_path: Path) -> None:
    (remark,) = export(open_run(mocked.folder), "osworld", tmp_path / "out")
    name = "m_mock_replay_of_first_endpoint_127.0.0.1_80"
    assert name in remark
    arguments = json.loads((tmp_path / "out/gui+mcp/screenshot" / name / "args.json").read_text())
    assert arguments["provenance"]["mock"] is True


def test_a_log_of_inspect_is_marked(mocked: RunRecords, tmp_path: Path) -> None:
    export(open_run(mocked.folder), "inspect", tmp_path / "out")
    (path,) = (tmp_path / "out").iterdir()
    with zipfile.ZipFile(path) as log:
        header = json.loads(log.read("header.json"))["eval"]
        sample = json.loads(log.read("samples/os.a_epoch_1.json"))
    assert header["model"] == "testbed/mock/m"
    assert header["tags"][2:] == ["mock", "replay of first", "endpoint 127.0.0.1:80"]
    assert sample["metadata"]["provenance"]["mock"] is True
