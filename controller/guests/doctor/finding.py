"""What the doctor finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: its state, what was found, and what to do about it ("" when nothing).

    `warn` means that guests run, but something that could work does not.
    """

    name: str
    status: Status
    found: str
    remedy: str = ""

    @property
    def ok(self) -> bool:
        """Whether this does not keep guests from running."""
        return self.status != "fail"
