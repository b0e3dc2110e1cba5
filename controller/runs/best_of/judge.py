"""The judge: which of several trajectories does the task best."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from controller.models.completion import ChatMessage, Part, TextModel
from controller.runs.best_of.responses import ask

SYSTEM = """\
You select the best of several attempts at one task on a Linux desktop. The task:
{instruction}

Of each of the {count} attempts you get its first and its last screen, and the facts: each action with what it changed.
Rely on the facts and the screens, never on what an action was meant to do. Criteria, the most important first:
1. Everything that the task asks for is done, with the exact values, names and places that it asks for, and is saved
   where the task implies that it lasts.
2. Nothing else is changed: formats, order, other files and settings are as they were.
3. An attempt that rightly reports that the task cannot be done is better than one that does something else instead.
4. Of equally good attempts, the one that leaves the desktop tidier, then the shorter one.

Answer in this form:
<thoughts>
What the task requires; for each requirement and attempt whether it is met, with the number of the fact; and how the
attempts differ.
</thoughts>
<answer>
The number of the best attempt, from 1 to {count}, and nothing else.
</answer>
"""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt as the judge sees it: first and last screen as PNG (None when not recorded), facts, and its end."""

    first: bytes | None
    last: bytes | None
    facts: tuple[str, ...]
    end: str


def select_attempt(model: TextModel, instruction: str, attempts: Sequence[Attempt]) -> tuple[int, str]:
    """Select the best attempt.

    Returns:
        Its position, from 0, and the judge's whole response.

    Raises:
        AgentError: The model refuses, or its responses cannot be used.
        ModelApiError: The API fails.
    """
    parts: list[Part] = []
    for number, attempt in enumerate(attempts, 1):
        for name, screen in (("First", attempt.first), ("Last", attempt.last)):
            if screen is not None:
                parts += [f"{name} screen of attempt {number}:", screen]
        facts = "\n".join(attempt.facts) or "It did nothing."
        parts.append(f"Facts of attempt {number}:\n{facts}\nEnd of attempt {number}: {attempt.end}")
    parts.append(f"Which of the {len(attempts)} attempts is the best?")
    system = SYSTEM.format(count=len(attempts), instruction=instruction)

    def read(answer: str) -> int:
        numbers = {int(number) for number in _NUMBER.findall(answer)}
        if len(numbers) != 1 or not 1 <= (number := numbers.pop()) <= len(attempts):
            raise ValueError(f"its answer must be one number from 1 to {len(attempts)}, not {answer[:60]!r}")
        return number - 1

    return ask(model, [ChatMessage("system", (system,)), ChatMessage("user", tuple(parts))], read)
