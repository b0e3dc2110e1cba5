"""Results of episodes with the verdicts of parts of the episode beside those of checkers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from controller.core.parts import all_parts, said
from controller.records.run_info import ClaimRecord, EpisodeResult, Recheck, failure_of
from testbed.errors import JudgeError

ErrorClass = Literal["query", "retrieve", "tool", "other"]
"""What made an episode fail, in LiveMCPBench's four classes."""
ERROR_CLASSES: tuple[ErrorClass, ...] = get_args(ErrorClass)
"""The same, as values: a judge that classifies errors puts one of them in `VerdictRecord.error_class`."""


@dataclass(frozen=True, slots=True)
class PartVerdict:
    """What a part of an episode makes of its verdict.

    Attributes:
        before: The score that it found, that of the checker or of the part before it.
        score: The score with it; None if it has none.
        created: When it was given.
        claims: Its claims, which stand beside those of the checker: each says whose it is.
        by: Whose verdict it is, for people, such as "the judge claude-opus-5".
        problem: Why it has no score; None if it has one.
        error_class: What made the episode fail; None if it does not say.
    """

    before: float
    score: float | None
    created: str
    claims: tuple[ClaimRecord, ...] = ()
    by: str = ""
    problem: JudgeError | None = None
    error_class: ErrorClass | None = None


def was_played(result: EpisodeResult) -> bool:
    """Whether an episode came to its end, so that parts can say something of it."""
    ended = result.status in ("completed", "out_of_steps")
    return ended or (result.error is not None and result.error.type == JudgeError.__name__)


def verdicts_of(parts: Mapping[str, Any]) -> dict[str, PartVerdict]:
    """Return what parts make of a verdict, given their records, by name and in their order."""
    found = {name: said(spec.verdict, parts[name]) for name, spec in all_parts().items() if name in parts}
    return {name: verdict for name, verdict in found.items() if verdict is not None}


def with_verdict(result: EpisodeResult, verdict: PartVerdict) -> EpisodeResult:
    """Return a result with the score and the claims of a part beside those that it has.

    Without a score the episode counts as one whose verdict is missing for a failure of the infrastructure.
    """
    ended = "completed" if result.termination else "out_of_steps"
    return result.model_copy(
        update={
            "score": verdict.score,
            "claims": (*result.claims, *verdict.claims),
            "status": "infra_error" if verdict.problem else ended,
            "error": failure_of(verdict.problem) if verdict.problem else None,
        }
    )


def later_verdict(verdict: EpisodeResult | Recheck, parts: Mapping[str, Any], was: float | None) -> Recheck:
    """Return the later verdict on an episode of which parts have new records, or the checker a new verdict.

    Args:
        verdict: The verdict so far, whose part by the checker stays.
        parts: The records of the parts that count.
        was: The score in `result.json`.

    Raises:
        JudgeError: There is no score, since the checker or a part gave none.
    """
    score = checker_score(verdict)
    claims = checker_claims(verdict)
    records: dict[str, Any] = {}
    created = ""
    for name in verdicts_of(parts):
        spec = all_parts()[name]
        records[name] = parts[name] if score is None else spec.reconsider(parts[name], score)
        if counted := spec.verdict(records[name]):
            if counted.problem:
                raise counted.problem
            score, created = counted.score, counted.created
            claims = (*claims, *counted.claims)
    if score is None:
        raise JudgeError("the checker gave no verdict")
    return Recheck(
        score=score,
        was=was,
        claims=claims,
        safety=verdict.safety,
        checker=verdict.checker if isinstance(verdict, Recheck) else "",
        created=created,
        parts=records,
    )


def counted_parts(result: EpisodeResult, recheck: Recheck | None) -> dict[str, Any]:
    """Return the records, by name, of the parts whose verdicts on an episode count, a later one included."""
    parts = result.parts | (recheck.parts if recheck else {})
    return {name: parts[name] for name in verdicts_of(parts)}


def checker_score(verdict: EpisodeResult | Recheck) -> float | None:
    """Return the score of the checker alone."""
    first = next(iter(verdicts_of(verdict.parts).values()), None)
    return first.before if first else verdict.score


def checker_claims(verdict: EpisodeResult | Recheck) -> tuple[ClaimRecord, ...]:
    """Return the claims of the checker, without those of judges."""
    return tuple(claim for claim in verdict.claims if not claim.judge)
