"""Runs the parts of a tier, and what failed once more by itself."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.commit import clean_commit, git_folder
from tests.gate.failures import find_failures, passes_alone, run_pytest
from tests.gate.outcome import Outcome
from tests.gate.results import TestResult
from tests.gate.tiers import Part

REPORT = "test-report"
MOST_REPEATED = 20
"""With more failures than this none is run again: they are no unsteady tests."""


def run_tier(tier: str, parts: Iterable[Part], root: Path) -> tuple[Outcome, list[TestResult]]:
    """Run the parts and then what failed.

    Writes `test-report/`, and the tested commit to `.git/tested` if all is well and the tree was clean all the time.

    Returns:
        What was found, and the result of each test, without the repetitions.
    """
    outcome = Outcome(tier)
    commit = clean_commit(root)
    shutil.rmtree(root / REPORT, ignore_errors=True)
    (root / REPORT).mkdir()
    results = [result for part in parts for result in run_part(part, outcome, root)]
    run_failures_again(results, outcome, root)
    if commit == clean_commit(root):
        outcome.commit = commit
    (root / REPORT / "outcome.json").write_text(json.dumps(asdict(outcome), indent=1) + "\n")
    if outcome.is_success and outcome.commit:
        (git_folder(root) / "tested").write_text(f"{outcome.commit}\n")
    return outcome, results


def run_part(part: Part, outcome: Outcome, root: Path) -> list[TestResult]:
    """Run one part; what stopped it from running whole is noted as the outcome's problem."""
    _print_heading(f"pytest: {part.name}")
    started = time.monotonic()
    code, results = run_pytest(part.arguments, root / REPORT / part.name, root)
    outcome.seconds[part.name] = round(time.monotonic() - started, 1)
    has_failed = any(result.outcome == "failed" for result in results)
    if code != int(has_failed) or not results:
        outcome.problem = f"pytest ended with exit code {code} in part '{part.name}': see its output above"
    return results


def run_failures_again(results: Sequence[TestResult], outcome: Outcome, root: Path) -> None:
    """Tell the unsteady tests from those that fail again."""
    failures = find_failures(results)
    outcome.passed = sum(result.outcome == "passed" for result in results)
    if len(failures) > MOST_REPEATED:
        outcome.failed = failures
        return
    started = time.monotonic()
    for number, failure in enumerate(failures, 1):
        _print_heading(f"once more, alone: {', '.join(failure.tests)}")
        if passes_alone(failure, root / REPORT / f"again-{number}", root):
            outcome.unsteady.append(failure)
            outcome.passed += len(failure.tests)
        else:
            outcome.failed.append(failure)
    if failures:
        outcome.seconds["once more, alone"] = round(time.monotonic() - started, 1)


def _print_heading(text: str) -> None:
    print(f"\033[1m==> {text}\033[0m", flush=True)
