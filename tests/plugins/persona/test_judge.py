"""The judge of checkpoints: strict answers, votes, abstentions, and how far it agrees with the state."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from controller.judges.contract import JudgeCase
from controller.judges.records import Judging, VoteRecord
from controller.tasks.task_judging import JudgeNotes
from plugins.persona.calibration import Agreement, agreement, pairs_of
from plugins.persona.judge import JUDGE
from plugins.persona.record import ACC, CheckpointRecord, PersonaRecord
from plugins.persona.section import CheckpointSection, PersonaSection
from testbed.extensions import UnreadableError

CHECKPOINTS = (
    CheckpointSection(claim="the mail was read", kind="personal_search", tool="mail_read_message"),
    CheckpointSection(
        claim="Mara is told", kind="create", tool="mail_send", arguments={"to": ["mara@x.test"]}
    ),
    CheckpointSection(claim="the tone is kind", kind="other"),
)
NOTES = JudgeNotes(sections={"persona": PersonaSection(checkpoint=CHECKPOINTS)})
CASE = JudgeCase(task="Tell Mara.", notes=NOTES, answer="Done.")


def vote(*credits: float | None) -> VoteRecord:
    return JUDGE.read({"reasoning": "so", "credits": list(credits)}, CASE)


def test_it_is_for_tasks_with_checkpoints_and_sees_their_standard_calls() -> None:
    assert JUDGE.applies(NOTES)
    assert not JUDGE.applies(JudgeNotes()) and not JUDGE.applies(
        JudgeNotes(sections={"persona": PersonaSection()})
    )
    document, _ = JUDGE.document(CASE, Random(0))
    assert document["checkpoints"] == [
        {
            "checkpoint": "the mail was read",
            "kind": "personal_search",
            "standard_call": {"tool": "mail_read_message", "arguments": {}},
        },
        {
            "checkpoint": "Mara is told",
            "kind": "create",
            "standard_call": {"tool": "mail_send", "arguments": {"to": ["mara@x.test"]}},
        },
        {"checkpoint": "the tone is kind", "kind": "other"},
    ]
    json.dumps(document)


@pytest.mark.parametrize(
    ("credits", "status"),
    [
        ("1, 0.5, 0", "wrong_type"),
        ([1, 0.5], "wrong_count"),
        ([1, 0.5, 0, 0], "wrong_count"),
        ([1, 0.7, 0], "out_of_range"),
        ([1, -1, 0], "out_of_range"),
        ([True, 0, 0], "wrong_type"),
        (["1", 0, 0], "wrong_type"),
        (None, "wrong_type"),
    ],
)
def test_an_answer_of_another_form_is_no_vote(credits: Any, status: str) -> None:
    with pytest.raises(UnreadableError) as raised:
        JUDGE.read({"reasoning": "so", "credits": credits}, CASE)
    assert raised.value.status == status
    with pytest.raises(UnreadableError):
        JUDGE.read({"credits": [1, 1, 1]}, CASE)


def test_the_credit_is_the_middle_of_the_votes_and_most_must_give_one() -> None:
    verdict = JUDGE.tally([vote(1, 0.5, None), vote(1, 0, None), vote(0, 1, 1)], CASE)
    assert verdict.status == "decided" and verdict.passed is None and not verdict.decides
    assert verdict.scores == {"1": 1.0, "2": 0.5, ACC: 0.75}
    assert "1 checkpoints without a credit" in verdict.detail
    unreadable = VoteRecord(status="not_json", detail="it is prose")
    assert JUDGE.tally([unreadable, unreadable, vote(1, 1, 1)], CASE).status == "no_majority"
    assert JUDGE.tally([unreadable], CASE).status == "unreadable"
    assert JUDGE.tally([vote(None, None, None)], CASE).scores == {}


def test_calibration_counts_by_checkpoint() -> None:
    record = PersonaRecord(
        category="mail",
        checkpoints=tuple(
            CheckpointRecord(kind=kind, credit=credit)  # type: ignore[arg-type]
            for kind, credit in (("personal_search", 1.0), ("create", 0.0), ("other", 1.0))
        ),
    )
    verdict = JUDGE.tally([vote(1, 0.5, None)], CASE).model_copy(update={"model": "m"})
    judging = Judging(key="k", model="m", votes=1, verdicts=(verdict,), created="2026-11-30T00:00:00Z")
    pairs = pairs_of(record, judging)
    assert [(pair.truth, pair.judged) for pair in pairs] == [(1.0, 1.0), (0.0, 0.5), (1.0, None)]
    counted = agreement("all", pairs)
    assert counted == Agreement("all", number=2, equal=1, too_high=1, abstained=1)
    assert counted.share == 0.5 and counted.too_low == 0
    assert counted.interval == pytest.approx((0.0945, 0.9055), abs=1e-3)
    assert agreement("none", []).interval is None
    assert pairs_of(record, judging.model_copy(update={"verdicts": ()})) == []
