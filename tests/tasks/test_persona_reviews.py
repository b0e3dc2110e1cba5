"""Tasks that Persona-Gen has made: a person has accepted each as it is, and their lives are what they were."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from plugins.persona.making import reviewed_hash
from tests.tasks.lives import DIGESTS, digest, played_lives

TASKS = Path(__file__).parents[2] / "tasks/personal"
REVIEWS = Path(__file__).parents[2] / "docs/persona_reviews.jsonl"


def made() -> list[Path]:
    return [
        file.parent
        for file in sorted(TASKS.glob("*/task.toml"))
        if tomllib.loads(file.read_text())["persona"].get("chain")
    ]


def test_a_person_has_accepted_each_task_as_it_is() -> None:
    reviews = [json.loads(line) for line in REVIEWS.read_text().splitlines()]
    accepted = {(line["task"], line["hash"]) for line in reviews if line["accepted"]}
    assert made()
    for folder in made():
        assert (f"personal/{folder.name}", reviewed_hash(folder)) in accepted, f"review {folder.name} again"


def test_no_two_tasks_have_the_same_chain_in_the_same_life() -> None:
    sections = [tomllib.loads((folder / "task.toml").read_text())["persona"] for folder in made()]
    chains = [(section.get("life", 0), tuple(section["chain"])) for section in sections]
    assert len(set(chains)) == len(chains)


@pytest.mark.parametrize("number", played_lives())
def test_a_life_that_tasks_play_is_what_it_was(number: int) -> None:
    """Ids of its records stand in tasks. A changed generator of lives must leave these as they are."""
    assert json.loads(DIGESTS.read_text())[str(number)] == digest(number)
