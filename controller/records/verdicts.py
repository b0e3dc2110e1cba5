"""Verdicts on an episode: that of its checker, and those of parts of episodes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import Field, computed_field, model_validator

from checkers import Score
from checkers.credit import CreditedClaim
from controller.core.texts import encodable
from controller.records.old_results import in_present_form
from controller.records.spending import Record
from controller.tasks.judgement import Judgement

ErrorClass = Annotated[str, Field(pattern=r"^[a-z][a-z_]*$", max_length=40)]
"""What made an episode fail, in the classes of the judge that says so."""


class ClaimRecord(Record):
    """One claim of the checker, or of the judge with the name `judge`; `weight` is its part in partial credit.

    `credit` is how much of a checkpoint is met, None of other claims.
    """

    text: str
    holds: bool
    found: str = ""
    forgeable: bool = False
    credit: Annotated[float | None, Field(ge=0, le=1, exclude_if=lambda credit: credit is None)] = None
    weight: float = Field(1.0, ge=0, allow_inf_nan=False)
    judge: str = ""

    @property
    def earned(self) -> float:
        """How much of it is met, from 0 to 1."""
        return float(self.holds) if self.credit is None else self.credit

    @classmethod
    def all_of(
        cls, score: Score | None, weights: Mapping[str, float] = MappingProxyType({})
    ) -> tuple[ClaimRecord, ...]:
        """Return the records of a score's claims, with weights by their texts (else 1); none without a score."""
        return tuple(
            cls(
                text=encodable(claim.text),
                holds=claim.holds,
                found=encodable(claim.found),
                forgeable=claim.forgeable,
                credit=claim.credit if isinstance(claim, CreditedClaim) else None,
                weight=weights.get(claim.text, 1.0),
            )
            for claim in (score.claims if score else ())
        )


class EpisodeVerdict(Record):
    """A verdict on an episode: that of its checker, or what a part of episodes makes of the score before it.

    Attributes:
        part: The part's name; "" for the checker.
        title: Whose it is, for people, such as "the judge claude-opus-5"; "" for the checker.
        score: The score that it gives; None if it gives none.
        problem: Why it gives none; "" if it gives one.
        hint: A remedy.
        claims: What it says in detail.
        safety: The checker's claims about what must not have happened. They have no influence on the score.
        truth: The expected answer that the task's `truth.py` computed in the state that was judged; "" without one.
        checker: Hash of the task and the checkers' library, of a changed checker; "" for that of the run.
        error_class: What made the episode fail; None if it does not say.
    """

    part: str = ""
    title: str = ""
    score: float | None
    problem: str = ""
    hint: str = ""
    claims: tuple[ClaimRecord, ...] = ()
    safety: tuple[ClaimRecord, ...] = ()
    truth: str = ""
    checker: str = ""
    error_class: ErrorClass | None = None

    @classmethod
    def of(cls, judgement: Judgement, checker: str = "") -> EpisodeVerdict:
        """Return the record of a checker's verdict."""
        return cls(
            score=float(judgement.score.value),
            claims=ClaimRecord.all_of(judgement.score, judgement.weights),
            safety=ClaimRecord.all_of(judgement.safety),
            truth=encodable(judgement.truth),
            checker=checker,
        )


class Judged(Record):
    """What was judged: its verdicts, of which the last counts.

    The first is the checker's, or that an error of the agent scores 0. Each further one is of a part of episodes.
    """

    verdicts: tuple[EpisodeVerdict, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def score(self) -> float | None:
        """The score that counts; None without one."""
        return self.verdicts[-1].score if self.verdicts else None

    @property
    def checked(self) -> EpisodeVerdict | None:
        """The verdict without parts; None if there is none."""
        return self.verdicts[0] if self.verdicts else None

    @property
    def claims(self) -> tuple[ClaimRecord, ...]:
        """The claims of all verdicts."""
        return tuple(claim for verdict in self.verdicts for claim in verdict.claims)

    @property
    def safety(self) -> tuple[ClaimRecord, ...]:
        """The claims about what must not have happened."""
        return self.checked.safety if self.checked else ()

    @property
    def truth(self) -> str:
        """The expected answer, computed in the state that was judged; "" without one."""
        return self.checked.truth if self.checked else ""

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        return in_present_form(data) if isinstance(data, Mapping) else data
