"""`testbed agents`: list and check."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from controller.agents.registry import list_agents as all_agents
from controller.cli import agents_check, common
from controller.results.text_table import make_table

app = typer.Typer(help="List agents, and check their model APIs.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """List agents, and check their model APIs."""


app.command("check")(agents_check.check)


@app.command("list")
def list_agents(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the agents with their description, the environment variables of their keys, and their distribution."""
    agents = all_agents()
    if as_json:
        sys.stdout.write(json.dumps([asdict(agent) for agent in agents], indent=2) + "\n")
        return
    table = make_table("agent", "description", "keys", "from")
    for agent in agents:
        description = Text(f"not usable: {agent.problem}", style="red") if agent.problem else Text(agent.does)
        keys = Text(", ".join(agent.keys) or "-")
        table.add_row(Text(agent.name), description, keys, Text(agent.distribution))
    common.out.print(table)
