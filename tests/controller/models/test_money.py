"""Prices, an episode's books and a run's limits."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from controller.core.agent import Decision, Usage
from controller.models.client import ModelClient
from controller.models.exchange import Exchange, ExchangeTotals, HttpResponse, RequestAttempt, base_name
from controller.models.prices import OWN, Price, Prices
from controller.models.usage_tracker import SpendingLimits, UsageTracker
from testbed.errors import AgentError, LimitReachedError, UsageError

LIST = Prices(
    date=date(2026, 11, 1),
    models={
        "m": Price(input=2, output=10, cache_read=0.2, cache_write=2.5),
        "plain": Price(input=1, output=4),
    },
)
MILLION = 1_000_000


def send(
    model: str, served: str = "", usage: Usage | None = None, status: int = 200, attempts: int = 1
) -> Exchange:
    return Exchange(
        "POST",
        "http://x/v1/messages",
        {"model": model},
        request_bytes=100,
        attempts=[RequestAttempt(500)] * (attempts - 1) + [RequestAttempt(status)],
        response=HttpResponse(status, {}, b"{}"),
        served_model=served,
        usage=usage,
        seconds=1.5,
        uncounted=status < 400 and usage is None,
    )


def test_tokens_are_priced_by_what_the_cache_did() -> None:
    usage = Usage(10 * MILLION, MILLION, cache_read_tokens=6 * MILLION, cache_write_tokens=MILLION)
    assert LIST.cost({"m": usage}) == pytest.approx(3 * 2 + 6 * 0.2 + 2.5 + 10)
    assert LIST.cost({"plain": usage}) == pytest.approx(10 * 1 + 4)
    assert LIST.cost({"m": usage, "plain": usage}) == pytest.approx(19.7 + 14)
    assert LIST.cost({}) == 0


def test_an_unknown_price_is_unknown_and_not_zero() -> None:
    assert LIST.cost({"m": Usage(1, 1), "other": Usage(1, 1)}) is None


def test_a_dated_snapshot_has_its_models_price_unless_it_has_its_own() -> None:
    assert LIST.of("m-20260801") == LIST.of("m-2026-08-01") == LIST.of("m")
    assert LIST.of("m-mini") is None
    dated = Prices(date=LIST.date, models={**LIST.models, "m-20260801": Price(input=9, output=9)})
    assert dated.cost({"m-20260801": Usage(MILLION)}) == 9


def test_long_prompts_have_their_own_price_request_by_request() -> None:
    price = Prices.load().of("claude-haiku-5-5")
    assert price is not None and price.long is not None
    short, long = Usage(100_000, 1000, calls=1), Usage(100_001, 1000, calls=1)
    assert price.of(short) == pytest.approx((100_000 * 0.1 + 1000 * 0.5) / MILLION)
    assert price.of(long) == pytest.approx((100_001 * 0.5 + 1000 * 2.5) / MILLION)
    assert price.of(short + short) == pytest.approx(2 * price.of(short))


def test_an_episode_is_charged_for_each_request_by_its_own_length() -> None:
    prices = Prices.load()
    model = "claude-haiku-5-5"
    short, long = Usage(20_000, 100, calls=1), Usage(160_000, 100, calls=1)
    totals = ExchangeTotals()
    for usage in (short, long):
        totals.add(send(model, usage=usage))
    price = prices.of(model)
    assert price is not None
    cost = prices.cost_of_requests(totals.requests)
    assert cost == pytest.approx(price.of(short) + price.of(long))
    assert cost != pytest.approx(price.of(short + long))
    assert prices.cost_of_requests([*totals.requests, ("unknown", short)]) is None


@pytest.mark.parametrize("name", ["claude-fable-5-2", "claude-mythos-5-2", "gpt-5.6-sol", "claude-haiku-5-5"])
def test_newer_models_have_a_price(name: str) -> None:
    assert Prices.load().of(name) is not None


def test_testbeds_own_list_is_whole_and_dated() -> None:
    own = Prices.load()
    assert own.date >= date(2026, 11, 1)
    assert own.source
    assert all(price.output > price.input > (price.cache_read or 0) for price in own.models.values())


def test_a_users_list_goes_before(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'date = 2026-12-01\n[models]\n"org/open-model" = { input = 0.5, output = 1 }\n'
        "claude-opus-5-5 = { input = 1, output = 2 }\n"
    )
    prices = Prices.load(path)
    assert prices.date == date(2026, 12, 1)
    assert prices.cost({"org/open-model": Usage(MILLION, MILLION)}) == 1.5
    assert prices.cost({"claude-opus-5-5": Usage(MILLION)}) == 1
    assert prices.of("claude-sonnet-5-5") == Prices.load().of("claude-sonnet-5-5")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("date = ", "cannot read the prices"),
        ("[models]", "date: is missing"),
        ("date = 2026-01-01\n[models]\nm = { input = -1, output = 1 }", "models.m.input"),
        ("date = 2026-01-01\n[models]\nm = { input = 1 }", "models.m.output: is missing"),
        ("date = 2026-01-01\n[models]\nm = { input = 1, output = 1, cached = 1 }", "models.m.cached"),
    ],
)
def test_a_wrong_list_is_refused_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=said) as caught:
        Prices.load(path)
    assert str(OWN) in caught.value.hint


def test_what_passed_over_the_line_is_booked_once() -> None:
    model_client, limits = ModelClient(), SpendingLimits(max_tokens=100)
    tracker = UsageTracker(model_client, LIST, limits)
    model_client.totals.add(send("m", "m-20260801", Usage(60, 10, calls=1), attempts=3))
    tracker.add(Decision((), usage=Usage(60, 10, calls=1), details={"model": "m"}))
    tracker.flush()
    tracker.flush()
    tracker.check()
    model_client.totals.add(send("m", "m-20260801", Usage(20, 10, calls=1)))
    tracker.flush()
    with pytest.raises(LimitReachedError, match="100 tokens are spent, --max-tokens is 100"):
        tracker.check()
    spent = tracker.current()
    assert (spent.tokens, spent.calls, spent.retries, spent.request_bytes) == (100, 2, 2, 200)
    assert spent.cost == pytest.approx((80 * 2 + 20 * 10) / MILLION)
    assert spent.seconds == 3.0
    assert not spent.substitutions


def test_an_agent_with_another_way_to_its_model_is_believed() -> None:
    tracker = UsageTracker(ModelClient(), LIST, SpendingLimits())
    tracker.add(Decision((), usage=Usage(5, 1, calls=2), details={"model": "m"}))
    tracker.add(Decision((), usage=Usage(5, 1, calls=2), details={"model": "m"}))
    assert tracker.current().usage == {"m": Usage(10, 2, calls=4)}
    assert tracker.current().calls == 4


@pytest.mark.parametrize(
    "exchange", [send("m", "other", Usage(1, 1)), send("m", "m")], ids=["no price", "no count"]
)
def test_a_limit_on_costs_that_cannot_hold_stops_the_run(exchange: Exchange) -> None:
    model_client = ModelClient()
    tracker = UsageTracker(model_client, LIST, SpendingLimits(max_cost=5))
    tracker.check()
    model_client.totals.add(exchange)
    tracker.flush()
    assert tracker.current().cost is None
    with pytest.raises(LimitReachedError, match="unknown"):
        tracker.check()


def test_answers_that_are_errors_cost_nothing() -> None:
    model_client = ModelClient()
    tracker = UsageTracker(model_client, LIST, SpendingLimits(max_cost=5))
    model_client.totals.add(send("m", status=500))
    tracker.flush()
    tracker.check()
    assert tracker.current().cost == 0


@pytest.mark.parametrize(
    ("asked", "served", "other"),
    [
        ("m", "m", False),
        ("m", "m-20260801", False),
        ("m-2026-08-01", "m", False),
        ("m", "m-mini", True),
        ("m-4.1", "m-4", True),
        ("m", "", False),
        ("", "m", False),
    ],
)
def test_another_model_than_asked_for_is_noted(asked: str, served: str, other: bool) -> None:
    sums = ExchangeTotals()
    sums.add(send(asked, served, Usage(1, 1)))
    assert sums.substitutions == ({(asked, served)} if other else set())


def test_only_a_date_is_cut_from_a_name() -> None:
    assert [base_name(name) for name in ("m-20260801", "m-2026-08-01", "m-20269901", "m-4-6")] == [
        "m",
        "m",
        "m-20269901",
        "m-4-6",
    ]


def test_what_a_decision_states_takes_the_place_of_its_requests_prices() -> None:
    model_client, limits = ModelClient(), SpendingLimits(max_cost=5)
    tracker = UsageTracker(model_client, LIST, limits)
    model_client.totals.add(send("m", usage=Usage(MILLION)))  # the simulated user's
    tracker.begin_decision()
    for exchange in (send("own"), send("m", usage=Usage(MILLION))):
        model_client.totals.add(exchange)
    tracker.add(Decision((), details={"model": "own"}, cost=0.25))
    tracker.flush()
    tracker.check()
    assert tracker.current().cost == pytest.approx(2.25)
    tracker.begin_decision()
    model_client.totals.add(send("own"))
    tracker.add(Decision((), details={"model": "own"}))
    tracker.flush()
    assert tracker.current().cost is None
    with pytest.raises(LimitReachedError, match="unknown"):
        tracker.check()


def test_stated_costs_are_those_of_the_models_asked() -> None:
    model_client = ModelClient()
    tracker = UsageTracker(model_client, LIST)
    for models, cost in ((("m",), 0.5), (("plain", "other"), 1.0)):
        tracker.begin_decision()
        for model in models:
            model_client.totals.add(send(model, usage=Usage(MILLION)))
        tracker.add(Decision((), cost=cost))
    spent = tracker.current()
    assert spent.cost == pytest.approx(1.5)
    assert spent.costs == {"m": pytest.approx(0.5), "plain": None, "other": None}


def test_reported_usage_is_priced_unless_its_cost_is_stated() -> None:
    tracker = UsageTracker(ModelClient(), LIST)
    tracker.add(Decision((), usage=Usage(MILLION), details={"model": "m"}))
    tracker.add(Decision((), usage=Usage(MILLION), details={"model": "m"}, cost=0.5))
    spent = tracker.current()
    assert spent.tokens == 2 * MILLION
    assert spent.cost == pytest.approx(2.5) and spent.costs == {"m": pytest.approx(2.5)}


@pytest.mark.parametrize("cost", [-0.1, float("nan"), float("inf"), "0.1"])
def test_a_cost_that_is_none_is_the_agents_error(cost: object) -> None:
    with pytest.raises(AgentError, match="a decision's cost is"):
        UsageTracker(ModelClient(), LIST).add(Decision((), cost=cost))  # type: ignore[arg-type]
