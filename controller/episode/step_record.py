"""Steps and verdicts as fields of their events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from controller.core.actions import Action
from controller.core.guest import ToolResult
from controller.tasks.judgement import Judgement


@dataclass(frozen=True, slots=True)
class StepRecord:
    """What is recorded of a step.

    Attributes:
        action: The action.
        result: Its result; None of `terminate`, and of what a person did.
        seconds: How long it took.
        refused: Whether it was answered without being executed.
        denied: Whether it was not executed because a part of the episode denied it.
        performed: Whether a person had carried it out already.
        group: The number of the first step of those that were executed at the same time; 0 for a step alone.
    """

    action: Action
    result: ToolResult | None = None
    seconds: float = 0.0
    refused: bool = False
    denied: bool = False
    performed: bool = False
    group: int = 0

    def fields(self, store: Callable[[bytes], str]) -> dict[str, Any]:
        """Return the event's fields; `store` stores a picture and returns its name."""
        fields: dict[str, Any] = {
            "action": self.action.model_dump(mode="json"),
            "refused": self.refused,
            "result": _result_fields(self.result, store),
            "seconds": self.seconds,
        }
        if self.denied:
            fields["denied"] = True
        if self.performed:
            fields["performed"] = True
        if self.group:
            fields["group"] = self.group
        return fields


def verdict_fields(judgement: Judgement) -> dict[str, Any]:
    """Return the fields of a verdict's event; `safety` and `truth` as far as there are some."""
    score, safety = judgement.score, judgement.safety
    fields: dict[str, Any] = {"score": score.value, "claims": judgement.claims}
    if safety is not None:
        fields["safety"] = [asdict(claim) for claim in safety.claims]
    if judgement.truth:
        fields["truth"] = judgement.truth
    return fields


def _result_fields(result: ToolResult | None, store: Callable[[bytes], str]) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "text": result.text,
        "is_error": result.is_error,
        "structured": result.structured,
        "images": [store(image) for image in result.images],
    }
