"""`testbed tools` and `testbed serve`: the tools a guest offers, for people and for MCP clients."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import socket
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from controller.cli import common, tools_eval
from controller.core.guest import GUI_PREFIX, Guest, Tool
from controller.core.interrupts import terminate_as_interrupt
from controller.episode.setup_steps import set_up
from controller.guests.provider import Provider
from controller.results.text_table import make_table
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tool_filter.builtin.rag import RagFilter
from controller.tool_filter.registry import filter_names, load_filter, make_filter
from testbed.errors import UsageError

TOKEN = "TESTBED_SERVE_TOKEN"

app = typer.Typer(
    help="List, search and call the tools a guest offers; measure tool filters.", no_args_is_help=True
)
app.command("eval")(tools_eval.evaluate_filters)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
TaskId = Annotated[
    str, typer.Option("--task", metavar="TASK", help="Set the desktop up for this task first.")
]


@app.command("list")
def list_tools(
    provider: common.ProviderName = "",
    application: Annotated[
        str, typer.Option("--app", metavar="APP", help="Tools of this application alone.")
    ] = "",
    gui: Annotated[bool, typer.Option("--gui", help="With the GUI actions, computer.*.")] = False,
    as_json: Json = False,
) -> None:
    """Boot a guest and list the tools it offers, with JSON schemas when asked for --json."""
    with common.provider_named(provider) as machines:
        tools = machines.start().list_tools()
    shown = [
        tool
        for tool in tools
        if (gui or not tool.name.startswith(GUI_PREFIX)) and (not application or tool.app == application)
    ]
    if not shown:
        apps = sorted({tool.app for tool in tools})
        raise UsageError(f"no tool drives {application!r}", hint=f"applications: {', '.join(apps)}")
    if as_json:
        _print_json([asdict(tool) for tool in shown])
        return
    _print_table(shown)
    common.out.print(f"{len(shown)} tools, and {len(tools) - len(shown)} others")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A tool's name.")],
    provider: common.ProviderName = "",
) -> None:
    """Show a tool as a model sees it: description, parameters, what it returns."""
    with common.provider_named(provider) as machines:
        tool = _named(machines.start().list_tools(), name)
    hints = [hint for hint in ("read_only", "destructive", "idempotent") if getattr(tool, hint)]
    common.out.print(Text(tool.name, style="bold"))
    common.out.print(Text(f"{tool.app}{': ' if hints else ''}{', '.join(hints)}", style="dim"))
    common.out.print(Text(tool.description))
    for title, schema in (("parameters", tool.input_schema), ("returns", tool.output_schema)):
        if schema is not None:
            common.out.print(Text(f"\n{title}", style="bold"))
            common.out.print(json.dumps(schema, indent=2), markup=False, soft_wrap=True)


@app.command()
def search(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words for what the tool should do.")],
    provider: common.ProviderName = "",
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="Tools shown at most.")] = 10,
) -> None:
    """The tools that the retriever finds for some words, the best match first."""
    with common.provider_named(provider) as machines:
        tools = [tool for tool in machines.start().list_tools() if not tool.name.startswith(GUI_PREFIX)]
    found = RagFilter().search(tools, query)[:limit]
    if not found:
        raise UsageError(f"no tool has a word of {query!r}", hint="testbed tools list shows all of them")
    _print_table(found)


@app.command("call")
def call_tool(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A tool's name.")],
    arguments: Annotated[str, typer.Argument(metavar="[JSON]", help="Its arguments, a JSON object.")] = "{}",
    task: TaskId = "",
    provider: common.ProviderName = "",
) -> None:
    """Boot a guest, call one tool and print its result; images are written beside. Exit code 1: it erred."""
    given = _arguments(arguments)
    with common.provider_named(provider) as machines:
        guest = _desktop(machines, task)
        _named(guest.list_tools(), name)
        result = guest.call_tool(name, given)
    if result.text:
        common.out.print(result.text, markup=False, soft_wrap=True)
    for number, image in enumerate(result.images, start=1):
        path = Path(f"{name}-{number}.png")
        path.write_bytes(image)
        common.err.print(f"wrote {path}", markup=False)
    if result.is_error:
        raise typer.Exit(1)


def serve(
    http: Annotated[
        int | None,
        typer.Option("--http", metavar="PORT", min=1, max=65535, help="Streamable HTTP instead of stdio."),
    ] = None,
    gui: Annotated[bool, typer.Option("--gui/--no-gui", help="With or without computer.*.")] = True,
    tool_filter: Annotated[
        str,
        typer.Option(metavar="F", help=f"Which tools are listed: {', '.join(filter_names())}."),
    ] = "all",
    instruction: Annotated[
        str, typer.Option("--instruction", metavar="TEXT", help="What the filter rag searches tools for.")
    ] = "",
    plain_names: Annotated[
        bool, typer.Option("--plain-names", help="For clients that refuse dots: osworld_mcp_os__get_volume.")
    ] = False,
    task: TaskId = "",
    provider: common.ProviderName = "",
) -> None:
    """Boot a guest and offer its tools to an MCP client, over stdio or HTTP, until the client leaves.

    Over HTTP clients send `Authorization: Bearer TOKEN`, with the token of TESTBED_SERVE_TOKEN or, without
    it, the one printed.
    """
    from controller.adapters import mcp_server as serving

    spec = load_filter(tool_filter)
    if spec.needs_annotation:
        raise UsageError(
            f"the filter {tool_filter} needs a task's annotation",
            hint="use rag, bm25, app, all, router or none",
        )
    if spec.defers_tools:
        raise UsageError(
            f"the filter {tool_filter} only works between an agent of testbed and its model",
            hint="use all: a client whose model searches by itself defers the tools it is given",
        )
    if spec.needs_instruction and not instruction:
        raise UsageError(
            f"the filter {tool_filter} needs something to search for", hint="give --instruction TEXT"
        )
    offer = serving.ServedTools(make_filter(tool_filter), instruction, gui, plain_names)
    if http is not None:
        _check_port(http)
    with terminate_as_interrupt(), common.provider_named(provider) as machines:
        proxy = serving.ToolProxy(_desktop(machines, task), offer)
        if http is None:
            asyncio.run(serving.over_stdio(proxy))
            return
        token = os.environ.get(TOKEN) or secrets.token_urlsafe(24)
        common.err.print(f"serving http://127.0.0.1:{http}/mcp", markup=False)
        if TOKEN not in os.environ:
            common.err.print(f"Authorization: Bearer {token}", markup=False, soft_wrap=True)
        asyncio.run(serving.over_http(proxy, http, token))


def _desktop(machines: Provider, task: str) -> Guest:
    found = select_tasks(Selection(globs=(task,), limit=1), tasks_root()) if task else []
    guest = machines.start()
    for item in found:
        set_up(item, guest, threading.Event())
    return guest


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used: {error}", hint="give another --http PORT"
            ) from error


def _named(tools: list[Tool], name: str) -> Tool:
    for tool in tools:
        if tool.name == name:
            return tool
    found = [tool.name for tool in RagFilter().search(tools, name)[:3]]
    raise UsageError(
        f"there is no tool {name!r}",
        hint=f"did you mean {' or '.join(found)}?" if found else "testbed tools list shows all of them",
    )


def _arguments(text: str) -> dict[str, Any]:
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"the arguments are no JSON: {error}", hint="""quote them: '{"expression": "2+2"}'"""
        ) from error
    if not isinstance(given, dict):
        raise UsageError("the arguments are not a JSON object", hint="""such as '{"expression": "2+2"}'""")
    return given


def _print_table(tools: list[Tool]) -> None:
    table = make_table("tool", "application", "description")
    for tool in tools:
        first = tool.description.strip().partition("\n")[0]
        table.add_row(Text(tool.name), Text(tool.app), Text(first))
    common.out.print(table)


def _print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2) + "\n")
