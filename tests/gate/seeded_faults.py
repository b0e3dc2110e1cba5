"""Asks whether the gate still bites: puts the faults of `seeded_faults.toml` into a clone and looks for each.

    python -m tests.gate.seeded_faults [--only TEXT]

A fault is found when a test that every gate runs (none of the sample) fails with it, and once more alone. The search
begins in the tests that the fault names and goes on with all others, up to the first that fails.
`seeded_faults.json` has what was found; `--only` looks for the faults whose name has TEXT and keeps the other results.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.commit import commit
from tests.gate.failures import find_failures
from tests.gate.results import TestResult, read_results
from tests.gate.tiers import SIDE_BY_SIDE

ROOT = Path(__file__).parents[2]
FAULTS = Path(__file__).with_suffix(".toml")
FOUND = Path(__file__).with_suffix(".json")
WITHOUT_SAMPLE = "(core or not (guest or sampled)) and not (vm or latex or pypi or long)"


@dataclass(frozen=True)
class Fault:
    """One wrong line.

    Attributes:
        name: The part, and what goes wrong.
        file: Where the line stands.
        right: A part of the line that occurs once in the file.
        wrong: What replaces it.
        tests: Files or folders of tests that are run first.
    """

    name: str
    file: str
    right: str
    wrong: str
    tests: tuple[str, ...]

    def seed(self, root: Path) -> None:
        """Put the fault into a checkout."""
        path = root / self.file
        text = path.read_text()
        assert text.count(self.right) == 1, f"{self.file} has {text.count(self.right)} times: {self.right}"
        path.write_text(text.replace(self.right, self.wrong))


@dataclass(frozen=True)
class Search:
    """How a fault was looked for.

    Attributes:
        fault: Its name.
        commit: What it was put into.
        found_by: The test that failed twice; "" if none did.
        seconds: How long it took.
        beyond: Whether the tests that the fault names did not find it.
    """

    fault: str
    commit: str
    found_by: str
    seconds: float
    beyond: bool


def read_faults() -> list[Fault]:
    """Return all faults."""
    tables = tomllib.loads(FAULTS.read_text())["fault"]
    return [Fault(**(table | {"tests": tuple(table["tests"])})) for table in tables]


def look_for(fault: Fault, clone: Path) -> Search:
    """Put a fault into a clone, look for it, and take it out again."""
    started = time.monotonic()
    fault.seed(clone)
    found_first = _failing_test(clone, fault.tests)
    found = found_first or _failing_test(clone, ("tests",))
    _git(clone, "checkout", "--quiet", ".")
    seconds = round(time.monotonic() - started, 1)
    return Search(fault.name, commit(clone), found, seconds, beyond=not found_first)


def _failing_test(clone: Path, tests: tuple[str, ...]) -> str:
    """Return a test that fails, and again alone; "" if there is none."""
    results = _run(clone, *SIDE_BY_SIDE, "--exitfirst", "-m", WITHOUT_SAMPLE, *tests)
    for failure in find_failures(results):
        if find_failures(_run(clone, *failure.tests)):
            return failure.tests[0]
    return ""


def _run(clone: Path, *arguments: str) -> list[TestResult]:
    """Run the clone's own test command."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "results.jsonl")
        subprocess.run([clone / "scripts/test", *arguments, f"--results={report}"], cwd=clone, check=False)
        return read_results(report)


def _git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", folder, *arguments], check=True)


def main() -> int:
    """Look for the faults that the command line names; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.gate.seeded_faults", description="Seed faults.")
    parser.add_argument("--only", default="", metavar="TEXT", help="the faults whose name has this text")
    wanted = parser.parse_args().only
    searches = (
        {entry["fault"]: Search(**entry) for entry in json.loads(FOUND.read_text())} if FOUND.exists() else {}
    )
    faults = read_faults()
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "clone")
        _git(ROOT, "clone", "--quiet", str(ROOT), str(clone))
        for fault in faults:
            if wanted in fault.name:
                searches[fault.name] = search = look_for(fault, clone)
                print(f"{fault.name}: {search.found_by or 'NOT FOUND'} ({search.seconds:.0f} s)", flush=True)
                done = [asdict(searches[fault.name]) for fault in faults if fault.name in searches]
                FOUND.write_text(json.dumps(done, indent=1) + "\n")
    return int(any(not search.found_by for search in searches.values()))


if __name__ == "__main__":
    sys.exit(main())
