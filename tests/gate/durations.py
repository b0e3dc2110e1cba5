"""How long tests take, as the whole run recorded it: `tests/durations.json`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.gate.results import TestResult

PATH = Path(__file__).parents[1] / "durations.json"
UNKNOWN_SECONDS = 20.0
"""What a test on guests counts that has no record."""
LEAST_SECONDS = 0.5
"""Of host tests, only those that take at least as long are recorded."""


@dataclass(frozen=True)
class FileDurations:
    """Seconds of one test file.

    Attributes:
        setup: Of the fixtures that its tests share, such as a guest.
        tests: Of each test without these, by the part of its id that follows the file.
    """

    setup: float
    tests: Mapping[str, float]


class Durations:
    """The recorded durations, by file."""

    def __init__(self, files: Mapping[str, FileDurations]) -> None:
        self.files = files

    @classmethod
    def load(cls, path: Path = PATH) -> Durations:
        """Read the record; empty where there is none."""
        if not path.exists():
            return cls({})
        return cls({file: FileDurations(**entry) for file, entry in json.loads(path.read_text()).items()})

    @classmethod
    def of(cls, results: Iterable[TestResult]) -> Durations:
        """Take the durations of the tests on guests, and of the slower ones on the host, that passed."""
        by_file: defaultdict[str, list[TestResult]] = defaultdict(list)
        for result in results:
            if result.outcome == "passed":
                by_file[result.file].append(result)
        files = {}
        for file, listed in sorted(by_file.items()):
            first = max(listed, key=lambda result: result.setup_seconds)
            tests = {
                result.test.removeprefix(f"{file}::"): round(
                    result.own_seconds if result is first else result.seconds, 1
                )
                for result in sorted(listed, key=lambda result: result.test)
                if "guest" in result.markers or "vm" in result.markers or result.seconds >= LEAST_SECONDS
            }
            if tests:
                files[file] = FileDurations(round(first.setup_seconds, 1), tests)
        return cls(files)

    def save(self, path: Path = PATH) -> None:
        entries = {file: {"setup": entry.setup, "tests": entry.tests} for file, entry in self.files.items()}
        path.write_text(json.dumps(entries, indent=1) + "\n")

    def of_file(self, file: str) -> float:
        """Return the seconds of all recorded tests of a file, 0 for one without."""
        entry = self.files.get(file)
        return entry.setup + sum(entry.tests.values()) if entry else 0.0

    def of_setup(self, file: str) -> float:
        """Return the seconds that a file's shared fixtures take."""
        entry = self.files.get(file)
        return entry.setup if entry else 0.0

    def of_guest_test(self, test: str) -> float:
        """Return the seconds of a test on guests, its file's shared fixtures left out."""
        file, _, name = test.partition("::")
        entry = self.files.get(file)
        return entry.tests.get(name, UNKNOWN_SECONDS) if entry else UNKNOWN_SECONDS
