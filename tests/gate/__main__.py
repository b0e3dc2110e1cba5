"""Runs a tier of the tests, and what failed once more by itself.

    python -m tests.gate gate|all     exit code 0 if no test failed twice and few failed once
    python -m tests.gate durations    where the time of the last run went

`test-report/` has the results. If the tree is clean, the hash of a commit that passed is written to `.git/tested`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from tests.gate.durations import Durations
from tests.gate.durations_table import durations_table
from tests.gate.results import read_results
from tests.gate.run import REPORT, run_tier
from tests.gate.tiers import TIERS

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Run what the command line names; returns the exit code."""
    parser = argparse.ArgumentParser(prog="scripts/test", description="Run a tier of the tests.")
    parser.add_argument("tier", choices=[*TIERS, "durations"])
    tier = parser.parse_args().tier
    if tier == "durations":
        reports = sorted((ROOT / REPORT).glob("*.jsonl"))
        print(durations_table([result for path in reports for result in read_results(path)]))
        return 0
    outcome, results = run_tier(tier, TIERS[tier], ROOT)
    print(f"\n{outcome.text()}")
    if tier == "all" and outcome.is_success:
        Durations.of(results).save()
    return 0 if outcome.is_success else 1


if __name__ == "__main__":
    raise SystemExit(main())
