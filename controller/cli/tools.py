"""`testbed tools` and `testbed serve`: the tools of a guest, on the command line and for MCP clients."""

from __future__ import annotations

import json
import os
import secrets
import socket
import sys
import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from controller.cli import common, tools_eval, tools_generate
from controller.cli.source_options import SourceCommand
from controller.core.guest import GUI_PREFIX, Guest, Tool
from controller.core.interrupts import interrupts_alone, run_until_terminated
from controller.core.texts import first_line
from controller.guests.provider import Provider, WaitingProvider
from controller.results.text_table import make_table
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.task import Task
from controller.tool_filter.base import EVERY_TOOL
from controller.tool_filter.builtin.rag import RagFilter
from controller.tool_filter.registry import load_filter, make_filter
from testbed.command import command
from testbed.errors import UsageError
from testbed.extension_points import TOOL_FILTERS

TOKEN = "TESTBED_SERVE_TOKEN"

app = typer.Typer(
    help="List, search and call the tools of a guest; evaluate tool filters.", no_args_is_help=True
)
app.command("eval", cls=SourceCommand)(tools_eval.evaluate_filters)
app.command("generate")(tools_generate.generate)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
TaskId = Annotated[str, typer.Option("--task", metavar="TASK", help="Run the set-up of this task first.")]


@app.command("list")
def list_tools(
    provider: common.ProviderName = "",
    application: Annotated[
        str, typer.Option("--app", metavar="APP", help="Only the tools of this application.")
    ] = "",
    gui: Annotated[bool, typer.Option("--gui", help="Include the GUI actions, computer.*.")] = False,
    as_json: Json = False,
) -> None:
    """Boot a guest and list its tools; --json includes their schemas."""
    with common.provider_named(provider) as guest_provider:
        tools = guest_provider.start().list_tools()
    selected = [
        tool
        for tool in tools
        if (gui or not tool.name.startswith(GUI_PREFIX)) and (not application or tool.app == application)
    ]
    if not selected:
        apps = sorted({tool.app for tool in tools})
        raise UsageError(
            f"no tools for the application {application!r}", hint=f"applications: {', '.join(apps)}"
        )
    if as_json:
        _print_json([asdict(tool) for tool in selected])
        return
    _print_table(selected)
    common.out.print(f"{len(selected)} of {len(tools)} tools")


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a tool.")],
    provider: common.ProviderName = "",
) -> None:
    """Show a tool as a model sees it: description, parameters and output schema."""
    with common.provider_named(provider) as guest_provider:
        tool = _find_tool(guest_provider.start().list_tools(), name)
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
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What the tool should do, in words.")],
    provider: common.ProviderName = "",
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="Maximum number of tools shown.")
    ] = 10,
) -> None:
    """Search the tools as the filter rag does, best match first."""
    with common.provider_named(provider) as guest_provider:
        tools = [tool for tool in guest_provider.start().list_tools() if not tool.name.startswith(GUI_PREFIX)]
    matches = RagFilter().search(tools, query)[:limit]
    if not matches:
        raise UsageError(f"no tool matches {query!r}", hint=f"list all tools with `{command('tools list')}`")
    _print_table(matches)


@app.command("call")
def call_tool(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a tool.")],
    arguments: Annotated[
        str, typer.Argument(metavar="JSON", help="Arguments of the call, a JSON object.")
    ] = "{}",
    task: TaskId = "",
    provider: common.ProviderName = "",
) -> None:
    """Boot a guest, call a tool and print its result; images are written to files. Exit code 1: the call failed."""
    parsed, tasks = _arguments(arguments), _tasks(task)
    with common.provider_named(provider) as guest_provider:
        guest = _desktop(guest_provider, tasks)
        _find_tool(guest.list_tools(), name)
        result = guest.call_tool(name, parsed)
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
        typer.Option(
            "--http",
            metavar="PORT",
            min=1,
            max=65535,
            help="Serve streamable HTTP on this port instead of stdio.",
        ),
    ] = None,
    gui: Annotated[bool, typer.Option("--gui/--no-gui", help="Include or leave out computer.*.")] = True,
    tool_filter: Annotated[
        str,
        typer.Option(metavar="F", help=f"Tool filter: {', '.join(sorted(TOOL_FILTERS.names()))}."),
    ] = EVERY_TOOL,
    instruction: Annotated[
        str, typer.Option("--instruction", metavar="TEXT", help="Instruction for the filter rag.")
    ] = "",
    plain_names: Annotated[
        bool, typer.Option("--plain-names", help="Short tool names without dots: os__get_volume.")
    ] = False,
    task: TaskId = "",
    provider: common.ProviderName = "",
    screen: common.Screen = "",
    scale: common.Scale = 1,
) -> None:
    """Boot a guest and serve its tools to an MCP client, over stdio or HTTP, until the client disconnects.

    Over HTTP clients send `Authorization: Bearer TOKEN` with the token in TESTBED_SERVE_TOKEN; if that is not set,
    a token is generated and printed.
    """
    from controller.adapters import mcp_server as serving

    spec = load_filter(tool_filter)
    if spec.needs_annotation:
        raise UsageError(
            f"the filter {tool_filter} requires a task's annotation",
            hint="use rag, bm25, app, all, router or none",
        )
    if spec.defers_tools:
        raise UsageError(
            f"the filter {tool_filter} works only between a testbed agent and its model",
            hint="use all; a client whose model has its own tool search defers the tools it gets",
        )
    if spec.needs_instruction and not instruction:
        raise UsageError(f"the filter {tool_filter} requires an instruction", hint="use --instruction TEXT")
    offer = serving.ServedTools(make_filter(tool_filter), instruction, gui, plain_names)
    if http is not None:
        _check_port(http)
    with interrupts_alone(), common.provider_named(provider, screen=screen, scale=scale) as guest_provider:
        tasks = _tasks(task)
        ended = threading.Event()

        def boot() -> serving.ToolProxy:
            return serving.ToolProxy(_desktop(guest_provider, tasks, ended), offer)

        def end_boot() -> None:
            ended.set()
            if isinstance(guest_provider, WaitingProvider):
                guest_provider.stop_waiting()

        server = serving.ToolServer(boot, end_boot, guest_provider.close)
        if http is None:
            run_until_terminated(serving.over_stdio(server))
            return
        token = os.environ.get(TOKEN) or secrets.token_urlsafe(24)

        def announce() -> None:
            common.err.print(f"serving http://127.0.0.1:{http}/mcp", markup=False)
            if TOKEN not in os.environ:
                common.err.print(f"Authorization: Bearer {token}", markup=False, soft_wrap=True)

        run_until_terminated(serving.over_http(server, http, token, announce))


def _tasks(task: str) -> Sequence[Task]:
    return select_tasks(Selection(globs=(task,), limit=1), tasks_root()) if task else []


def _desktop(guest_provider: Provider, tasks: Sequence[Task], ended: threading.Event | None = None) -> Guest:
    """A guest with the tasks' set-up. Raises CancelledError when `ended` is set meanwhile."""
    ended = ended or threading.Event()
    guest = guest_provider.start()
    for item in tasks:
        item.set_up(guest, ended)
    return guest


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used: {error}", hint="use another --http PORT"
            ) from error


def _find_tool(tools: list[Tool], name: str) -> Tool:
    for tool in tools:
        if tool.name == name:
            return tool
    similar = [tool.name for tool in RagFilter().search(tools, name)[:3]]
    raise UsageError(
        f"there is no tool {name!r}",
        hint=f"did you mean {' or '.join(similar)}?"
        if similar
        else f"list all tools with `{command('tools list')}`",
    )


def _arguments(text: str) -> dict[str, Any]:
    try:
        arguments = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"the arguments are not valid JSON: {error}", hint="""quote them: '{"expression": "2+2"}'"""
        ) from error
    if not isinstance(arguments, dict):
        raise UsageError(
            "the arguments are not a JSON object", hint="""use an object, such as '{"expression": "2+2"}'"""
        )
    return arguments


def _print_table(tools: list[Tool]) -> None:
    table = make_table("tool", "application", "description")
    for tool in tools:
        first = first_line(tool.description)
        table.add_row(Text(tool.name), Text(tool.app), Text(first))
    common.out.print(table)


def _print_json(value: object) -> None:
    sys.stdout.write(json.dumps(value, indent=2) + "\n")
