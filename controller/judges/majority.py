"""Verdicts about success by the majority of votes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from controller.records.judging import PointRecord, VerdictRecord, VerdictStatus, VoteRecord


def prompt_hash(prompt: str) -> str:
    """Return the hash of a judge's prompt that records have."""
    return hashlib.sha256(prompt.encode()).hexdigest()[:16]


def majority(
    name: str, prompt: str, votes: Sequence[VoteRecord], points: Sequence[str] = ()
) -> VerdictRecord:
    """Return the verdict of more than half of all votes; votes that could not be read count for neither side.

    Args:
        name: The judge's name.
        prompt: Its prompt.
        votes: All votes.
        points: The key points, if the votes tell which are met.
    """
    read = [vote for vote in votes if vote.status == "read"]
    needed = len(votes) // 2 + 1
    success = sum(vote.passed is True for vote in read)
    failure = len(read) - success
    counts = f"{success} for success, {failure} for failure, {len(votes) - len(read)} unreadable"
    verdict: dict[str, Any] = {"judge": name, "prompt_hash": prompt_hash(prompt), "votes": tuple(votes)}
    if max(success, failure) < needed:
        status: VerdictStatus = "unreadable"
        detail = unreadable(votes)
        if read:
            status = "tie" if success == failure else "no_majority"
            detail = f"of {len(votes)} votes {counts}: {needed} must agree"
        return VerdictRecord(status=status, detail=detail, **verdict)
    return VerdictRecord(
        status="decided",
        detail=f"of {len(votes)} votes {counts}" if len(votes) > 1 else read[0].reasoning[:500],
        passed=success >= needed,
        points=tuple(
            PointRecord(text=text, met=2 * sum(vote.points[number] for vote in read) > len(read))
            for number, text in enumerate(points)
        ),
        **verdict,
    )


def unreadable(votes: Sequence[VoteRecord]) -> str:
    """Return why votes of which none could be read make no verdict."""
    counts = Counter(vote.status for vote in votes)
    kinds = ", ".join(status if number == 1 else f"{number} {status}" for status, number in counts.items())
    return f"{kinds}: {votes[-1].detail}"
