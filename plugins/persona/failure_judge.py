"""The judge of failures that no rule decides, in MCP-Persona's classes. Runs only if it is named with `--judge-by`."""

from __future__ import annotations

from plugins.persona import judge
from plugins.persona.record import FAILURE_JUDGE_NAME
from testbed.extensions import ClassJudge

JUDGE = ClassJudge(
    FAILURE_JUDGE_NAME,
    {
        "under_exploration": """\
the agent acted or answered before it had looked up what decides, took for known what the
  instruction only implies, or looked in another application than the one that knows.""",
        "skipped_dependency": """\
the agent left out a call whose result a later one needs: it invented an id, or gave a name or a
  telephone number where an id is due.""",
        "long_context": """\
the agent lost what it had been told or shown earlier: a part of the task, a constraint, a value.""",
        "wrong_value": "the agent had the right record before it, and took or wrote a wrong value.",
        "other": "anything else, such as a call that failed, a time limit, or a task that was given up.",
    },
    example="under_exploration",
    judges=judge.JUDGE.can_judge,
)
