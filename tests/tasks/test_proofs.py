"""Every task of the project has a proof of what it is now; tests/guest/test_run.py proves a sample afresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.guests.fake.provider import FakeProvider
from controller.proofs.proof_record import ProofState, proof_states
from controller.records.run_options import RunOptions
from controller.tasks.selection import Selection, select_tasks

DEFAULT_STEPS = RunOptions.model_fields["steps"].default
ROOT = Path(__file__).resolve().parents[2] / "tasks"


@pytest.fixture(scope="module")
def states() -> list[ProofState]:
    return proof_states(select_tasks(Selection(), ROOT))


def test_every_task_has_a_proof_of_its_present_folder_and_checkers(states: list[ProofState]) -> None:
    stale = {state.task: ", ".join(state.stale) for state in states if state.stale}
    listed = "\n".join(f"{task}: {why}" for task, why in stale.items())
    assert not stale, f"{listed}\nprove them: testbed tasks validate --stale, and commit their proof.json"


def test_the_proofs_come_from_desktops(states: list[ProofState]) -> None:
    assert FakeProvider().name not in {state.proof.provider for state in states if state.proof}


def test_references_fit_into_the_steps_of_a_run(states: list[ProofState]) -> None:
    longer = {
        f"{state.task} {name}": claim.steps
        for state in states
        if state.proof
        for name, claim in state.proof.claims.items()
        if name.split()[0] in ("mcp", "gui") and claim.steps > DEFAULT_STEPS
    }
    assert not longer
