"""Where the minutes of a run went, by file and by marker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tests.gate.results import TestResult

SHOWN_FILES = 30


def durations_table(results: Iterable[TestResult]) -> str:
    """Return the seconds by marker and of the slowest files, largest first, with the number of tests."""
    by_marker: Counter[str] = Counter()
    by_file: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for result in results:
        by_file[result.file] += result.seconds
        tests[result.file] += 1
        for marker in result.markers or ("no marker",):
            by_marker[marker] += result.seconds
            tests[marker] += 1

    def rows(seconds: Counter[str], count: int | None = None) -> list[str]:
        return [
            f"{value:8.1f} s  {tests[name]:5} tests  {name}" for name, value in seconds.most_common(count)
        ]

    total = f"{sum(by_file.values()):8.1f} s  in all, {len(by_file)} files"
    return "\n".join([total, "", *rows(by_marker), "", *rows(by_file, SHOWN_FILES)])
