"""What the stages of a task's synthesis leave: probed calls, chain, task, scores, fuzzy form and proof."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from controller.synthesis.chains import ChainStep
from controller.synthesis.stages import StageFile


class Call(BaseModel):
    """A call with its result."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    arguments: dict[str, Any]
    result: str
    failed: bool = False


class ProbeStage(StageFile):
    """The tools of the servers, and calls of them that were made."""

    tools: tuple[dict[str, Any], ...]
    calls: tuple[Call, ...] = ()


class ChainStage(StageFile):
    """A chain, and what its calls returned; empty if none could be executed."""

    steps: tuple[ChainStep, ...] = ()
    calls: tuple[Call, ...] = ()


class TaskStage(StageFile):
    """A task for the chain, with the values that its answer must have; no instruction if none could be used."""

    name: str = ""
    instruction: str = ""
    answer: str = ""
    reference: str = ""
    expected: tuple[str, ...] = ()


class RatingStage(StageFile):
    """The scores of a task, from 1 to 10; 0 without one."""

    solvability: int = 0
    utility: int = 0
    reasoning: str = ""


class FuzzyStage(StageFile):
    """The task in a user's words; "" if none could be used."""

    fuzzy: str = ""


class ProofStage(StageFile):
    """What was proven of the draft, and what was not, with the reasons."""

    proven: tuple[str, ...] = ()
    open: dict[str, str] = Field(default_factory=dict)
