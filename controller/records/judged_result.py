"""Results of episodes with the verdicts of parts beside those of checkers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from controller.core.parts import all_parts, title_of
from controller.records.run_info import EpisodeResult, Recheck, failure_of
from controller.records.verdicts import EpisodeVerdict
from testbed.errors import JudgeError, PluginError

if TYPE_CHECKING:
    from testbed.extensions import DeclaredPart


def was_played(result: EpisodeResult) -> bool:
    """Whether an episode came to its end, so that parts can say something of it."""
    ended = result.status in ("completed", "out_of_steps")
    return ended or (result.error is not None and result.error.type == JudgeError.__name__)


def verdict_of_part(name: str, spec: DeclaredPart, record: Any, before: float) -> EpisodeVerdict | None:
    """Return what a part makes of the score before it, given its record; None if it leaves it as it is.

    Raises PluginError if it fails, or gives neither a score nor a problem.
    """
    verdict = spec.verdict(record, before)
    if verdict is None:
        return None
    if verdict.score is None and not verdict.problem:
        raise PluginError(f"{title_of(name)}: its verdict has neither a score nor a problem")
    return verdict.model_copy(update={"part": name})


def with_verdict(result: EpisodeResult, verdict: EpisodeVerdict) -> EpisodeResult:
    """Return a result with a further verdict, which counts.

    Without a score the episode counts as one whose verdict is missing for a failure of the infrastructure.
    """
    ended = "completed" if result.termination else "out_of_steps"
    missing = JudgeError(verdict.problem, hint=verdict.hint) if verdict.problem else None
    return result.model_copy(
        update={
            "verdicts": (*result.verdicts, verdict),
            "status": "infra_error" if missing else ended,
            "error": failure_of(missing) if missing else None,
        }
    )


def known_parts(result: EpisodeResult, later: Recheck | None) -> dict[str, Any]:
    """Return the records of an episode's parts, by name; those of a later verdict count.

    Raises JudgeError if a part is not installed whose verdict counts: what it makes of another score is not known.
    """
    for verdict in (later or result).verdicts:
        if verdict.part and verdict.part not in all_parts():
            raise JudgeError(
                f"the part {verdict.part}, whose verdict counts, is not installed",
                hint="install the package that has it",
            )
    return result.parts | (later.parts if later else {})


def later_verdict(
    checked: EpisodeVerdict | None, parts: Mapping[str, Any], *, was: float | None, created: str
) -> Recheck:
    """Return the later verdict on an episode of which the checker gave a new verdict, or parts have new records.

    Args:
        checked: The checker's verdict; None if it gave none.
        parts: The records of parts, by name.
        was: The score in `result.json`.
        created: When the new verdict was given.

    Raises:
        JudgeError: There is no score, since the checker or a part gave none.
        PluginError: As `verdict_of_part`.
    """
    if checked is None:
        raise JudgeError("the checker gave no verdict")
    verdicts = [checked]
    for name, spec in all_parts().items():
        if name in parts and (verdict := verdict_of_part(name, spec, parts[name], _score(verdicts[-1]))):
            verdicts.append(verdict)
    _score(verdicts[-1])
    counted = {verdict.part: parts[verdict.part] for verdict in verdicts[1:]}
    return Recheck(verdicts=tuple(verdicts), was=was, created=created, parts=counted)


def _score(verdict: EpisodeVerdict) -> float:
    if verdict.score is None:
        raise JudgeError(verdict.problem, hint=verdict.hint)
    return verdict.score
