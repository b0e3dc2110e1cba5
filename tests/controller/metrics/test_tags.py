"""Runs are selected by their tags."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.metrics.tags import has_tags, parse_tags
from controller.records.run_info import RunInfo
from controller.records.run_records import RunRecords
from testbed.errors import UsageError
from tests.controller.made_runs import made_run


def _info(folder: Path, **tags: str) -> RunInfo:
    return made_run(folder, []).info.model_copy(update={"tags": tags})


def test_a_run_has_tags_only_with_all_their_values(tmp_path: Path) -> None:
    plain, one, both = (
        _info(tmp_path / "0"),
        _info(tmp_path / "1", team="a"),
        _info(tmp_path / "2", team="a", try_="2"),
    )
    runs = [plain, one, both]
    assert [has_tags(run, {"team": "a"}) for run in runs] == [False, True, True]
    assert [has_tags(run, {"team": "a", "try_": "2"}) for run in runs] == [False, False, True]
    assert not any(has_tags(run, {"team": "b"}) for run in runs)
    assert all(has_tags(run, {}) for run in runs)


def test_tags_are_parsed() -> None:
    assert parse_tags(["team=a b", "formula=x=y"]) == {"team": "a b", "formula": "x=y"}


@pytest.mark.parametrize("text", ["team", "=a", "team=a\x1b[2J"])
def test_an_invalid_tag_is_named(text: str) -> None:
    with pytest.raises(UsageError, match="invalid tag"):
        parse_tags([text])


def test_a_tag_given_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="'team' is given twice"):
        parse_tags(["team=a", "team=b"])


def test_an_old_run_has_no_tags(tmp_path: Path) -> None:
    made_run(tmp_path / "run", [])
    path = tmp_path / "run" / "run.json"
    old = RunInfo.model_validate_json(path.read_bytes()).model_dump_json(exclude={"tags", "note"})
    path.write_text(old)
    assert (RunRecords.open(tmp_path / "run").info.tags, RunRecords.open(tmp_path / "run").info.note) == (
        {},
        "",
    )
