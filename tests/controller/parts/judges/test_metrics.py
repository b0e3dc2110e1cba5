"""Metrics of judges and levels, and the tables that show them only where they have a value."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from controller.judges.records import Judging, VerdictRecord, VoteRecord
from controller.metrics.outcomes import EpisodeOutcome, outcome_of
from controller.metrics.registry import all_metrics, behaviour_metrics, measure, with_values
from controller.metrics.summary import summarize
from controller.parts.judges.verdict import verdict_of
from controller.records.run_info import AgentRecord, EpisodeResult, RunInfo, TaskEntry
from controller.records.run_options import RunOptions
from controller.records.spending import Spending
from controller.records.verdicts import EpisodeVerdict
from controller.results.run_tables import print_behaviour
from controller.tasks.task_info import Level

SPARSE = {spec.key for spec in all_metrics() if spec.sparse}


def entry(name: str, level: Level | None = None) -> TaskEntry:
    return TaskEntry(
        id=f"os/{name}", hash="h", domain="os", tool_beneficial=False, feasible=True, level=level
    )


def result(name: str, score: float | None, judging: Judging | None = None, **more: Any) -> EpisodeResult:
    known = {"seed": 0, "steps": 1, "tool_calls": 1, "gui_actions": 0, "epoch": 1}
    status = "completed" if score is not None else "infra_error"
    verdicts = [] if score is None else [EpisodeVerdict(score=score)]
    if judging and score is not None:
        verdicts.append(verdict_of(judging, score).model_copy(update={"score": score}))
    parts = {"judges": judging} if judging else {}
    fields = {**known, "status": status, "verdicts": verdicts, "parts": parts, **more}
    return EpisodeResult.model_validate({"task": f"os/{name}", **fields})


def verdict(*votes: bool | None, decides: bool = True, **more: Any) -> VerdictRecord:
    cast = tuple(
        VoteRecord(status="empty") if vote is None else VoteRecord(status="read", passed=vote)
        for vote in votes
    )
    fields = {"judge": "reference", "prompt_hash": "p", "status": "decided", "votes": cast, **more}
    return VerdictRecord.model_validate({"decides": decides, **fields})


def judging(*verdicts: VerdictRecord, tokens: int = 0, cost: float | None = 0.0) -> Judging:
    usage = Spending(input_tokens=tokens, output_tokens=1, cost=cost)
    return Judging(key="k", model="m", votes=3, verdicts=verdicts, usage=usage, created="c")


def outcomes(*pairs: tuple[TaskEntry, EpisodeResult]) -> list[EpisodeOutcome]:
    return [outcome_of(task, 1, made) for task, made in pairs]


def test_success_is_counted_by_level() -> None:
    measured = measure(
        outcomes(
            (entry("a", "L1"), result("a", 1.0)),
            (entry("b", "L1"), result("b", 0.5)),
            (entry("c", "L3"), result("c", None)),
            (entry("d"), result("d", 1.0)),
        )
    )
    assert (measured["success_l1"], measured["success_l2"], measured["success_l3"]) == (0.5, None, 0.0)


def test_the_agreement_of_votes_is_that_of_their_pairs() -> None:
    """Of three votes with one against two, one pair of three agrees; of three equal ones, all three."""
    measured = measure(
        outcomes(
            (entry("a"), result("a", 1.0, judging(verdict(True, True, False)))),
            (entry("b"), result("b", 1.0, judging(verdict(False, False, False)))),
            (entry("c"), result("c", 1.0, judging(verdict(True, None, None)))),
            (entry("d"), result("d", 1.0)),
        )
    )
    assert measured["judge_agreement"] == pytest.approx(4 / 6)


def test_one_vote_agrees_with_nobody() -> None:
    assert (
        measure(outcomes((entry("a"), result("a", 1.0, judging(verdict(True))))))["judge_agreement"] is None
    )


def test_scores_of_the_rubric_are_averaged_by_group() -> None:
    def graded(completion: float, overall: float) -> Judging:
        scores = {"completion": completion, "tool_use": 0.5, "planning": 0.2, "overall": overall}
        return judging(verdict(judge="rubric", decides=False, scores=scores))

    measured = measure(
        outcomes(
            (entry("a"), result("a", 1.0, graded(0.9, 0.8))),
            (entry("b"), result("b", 0.0, graded(0.5, 0.4))),
            (entry("c"), result("c", 1.0, judging(verdict(True)))),
        )
    )
    assert measured["rubric"] == pytest.approx(0.6)
    assert measured["rubric_completion"] == pytest.approx(0.7)
    assert (measured["rubric_tool_use"], measured["rubric_planning"]) == (0.5, 0.2)


def test_tokens_dollars_and_missing_verdicts_are_those_of_the_judged_episodes() -> None:
    missing = verdict(None, status="unreadable", passed=None)
    measured = measure(
        outcomes(
            (entry("a"), result("a", 1.0, judging(verdict(True), tokens=99, cost=0.5))),
            (entry("b"), result("b", None, judging(missing, tokens=299, cost=0.1))),
            (entry("c"), result("c", 1.0, input_tokens=5_000, cost=7.0)),
        )
    )
    assert (measured["judge_tokens"], measured["judge_cost"]) == (200.0, pytest.approx(0.3))
    assert measured["judge_missing"] == 0.5


def test_an_unknown_price_is_no_price() -> None:
    judged = outcomes(
        (entry("a"), result("a", 1.0, judging(verdict(True), cost=None))),
        (entry("b"), result("b", 1.0, judging(verdict(True), cost=0.1))),
    )
    assert measure(judged)["judge_cost"] is None


def test_sparse_metrics_are_shown_only_with_a_value() -> None:
    nothing: dict[str, float | None] = {spec.key: None for spec in all_metrics()}
    dense = {spec.key for spec in with_values(behaviour_metrics(), [nothing])}
    assert dense & SPARSE == set() and "safe" in dense
    shown = with_values(behaviour_metrics(), [nothing, {**nothing, "rubric": 0.0}])
    assert {spec.key for spec in shown} & SPARSE == {"rubric"}


@pytest.mark.parametrize("judged", [False, True])
def test_the_tables_of_a_run_show_judges_and_levels_if_there_are_any(judged: bool) -> None:
    task = entry("a", "L2" if judged else None)
    made = result("a", 1.0, judging(verdict(True, True, True), tokens=99, cost=0.25) if judged else None)
    info = RunInfo(
        created="2026-01-01T00:00:00+00:00",
        options=RunOptions(agent="noop"),
        agent=AgentRecord(name="noop", variant="", model="", prompts={}),
        image_hash="i",
        tasks=(task,),
        versions={},
    )
    summary = summarize(info, {("os/a", 1): made})
    assert summary["by_domain"]["os"]["selected"]["success_l2"] == (1.0 if judged else None)
    out = io.StringIO()
    print_behaviour(summary, Console(file=out, width=200))
    assert ("levels and judges" in out.getvalue()) == judged
    if judged:
        row = next(
            line
            for line in out.getvalue().splitlines()
            if line.strip().startswith("overall") and "0.2500" in line
        )
        assert row.split() == ["overall", "100.0", "100.0", "0.0", "100", "0.2500"]
