"""What commands know of approval: the policy, and whether its questions are asked at this terminal."""

from __future__ import annotations

from typing import Literal, cast, get_args

from controller.cli import common
from controller.core.approval import ApprovalPolicy
from controller.runs.approval_terminal import TerminalQuestions


def parse_policy(text: str) -> ApprovalPolicy | Literal[""]:
    """Return the value of `--approve`. Raises UsageError."""
    if text not in ("", *get_args(ApprovalPolicy)):
        raise common.invalid_value("--approve", text, get_args(ApprovalPolicy))
    return cast(ApprovalPolicy, text)


def asks_here(policy: str) -> bool:
    """Whether a run with this policy asks at the terminal of this process."""
    return policy == "ask" and TerminalQuestions.open() is not None
