"""A mock model that plays agents and judges from one script."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.judges.registry import load_judge
from controller.tasks.task import Task
from plugins.mock_models.base import MockRequest
from plugins.mock_models.openai_chat import OpenAIChat
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.script import play, read_script
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import ApiError, MockAnswer
from testbed.errors import UsageError
from testbed.extension_points import JUDGES

AGENT = "You are an agent."
SCRIPT = """
[[answer]]
text = "first of the agent"
[[answer]]
to = "judge"
text = "first of the judge"
times = 2
[[answer]]
text = "second of the agent"
"""


def request(system: str) -> MockRequest:
    messages = [{"role": "system", "content": system}, {"role": "user", "content": "x"}]
    return MockRequest(OpenAIChat(KEY), {"model": "gpt-4.1", "messages": messages})


def texts(script: Path, *systems: str) -> list[str]:
    answer = play(read_script(script), None)
    items = [answer(request(system)) for system in systems]
    return [item.text for item in items if isinstance(item, MockAnswer)]


@pytest.mark.parametrize("judge", JUDGES.own_names())
def test_answers_for_judges_are_kept_apart(judge: str, tmp_path: Path) -> None:
    script = tmp_path / "script.toml"
    script.write_text(SCRIPT)
    prompt = load_judge(judge).prompt
    assert texts(script, prompt, AGENT, AGENT, prompt) == [
        "first of the judge",
        "first of the agent",
        "second of the agent",
        "first of the judge",
    ]
    answer = play(read_script(script), None)
    for _ in range(2):
        answer(request(prompt))
    with pytest.raises(ApiError, match='no answer left with to = "judge"'):
        answer(request(prompt))


def test_without_answers_for_judges_these_get_those_in_order(tmp_path: Path) -> None:
    script = tmp_path / "script.toml"
    script.write_text('[[answer]]\ntext = "one"\n[[answer]]\ntext = "two"\n')
    assert texts(script, load_judge("reference").prompt, AGENT) == ["one", "two"]


def test_other_receivers_are_refused(tmp_path: Path) -> None:
    script = tmp_path / "script.toml"
    script.write_text('[[answer]]\ntext = "one"\nto = "jury"\n')
    with pytest.raises(UsageError, match="answer 1: to: "):
        read_script(script)


def test_reference_solutions_do_not_play_judges(tasks: list[Task]) -> None:
    with pytest.raises(ApiError, match="a judge asks: give its answers in a script"):
        Solver(tasks)(request(load_judge("key_points").prompt))
