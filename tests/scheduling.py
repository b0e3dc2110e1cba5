"""A pytest plugin: which test files run side by side when several workers share them (`--dist loadfile`).

Tests on guests mostly wait, so they run beside host tests; but no more than all workers but one boot guests: three
desktops at once would make each other late on two processors.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

GUESTS = "tests/guest/"
LONGEST = (
    "tests/guest/test_run.py",
    "tests/guest/test_ssh_provider.py",
    "tests/guest/test_model_agents.py",
    "tests/guest/test_provider_isolation.py",
    "tests/guest/test_watch.py",
)
"""Files of few long tests, begun first."""


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Schedule files with `SideBySide` where files are what is distributed."""
    return SideBySide(config, log) if config.getvalue("dist") == "loadfile" else None


class SideBySide(LoadFileScheduling):
    """Of three or more workers the last runs host tests alone, the others guests' tests as long as there are some."""

    def _assign_work_unit(self, node: WorkerController) -> None:
        scope = next(self._candidates(node), next(iter(self.workqueue)))
        self.workqueue.move_to_end(scope, last=False)
        super()._assign_work_unit(node)

    def _reschedule(self, node: WorkerController) -> None:
        if self.workqueue and next(self._candidates(node), None) is None:
            node.shutdown()  # once it has run what it has
        else:
            super()._reschedule(node)

    def _candidates(self, node: WorkerController) -> Iterator[str]:
        """What the worker may run next, best first."""
        host = [scope for scope in self.workqueue if not scope.startswith(GUESTS)]
        guests = [scope for scope in self.workqueue if scope.startswith(GUESTS)]
        guests.sort(key=lambda scope: LONGEST.index(scope) if scope in LONGEST else len(LONGEST))
        is_for_hosts = self.numnodes >= 3 and node.gateway.id == f"gw{self.numnodes - 1}"
        yield from host if is_for_hosts else [*guests, *host]
