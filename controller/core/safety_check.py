"""A check of a model's vendor, which wants a person to decide on actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

CheckPolicy = Literal["ask", "never", "always"]
"""What becomes of actions that somebody is to decide on: a person is asked, none is executed, or all are."""


@dataclass(frozen=True, slots=True)
class SafetyCheck:
    """A check of the model's vendor: a person is to decide whether actions of a decision may be executed.

    Attributes:
        first: Index in `Decision.actions` of the first action that it is about.
        count: Number of actions that it is about, in a row. If it is denied, none of them is executed.
        reason: The vendor's explanation.
        default: What becomes of it in a run whose options do not say.
    """

    first: int
    count: int = 1
    reason: str = ""
    default: CheckPolicy = "always"
