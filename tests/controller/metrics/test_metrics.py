"""Metrics against an independent recount, episode by episode, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from statistics import NormalDist, mean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from controller.metrics.outcomes import EpisodeOutcome, claims_held, outcomes_of
from controller.metrics.registry import measure
from controller.metrics.statistics import spread
from controller.metrics.summary import summarize
from controller.records.run_info import STATUSES, AgentRecord, EpisodeResult, RunInfo, TaskEntry
from controller.records.run_options import RunOptions
from controller.results.run_tables import print_summary

outcome = st.builds(
    EpisodeOutcome,
    task=st.sampled_from(["os/a", "os/b", "vlc/c"]),
    epoch=st.integers(1, 3),
    domain=st.sampled_from(["os", "vlc"]),
    tool_beneficial=st.booleans(),
    status=st.sampled_from(STATUSES),
    score=st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    steps=st.integers(0, 50),
    tool_calls=st.integers(0, 5),
    annotated=st.sampled_from([None, 0, 1, 4]),
    claims_held=st.sampled_from([0.0, 1 / 3, 1.0]),
)


def recount_tir(outcomes: list[EpisodeOutcome]) -> Fraction:
    """The paper's formula with its four counts: (n_t + n_g) / (N_t + N_g)."""
    n_t = n_g = N_t = N_g = 0
    for item in outcomes:
        if item.tool_beneficial:
            N_t += 1
            if item.score == 1 and item.tool_calls >= 1:
                n_t += 1
        else:
            N_g += 1
            if item.score == 1 and item.tool_calls == 0:
                n_g += 1
    return Fraction(n_t + n_g, N_t + N_g)


@settings(deadline=None)
@given(st.lists(outcome, min_size=1, max_size=40))
def test_metrics_equal_a_recount(outcomes: list[EpisodeOutcome]) -> None:
    measured = measure(outcomes)
    assert measured["tir"] == pytest.approx(float(recount_tir(outcomes)))
    assert measured["accuracy"] == pytest.approx(mean(item.score for item in outcomes))
    assert measured["fractional"] == pytest.approx(mean(item.claims_held for item in outcomes))
    ran = [item.steps for item in outcomes if item.ran]
    assert measured["acs"] == (pytest.approx(mean(ran)) if ran else None)


@settings(deadline=None)
@given(st.lists(outcome, min_size=1, max_size=40), st.randoms())
def test_order_does_not_matter(outcomes: list[EpisodeOutcome], random: Random) -> None:
    shuffled = list(outcomes)
    random.shuffle(shuffled)
    assert measure(shuffled) == measure(outcomes)


@settings(deadline=None)
@given(st.lists(outcome, min_size=1, max_size=40))
def test_tir_is_the_weighted_mean_of_its_subsets_and_no_more_than_the_success_rate(
    outcomes: list[EpisodeOutcome],
) -> None:
    total = 0.0
    for beneficial in (True, False):
        part = [item for item in outcomes if item.tool_beneficial is beneficial]
        total += (measure(part)["tir"] or 0.0) * len(part)
    tir = measure(outcomes)["tir"]
    assert tir == pytest.approx(total / len(outcomes))
    assert tir is not None
    assert tir <= sum(item.score == 1 for item in outcomes) / len(outcomes) + 1e-12


def test_nothing_has_no_metrics() -> None:
    assert set(measure([]).values()) == {None}
    assert spread([]) is None


@settings(deadline=None)
@given(st.lists(st.floats(0, 1), min_size=2, max_size=20))
def test_spread_is_the_sample_deviation_and_the_normal_interval(values: list[float]) -> None:
    computed = spread(values)
    assert computed is not None
    assert computed.mean == pytest.approx(mean(values))
    assert computed.sd == pytest.approx(stdev(values))
    half = NormalDist().inv_cdf(0.975) * stdev(values) / len(values) ** 0.5
    assert computed.low == pytest.approx(mean(values) - half, abs=1e-9)
    assert computed.high == pytest.approx(mean(values) + half, abs=1e-9)


def test_one_epoch_has_no_interval() -> None:
    computed = spread([0.5])
    assert computed is not None and computed.sd is None


def info(epochs: int = 1) -> RunInfo:
    def task(name: str, beneficial: bool) -> TaskEntry:
        return TaskEntry(
            id=name, hash="h", domain=name.split("/")[0], tool_beneficial=beneficial, feasible=True
        )

    return RunInfo(
        created="2026-01-01T00:00:00+00:00",
        options=RunOptions(agent="noop", epochs=epochs),
        agent=AgentRecord(name="noop", variant="", model="", prompts={}),
        image_hash="i",
        tasks=(task("os/a", True), task("vlc/b", False), task("os/c", True)),
        versions={},
    )


def result(task: str, **values: object) -> EpisodeResult:
    base = {"task": task, "epoch": 1, "seed": 0, "status": "completed", "score": 1.0}
    return EpisodeResult.model_validate(base | {"steps": 4, "tool_calls": 0, "gui_actions": 3} | values)


def test_an_episode_is_safe_if_all_its_safety_claims_hold_whatever_its_score() -> None:
    held, broken = ({"text": "nothing is lost", "holds": holds} for holds in (True, False))
    safety = {"os/a": (held, held), "vlc/b": (held, broken), "os/c": ()}
    results = {(name, 1): result(name, score=0.0, safety=claims) for name, claims in safety.items()}
    measured = measure(outcomes_of(info(), results))
    assert (measured["safe"], measured["accuracy"]) == (0.5, 0.0)
    assert measure(outcomes_of(info(), {("os/c", 1): result("os/c")}))["safe"] is None


def test_the_summary_counts_everything_and_what_ran_apart() -> None:
    results = {
        ("os/a", 1): result("os/a", tool_calls=1),
        ("vlc/b", 1): result("vlc/b", score=None, status="infra_error", steps=2),
    }
    summary = summarize(info(), results)
    assert summary["status"] == {
        "completed": 1,
        "out_of_steps": 0,
        "agent_error": 0,
        "agent_broke_guest": 0,
        "infra_error": 1,
        "cancelled": 1,
        "skipped": 0,
    }
    assert summary["overall"]["selected"]["episodes"] == 3
    assert summary["overall"]["selected"]["accuracy"] == pytest.approx(1 / 3)
    assert summary["overall"]["selected"]["acs"] == summary["overall"]["ran"]["acs"] == pytest.approx(4.0)
    assert summary["overall"]["ran"]["episodes"] == 1
    assert summary["overall"]["ran"]["tir"] == 1.0
    assert summary["tool_beneficial"]["selected"]["tir"] == 0.5
    assert summary["non_tool_beneficial"]["ran"]["accuracy"] is None
    assert set(summary["by_domain"]) == {"os", "vlc"}


def test_epochs_are_averaged_with_their_spread() -> None:
    results = {}
    for epoch, score in ((1, 1.0), (2, 0.0)):
        for task in ("os/a", "vlc/b", "os/c"):
            results[task, epoch] = result(task, epoch=epoch, score=score)
    group = summarize(info(epochs=2), results)["overall"]["selected"]
    assert group["accuracy"] == 0.5
    assert group["over_epochs"]["accuracy"]["sd"] == pytest.approx(stdev([1.0, 0.0]))


def test_an_episode_without_result_is_cancelled() -> None:
    assert {item.status for item in outcomes_of(info(), {})} == {"cancelled"}


def test_an_epoch_cut_short_is_said_and_is_in_no_interval() -> None:
    whole = {
        (task, epoch): result(task, epoch=epoch, score=float(epoch == 1))
        for epoch in (1, 2, 3)
        for task in ("os/a", "vlc/b", "os/c")
    }
    del whole["os/c", 3]
    whole["os/a", 2] = result("os/a", epoch=2, score=None, status="infra_error")
    summary = summarize(info(epochs=3), whole)
    assert summary["without_verdict"] == {"2": 1, "3": 1}
    for denominator in ("selected", "ran"):
        over = summary["overall"][denominator]["over_epochs"]["accuracy"]
        assert (over["epochs"], over["mean"]) == (2, 0.5)
    assert summary["by_domain"]["vlc"]["selected"]["over_epochs"]["accuracy"]["epochs"] == 3


def test_errors_of_evaluators_are_counted_apart(capsys: pytest.CaptureFixture[str]) -> None:
    claims = {
        "os/a": "evaluator_error: exact_match gives a verdict",
        "vlc/b": "exact_match is satisfied",
        "os/c": "the file has the line evaluator_error: none",
    }
    results = {
        (task, 1): result(task, score=0.0, claims=[{"text": text, "holds": False}])
        for task, text in claims.items()
    }
    summary = summarize(info(), results)
    assert summary["evaluator_errors"] == 1
    print_summary(summary, Console(width=200))
    assert "EVALUATOR ERRORS: 1 of 3 episodes score 0" in capsys.readouterr().out
    print_summary(summarize(info(), {}), Console(width=200))
    assert "EVALUATOR ERRORS" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("holds", "score", "share"),
    [((True, False, True), 0.0, 2 / 3), ((), 0.25, 0.25), ((True,), None, 0.0), ((False,), 0.0, 0.0)],
)
def test_fractional_accuracy_counts_claims(
    holds: tuple[bool, ...], score: float | None, share: float
) -> None:
    claims = [{"text": "c", "holds": one} for one in holds]
    assert claims_held(result("os/a", score=score, claims=claims)) == pytest.approx(share)


def test_groups_by_the_number_of_annotated_tools() -> None:
    tasks = [
        entry.model_copy(update={"tools": tools})
        for entry, tools in zip(info().tasks, (("a.x", "a.y"), (), None), strict=True)
    ]
    run = info().model_copy(update={"tasks": tuple(tasks)})
    results = {("os/a", 1): result("os/a"), ("vlc/b", 1): result("vlc/b", score=0.0)}
    by_tools = summarize(run, results)["by_tools"]
    assert {number: group["selected"]["accuracy"] for number, group in by_tools.items()} == {"0": 0, "2": 1}
