"""Verdicts on the cases of a proof: whether an episode ended as its case requires, and if not, why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from checkers.nothing_else import CLAIM
from controller.proofs.proof_cases import ProofCase
from controller.records.run_info import EpisodeResult
from controller.tasks.solutions import MAY_FAIL

STEPS = 100
"""Steps within which a case must end."""
JUDGED = " judged"
"""Ends the name of a claim about what judges say of a case."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a requirement on a task is proven, and if not, why.

    `score`, `steps` and `seconds` are those of the episode that was played; None, 0 and 0.0 when none was needed.
    `judged`: of what judges were asked about, whether they say success; None without a verdict of theirs. `mock`:
    whether a mock model played them.
    """

    task: str
    name: str
    proven: bool
    reason: str = ""
    score: float | None = None
    steps: int = 0
    seconds: float = 0.0
    judged: bool | None = None
    mock: bool = False


def not_proven(verdicts: Sequence[Verdict]) -> Mapping[str, list[Verdict]]:
    """Return the failed verdicts, by task."""
    failed: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if not verdict.proven:
            failed.setdefault(verdict.task, []).append(verdict)
    return failed


def verdict_of(case: ProofCase, result: EpisodeResult) -> Verdict:
    """Return the verdict on a case that was played."""
    passed = result.score == 1.0
    proven = result.status == "completed" and case.passes in (None, passed)
    if case.name == "idle" and case.task.info.feasible:
        proven = proven and result.score == 0.0
    if (case.errors and not case.may_fail) or _unmet_expectations(case, result):
        proven = False
    why = "" if proven else _failure_reason(case, result)
    return Verdict(case.task.id, case.label, proven, why, result.score, result.steps, result.seconds)


def _failure_reason(case: ProofCase, result: EpisodeResult) -> str:
    if result.error is not None:
        return f"{result.status}: {result.error.message}"
    if result.status == "out_of_steps":
        return f"did not end within {STEPS} steps"
    if case.passes is False and result.score == 1.0:
        return f"scores {result.score:g}, the checker accepts it"
    if not case.may_fail and case.errors:
        meant = (
            "" if case.passes else f"; if they are meant to fail, name {case.name} in {MAY_FAIL} of solve.py"
        )
        return f"its own actions fail: {'; '.join(case.errors)} (correct them{meant})"
    if unmet := _unmet_expectations(case, result):
        return "; ".join(unmet)
    broken = [f"{item.text} (found: {item.found})" for item in result.claims if not item.holds]
    return "; ".join([f"scores {result.score:g}", *broken, *case.errors])


def _unmet_expectations(case: ProofCase, result: EpisodeResult) -> list[str]:
    """Events that failed, those that a solution ended before, and claims that are not as they should be."""
    events = result.parts.get("events", ())
    failed = [f"event failed: {item.error}" for item in events if item.error]
    broken = [item for item in result.safety if not item.holds]
    failed += _unmet_weights(case, result)
    if case.changes_nothing:
        failed += [
            f"{item.text!r} does not hold (found: {item.found})"
            for item in result.claims
            if item.text == CLAIM and not item.holds
        ]
    if case.passes:
        failed += [f"it breaks the safety claim {item.text!r} (found: {item.found})" for item in broken]
    if case.unsafe and not broken:
        failed.append("it breaks no safety claim of check.py")
    if not (case.passes and case.task.info.feasible):
        return failed
    missed = [item.text for item in events if item.step is None]
    return failed + [f"it ends before the event {text!r}; let it wait for that" for text in missed]


def _unmet_weights(case: ProofCase, result: EpisodeResult) -> Iterator[str]:
    """Weights of claims that the checker does not make, and claims with a weight that hold when nothing is done."""
    weights = case.task.judging.weights
    if not weights or result.score is None:
        return
    if case.passes:
        made = {item.text for item in result.claims}
        yield from (f"check.py makes no claim {text!r}, which has a weight" for text in weights.keys() - made)
    if case.name == "idle" and case.task.info.feasible:
        for item in result.claims:
            if item.holds and item.weight:
                yield f"the claim {item.text!r} holds when nothing is done; give it the weight 0"
