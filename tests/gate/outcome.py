"""What a tier of the tests found, and its text."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field

from tests.gate.failures import Failure

MOST_UNSTEADY = 5
SHOWN_LINES = 15
"""Of the first failure of an unsteady test."""


@dataclass
class Outcome:
    """What a tier found.

    Attributes:
        tier: Its name.
        commit: The tested commit, "" if the tree had other content.
        passed: Number of tests that passed, those included that failed once.
        failed: What failed, and failed again where it was run again.
        unsteady: What failed once and then passed.
        problem: Why the tests did not run as they should, or "".
        seconds: Of each part.
    """

    tier: str
    commit: str = ""
    passed: int = 0
    failed: list[Failure] = field(default_factory=list)
    unsteady: list[Failure] = field(default_factory=list)
    problem: str = ""
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def is_success(self) -> bool:
        return not (self.failed or self.problem) and len(self.unsteady) <= MOST_UNSTEADY

    def text(self) -> str:
        """Return the lines for the end of the command's output."""
        failed = [test for failure in self.failed for test in failure.tests]
        lines = [f"{name}: {seconds:.0f} s" for name, seconds in self.seconds.items()]
        for failure in self.unsteady:
            lines += ["", *(f"unsteady: {test}" for test in failure.tests)]
            lines += [f"    {line}" for line in failure.text.splitlines()[-SHOWN_LINES:]]
        if len(self.unsteady) > MOST_UNSTEADY:
            lines += ["", f"{len(self.unsteady)} unsteady tests; at most {MOST_UNSTEADY} are accepted"]
        if self.problem:
            lines += ["", self.problem]
        if failed:
            lines += ["", "failed:", *failed, "", f"scripts/test {shlex.join(failed)}"]
        return "\n".join([*lines, "", f"{self.passed} passed, {len(failed)} failed"])
