"""What failed in a run of tests, and whether it fails again by itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.gate.results import TestResult, read_results


@dataclass(frozen=True)
class Failure:
    """Tests that failed for one reason: one test, or all that share a fixture that failed.

    Attributes:
        tests: Their ids.
        text: What pytest explained.
    """

    tests: tuple[str, ...]
    text: str


def find_failures(results: Iterable[TestResult]) -> list[Failure]:
    """Return what failed, in the order of the results.

    A fixture that a file's tests share, such as their guest, fails for each of them with one text: that is one failure.
    """
    failures: dict[tuple[str, str], Failure] = {}
    for result in results:
        if result.outcome != "failed":
            continue
        key = (result.file, result.text) if result.phase == "setup" else (result.test, "")
        earlier = failures.get(key, Failure((), result.text))
        failures[key] = Failure((*earlier.tests, result.test), result.text)
    return list(failures.values())


def run_pytest(arguments: Sequence[str], report: Path, root: Path) -> tuple[int, list[TestResult]]:
    """Run pytest in a fresh process.

    Args:
        arguments: What to run and how.
        report: Path without suffix of the files to write: `.xml` for JUnit's format, `.jsonl` with a line a test.
        root: The checkout whose tests run.

    Returns:
        The exit code, and the results of all tests that ended.
    """
    lines = report.with_name(f"{report.name}.jsonl")
    lines.unlink(missing_ok=True)
    written = [f"--results={lines}", f"--junitxml={report.with_name(f'{report.name}.xml')}"]
    done = subprocess.run([sys.executable, "-m", "pytest", *arguments, *written], cwd=root, check=False)
    return done.returncode, read_results(lines)


def passes_alone(failure: Failure, report: Path, root: Path) -> bool:
    """Run the tests of a failure once more in a process of their own; returns whether all passed."""
    code, results = run_pytest(failure.tests, report, root)
    return code == 0 and {result.test for result in results} == {*failure.tests}
