"""Why an episode ended as it did: there is always a reason."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from controller.records.run_info import STATUSES, EpisodeResult, Failure
from controller.records.verdicts import ClaimRecord
from controller.results.viewer.reasons import end_reason

CLAIMS = (ClaimRecord(text="the file is there", holds=False), ClaimRecord(text="it is new", holds=True))


def result(**more: Any) -> EpisodeResult:
    base = {"task": "os/a", "epoch": 1, "seed": 1, "status": "completed", "score": 0.0}
    return EpisodeResult.model_validate({**base, "steps": 1, "tool_calls": 0, "gui_actions": 1, **more})


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"claims": CLAIMS}, "not met: the file is there"),
        ({"score": 1.0, "claims": CLAIMS[1:]}, "all claims met"),
        ({"score": 1.0}, "the checker passed it"),
        ({"status": "out_of_steps"}, "out of steps: the checker gives 0 and names no claim"),
        ({"termination": "failure"}, "reported as infeasible: the checker gives 0 and names no claim"),
        ({"score": 0.5, "claims": CLAIMS[1:]}, "score 0.5 although all claims are met"),
        ({"score": None, "error": Failure(type="GuestError", message="gone\nat last")}, "at last"),
        ({"score": None, "error": Failure(type="GuestError", message="")}, "GuestError without a message"),
        ({"score": None, "status": "infra_error"}, "infra error: no verdict"),
    ],
)
def test_the_reason_of_a_result(more: dict[str, Any], words: str) -> None:
    assert end_reason("completed", result(**more)) == words


@pytest.mark.parametrize(
    ("state", "steps", "words"),
    [
        ("waiting", None, "not started"),
        ("running", 3, "still running after 3 steps"),
        ("cut_short", 3, "aborted: the record ends before a verdict"),
    ],
)
def test_the_reason_without_a_result(state: str, steps: int | None, words: str) -> None:
    assert end_reason(state, None, steps).startswith(words)


def test_the_error_that_ended_the_run_is_the_reason() -> None:
    error = Failure(type="ModelApiError", message="no credit")
    assert end_reason("cut_short", None, 2, error) == (
        "aborted after 2 steps; the run ended by ModelApiError: no credit"
    )
    assert end_reason("waiting", None, None, error).startswith("not started; the run ended by")
    assert end_reason("running", None, 2, error) == "still running after 2 steps"


def test_a_reason_is_never_empty() -> None:
    errors = (None, Failure(type="E", message=""), Failure(type="E", message="  \n "))
    for status, score, claims, error in itertools.product(
        STATUSES, (None, 0.0, 0.5, 1.0), ((), CLAIMS, CLAIMS[1:]), errors
    ):
        item = result(status=status, score=score, claims=claims, error=error)
        assert end_reason(status, item).strip(), item
