"""A pytest plugin: `--results FILE` writes a JSON line for each test that ended; and what reads them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Generator, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

import pytest


@dataclass(frozen=True)
class TestResult:
    """How one test ended.

    Attributes:
        test: Its id, as pytest takes it.
        outcome: "passed", "failed" (also when a fixture failed or the worker died) or "skipped".
        phase: Where it failed: "setup", "call", "teardown", or "crash" if its process died; else "".
        seconds: All phases together.
        setup_seconds: Its set-up, with the shared fixtures that were made for it.
        text: What pytest explains of the first failure, or "".
        markers: The registered markers it carries.
    """

    test: str
    outcome: str
    phase: str
    seconds: float
    setup_seconds: float
    text: str
    markers: tuple[str, ...]

    __test__ = False

    @property
    def file(self) -> str:
        return self.test.split("::")[0]

    @property
    def own_seconds(self) -> float:
        """Without its set-up."""
        return self.seconds - self.setup_seconds


def read_results(path: Path) -> list[TestResult]:
    """Return the results of a file that `--results` wrote; empty if no test ended."""
    if not path.exists():
        return []
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [TestResult(**(line | {"markers": tuple(line["markers"])})) for line in lines]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--results", metavar="FILE", type=Path, help="write a JSON line for each test that ended"
    )


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("results")
    if path and not hasattr(config, "workerinput"):
        names = {line.split(":")[0].split("(")[0] for line in config.getini("markers")}
        config.pluginmanager.register(Writer(path, names), "results-writer")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note the test's markers: a report's keywords have the names of its folders too."""
    report = yield
    report.markers = sorted({marker.name for marker in item.iter_markers()})
    return report


class Writer:
    """Joins the reports of a test's phases to a line."""

    def __init__(self, path: Path, markers: Iterable[str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file: TextIO = path.open("w")
        self._markers = frozenset(markers)
        self._reports: defaultdict[str, list[pytest.TestReport]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        reports = self._reports[report.nodeid]
        reports.append(report)
        if report.when not in ("setup", "call"):  # the last phase, or xdist's report that the worker died
            self._write(self._reports.pop(report.nodeid))

    def pytest_sessionfinish(self) -> None:
        self._file.close()

    def _write(self, reports: list[pytest.TestReport]) -> None:
        failed = next((report for report in reports if report.failed), None)
        phase = (
            "" if failed is None else failed.when if failed.when in ("setup", "call", "teardown") else "crash"
        )
        skipped = any(report.skipped for report in reports)
        result = TestResult(
            test=reports[0].nodeid,
            outcome="failed" if failed else "skipped" if skipped else "passed",
            phase=phase or "",
            seconds=round(sum(report.duration for report in reports), 3),
            setup_seconds=round(sum(report.duration for report in reports if report.when == "setup"), 3),
            text=failed.longreprtext if failed else "",
            markers=tuple(sorted(self._markers.intersection(getattr(reports[0], "markers", ())))),
        )
        self._file.write(json.dumps(asdict(result)) + "\n")
        self._file.flush()
