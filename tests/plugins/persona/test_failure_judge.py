"""The judge of failures: which episodes it is for, its answers, and what the shares of failures make of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from controller.judges.records import Judging, VoteRecord
from controller.records.spending import Spending
from plugins.persona.failure_judge import JUDGE
from plugins.persona.failures import Failure
from plugins.persona.metrics import METRICS
from plugins.persona.record import CheckpointRecord, PersonaRecord
from plugins.persona.section import PersonaSection
from testbed.extensions import UnreadableError
from testbed.tasks import JudgeNotes
from tests.plugins.persona.test_judge import CASE, NOTES


def outcome(failure: Failure, *labels: str) -> Any:
    record = PersonaRecord(checkpoints=(CheckpointRecord(kind="other", credit=0),), failure=failure)
    votes = [VoteRecord(status="read", label=label) for label in labels]
    verdicts = (JUDGE.tally(votes, CASE),) if votes else ()
    judging = Judging(key="k", model="m", votes=1, verdicts=verdicts, usage=Spending(), created="c")
    parts = {"persona": record, "judges": judging}
    return SimpleNamespace(result=SimpleNamespace(parts=parts), domain="personal")


def shares(*outcomes: Any) -> dict[str, float | None]:
    found = {metric.key: metric.compute(outcomes) for metric in METRICS if metric.key.endswith("_failures")}
    return {key.removesuffix("_failures"): value for key, value in found.items() if value}


def test_it_is_for_tasks_with_checkpoints_and_only_if_named() -> None:
    assert JUDGE.can_judge(NOTES) and not JUDGE.applies(NOTES) and not JUDGE.decides
    assert not JUDGE.can_judge(JudgeNotes()) and not JUDGE.can_judge(
        JudgeNotes(sections={"persona": PersonaSection()})
    )
    assert all(f'- "{name}": ' in JUDGE.prompt for name in (*JUDGE.classes, "none"))


def test_an_answer_names_one_of_its_classes() -> None:
    assert JUDGE.read({"reasoning": "so", "error": "long_context"}, CASE).label == "long_context"
    with pytest.raises(UnreadableError, match="error must be one of under_exploration, "):
        JUDGE.read({"reasoning": "so", "error": "query"}, CASE)


def test_it_says_more_of_what_no_rule_decides() -> None:
    assert shares(outcome("not_done"), outcome("collateral")) == {"not_done": 0.5, "collateral": 0.5}
    told = outcome("not_done", "long_context"), outcome("collateral", "other")
    assert shares(*told) == {"long_context": 0.5, "collateral": 0.5}
    assert shares(outcome("not_done", "none")) == {"not_done": 1}
    assert shares(outcome("not_done", "other", "long_context")) == {"not_done": 1}, "no majority"
    assert shares(outcome("", "other")) == {}
