"""The `testbed` command: parse, call, print."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from controller.cli import (
    agents,
    best_of,
    common,
    compare,
    export,
    host,
    image,
    machines,
    mock,
    report,
    run,
    score,
    snapshot,
    study,
    tasks,
    tools,
    view,
    watch,
)
from testbed.errors import TestbedError, UsageError

FAILED = 1
USAGE = 2
INTERRUPTED = 130

app = typer.Typer(
    name="testbed",
    help="A desktop computer-use testbed: real Linux desktops, GUI actions, MCP tools, checked tasks.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(run.run)
app.command()(run.resume)
app.command()(score.score)
app.command()(compare.compare)
app.command("best-of")(best_of.best_of)
app.command()(export.export)
app.command()(report.report)
app.command()(view.view)
app.command()(study.study)
app.add_typer(tasks.app, name="tasks")
app.add_typer(agents.app, name="agents")
app.add_typer(image.app, name="image")
host.guest_app.add_typer(watch.app)
host.guest_app.command()(machines.prepare)
app.add_typer(snapshot.app, name="snapshot")
app.add_typer(host.guest_app, name="guest")
app.add_typer(tools.app, name="tools")
app.command()(tools.serve)
app.command()(mock.mock_model)
app.command()(host.doctor)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 complete, 1 failed, 2 wrong usage, 3 a limit reached,
    130 interrupted."""
    sys.exit(call(arguments))


def call(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        app(arguments)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except UsageError as error:
        return _explain(error, USAGE)
    except TestbedError as error:
        return _explain(error, FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def _explain(error: TestbedError, code: int) -> int:
    common.err.print(f"error: {error.message}", markup=False, soft_wrap=True)
    if error.hint:
        common.err.print(f"hint: {error.hint}", markup=False, soft_wrap=True)
    return code
