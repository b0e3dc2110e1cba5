"""A pytest plugin: which test files run side by side when several workers share them (`--dist loadfile`).

Tests on guests mostly wait, so they run beside host tests; but at most two workers boot guests: three desktops at
once would make each other late on two processors. One worker at least is left to the host's tests.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

from tests.gate.durations import Durations

GUESTS = "tests/guest/"
MOST_ON_GUESTS = 2


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Schedule files with `SideBySide` where files are what is distributed."""
    return SideBySide(config, log) if config.getvalue("dist") == "loadfile" else None


class SideBySide(LoadFileScheduling):
    """At most `MOST_ON_GUESTS` workers run guests' tests at the same time; files with the longest tests begin first."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self._durations = Durations.load()

    def remove_node(self, node: WorkerController) -> str | None:
        """Give the remaining tests of a worker that ended or died to the others.

        Unlike in the base class, the test that it died in is not tried again.
        """
        units = self.assigned_work.pop(node)
        pending = [(unit, test) for unit in units.values() for test, is_done in unit.items() if not is_done]
        if not pending:
            return None
        unit, crashed = pending[0]
        unit[crashed] = True
        self.workqueue.update({file: unit for file, unit in units.items() if not all(unit.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return crashed

    def _assign_work_unit(self, node: WorkerController) -> None:
        file = next(self._candidates(node), next(iter(self.workqueue)))
        self.workqueue.move_to_end(file, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: WorkerController) -> None:
        if self.workqueue and next(self._candidates(node), None) is None:
            node.shutdown()  # once it has run what it has
        else:
            super()._reschedule(node)

    def _candidates(self, node: WorkerController) -> Iterator[str]:
        """What the worker may run next, best first."""
        longest_first = sorted(self.workqueue, key=self._durations.of_file, reverse=True)
        host = [file for file in longest_first if not file.startswith(GUESTS)]
        guests = [file for file in longest_first if file.startswith(GUESTS)]
        yield from [*guests, *host] if self._may_boot(node) else host

    def _may_boot(self, node: WorkerController) -> bool:
        """Whether this worker may run guests' tests beside those that do."""
        others = [
            other for other in self.assigned_work if other is not node and self._has_guests_tests(other)
        ]
        return self.numnodes < 3 or len(others) < min(MOST_ON_GUESTS, self.numnodes - 1)

    def _has_guests_tests(self, node: WorkerController) -> bool:
        return any(
            file.startswith(GUESTS) and not all(unit.values())
            for file, unit in self.assigned_work[node].items()
        )
