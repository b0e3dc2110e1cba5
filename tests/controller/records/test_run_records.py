from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from controller.core.guest import Tool
from controller.core.texts import encodable
from controller.records.episode_recorder import EpisodeRecorder
from controller.records.files import write_whole
from controller.records.run_info import AgentRecord, EpisodeResult, Failure, RunInfo, TaskEntry
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.verdicts import EpisodeVerdict
from testbed.errors import GuestError, RecordsError, UsageError
from tests.controller.junk import leave_junk

INFO = RunInfo(
    created="2026-01-01T00:00:00+00:00",
    options=RunOptions(agent="noop", epochs=2),
    agent=AgentRecord(name="noop", variant="", model="", prompts={}),
    image_hash="i",
    tasks=(TaskEntry(id="os/a", hash="h", domain="os", tool_beneficial=True, feasible=True),),
    versions={},
)
RESULT = EpisodeResult(
    task="os/a",
    epoch=1,
    seed=0,
    status="completed",
    verdicts=(EpisodeVerdict(score=1.0),),
    steps=1,
    tool_calls=0,
    gui_actions=0,
)
FULL = Path("/dev/full")


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    records = RunRecords.create(tmp_path / "run", INFO)
    records.recorder("os/a", 1).result(RESULT)
    again = RunRecords.open(tmp_path / "run")
    assert again.info == INFO
    assert again.results() == {("os/a", 1): RESULT}
    assert again.result("os/a", 2) is None
    assert (tmp_path / "run/episodes/os/a/1/result.json").is_file()


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "something").write_text("x")
    with pytest.raises(UsageError, match="has files that are no run"):
        RunRecords.create(tmp_path, INFO)
    with pytest.raises(UsageError, match="something is a file"):
        RunRecords.create(tmp_path / "something", INFO)
    with pytest.raises(UsageError, match=r"cannot make the run's folder .*something/run: Not a directory"):
        RunRecords.create(tmp_path / "something" / "run", INFO)
    assert [path.name for path in tmp_path.iterdir()] == ["something"]
    with pytest.raises(UsageError, match="Not a run folder"):
        RunRecords.open(tmp_path)


def test_damage_is_named(tmp_path: Path) -> None:
    RunRecords.create(tmp_path / "run", INFO)
    path = tmp_path / "run/episodes/os/a/1/result.json"
    write_whole(path, b'{"task": ')
    with pytest.raises(RecordsError, match=r"cannot read .*result\.json:1: the file is cut short") as caught:
        RunRecords.open(tmp_path / "run").results()
    assert "runs the episode again" in caught.value.hint
    data = (tmp_path / "run/run.json").read_bytes()
    write_whole(tmp_path / "run/run.json", data[: len(data) // 2])
    with pytest.raises(RecordsError, match=r"cannot read .*run\.json:\d+: the file is cut short") as caught:
        RunRecords.open(tmp_path / "run")
    assert "restore it from a copy" in caught.value.hint and "resume" not in caught.value.hint


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            {"verdicts": [{"score": "high"}], "score": "high"},
            r"verdicts\[0\]\.score: should be a valid number, not ",
        ),
        ({"score": 0.5}, r"score: should be 1\.0 as in the last verdict, not 0\.5"),
        ({"wisdom": 1}, "wisdom: is unknown; a newer version"),
        ({"epoch": None}, "epoch: should be"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(
    tmp_path: Path, change: dict[str, object], problem: str
) -> None:
    records = RunRecords.create(tmp_path / "run", INFO)
    data = json.loads(RESULT.model_dump_json()) | change
    write_whole(tmp_path / "run/episodes/os/a/1/result.json", json.dumps(data, indent=2).encode())
    with pytest.raises(RecordsError, match=rf"result\.json(:\d+)?: {problem}"):
        records.results()


def test_an_aborted_run_without_results_gives_its_folder_to_a_new_one(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    aborted = RunRecords.create(folder, INFO)
    with pytest.raises(UsageError, match="has a run already") as caught:
        RunRecords.create(folder, INFO)
    assert "testbed resume" in caught.value.hint
    aborted.write_error(Failure(type="UsageError", message="the key is refused"))
    for number in (1, 2):
        again = RunRecords.create(folder, INFO)
        assert again.moved == tmp_path / f"run.aborted-{number}"
        assert again.error() is None
        assert RunRecords.open(again.moved).error() == Failure(
            type="UsageError", message="the key is refused"
        )
        again.write_error(aborted_error := Failure(type="UsageError", message="the key is refused"))
        assert RunRecords.open(folder).error() == aborted_error


def test_an_aborted_run_with_a_result_keeps_its_folder(tmp_path: Path) -> None:
    records = RunRecords.create(tmp_path / "run", INFO)
    records.recorder("os/a", 1).result(RESULT)
    records.write_error(Failure(type="UsageError", message="the key is refused"))
    with pytest.raises(UsageError, match="has a run already"):
        RunRecords.create(tmp_path / "run", INFO)
    records.write_error(None)
    assert records.error() is None


def test_events_are_appended_line_by_line(tmp_path: Path) -> None:
    recorder = EpisodeRecorder(tmp_path)
    recorder.begin_attempt()
    recorder.event("one", text="雪\n")
    recorder.event("two", text="\udc80")
    one, two = (json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines())
    assert (one["event"], one["text"]) == ("one", "雪\n")
    assert two["event"] == "two"


def test_an_earlier_try_is_kept(tmp_path: Path) -> None:
    recorder = EpisodeRecorder(tmp_path)
    for number in range(3):
        recorder.begin_attempt()
        recorder.event("start", number=number)
    assert json.loads((tmp_path / "attempts/2.jsonl").read_text())["number"] == 1
    assert json.loads((tmp_path / "events.jsonl").read_text())["number"] == 2


def test_the_same_screen_is_kept_once(tmp_path: Path) -> None:
    recorder = EpisodeRecorder(tmp_path)
    assert recorder.screen(b"png") == recorder.screen(b"png") != recorder.screen(b"other")
    assert len(list((tmp_path / "screens").iterdir())) == 2


def test_a_full_disk_is_said_clearly(tmp_path: Path) -> None:
    recorder = EpisodeRecorder(tmp_path)
    (tmp_path / "events.jsonl").symlink_to(FULL)
    with pytest.raises(RecordsError, match="No space left on device") as caught:
        recorder.event("one")
    assert "testbed resume" in caught.value.hint


def test_a_full_disk_leaves_the_old_file_whole(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_whole(path, b"old")
    (tmp_path / ".run.json.new").symlink_to(FULL)
    with pytest.raises(RecordsError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"


def test_the_tools_are_noted_once_and_may_not_change(tmp_path: Path) -> None:
    records = RunRecords.create(tmp_path / "run", INFO)
    tool = Tool("a.b", "does", {"type": "object"}, "os")
    records.record_tools([tool])
    digest = records.info.tools_hash
    assert digest and RunRecords.open(tmp_path / "run").info.tools_hash == digest
    records.record_tools([tool])
    assert json.loads((tmp_path / "run/tools.json").read_text())[0]["name"] == "a.b"
    with pytest.raises(GuestError, match="differ from those at the start of the run"):
        records.record_tools([])


@pytest.mark.parametrize("headless_first", [True, False])
def test_headless_guests_have_some_of_the_desktops_tools(tmp_path: Path, *, headless_first: bool) -> None:
    records = RunRecords.create(tmp_path / "run", INFO)
    mounted = Tool("git_log", "lists commits", {"type": "object"}, "os")
    desktop = [Tool("computer.click", "clicks", {"type": "object"}, "os"), mounted]
    for tools in ([mounted], desktop) if headless_first else (desktop, [mounted]):
        records.record_tools(tools)
    recorded = json.loads((tmp_path / "run/tools.json").read_text())
    assert [tool["name"] for tool in recorded] == ["computer.click", "git_log"]
    records.record_tools([mounted])
    with pytest.raises(GuestError, match="differ from those at the start of the run"):
        records.record_tools([replace(mounted, description="does something else")])


def test_tools_of_servers_are_recorded_beside_the_guests(tmp_path: Path) -> None:
    records = RunRecords.create(tmp_path / "run", INFO)
    mounted = Tool("git_log", "lists commits", {"type": "object"}, "os")
    desktop = [Tool("computer.click", "clicks", {"type": "object"}, "os"), mounted]
    chess, time = Tool("chess_move", "moves", {}, "chess"), Tool("time_now", "tells", {}, "time")
    records.record_tools([mounted])
    records.record_server_tools([chess])
    records.record_tools(desktop)
    digest = records.info.tools_hash
    records.record_server_tools([time, chess])
    records.record_tools([mounted])
    assert records.info.tools_hash == digest
    recorded = json.loads((tmp_path / "run/tools.json").read_text())
    assert [tool["name"] for tool in recorded] == ["computer.click", "git_log", "chess_move", "time_now"]
    for changed in (replace(chess, description="does something else"), replace(chess, name="chess_new")):
        with pytest.raises(GuestError, match="the tools of the server 'chess' differ"):
            records.record_server_tools([changed])


def test_only_one_process_may_run_a_run(tmp_path: Path) -> None:
    records = RunRecords.create(tmp_path / "run", INFO)
    with (
        records.lock(),
        pytest.raises(UsageError, match="by another process"),
        RunRecords.open(tmp_path / "run").lock(),
    ):
        pass
    with records.lock():
        pass


def test_lone_surrogates_are_replaced() -> None:
    assert encodable("a\udc80b") == "a?b"


def test_a_folder_where_creating_a_run_was_cut_short_can_be_used(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".lock").touch()
    (folder / ".run.json.new").write_text('{"format"')
    assert RunRecords.create(folder, INFO).moved is None
    assert RunRecords.open(folder).info == INFO
    assert not (folder / ".run.json.new").exists()


def test_junk_in_a_new_runs_folder_is_in_nobodys_way(tmp_path: Path) -> None:
    leave_junk(tmp_path)
    assert RunRecords.create(tmp_path, INFO).moved is None
    assert RunRecords.open(tmp_path).info == INFO


def test_of_two_processes_that_create_a_run_the_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    RunRecords.create(tmp_path / "run", INFO)
    monkeypatch.setattr(
        "controller.records.run_records.clear_folder", lambda _folder: None
    )  # it looked before
    with pytest.raises(UsageError, match="has a run already"):
        RunRecords.create(tmp_path / "run", INFO.model_copy(update={"note": "second"}))
    assert RunRecords.open(tmp_path / "run").info == INFO


def test_options_are_changed_by_the_process_that_has_the_run(tmp_path: Path) -> None:
    first = RunRecords.create(tmp_path / "run", INFO)
    second, third = RunRecords.open(first.folder), RunRecords.open(first.folder)
    changed = INFO.options.changed({"max_tokens": 5})
    second.change_options(changed)
    assert RunRecords.open(first.folder).info.options == INFO.options
    with second.lock():
        second.store_options()
    assert RunRecords.open(first.folder).info.options == changed
    with third.lock(), pytest.raises(UsageError, match="another process has changed"):
        third.store_options()


def test_nothing_half_written_stays(tmp_path: Path) -> None:
    (tmp_path / "file" / "in_the_way").mkdir(parents=True)
    with pytest.raises(RecordsError, match="cannot write"):
        write_whole(tmp_path / "file", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]

    records = RunRecords.create(tmp_path / "run", INFO)
    recorder = records.recorder("os/a", 1)
    recorder.begin_attempt()
    recorder.screen(b"\x89PNG")
    left = [recorder.folder / "screens/.killed.png.new", records.folder / ".error.json.new"]
    for path in left:  # as a process that is killed leaves them
        path.write_bytes(b"ha")
    recorder.begin_attempt()
    records.write_error(None)
    assert not any(path.exists() for path in left)
    assert len(list((recorder.folder / "screens").iterdir())) == 1
