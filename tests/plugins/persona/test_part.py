"""The part of episodes: the context in the prompt, the life in the guest, the checkpoints in the result."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from checkers import Claim, Score
from checkers.credit import CreditedClaim
from controller.tasks.judgement import Judgement
from controller.tasks.task import CONTEXT, Task, prompt_of
from plugins.persona.part import COLLATERAL, PART, Checkpoints, PersonaOptions
from plugins.persona.record import CheckpointRecord, PersonaRecord
from plugins.persona.section import PersonaSection
from plugins.persona.state import life_state
from plugins.persona.state_log import STATE
from testbed.errors import TaskError
from tests.checkers.guests import FileGuest

MakeTask = Callable[..., Task]
TOML = """
instruction = "Tell Mara the hall."
applications = ["os"]

[persona]
context = ["The hall is H2."]
unnecessary = ["It rained."]

[[persona.checkpoint]]
claim = "Mara is told"
kind = "create"
tool = "mail_send"
"""


def test_the_prompt_has_the_context_that_the_run_chooses(make_task: MakeTask) -> None:
    task = make_task(toml=TOML)
    told = {
        choice: prompt_of(PART.prepare(task, PersonaOptions(context=choice)))
        for choice in ("none", "given", "all")
    }
    assert told["none"] == "Tell Mara the hall."
    assert told["given"] == f"Tell Mara the hall.\n\n{CONTEXT}\n\nThe hall is H2."
    assert "It rained." in told["all"] and "The hall is H2." in told["all"]
    plain = make_task(toml=TOML.partition("[persona]")[0])
    assert PART.prepare(plain, PersonaOptions()) is plain


def test_a_guest_gets_another_life_than_its_own_only_where_the_task_names_one() -> None:
    written: dict[str, bytes] = {}
    guest: Any = SimpleNamespace(write_file=lambda path, data, **_given: written.update({path: data}))
    Checkpoints(PersonaSection()).set_up(guest, guest)
    assert written == {}
    Checkpoints(PersonaSection(life=3)).set_up(guest, guest)
    assert written == {STATE: life_state(3)}


def claims(credit: float, *, collateral: bool = False) -> Judgement:
    told = CreditedClaim("Mara is told", credit == 1, credit=credit)
    return Judgement(Score.all_of(told, Claim(COLLATERAL, not collateral)))


@pytest.mark.parametrize(("credit", "collateral"), [(1.0, False), (0.5, True)])
def test_the_result_has_the_credit_of_each_checkpoint(
    credit: float, collateral: bool, make_task: MakeTask
) -> None:
    part = Checkpoints(make_task(toml=TOML).sections["persona"])
    given = claims(credit, collateral=collateral)
    assert part.judge(FileGuest(), given) is given  # type: ignore[arg-type]
    assert part.record == PersonaRecord(
        category="mail",
        checkpoints=(CheckpointRecord(kind="create", credit=credit),),
        collateral=collateral,
        failure="wrong_value" if credit < 1 else "",
    )
    assert PART.explain(part.record) == f"{credit:g} of 1 checkpoints"


def test_unusable_evidence_has_no_credit_and_a_claim_that_is_not_there_is_a_fault(
    make_task: MakeTask,
) -> None:
    section = make_task(toml=TOML).sections["persona"]
    part = Checkpoints(section)
    part.judge(FileGuest(), Judgement(Score.all_of(Claim("the state is a database", False))))  # type: ignore[arg-type]
    assert [item.credit for item in part.record.checkpoints] == [0.0]
    other = section.model_copy(
        update={"checkpoint": (section.checkpoint[0].model_copy(update={"claim": "Jon is told"}),)}
    )
    with pytest.raises(TaskError, match="'Jon is told' of \\[persona\\] has no claim"):
        Checkpoints(other).judge(FileGuest(), claims(1))  # type: ignore[arg-type]


def test_a_malformed_section_names_its_line(make_task: MakeTask) -> None:
    with pytest.raises(TaskError, match="persona"):
        _ = make_task(toml=TOML.replace('kind = "create"', 'kind = "make"')).sections["persona"]
