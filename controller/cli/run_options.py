"""The options of `run`, in the groups that its help shows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from controller.cli.panels import AGENT, JUDGES, RECORDS, SELECTION, SHOWN
from controller.cli.run_config import load_config
from controller.core.observation import PARTS
from controller.models.platforms import PLATFORMS
from controller.runs.run_log import LEVELS
from controller.tool_filter.registry import ORDERS
from testbed import extension_points as points
from testbed.command import command

KEY = "ANTHROPIC_API_KEY"

Agent = Annotated[
    str,
    typer.Option(
        metavar="A[:VARIANT]",
        help=f"Agent: {', '.join(points.AGENTS.names())}; default: anthropic when {KEY} is set, else oracle.",
        rich_help_panel=AGENT,
    ),
]
Model = Annotated[str, typer.Option(metavar="M", help="Model of the agent.", rich_help_panel=AGENT)]
Via = Annotated[
    str,
    typer.Option(metavar="PLATFORM", help=f"Cloud platform of the agent's model: {', '.join(PLATFORMS)}."),
]
BaseUrl = Annotated[
    str,
    typer.Option(metavar="URL", help="URL of the model API; default: the vendor's.", rich_help_panel=AGENT),
]
UserModel = Annotated[
    str,
    typer.Option(
        "--user-model",
        metavar="M",
        help="Model that answers questions to the user of tasks that have one; default: their user.toml.",
        show_default=False,
        rich_help_panel=SHOWN,
    ),
]
UserBaseUrl = Annotated[
    str,
    typer.Option(
        "--user-base-url",
        metavar="URL",
        help="URL of that model's API; default: the vendor's.",
        show_default=False,
        rich_help_panel=SHOWN,
    ),
]
Judge = Annotated[
    str,
    typer.Option(
        "--judge",
        metavar="M",
        help="Model that judges what the agent did and answered, for tasks with key points or a reference.",
        show_default=False,
        rich_help_panel=JUDGES,
    ),
]
JudgeBaseUrl = Annotated[
    str,
    typer.Option(
        "--judge-base-url",
        metavar="URL",
        help="URL of that model's API; default: the vendor's.",
        show_default=False,
        rich_help_panel=JUDGES,
    ),
]
JudgeVotes = Annotated[
    int,
    typer.Option(
        "--judge-votes",
        metavar="K",
        min=1,
        help="Votes of each judge, an odd number; more than half of them must agree.",
        rich_help_panel=JUDGES,
    ),
]
JudgeBy = Annotated[
    list[str] | None,
    typer.Option(
        "--judge-by",
        metavar="J",
        help=f"Judge: {', '.join(points.JUDGES.names())}; repeatable; default: those that a task is for.",
        show_default=False,
        rich_help_panel=JUDGES,
    ),
]
Setting = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Setting of the agent, as a TOML value or text; repeatable.",
        show_default=False,
        rich_help_panel=AGENT,
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Random seed.", rich_help_panel=AGENT)]
TaskVariant = Annotated[
    int,
    typer.Option(
        "--variant",
        metavar="N",
        min=0,
        help="Variant of tasks that have variants; 0 is the canonical one.",
        rich_help_panel=SELECTION,
    ),
]
TaskVariants = Annotated[
    str,
    typer.Option(
        "--variants",
        metavar="HOW",
        help="same: every epoch plays the same variant; per-epoch: each epoch the next one, from --variant on.",
        rich_help_panel=SELECTION,
    ),
]
Replay = Annotated[
    Path | None,
    typer.Option(
        metavar="RUN",
        help="Replay a run: use its recorded model responses instead of a model.",
        rich_help_panel=AGENT,
    ),
]
Calling = Annotated[
    str,
    typer.Option(
        "--calling",
        metavar="C",
        help="How the model calls tools: native (its API's calls) or prompt (definitions in the system prompt, "
        "calls in the text); default: the agent's own.",
        show_default=False,
        rich_help_panel=AGENT,
    ),
]
Approve = Annotated[
    str,
    typer.Option(
        "--approve",
        metavar="WHO",
        help="Actions that a vendor's safety check marks, and calls of destructive tools: ask (a person decides), "
        "never or always; default: what the agent does with its vendor's checks, and no questions about tools.",
        show_default=False,
        rich_help_panel=SHOWN,
    ),
]
ApproveSeconds = Annotated[
    float,
    typer.Option(
        "--approve-seconds",
        metavar="S",
        min=1,
        help="Time limit of a person's decision with --approve ask, after which the action is denied.",
        rich_help_panel=SHOWN,
    ),
]
Actions = Annotated[
    str,
    typer.Option(metavar="SPACE", help="Action space: gui, mcp or gui+mcp.", rich_help_panel=SHOWN),
]
Observe = Annotated[
    str,
    typer.Option(
        metavar="P,...",
        help=f"Observation: one or more of {', '.join(PARTS)}, separated by commas.",
        rich_help_panel=SHOWN,
    ),
]
ToolFilter = Annotated[
    str,
    typer.Option(
        metavar="F",
        help=f"Tool filter: {', '.join(points.TOOL_FILTERS.names())}; default: rag, with the agent oracle oracle.",
        rich_help_panel=SHOWN,
    ),
]
ToolOrder = Annotated[
    str,
    typer.Option(metavar="O", help=f"Order of the tools: {' or '.join(ORDERS)}.", rich_help_panel=SHOWN),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Folder of the run; default: runs/<time>-<agent>.",
        show_default=False,
        rich_help_panel=RECORDS,
    ),
]
Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Options from a TOML file, named as here, or those of an earlier run from its run.json; "
        "the command line wins.",
        callback=load_config,
        is_eager=True,
        show_default=False,
        rich_help_panel=RECORDS,
    ),
]
Tag = Annotated[
    list[str] | None,
    typer.Option(
        metavar="K=V",
        help="Tag of the run, which view, report and compare can filter by; repeatable.",
        show_default=False,
        rich_help_panel=RECORDS,
    ),
]
Note = Annotated[
    str, typer.Option(metavar="TEXT", help="Note that is recorded with the run.", rich_help_panel=RECORDS)
]
LogLevel = Annotated[
    str,
    typer.Option(
        metavar="LEVEL",
        help=f"Least level in the run's log.jsonl: {', '.join(LEVELS)}.",
        rich_help_panel=RECORDS,
    ),
]
JsonSummary = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print the summary as JSON to stdout at the end, and everything else to stderr.",
        rich_help_panel=RECORDS,
    ),
]


def examples() -> str:
    """Return the examples that the help of `run` ends with."""
    lines = (
        ("The demo, with the model that ANTHROPIC_API_KEY opens:", "run --suite demo"),
        (
            "A model behind a compatible server, for at most 5 dollars:",
            "run --agent openai --model M --base-url URL --max-cost 5",
        ),
        (
            "An earlier run again, with all tools and a tag:",
            "run --config runs/R/run.json --tool-filter all --tag try=2",
        ),
    )
    return "Examples:\n\n" + "\n\n".join(f"{title}\n\n    {command(line)}" for title, line in lines)
