"""What a call of an actor returned, or raised on purpose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call of an actor returned or raised. Raised by Ray, an error would lose its type on its way."""

    value: Any = None
    error: Exception | None = None
