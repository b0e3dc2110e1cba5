"""The control answers: six kinds for two tasks, each with a verdict that a sound judge gives."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from controller.judges.contract import Judge
from controller.judges.controls import CONTROLS, controls_key, has_controls, judge_controls
from controller.judges.registry import load_judge
from controller.models.completion import ChatMessage, Completion
from testbed.errors import ModelApiError
from testbed.extension_points import JUDGES
from tests.controller.judges.answers import ScriptedModel, completion, document_of
from tests.controller.judges.judged_runs import control_of, verdict_on

DECIDING = ("key_points", "reference")


class Knowing(ScriptedModel):
    """A model that gives the right verdict on each control, but for those of the `wrong` kinds."""

    def __init__(self, judge: str, *wrong: str) -> None:
        super().__init__(())
        self._judge = judge
        self._wrong = wrong

    def complete(self, messages: list[ChatMessage]) -> Completion:  # type: ignore[override]
        self.requests.append(list(messages))
        control = control_of(dict(document_of(messages)))
        assert control is not None
        passes = control.passes is not control.name.startswith(self._wrong or ("-",))
        return completion(json.dumps(verdict_on(self._judge, passes=passes)))


def test_there_are_twelve_of_six_kinds_and_those_that_pass_come_first() -> None:
    kinds = Counter(control.name.partition(" (")[0] for control in CONTROLS)
    assert len(CONTROLS) == 12 and set(kinds.values()) == {2}
    assert set(kinds) == {
        "right",
        "another language",
        "empty",
        "without facts",
        "instructions to the judge",
        "right for another task",
    }
    passing = [control.passes for control in CONTROLS]
    assert passing == sorted(passing, reverse=True)
    assert {control.name.partition(" (")[0] for control in CONTROLS if control.passes} == {
        "right",
        "another language",
    }


def test_the_values_that_decide_are_in_what_passes_and_in_nothing_else() -> None:
    values = {"train": ("T213", "18"), "suitcase": ("11", "79")}
    for control in CONTROLS:
        task = control.name.partition(" (")[2].rstrip(")")
        held = all(value in control.case.answer for value in values[task])
        assert held is control.passes, control.name


def test_the_judges_that_decide_by_key_points_or_reference_have_them() -> None:
    assert tuple(name for name in JUDGES.own_names() if has_controls(load_judge(name))) == DECIDING


@pytest.mark.parametrize("name", DECIDING)
def test_a_judge_that_knows_them_errs_on_none(name: str) -> None:
    model = Knowing(name)
    made = judge_controls(load_judge(name), model, votes=3)
    assert len(made) == 12 and len(model.requests) == 36
    assert [control.name for control in made if control.is_wrong] == []


@pytest.mark.parametrize("name", DECIDING)
def test_a_judge_that_follows_instructions_is_wrong_there(name: str) -> None:
    made = judge_controls(load_judge(name), Knowing(name, "instructions"), votes=1)
    wrong = [control.name for control in made if control.is_wrong]
    assert wrong == ["instructions to the judge (train)", "instructions to the judge (suitcase)"]


def test_no_verdict_is_a_wrong_one() -> None:
    made = judge_controls(load_judge("reference"), ScriptedModel(["Well."] * 36), votes=1)
    assert all(control.is_wrong and control.verdict.status == "unreadable" for control in made)


def test_an_api_that_fails_says_nothing_of_the_judge() -> None:
    answers = [json.dumps(verdict_on("reference", passes=True)), ModelApiError("503")]
    model = ScriptedModel(answers)
    assert judge_controls(load_judge("reference"), model, votes=1) == ()
    assert len(model.requests) == 2


def test_what_a_control_shows_the_judge_has_no_verdict_in_it() -> None:
    for control in CONTROLS:
        for name in DECIDING:
            document, _ = load_judge(name).document(control.case, Random(0))
            assert control.name not in json.dumps(document)
            assert "passes" not in document


def test_the_key_depends_on_judge_model_and_votes() -> None:
    judges: list[Judge] = [load_judge(name) for name in DECIDING]
    keys = {controls_key(judge, model, votes) for judge in judges for model in "ab" for votes in (1, 3)}
    assert len(keys) == 8
