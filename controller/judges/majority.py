"""Verdicts from votes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from controller.judges.contract import Judge
from controller.judges.records import PointRecord, VerdictRecord, VerdictStatus, VoteRecord


def make_verdict(
    judge: Judge, votes: Sequence[VoteRecord], status: VerdictStatus, **fields: Any
) -> VerdictRecord:
    """Return a verdict of a judge.

    Args:
        judge: The judge; its name and the hash of its prompt are recorded.
        votes: All votes.
        status: "decided", or why there is no verdict.
        fields: Further fields of `VerdictRecord`, such as `label` and `scores`.
    """
    return VerdictRecord(
        judge=judge.name,
        prompt_hash=hashlib.sha256(judge.prompt.encode()).hexdigest()[:16],
        decides=judge.decides,
        status=status,
        votes=tuple(votes),
        **fields,
    )


def majority_verdict(judge: Judge, votes: Sequence[VoteRecord], points: Sequence[str] = ()) -> VerdictRecord:
    """Return the verdict of more than half of all votes; votes that could not be read count for neither side.

    Args:
        judge: The judge.
        votes: All votes.
        points: The key points, if the votes decide which are met.
    """
    read = [vote for vote in votes if vote.status == "read"]
    needed = len(votes) // 2 + 1
    success = sum(vote.passed is True for vote in read)
    failure = len(read) - success
    counts = f"{success} for success, {failure} for failure, {len(votes) - len(read)} unreadable"
    if max(success, failure) < needed:
        status: VerdictStatus = "unreadable"
        detail = describe_unreadable(votes)
        if read:
            status = "tie" if success == failure else "no_majority"
            detail = f"of {len(votes)} votes {counts}: {needed} must agree"
        return make_verdict(judge, votes, status, detail=detail)
    return make_verdict(
        judge,
        votes,
        "decided",
        detail=f"of {len(votes)} votes {counts}" if len(votes) > 1 else read[0].reasoning[:500],
        passed=success >= needed,
        points=tuple(
            PointRecord(text=text, met=2 * sum(vote.points[number] for vote in read) > len(read))
            for number, text in enumerate(points)
        ),
    )


def describe_unreadable(votes: Sequence[VoteRecord]) -> str:
    """Return why votes of which none could be read make no verdict."""
    counts = Counter(vote.status for vote in votes)
    kinds = ", ".join(status if number == 1 else f"{number} {status}" for status, number in counts.items())
    return f"{kinds}: {votes[-1].detail}"
