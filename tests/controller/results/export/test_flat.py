from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from testbed.errors import RecordsError, UsageError


def test_csv_has_a_row_an_episode_and_one_a_step(run: RunRecords, tmp_path: Path) -> None:
    assert call(["export", str(run.folder), "--format", "csv", "--out", str(tmp_path / "out")]) == 0
    with (tmp_path / "out/episodes.csv").open(newline="") as file:
        episodes = list(csv.DictReader(file))
    assert [(row["task"], row["epoch"], row["status"], row["score"]) for row in episodes] == [
        ("os/a", "1", "completed", "1.0"),
        ("vlc/b", "1", "out_of_steps", "0.0"),
        ("os/a", "2", "infra_error", ""),
        ("vlc/b", "2", "cancelled", ""),
    ]
    assert episodes[0]["first_tool_step"] == "2" and episodes[0]["cost"] == "0.1"
    assert episodes[1]["unknown"] == "1" and episodes[2]["error"] == "the guest is gone"
    assert episodes[0]["annotated_tools"] == "1" and episodes[0]["max_steps"] == "50"
    with (tmp_path / "out/steps.csv").open(newline="") as file:
        steps = list(csv.DictReader(file))
    assert [(row["task"], row["step"], row["kind"], row["tool"]) for row in steps] == [
        ("os/a", "1", "click", ""),
        ("os/a", "2", "tool_call", "a.count"),
        ("os/a", "3", "terminate", ""),
        ("vlc/b", "1", "tool_call", "c.gone"),
    ]
    assert json.loads(steps[1]["arguments"]) == {"path": '=1+1,\n"x"'}
    assert json.loads(steps[0]["arguments"]) == {"x": 1, "y": 2}
    assert steps[0]["thought"] == "thought 1" and steps[0]["screen"].endswith(".png")
    assert steps[3]["refused"] == "True"


def test_jsonl_has_the_same_rows(run: RunRecords, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert export(open_run(run.folder), "jsonl", out) == []
    episodes = [json.loads(line) for line in (out / "episodes.jsonl").read_text().splitlines()]
    steps = [json.loads(line) for line in (out / "steps.jsonl").read_text().splitlines()]
    assert len(episodes) == 4 and len(steps) == 4
    assert episodes[0]["answer"] == "<script>alert(1)</script>" and episodes[3]["score"] is None
    assert steps[1]["seconds"] == 0.5 and steps[1]["decision_seconds"] == 2.0


def test_damaged_records_are_named_and_the_rest_is_written(
    run: RunRecords, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = run.recorder("os/a", 1).folder / "events.jsonl"
    events.write_text(events.read_text() + '{"event": "st')
    assert call(["export", str(run.folder), "--format", "jsonl"]) == 0
    err = capsys.readouterr().err
    assert f"{events}:13: cut short" in err.replace("\n", "")
    assert len((tmp_path / "run-jsonl/steps.jsonl").read_text().splitlines()) == 4


def test_bad_input(run: RunRecords, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no export format 'xml'"):
        export(open_run(run.folder), "xml", tmp_path / "out")
    with pytest.raises(UsageError, match="exists already"):
        export(open_run(run.folder), "csv", run.folder)
    with pytest.raises(RecordsError, match="cannot write"):
        export(open_run(run.folder), "csv", Path("/dev/null/out"))
    text = (run.folder / "run.json").read_text()
    (run.folder / "run.json").write_text(text.replace('"os/a"', '"../../etc"'))
    with pytest.raises(RecordsError, match="a task named"):
        open_run(run.folder)


@pytest.mark.parametrize("form", ["csv", "jsonl", "osworld", "inspect"])
def test_a_picture_outside_the_run_is_not_followed(run: RunRecords, tmp_path: Path, form: str) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(b"secret picture")
    folder = run.recorder("os/a", 1).folder
    picture = next((folder / "screens").iterdir()).stem
    events = folder / "events.jsonl"
    events.write_text(events.read_text().replace(picture, "../../../../../../secret"))
    export(open_run(run.folder), form, tmp_path / "out")
    first = open_run(run.folder).episodes().__next__()
    assert first.first_screen() is None and all(step.screen is None for step in first.steps())
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert written and all(b"secret picture" not in path.read_bytes() for path in written)
