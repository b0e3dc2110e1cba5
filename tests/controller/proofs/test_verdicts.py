"""Verdicts on cases whose episodes are given: what must hold beside the score."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from checkers.nothing_else import CLAIM
from controller.core.actions import ToolCall
from controller.proofs.proof_cases import ProofCase, proof_cases
from controller.proofs.verdicts import verdict_of
from controller.records.run_info import EpisodeResult
from controller.records.verdicts import ClaimRecord, EpisodeVerdict
from controller.tasks.task import NOTHING_ELSE, Task, prompt_of

MakeTask = Callable[..., Task]
OPENED = """
instruction = "Add a row to book.xlsx."
applications = ["os"]

[[setup]]
open = "libreoffice_calc"
files = ["/home/user/book.xlsx"]
"""
SOLVE = """
from testbed.actions import Terminate

def mcp():
    yield Terminate(status="success")

def wrong_word(guest):
    yield Terminate(status="success")
"""
CHECK = """
from checkers.nothing_else import nothing_else

def check(guest):
    return nothing_else(guest)
"""


def ended(*claims: ClaimRecord) -> EpisodeResult:
    return EpisodeResult(
        task="os/note",
        epoch=1,
        seed=0,
        status="completed",
        termination="success",
        verdicts=(EpisodeVerdict(score=0.0, claims=claims),),
        steps=1,
        tool_calls=0,
        gui_actions=0,
    )


@pytest.fixture
def cases(make_task: MakeTask) -> dict[str, ProofCase]:
    task = make_task(toml=OPENED, check=CHECK, solve=SOLVE)
    return {case.name: case for case in proof_cases(task)}


def test_open_documents_are_saved_as_they_are_where_nothing_else_may_change(
    cases: dict[str, ProofCase], make_task: MakeTask
) -> None:
    assert list(cases) == ["idle", "saved", "mcp", "wrong_word"]
    saved = cases["saved"].play(None).act(None, [])  # type: ignore[arg-type]
    assert saved.actions == (ToolCall(name="osworld_mcp_libreoffice_calc.save", arguments={}),)
    other = make_task(toml=OPENED, solve=SOLVE)
    assert "saved" not in {case.name for case in proof_cases(other)}


@pytest.mark.parametrize("name", ["idle", "saved"])
def test_what_applications_write_by_themselves_must_not_count(cases: dict[str, ProofCase], name: str) -> None:
    broken = ClaimRecord(text=CLAIM, holds=False, found="book.xlsx: sheet A: hidden was False, is True")
    verdict = verdict_of(cases[name], ended(broken))
    assert not verdict.proven and "hidden was False" in verdict.reason
    assert verdict_of(cases[name], ended(ClaimRecord(text=CLAIM, holds=True))).proven
    assert verdict_of(cases["wrong_word"], ended(broken)).proven


def test_the_prompt_says_what_the_checker_claims(cases: dict[str, ProofCase], make_task: MakeTask) -> None:
    assert prompt_of(cases["idle"].task) == f"Add a row to book.xlsx. {NOTHING_ELSE}"
    assert prompt_of(make_task(toml=OPENED, solve=SOLVE)) == "Add a row to book.xlsx."
