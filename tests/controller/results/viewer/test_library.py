"""The library: which runs there are, what is known of them without reading their events, what is damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from controller.metrics import run_loader
from controller.metrics.run_loader import load_records, summary_of
from controller.records.run_records import RunRecords
from controller.results.viewer import folders, run
from controller.results.viewer.library import Overview, RunCard, RunLibrary
from controller.results.viewer.marks import marks_of
from controller.results.viewer.run import read_run
from testbed.errors import RecordsError, UsageError
from tests.controller.made_runs import add_episode, entry, made_run
from tests.controller.results.viewer.conftest import STEPS, TASKS, fill


def card_named(overview: Overview, name: str) -> RunCard:
    return next(card for card in overview.cards if card.name == name)


def test_runs_at_any_depth_are_found_and_those_of_a_study_stand_together(shelf: Path) -> None:
    overview = RunLibrary(shelf).overview()
    groups = {group.title: group for group in overview.groups}
    assert [card.name for card in groups["Table 1"].cards] == ["table~mcp", "table~gui"]
    assert groups["Table 1"].missing == ("later",) and groups["Table 1"].place == "table"
    assert [card.place for card in groups["Runs"].cards] == ["deep/down/one"]
    assert overview.damage == () and not overview.cut_short


@pytest.mark.parametrize(("folder", "names"), [("table", ["mcp", "gui"]), ("table/gui", ["gui"])])
def test_a_study_and_a_run_can_be_viewed_by_themselves(shelf: Path, folder: str, names: list[str]) -> None:
    here = RunLibrary(shelf / folder)
    assert [card.name for card in here.overview().cards] == names
    assert here.folder(names[0]) == shelf / "table" / names[0]


def test_hidden_folders_links_and_exports_are_not_searched(shelf: Path, tmp_path: Path) -> None:
    made_run(tmp_path / "elsewhere", TASKS)
    (shelf / "linked").symlink_to(tmp_path / "elsewhere")
    made_run(shelf / ".hidden" / "run", TASKS)
    made_run(shelf / "site" / "run", TASKS)
    (shelf / "site" / "viewer.json").write_text("{}")
    assert len(RunLibrary(shelf).overview().cards) == 3


def test_metrics_are_those_of_the_run_over_both_denominators(shelf: Path) -> None:
    for card in RunLibrary(shelf).overview().cards:
        summary = summary_of(RunRecords.open(card.folder))
        for part in ("selected", "ran"):
            shown = getattr(card.summary.overall, part).metrics
            assert shown == {name: summary["overall"][part][name] for name in shown}
        assert card.summary.status == summary["status"]
    one = card_named(RunLibrary(shelf).overview(), "deep~down~one")
    assert (one.summary.results, one.summary.episodes, one.summary.errors, one.complete) == (6, 9, 1, False)


def test_a_summary_that_holds_is_taken_without_reading_any_record(
    shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = RunRecords.open(shelf / "table" / "gui")
    summary = summary_of(records)
    summary["overall"]["selected"]["accuracy"] = 0.875  # by which it is known
    records.write_summary(summary)

    def unread(*_: Any) -> None:
        raise AssertionError("a result was read")

    monkeypatch.setattr(run_loader, "read_result", unread)
    monkeypatch.setattr(run, "read_events", unread)
    card = RunLibrary(records.folder).overview().cards[0]
    assert card.summary.overall.selected.metrics["accuracy"] == 0.875
    assert (card.summary.results, card.damage) == (3, ())


def test_a_summary_that_holds_no_more_is_not_taken(shelf: Path) -> None:
    folder = shelf / "table" / "gui"
    records = RunRecords.open(folder)

    def accuracy() -> float | None:
        return RunLibrary(folder).overview().cards[0].summary.overall.selected.metrics["accuracy"]

    right = accuracy()
    wrong = summary_of(records)
    wrong["overall"]["selected"]["accuracy"] = 0.875
    records.write_summary(wrong)
    assert accuracy() == 0.875

    # A result written, or changed by hand, since
    result = folder / "episodes" / "os/a" / "1" / "result.json"
    later = (folder / "summary.json").stat().st_mtime_ns + 1
    before = result.stat().st_mtime_ns
    os.utime(result, ns=(later, later))
    assert accuracy() == right
    os.utime(result, ns=(before, before))

    # A result removed since: times may have been lost in a copy, the number of results tells
    records.write_summary(wrong)
    assert accuracy() == 0.875
    result.unlink()
    records.write_summary(wrong)
    assert accuracy() == pytest.approx(0.5)  # 0.5 and 1 of three tasks

    # A later verdict beside a result
    records.write_summary(wrong | {"overall": summary_of(records)["overall"]})
    (folder / "episodes" / "os/b" / "1" / "recheck.json").write_text(
        json.dumps({"score": 1.0, "was": 0.5, "claims": [], "checker": "c", "created": "2026-01-02"})
    )
    records.write_summary(wrong)
    assert accuracy() == pytest.approx(2 / 3)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"overall": {"selected": 1}}', '{"overall": "<script>"}'])
def test_a_damaged_summary_is_named_and_the_results_counted(shelf: Path, text: str) -> None:
    folder = shelf / "table" / "gui"
    before = RunLibrary(folder).overview().cards[0]
    (folder / "summary.json").write_text(text)
    card = RunLibrary(folder).overview().cards[0]
    assert card.summary == before.summary
    (said,) = card.damage
    assert said.path == "summary.json" and "counted from the results" in said.problem


def test_a_summary_with_a_number_that_is_none_is_named(shelf: Path) -> None:
    folder = shelf / "table" / "gui"
    records = RunRecords.open(folder)
    records.write_summary(summary_of(records))
    text = (folder / "summary.json").read_text()
    (folder / "summary.json").write_text(text.replace('"accuracy": 0.5', '"accuracy": NaN'))
    card = RunLibrary(folder).overview().cards[0]
    assert card.summary.overall.selected.metrics["accuracy"] == 0.5 and len(card.damage) == 1


def test_numbers_follow_the_records(shelf: Path) -> None:
    here = RunLibrary(shelf)
    before = card_named(here.overview(), "table~gui")
    assert card_named(here.overview(), "table~gui") is before
    add_episode(RunRecords.open(before.folder), "os/a", 1, STEPS, score=1.0)
    after = card_named(here.overview(), "table~gui")
    assert after.stamp != before.stamp and after.summary.overall.selected.metrics[
        "accuracy"
    ] == pytest.approx(2.5 / 3)


def test_a_run_is_at_work_while_its_lock_is_held(shelf: Path) -> None:
    here = RunLibrary(shelf)
    records = RunRecords.open(shelf / "table" / "gui")
    with records.lock():
        inside = here.overview()
        assert [card.name for card in inside.cards if card.live] == ["table~gui"]
    outside = here.overview()
    assert not any(card.live for card in outside.cards)
    assert card_named(outside, "table~gui").stamp != card_named(inside, "table~gui").stamp
    with records.lock():  # looking at it took no lock
        pass


def test_steps_of_an_episode_at_work_are_counted(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", TASKS)
    recorder = records.recorder("os/a", 1)
    recorder.begin_attempt()
    here = RunLibrary(tmp_path)
    with records.lock():
        before = here.card(records.folder)
        assert read_run(before).steps == {("os/a", 1): 0}
        recorder.event("step", step=1, action=STEPS[0], refused=False, result={})
        after = here.card(records.folder)
        assert after.stamp != before.stamp and read_run(after).steps == {("os/a", 1): 1}


def test_damaged_results_are_named_and_the_rest_is_counted(shelf: Path) -> None:
    folder = shelf / "deep" / "down" / "one"
    episodes = folder / "episodes"
    (episodes / "os/a" / "1" / "result.json").write_text('{"task": "os/a",')
    (episodes / "os/b" / "1" / "recheck.json").write_text("no")
    card = RunLibrary(folder).overview().cards[0]
    assert [(item.path, item.line) for item in card.damage] == [
        ("episodes/os/a/1/result.json", 1),
        ("episodes/os/b/1/recheck.json", 1),
    ]
    assert card.summary.results == 5
    loaded = read_run(card).loaded
    assert loaded.damage == card.damage and ("os/b", 1) in loaded.results


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda data: data.update(tasks=[data["tasks"][0] | {"id": "../../etc"}]),
            "a task named '../../etc'",
        ),
        (  # its page would lie where the run's own is
            lambda data: data.update(tasks=[data["tasks"][0] | {"id": "index.html/a"}]),
            "a task named 'index.html/a'",
        ),
        (lambda data: data.update(tasks=[data["tasks"][0]] * 2), "a task twice"),
        (lambda data: data["options"].update(epochs=10**9), "has 3000000000 episodes"),
        (lambda data: data.pop("tasks"), "tasks"),
    ],
)
def test_a_run_that_testbed_did_not_write_is_named_with_the_cause(
    shelf: Path, change: Any, said: str
) -> None:
    path = shelf / "table" / "gui" / "run.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    overview = RunLibrary(shelf).overview()
    (damage,) = overview.damage
    assert damage.path == "table/gui/run.json" and said in damage.problem
    assert len(overview.cards) == 2


def test_a_half_written_run_and_a_damaged_study_are_named(shelf: Path) -> None:
    (shelf / "table" / "gui" / "run.json").write_text('{"format": 1, "crea')
    (shelf / "table" / "study.json").write_text('{"format": 1, "title": "T"}')
    overview = RunLibrary(shelf).overview()
    assert [Path(item.path).name for item in overview.damage] == ["study.json", "run.json"]
    assert [card.place for group in overview.groups if group.study for card in group.cards] == ["table/mcp"]


def test_files_that_lead_out_of_the_run_are_not_read(shelf: Path, tmp_path: Path) -> None:
    other = RunRecords.open(shelf / "table" / "mcp")
    folder = shelf / "table" / "gui"
    secret = tmp_path / "secret.json"
    secret.write_text((other.recorder("os/a", 1).folder / "result.json").read_text())
    result = folder / "episodes" / "os/a" / "1" / "result.json"
    result.unlink()
    result.symlink_to(secret)
    card = RunLibrary(folder).overview().cards[0]
    (said,) = card.damage
    assert (said.path, said.problem) == ("episodes/os/a/1/result.json", "leads out of the run's folder")
    assert ("os/a", 1) not in read_run(card).loaded.results

    (folder / "run.json").rename(tmp_path / "run.json")
    (folder / "run.json").symlink_to(tmp_path / "run.json")
    (damage,) = RunLibrary(folder).overview().damage
    assert "is a link" in damage.problem


def test_no_tasks_no_results_and_nothing_but_infrastructure_errors(tmp_path: Path) -> None:
    made_run(tmp_path / "empty", [])
    made_run(tmp_path / "new", TASKS)
    fill(made_run(tmp_path / "failed", TASKS), {"os/a": [None], "os/b": [None], "vlc/c": [None]})
    overview = RunLibrary(tmp_path).overview()
    numbers = {card.name: card.summary.overall for card in overview.cards}
    assert numbers["empty"].selected.metrics["accuracy"] is None
    assert numbers["new"].selected.metrics["accuracy"] == 0 and numbers["new"].ran.metrics["accuracy"] is None
    assert numbers["failed"].selected.metrics["accuracy"] == 0 and numbers["failed"].ran.episodes == 0


def test_a_folder_without_runs_is_empty_and_what_is_no_folder_is_refused(tmp_path: Path) -> None:
    assert RunLibrary(tmp_path).overview().cards == []
    with pytest.raises(UsageError, match=r"gone: No such file or directory"):
        RunLibrary(tmp_path / "gone")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"Not a directory"):
        RunLibrary(tmp_path / "file")


def test_a_folder_that_may_not_be_read_is_named(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def refuse(folder: Path) -> Any:
        if Path(folder).name in closed:
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(folders.os, "scandir", refuse)
    closed = {"deep"}
    overview = RunLibrary(shelf).overview()
    (damage,) = overview.damage
    assert (damage.path, damage.problem) == ("deep", "Permission denied")
    assert len(overview.cards) == 2
    closed = {shelf.name}
    with pytest.raises(UsageError, match="Permission denied"):
        RunLibrary(shelf)


def test_only_so_many_folders_are_looked_into(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "MOST_FOLDERS", 2)
    assert RunLibrary(shelf).overview().cut_short


def test_a_run_that_goes_while_it_is_served(shelf: Path) -> None:
    here = RunLibrary(shelf)
    card = card_named(here.overview(), "table~gui")
    (card.folder / "run.json").unlink()
    assert here.folder("table~gui") is None
    with pytest.raises(RecordsError, match="was removed"):
        read_run(card)
    assert len(here.overview().cards) == 2


def test_a_recheck_counts_and_is_told(shelf: Path) -> None:
    folder = shelf / "table" / "gui"
    recheck = {"score": 1.0, "was": 0.0, "claims": [], "checker": "c", "created": "2026-01-02"}
    (folder / "episodes" / "os/a" / "1" / "recheck.json").write_text(json.dumps(recheck))
    run = read_run(RunLibrary(folder).overview().cards[0])
    assert run.loaded.rechecked == {("os/a", 1)}
    right = load_records(run.records, rechecks=True).summary()["overall"]["selected"]
    assert run.summary["overall"]["selected"] == right
    assert run.card.summary.overall.selected.metrics["accuracy"] == right["accuracy"]


def test_a_run_that_waits_is_not_aborted(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a"), entry("os/b")])
    [card] = RunLibrary(tmp_path).overview().cards
    assert (card.waiting, card.aborted) == (True, False)
    assert "not started" in "".join(map(str, marks_of(card)))
    add_episode(records, "os/a")
    [card] = RunLibrary(tmp_path).overview().cards
    assert (card.waiting, card.aborted) == (False, True)
