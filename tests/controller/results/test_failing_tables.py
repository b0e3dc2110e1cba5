"""Tables of plugins that fail are left out; what else stands in the output stays."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from controller.core import extension
from controller.core.extension_calls import warn_left_out
from controller.results.report.section import ReportSection
from controller.results.score_table import ScoreTable
from testbed.extension_points import REPORT_SECTIONS, SCORE_TABLES
from tests.controller.made_runs import CLICK, END, add_episode, entry, made_run


def _raise(*_: object) -> Any:
    raise ValueError("boom")


def _text(*_: object) -> Any:
    return "many"


def _none(*_: object) -> Any:
    return None


def _numbers(_: object) -> dict[str, int]:
    return {"a": 1}


SECTIONS = {function.__name__: ReportSection(function) for function in (_raise, _text, _none)}
TABLES = {function.__name__: ScoreTable(_numbers, function) for function in (_raise, _text, _none)}
NUMBERS = {function.__name__: ScoreTable(function, _none) for function in (_raise, _text, _none)}
DECLARED: object = None


@pytest.mark.parametrize("way", ["_raise", "_text", "_none"])
@pytest.mark.parametrize(
    ("group", "kind", "declared"),
    [
        (REPORT_SECTIONS.group, "report section", SECTIONS),
        (SCORE_TABLES.group, "score table", TABLES),
        (SCORE_TABLES.group, "score table", NUMBERS),
    ],
)
def test_one_that_fails_is_left_out_and_named(
    way: str,
    group: str,
    kind: str,
    declared: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    warn_left_out.cache_clear()
    monkeypatch.setitem(globals(), "DECLARED", declared[way])
    points = EntryPoints([EntryPoint("broken", f"{__name__}:DECLARED", group)])
    monkeypatch.setattr(extension, "entry_points", lambda group: points.select(group=group))
    records = made_run(tmp_path / "run", [entry("os/a")])
    add_episode(records, "os/a", 1, [CLICK, END], score=1.0)
    run, page = str(records.folder), tmp_path / "report"
    command = ["report", run, "--out", str(page)] if kind == "report section" else ["score", run]
    assert call(command) == 0
    assert f"the {kind} 'broken' of an unknown distribution: " in caplog.text and "hint: " in caplog.text
    assert (
        (page / "report.html").is_file() if kind == "report section" else "overall" in capsys.readouterr().out
    )
