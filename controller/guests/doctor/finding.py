"""The result of one test of `testbed doctor`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One tested requirement of this host.

    Attributes:
        name: The requirement.
        status: "fail" if guests cannot run, "warn" if they can but something optional is missing.
        found: What this host has.
        remedy: How to fix it; "" if there is nothing to fix.
    """

    name: str
    status: Status
    found: str
    remedy: str = ""

    @property
    def ok(self) -> bool:
        """Whether guests can run in spite of this finding."""
        return self.status != "fail"


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """The declaration of a check of `testbed doctor`.

    Attributes:
        check: Tests a requirement and changes nothing.
    """

    check: Callable[[], Finding]
