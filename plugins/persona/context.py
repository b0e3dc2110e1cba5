"""What the prompt tells of a persona beside the instruction (`--context`)."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from mcp_tools.fixtures.article_file import read_articles
from plugins.persona.section import PersonaSection
from testbed.errors import UsageError

DEFAULT = "given"
CHOICES = ("none", "given", "all")
_DISTRACTORS = re.compile(r"distractors:([1-9]\d?)")
SHORTEST, LONGEST = 40, 100
"""Words of a distracting paragraph, as in the paper."""


def parse_context(value: str) -> str:
    """Check a value of `--context`. Raises UsageError."""
    given = value.strip().lower()
    match = _DISTRACTORS.fullmatch(given)
    if given in CHOICES or (match and int(match[1]) <= len(distractors())):
        return given
    raise UsageError(
        f"--context {value!r} is neither {', '.join(CHOICES)} nor distractors:N",
        hint=f"N is a number from 1 to {len(distractors())}, as in --context distractors:5",
    )


def paragraphs(section: PersonaSection, choice: str, task_id: str) -> tuple[str, ...]:
    """Return the paragraphs that a task's prompt has with this `--context`, in an order that depends on the task alone.

    Distractors are added to the necessary ones and are others for each task.
    """
    if choice == "none":
        return ()
    random = Random(task_id)
    told = [*section.context]
    if choice == "all":
        told += section.unnecessary
    if match := _DISTRACTORS.fullmatch(choice):
        told += random.sample(distractors(), int(match[1]))
    random.shuffle(told)
    return tuple(told)


@cache
def distractors() -> tuple[str, ...]:
    """Return paragraphs of the invented encyclopedia that have nothing to do with any task."""
    texts = []
    for article in read_articles():
        facts = "; ".join(f"{name.lower()}: {value}" for name, value in article.facts)
        parts = [article.summary, *(text for _, text in article.sections), f"{article.title}: {facts}."]
        texts.append(" ".join(" ".join(parts).split()))
    return tuple(text for text in texts if SHORTEST <= len(text.split()) <= LONGEST)
