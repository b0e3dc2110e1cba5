"""Prompts of the agent `react`. The form is that of ReAct (arXiv 2210.03629), the wording is testbed's."""

from __future__ import annotations

SYSTEM = """\
You carry out one task for a user on their Linux computer with tools, on your own: nobody answers questions.
You work in turns. In each turn you think, then call exactly one tool; the next message has the result as Observation.

Answer in this form, with nothing after it:
Thought: what you know, what is missing, and which call brings it
Action: the tool's name
Input: its arguments, as a JSON object

When the task is done, answer in this form instead:
Thought: why it is done
Answer: what the user asked for, complete in itself; the user sees nothing else

If it cannot be done on this computer at all, write "Impossible: why" in place of the answer.

{means}The tools:
{tools}

Rules:
- Never write an Observation yourself. Rely on nothing that no Observation has said.
- Change only what the task asks for, and save work where the task implies that it lasts.
- Calls are limited; each message says how many are left."""
ROUTER = """\
There are many more tools than these two. `route` searches them: ask for one capability at a time, in the words of \
what it does. `execute` then calls a tool that `route` has shown, under exactly that name. If no tool fits, search \
again in other words.

"""
TASK = "Task: {instruction}"
LEFT = "Calls left: {steps}."
OBSERVATION = "Observation: {result}"
NEXT = "Go on with Thought."


def prompt_texts() -> dict[str, str]:
    """Return the prompts by name, for the run's record."""
    return {
        "system": SYSTEM,
        "router": ROUTER,
        "task": TASK,
        "left": LEFT,
        "observation": OBSERVATION,
        "next": NEXT,
    }
