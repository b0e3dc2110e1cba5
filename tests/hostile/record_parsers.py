"""The parsers of run folders, which may come from a stranger: each file alone, and a whole run on its way to a page."""

from __future__ import annotations

import atexit
import gzip
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from controller.metrics.episode_end import is_edited
from controller.metrics.episode_stats import episode_stats
from controller.metrics.run_loader import catalogue_of
from controller.metrics.stale_summary import stale_summary
from controller.models.exchange_recorder import read_exchanges, totals
from controller.records.event_lines import Damage, read_events
from controller.records.files import read_model
from controller.records.final_state import read_state
from controller.records.gzip_lines import read_first_gzip_line, read_gzip_lines
from controller.records.run_info import EpisodeResult, Failure, Recheck, RunInfo
from controller.records.study_folder import StudyRecord
from controller.records.trajectory_reader import trajectory_of
from controller.results.csv_cells import csv_cell
from controller.results.export.episodes import open_run
from controller.results.export.flat import episode_tables
from controller.results.viewer.library import RunLibrary
from controller.results.viewer.pages import ViewerPages
from controller.results.viewer.run_tasks import TaskFilter
from testbed.errors import RecordsError, UsageError
from tests.controller.made_runs import CLICK, END, TOOLS, add_episode, call, entry, made_run
from tests.controller.results.viewer.pages_checked import check_page
from tests.hostile import seeds
from tests.hostile.host_parser import HostParser
from tests.hostile.mutation import Form

BAD_RECORDS = (RecordsError, UsageError)


EPISODE = Path("episodes/os/a/1")
_PAGED: tuple[tuple[Path, Form], ...] = (
    (EPISODE / "events.jsonl", "lines"),
    (EPISODE / "result.json", "json"),
    (Path("run.json"), "json"),
    (Path("tools.json"), "json"),
    (Path("summary.json"), "json"),
)


@cache
def place() -> Path:
    """A folder of this process, in memory where there is such a file system."""
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="testbed-hostile-", dir=shared if shared.is_dir() else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def run_folder() -> Path:
    """A run with an episode of several steps, one without, and a study's file beside it."""
    folder = place() / "runs" / "one"
    records = made_run(folder, [entry("os/a", ["a.count"]), entry("vlc/c")], agent="anthropic", model="m")
    add_episode(
        records, "os/a", actions=(CLICK, call("a.count", x=1), {**call("b.open"), "refused": True}, END)
    )
    records.write_summary({"status": {}, "tasks": 2})
    return folder


def _file(parse: Callable[[Path], object]) -> Callable[[bytes], object]:
    """A parser of a file of its own."""

    def parse_file(data: bytes) -> object:
        path = place() / "file"
        path.write_bytes(data)
        return parse(path)

    return parse_file


def _in_run(name: str) -> Callable[[bytes], object]:
    """Show and export a run in which one file is the input."""

    def parse(data: bytes) -> None:
        path = run_folder() / name
        before = path.read_bytes() if path.exists() else None
        path.write_bytes(data)
        try:
            _show()
        finally:
            path.unlink() if before is None else path.write_bytes(before)

    return parse


def _show() -> None:
    pages = ViewerPages(RunLibrary(run_folder().parent))
    check_page(pages.runs().make())
    for page in (pages.run("one", TaskFilter()), pages.episode("one", "os/a", 1, 0)):
        if page is not None:
            check_page(page.make())
    for _, rows in episode_tables(open_run(run_folder())):
        for row in rows:
            cells = [csv_cell(value) for value in row.values()]
            assert not [
                cell for cell in cells if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@"))
            ]


def _events(path: Path) -> None:
    damage: list[Damage] = []
    events = list(read_events(path, damage))
    trajectory_of(events, path.parent)
    episode_stats(events, catalogue_of(run_folder() / "tools.json", damage))


def _tools(path: Path) -> None:
    catalogue = catalogue_of(path, [])
    for tool in sorted(catalogue.names) if catalogue else ():
        catalogue.accepts(tool, {"a": 1, "b": [None]})


def _exchanges(path: Path) -> None:
    lines = read_gzip_lines(path)
    totals(lines)
    read_exchanges(lines)


def _state(path: Path) -> None:
    path.rename(path.with_name("state.json"))
    read_state(path.parent)


def _own(name: str) -> Callable[[], list[bytes]]:
    return lambda: [(run_folder() / name).read_bytes()]


_EXCHANGE = {
    "time": 1.0, "method": "POST", "url": "https://a.test/v1/messages", "requested_model": "m", "digest": "d",
    "request": {"testbed_part": 0, "is": {"a": {"testbed_part": 1, "is": "x" * 90}}}, "request_bytes": 9,
    "attempts": [{"status": 200, "error": "", "seconds": 0.1, "wait": 0.0}], "seconds": 1.0, "failure": "",
    "response": {"status": 200, "headers": {"a": "b"}, "body": "{}"}, "served_model": "m", "uncounted": False,
    "usage": {"input_tokens": 1, "output_tokens": 1, "cache_read_tokens": 0, "cache_write_tokens": 0, "calls": 1},
}  # fmt: skip
_STATE = {
    "initial_state_hash": "p",
    "home": {
        "whole": True,
        "entries": [{"path": "/home/user/a", "kind": "f"}],
        "files": {"/home/user/a": "0" * 32},
    },
    "answers": [{"query": {"kind": "read", "path": "/x"}, "after": 0, "content": "f" * 32}],
}
_STUDY = {"title": "T", "budget": "separate", "tasks": {"os/a": "h"}, "runs": {"one": {"agent": "noop"}}}
_RECHECK = {
    "score": 1.0,
    "was": None,
    "claims": [{"text": "t", "holds": True}],
    "checker": "c",
    "created": "2026",
}
_FAILURE = {"type": "E", "message": "m", "hint": "h"}


def _exchange_lines() -> list[bytes]:
    again = {**_EXCHANGE, "request": {"testbed_again": 1}}
    return [gzip.compress(seeds.lines([_EXCHANGE, again]), mtime=0)]


PARSERS_OF_RECORDS = [
    HostParser("events", _file(_events), _own(str(EPISODE / "events.jsonl")), (), "lines"),
    HostParser(
        "last event",
        _file(
            lambda path: is_edited(path, read_model(run_folder() / EPISODE / "result.json", EpisodeResult))
        ),
        _own(str(EPISODE / "events.jsonl")),
        (),
        "lines",
    ),
    HostParser(
        "result",
        _file(lambda path: read_model(path, EpisodeResult)),
        _own(f"{EPISODE}/result.json"),
        BAD_RECORDS,
        "json",
    ),
    HostParser("run", _file(lambda path: read_model(path, RunInfo)), _own("run.json"), BAD_RECORDS, "json"),
    HostParser(
        "recheck",
        _file(lambda path: read_model(path, Recheck)),
        lambda: [seeds.dumped(_RECHECK)],
        BAD_RECORDS,
        "json",
    ),
    HostParser(
        "error",
        _file(lambda path: read_model(path, Failure)),
        lambda: [seeds.dumped(_FAILURE)],
        BAD_RECORDS,
        "json",
    ),
    HostParser(
        "study",
        _file(lambda path: read_model(path, StudyRecord)),
        lambda: [seeds.dumped(_STUDY)],
        BAD_RECORDS,
        "json",
    ),
    HostParser("tools", _file(_tools), lambda: [seeds.dumped(TOOLS)], BAD_RECORDS, "json"),
    HostParser(
        "summary",
        _file(lambda path: list(stale_summary(path, {"tasks": 2}))),
        _own("summary.json"),
        BAD_RECORDS,
        "json",
    ),
    HostParser("final state", _file(_state), lambda: [seeds.dumped(_STATE)], BAD_RECORDS, "json"),
    HostParser("exchanges", _file(_exchanges), _exchange_lines, (*BAD_RECORDS, ValueError), "gzip"),
    HostParser(
        "first exchange", _file(read_first_gzip_line), _exchange_lines, (*BAD_RECORDS, ValueError), "gzip"
    ),
    *(
        HostParser(f"pages of {file.name}", _in_run(str(file)), _own(str(file)), BAD_RECORDS, form)
        for file, form in _PAGED
    ),
    HostParser(
        "pages of exchanges", _in_run(f"{EPISODE}/exchanges.jsonl.gz"), _exchange_lines, BAD_RECORDS, "gzip"
    ),
    HostParser(
        "pages of recheck.json",
        _in_run(f"{EPISODE}/recheck.json"),
        lambda: [seeds.dumped(_RECHECK)],
        BAD_RECORDS,
        "json",
    ),
    HostParser(
        "pages of error.json", _in_run("error.json"), lambda: [seeds.dumped(_FAILURE)], BAD_RECORDS, "json"
    ),
    HostParser(
        "pages of study.json", _in_run("../study.json"), lambda: [seeds.dumped(_STUDY)], BAD_RECORDS, "json"
    ),
]
