"""Why an episode failed, in LiveMCPBench's four classes. Runs only if it is named with `--judge-by`."""

from __future__ import annotations

from testbed.extensions import ClassJudge

JUDGE = ClassJudge(
    "error_class",
    {
        "query": """\
the agent searched for no tool where it needed one, or for something else than what the task needs, or for
  too much or too little at once.""",
        "retrieve": "the agent's search was right, but it was not shown a fitting tool.",
        "tool": """\
a fitting tool was there, but the agent did not call it, called a wrong one, called it with wrong arguments,
  or read its result wrongly.""",
        "other": """\
anything else, such as a service that failed, a time limit, or an answer that leaves out what was found.""",
    },
    example="tool",
)
