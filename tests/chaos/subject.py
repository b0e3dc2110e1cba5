"""The run that faults are injected into: its command line, its environment, its controllers."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from controller.records.run_records import RunRecords
from tests.chaos.controllers import Controller, Controllers
from tests.chaos.in_controller import InnerFaults
from tests.chaos.leftovers import MARK

FAKE_TASKS = Path(__file__).parents[1] / "controller/data/tasks"
HANGS_AFTER = 600.0
"""A controller that runs for so many seconds does not end by itself."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of run: the options of `testbed run`, and the vendor whose API is mocked, if its agent needs one."""

    options: tuple[str, ...]
    vendor: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Subject:
    """One run folder with the controllers that work on it, one after the other.

    `cluster` is the address of the Ray cluster that has its guests; "" for this host. `guest_faults` holds
    for each controller that is started. `limits` are those of the run besides its scenario's. `problems` are
    what a controller did that it should not, such as an unexpected exit code.
    """

    place: Path
    scenario: Scenario
    controllers: Controllers
    environment: Mapping[str, str] = field(default_factory=dict)
    guest_faults: Mapping[str, str] = field(default_factory=dict)
    guests: int = 4
    cluster: str = ""
    seed: int = 0
    limits: dict[str, float] = field(default_factory=dict)
    pids: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.temporary.mkdir(parents=True, exist_ok=True)

    @property
    def folder(self) -> Path:
        return self.place / "disk/run"

    @property
    def temporary(self) -> Path:
        return self.place / "tmp"

    @property
    def output(self) -> Path:
        """What the controllers print."""
        return self.place / "output.txt"

    @property
    def mark(self) -> str:
        return str(self.place)

    @property
    def begun(self) -> bool:
        """Whether there is a run to resume."""
        return (self.folder / "run.json").is_file()

    @property
    def is_complete(self) -> bool:
        """Whether every episode has a result and the run its summary."""
        if not self.begun or not (self.folder / "summary.json").is_file():
            return False
        summary = json.loads((self.folder / "summary.json").read_text())
        records = RunRecords.open(self.folder)
        keys = list(records.episodes())
        return len(records.results()) == len(keys) and not summary["status"]["cancelled"]

    def logged_failures(self, patterns: Mapping[str, str]) -> Counter[str]:
        """Count the failed attempts in the run's log by the pattern that their error matches."""
        counts: Counter[str] = Counter()
        log = self.folder / "log.jsonl"
        for line in log.read_text().splitlines() if log.is_file() else ():
            with suppress(ValueError):  # the last line of a controller that was killed
                fields = json.loads(line)
                text = f"{fields.get('error')}: {fields.get('reason')}"
                counts.update(kind for kind, pattern in patterns.items() if re.search(pattern, text))
        return counts

    def start(self, limits: Mapping[str, float] | None = None, **inner: int | float) -> Controller:
        """Start a controller that begins or resumes the run, with limits that replace those of the run if given."""
        # numbered anew for each controller, so that not each meets the same fault at its first guest
        faults = InnerFaults(
            folder=str(self.folder), guests=dict(self.guest_faults), seed=self.seed + len(self.pids), **inner
        )
        first = ["run", "--out", str(self.folder), *self.scenario.options]
        arguments = ["resume", str(self.folder)] if self.begun else first
        for name, value in (limits or ({} if self.begun else self.limits)).items():
            arguments += [f"--{name.replace('_', '-')}", str(value)]
        environment = {
            **self.scenario.environment,
            **self.environment,
            "TMPDIR": str(self.temporary),
            MARK: self.mark,
        }
        with self.output.open("a") as file:
            file.write(f"--- testbed {' '.join(arguments)} {inner or ''}\n")
        place = ["--cluster", self.cluster, "--max-guests"] if self.cluster else ["--guests"]
        arguments = [*arguments, *place, str(self.guests), "--display", "none"]
        controller = self.controllers.start(arguments, environment, self.output, faults)
        self.pids.append(controller.pid)
        return controller

    def end(self, controller: Controller, *codes: int) -> int | None:
        """Wait until a controller ends; any other exit code than these is a problem."""
        code = controller.wait(HANGS_AFTER)
        if code not in codes:
            self.problems.append(f"a controller ended with {code}, not {' or '.join(map(str, codes))}")
        return code
