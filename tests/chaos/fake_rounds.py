"""The rounds with guests in memory: which runs meet which faults."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from functools import partial

from tests.chaos.controller_faults import NEEDS_ROOT
from tests.chaos.model_faults import MODEL_FAULTS, SLOW_FAULTS
from tests.chaos.round import GUEST_FAULTS, Plan
from tests.chaos.subject import Scenario

EPOCHS = "4"
_COMMON = ("--provider", "fake", "--epochs", EPOCHS, "--seed", "7")
_WITH_MODEL = ("--tool-filter", "all", "--observe", "screenshot,windows")
SHORT_CALLS = {"call_seconds": 8.0}
"""A silence of the model API is longer."""
VENDORS = ("anthropic", "openai", "google")
SCENARIOS = {
    "oracle": Scenario((*_COMMON, "--agent", "oracle", "--tool-filter", "oracle")),
    "noop": Scenario((*_COMMON, "--agent", "noop")),
    **{name: Scenario((*_COMMON, "--agent", name, *_WITH_MODEL), name) for name in VENDORS},
}
KILLS = ("kill_9", "kill_9_at_file")
ENDING = ("sigterm", "sigint", "disk_full", "disk_full")
PASSING = ("suspended", "two_controllers", "two_controllers", "clock_step")
"""Faults after which the controller goes on to the run's end, so one in a round."""
KINDS = (*KILLS, "sigterm", "sigint")
"""What a round may consist of."""
MOST_FAILED_BOOTS = 2
"""Three failed boots in a row end a run, and these fail again for the next controller."""


def fake_plans(seed: int, kinds: Sequence[str] = ()) -> Iterator[tuple[str, Plan]]:
    """Yield rounds without end, each with the name of its scenario; with `kinds`, all their faults are of these."""
    shapes = (partial(_kills, kinds=kinds),) if kinds else SHAPES
    for number, shape in enumerate(itertools.cycle(shapes)):
        text = f"{seed}/{number}"
        yield shape(f"round-{number}", text, random.Random(text))


def _kills(name: str, seed: str, rng: random.Random, kinds: Sequence[str] = KILLS) -> tuple[str, Plan]:
    scenario = rng.choice(("oracle", "oracle", "noop"))
    faults = tuple(rng.choices(kinds, k=10))
    return scenario, Plan(name, seed, SCENARIOS[scenario], faults)


def _api(name: str, seed: str, rng: random.Random) -> tuple[str, Plan]:
    scenario = rng.choice(VENDORS)
    kinds = rng.sample(sorted(MODEL_FAULTS.keys() - SLOW_FAULTS), 5)
    limits = SHORT_CALLS if rng.random() < 0.3 else {}
    if limits:
        kinds.append(rng.choice(sorted(SLOW_FAULTS)))
    plan = Plan(name, seed, SCENARIOS[scenario], model=tuple(kinds), model_faults=30, limits=limits)
    return scenario, plan


def _api_and_kills(name: str, seed: str, rng: random.Random) -> tuple[str, Plan]:
    scenario = rng.choice(VENDORS)
    kinds = rng.sample(sorted(MODEL_FAULTS.keys() - SLOW_FAULTS), 3)
    faults = tuple(rng.choices((*KILLS, "sigterm"), k=6))
    return scenario, Plan(name, seed, SCENARIOS[scenario], faults, tuple(kinds), 15)


def _guests(name: str, seed: str, rng: random.Random) -> tuple[str, Plan]:
    guests: dict[str, str] = {}
    for number in rng.sample(range(1, 20), 8):
        kinds = set(GUEST_FAULTS)
        if list(guests.values()).count("guest_does_not_boot") == MOST_FAILED_BOOTS:
            kinds.remove("guest_does_not_boot")
        guests[str(number)] = rng.choice(sorted(kinds))
    faults = tuple(rng.choices((*KILLS, "sigterm"), k=2))
    return "oracle", Plan(name, seed, SCENARIOS["oracle"], faults, guests=guests)


def _host(name: str, seed: str, rng: random.Random) -> tuple[str, Plan]:
    scenario = rng.choice(("oracle", "noop", *VENDORS))
    ending = [kind for kind in ENDING if kind not in NEEDS_ROOT]
    faults = (*rng.choices(ending, k=5), rng.choice(PASSING))
    return scenario, Plan(name, seed, SCENARIOS[scenario], faults)


SHAPES = (_kills, _api, _kills, _api_and_kills, _guests, _host)
