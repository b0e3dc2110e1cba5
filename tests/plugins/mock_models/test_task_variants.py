"""A mock model recognises the variants of a task by their instructions."""

from __future__ import annotations

from collections.abc import Callable

from controller.tasks.task import Task
from plugins.mock_models.task_variants import KNOWN, instructions

MakeTask = Callable[..., Task]


def test_each_known_variant_has_its_instruction(make_task: MakeTask, variant_task: dict[str, str]) -> None:
    pairs = list(instructions(make_task(**variant_task)))
    assert [task.play.variant for _, task in pairs] == list(range(KNOWN))
    assert all(text == task.instruction for text, task in pairs) and len({text for text, _ in pairs}) == KNOWN


def test_a_task_without_variants_and_a_malformed_one(
    make_task: MakeTask, variant_task: dict[str, str]
) -> None:
    plain = make_task()
    assert list(instructions(plain)) == [(plain.instruction, plain)]
    toml = variant_task["toml"].replace("{word} into", "{wort} into")
    assert list(instructions(make_task("os/bad", **{**variant_task, "toml": toml}))) == []
