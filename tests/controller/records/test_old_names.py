"""Records in which fields have the names that earlier versions of testbed gave them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.judges.records import ControlCounts
from controller.metrics.run_loader import load_records
from controller.models.exchange_recorder import read_exchanges, totals
from controller.parts.approval import ApprovalCounts
from controller.parts.events import TriggeredEventRecord
from controller.records.event_lines import Damage, read_events
from controller.records.final_state import read_state
from controller.records.redacted_copy import write_redacted
from controller.records.redaction import exchange
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.trajectory_reader import trajectory_of
from controller.results.viewer.stored_summary import stored_summary
from testbed.errors import RecordsError
from tests.controller.made_runs import add_episode, entry, made_run

ARRIVAL = {"text": "after 2 steps: copy mail.txt", "step": 2, "error": ""}


@pytest.fixture
def old(tmp_path: Path) -> RunRecords:
    """A run with an event of its task, in present names."""
    records = made_run(tmp_path / "run", [entry("os/a")])
    add_episode(records, "os/a", 1, [], score=1.0, triggered_events=[ARRIVAL])
    records.recorder("os/a", 1).event("triggered_event", **ARRIVAL, seconds=0.1)
    records.write_summary(load_records(records).summary())
    return records


def rename(path: Path, **old_names: str) -> None:
    """Give fields and values of a file the names that they had."""
    text = path.read_text()
    for present, before in old_names.items():
        assert f'"{present}"' in text
        text = text.replace(f'"{present}"', f'"{before}"')
    path.write_text(text)


def test_a_result_with_old_names_is_read_scored_and_redacted(old: RunRecords, tmp_path: Path) -> None:
    summary, folder = json.dumps(load_records(old).summary()), old.episode("os/a", 1)
    loaded = load_records(old)
    damage: list[Damage] = []
    trajectory = trajectory_of(read_events(folder.events_file(), damage), folder.path)
    assert damage == [] and loaded.damage == ()
    assert json.dumps(loaded.summary()) == summary
    arrival = TriggeredEventRecord.model_validate(ARRIVAL)
    assert loaded.results["os/a", 1].parts == {"events": (arrival,)}
    assert [event["text"] for event in trajectory.others["triggered_event"]] == [ARRIVAL["text"]]
    write_redacted(old, tmp_path / "copy")
    copied = (tmp_path / "copy" / folder.path.relative_to(old.folder) / "result.json").read_text()
    assert ARRIVAL["text"] not in copied
    redacted: dict[str, Any] = json.loads(copied)
    assert [event["step"] for event in redacted["parts"]["events"]] == [2]


def test_a_summary_with_old_names_is_up_to_date(old: RunRecords) -> None:
    damage: list[Damage] = []
    current = stored_summary(old, damage)
    rename(old.paths.summary_file, behavior="conduct")
    assert stored_summary(old, damage) == current is not None
    assert damage == [] and load_records(old).damage == ()


@pytest.mark.parametrize("old_names", [{}, {"escalated": "asked"}])
def test_approvals_with_old_names_are_read_and_summed(old: RunRecords, old_names: dict[str, str]) -> None:
    add_episode(old, "os/a", 1, [], score=1.0, approvals={"escalated": 2, "approved": 1, "denied": 1})
    rename(old.episode("os/a", 1).result_file, **old_names)
    assert str(old.result("os/a", 1).parts["approval"]) == (
        "2 actions needed approval: 1 approved, 1 denied, 2 escalated to a person"
    )
    assert load_records(old).summary()["parts"]["approval"]["escalated"] == 2
    assert ApprovalCounts.model_validate({"asked": 2}) == ApprovalCounts(escalated=2)


def test_counts_of_controls_with_old_names_are_read() -> None:
    assert ControlCounts.model_validate_json('{"asked": 12, "wrong": ["empty"]}') == ControlCounts(
        total=12, wrong=("empty",)
    )


def test_a_record_under_its_old_and_its_present_place_is_refused(old: RunRecords) -> None:
    file = old.episode("os/a", 1).result_file
    file.write_text(json.dumps(json.loads(file.read_text()) | {"triggered_events": [ARRIVAL]}))
    with pytest.raises(RecordsError, match="triggered_events: is unknown"):
        old.result("os/a", 1)


def test_a_final_state_with_old_names_is_read(tmp_path: Path) -> None:
    query = {"kind": "read", "path": "/home/user/x"}
    state = {
        "format": 1,
        "premise": "p",
        "home": {"whole": False, "why": "no answer"},
        "answers": [{"question": query, "after": 0, "problem": "missing"}],
    }
    (tmp_path / "final").mkdir()
    (tmp_path / "final" / "state.json").write_text(json.dumps(state))
    read = read_state(tmp_path / "final")
    assert read is not None and read.initial_state_hash == "p" and read.home.reason == "no answer"
    assert [answer.query.path for answer in read.answers] == ["/home/user/x"]


def test_exchanges_with_old_names_are_replayed_and_redacted() -> None:
    response = {"status": 200, "headers": {}, "body": "hello"}
    attempt = {"status": 200, "error": "", "seconds": 0.1, "wait": 0.0}
    usage = {
        "input_tokens": 7,
        "output_tokens": 1,
        "cache_read_tokens": 0,
        "cache_write_tokens": 0,
        "calls": 1,
    }
    line = {
        "time": 1.0,
        "method": "POST",
        "url": "https://a.test/v1/messages",
        "asked": "m",
        "digest": "d",
        "request": {"model": "m"},
        "request_bytes": 9,
        "tries": [attempt],
        "seconds": 1.0,
        "failure": "",
        "answer": response,
        "served": "n",
        "uncounted": False,
        "usage": usage,
    }
    (read,) = read_exchanges([line])
    assert (read.exchange.requested_model, read.exchange.served_model) == ("m", "n")
    assert read.exchange.response is not None and read.exchange.response.body == b"hello"
    assert [item.status for item in read.exchange.attempts] == [200]
    assert totals([line]).usage["n"].input_tokens == 7
    copied = exchange(line)
    assert copied["request"] == {"model": "m"} and copied["response"]["body"] == "[redacted: 5 characters]"
    (again,) = read_exchanges([copied])
    assert again.exchange.served_model == "n"


@pytest.mark.parametrize("odd", [5, "x", [1], None])
@pytest.mark.parametrize("with_old", [False, True])
def test_odd_parts_of_a_record_are_an_error_that_names_them(
    old: RunRecords, odd: Any, with_old: bool
) -> None:
    folder = old.episode("os/a", 1)
    result = json.loads(folder.result_file.read_text()) | {"parts": odd}
    folder.result_file.write_text(json.dumps(result | ({"triggered_events": [ARRIVAL]} if with_old else {})))
    with pytest.raises(RecordsError, match="parts: should be"):
        old.result("os/a", 1)
    for place in ("parts", "limits", "variants"):
        info = json.loads(old.paths.run_file.read_text())
        info["options"][place] = odd
        old.paths.run_file.write_text(json.dumps(info))
        with pytest.raises(RecordsError, match=rf"options\.{place}: should be"):
            RunRecords.open(old.folder)
        del info["options"][place]
        old.paths.run_file.write_text(json.dumps(info))


def test_options_that_stood_beside_each_other_are_read_into_their_groups(old: RunRecords) -> None:
    info = json.loads(old.paths.run_file.read_text())
    present = RunOptions.model_validate(info["options"] | {"max_cost": 2.5, "task_variant": 3})
    info["options"] = present.by_name()
    old.paths.run_file.write_text(json.dumps(info))
    read = RunRecords.open(old.folder).info.options
    assert read.by_name() == present.by_name() and (read.limits.max_cost, read.variants.task_variant) == (
        2.5,
        3,
    )
    assert present.chosen() == RunOptions.model_validate(present.chosen()).chosen()
    assert read.changed({"max_cost": 4.0}).limits == read.limits.model_copy(update={"max_cost": 4.0})
