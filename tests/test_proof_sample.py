from __future__ import annotations

from controller.proofs.proof_record import Proof
from tests.proof_sample import cost, draw

COSTS = {f"os/task{number}": 20 + number for number in range(30)} | {"os/long": 1000}


def test_a_sample_fits_the_time_and_follows_its_seed() -> None:
    samples = [draw(COSTS, 100, str(seed)) for seed in range(200)]
    assert samples[7] == draw(dict(reversed(COSTS.items())), 100, "7")
    for sample in samples:
        assert sample == ["os/long"] or sum(COSTS[task] for task in sample) <= 100
    assert {task for sample in samples for task in sample} == set(COSTS)
    assert len({tuple(sample) for sample in samples}) > 100


def test_a_sample_of_no_task_is_empty() -> None:
    assert draw({}, 100, "x") == []


def test_the_cost_counts_the_guests_boots() -> None:
    claim = {"score": 0.0, "steps": 1, "seconds": 5}
    proof = Proof.model_validate(
        {
            **dict.fromkeys(("date", "provider", "folder", "checkers", "image", "tools"), ""),
            "claims": {"idle": claim, "mcp": {**claim, "seconds": 30}},
        }
    )
    assert cost(proof) == 55
