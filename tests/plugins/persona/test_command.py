"""`testbed personas`: what there is, bad paths, people who have no applications."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mcp_tools.personal.life.life import make_life
from plugins.persona.command import app
from testbed.errors import UsageError


def run(*words: str) -> str:
    result = CliRunner().invoke(app, words)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_life_is_told_and_its_records_are_counted() -> None:
    told = run("show", "3")
    assert "(person-1)" in told and "mail.message" in told and "events of" in told


def test_records_at_a_path_are_json_and_those_that_somebody_does_not_see_are_left_out() -> None:
    events = json.loads(run("show", "3", "--tree", "calendar.calendars[*].events", "--limit", "2"))
    assert len(events) == 2 and all(path.startswith("calendar.calendars[") for path in events)
    life = make_life(3)
    whole = json.loads(run("show", "3", "--tree", "."))
    assert set(whole) == set(life.tree)
    seen = json.loads(run("show", "3", "--tree", ".", "--person", life.people[1]))
    assert 0 < len(json.dumps(seen)) < len(json.dumps(whole))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("show", "3", "--tree", "mail.x"), "there is no x"),
        (("show", "3", "--tree", "mail[folder-1"), "--tree"),
        (("show", "3", "--person", "person-99", "--tree", "."), "no applications of 'person-99'"),
    ],
)
def test_a_wrong_path_or_person_is_named(words: tuple[str, ...], problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as raised:
        run(*words)
    assert raised.value.hint


def test_a_file_of_records_is_read(tmp_path: Path) -> None:
    file = tmp_path / "context.json"
    file.write_text(run("show", "3", "--tree", "."))
    assert "mail.message" in run("load", str(file))
    file.write_text('{"mail": {"folders": {"folder-1": {"owner": "person-1", "name": "Inbox"}}}}')
    with pytest.raises(UsageError, match="there is no person 'person-1'") as raised:
        run("load", str(file))
    assert raised.value.hint


def test_lives_are_checked() -> None:
    assert run("check", "--seeds", "1", "--first", "5").startswith("1 lives, 0 broken")


def test_runs_without_the_judge_cannot_be_calibrated(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=str(tmp_path)):
        run("calibrate", str(tmp_path))
