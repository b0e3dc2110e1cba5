"""What the result of an episode has of its checkpoints."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from plugins.persona.categories import Category
from plugins.persona.failures import Failure
from plugins.persona.section import Kind
from testbed.extensions import PUBLIC

JUDGE_NAME = "checkpoints"
"""The judge of checkpoints."""
FAILURE_JUDGE_NAME = "persona_failure"
"""The judge of failures that no rule decides."""
ACC = "acc"
"""The score in its verdicts that is the mean credit; the others are the checkpoints' numbers, from 1."""
Credit = Annotated[float, Field(ge=0, le=1)]


class CheckpointRecord(BaseModel):
    """A checkpoint with its credit, by the checker: 0, 0.5 or 1."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Annotated[Kind, PUBLIC]
    credit: Credit


class PersonaRecord(BaseModel):
    """An episode's checkpoints.

    Attributes:
        category: The task's category (`categories.py`).
        checkpoints: In the order of the task.
        collateral: Whether a record has changed that nothing asks for.
        failure: Why it failed (`failures.py`); "" if it did not.
        explored: Share of the records to look up that were shown before the first change; None without any.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    category: Annotated[Category, PUBLIC] = "none"
    checkpoints: tuple[CheckpointRecord, ...] = ()
    collateral: bool = False
    failure: Annotated[Failure, PUBLIC] = ""
    explored: Credit | None = None
