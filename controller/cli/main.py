"""The `testbed` command: parse, call, print."""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import (
    agents,
    best_of,
    common,
    compare,
    export,
    host,
    image,
    import_results,
    machines,
    node,
    plugins,
    report,
    run,
    score,
    security,
    servers,
    snapshot,
    study,
    tasks,
    tools,
    view,
    watch,
)
from controller.cli.help_texts import HELP_OPTIONS, finish_help, one_line
from controller.cli.source_options import SourceCommand
from controller.cli.vendored_click import ClickException, Command, NoArgsIsHelpError
from testbed.command import DISTRIBUTION
from testbed.errors import TestbedError, UsageError

FAILED = 1
USAGE = 2
INTERRUPTED = 130
RUNS, TASKS, HOST = "Runs and results", "Tasks, agents and tools", "This host and its guests"

app = typer.Typer(
    name="testbed",
    help="A desktop computer-use testbed: real Linux desktops, GUI actions, MCP tools, checked tasks.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": HELP_OPTIONS},
)
app.command(cls=SourceCommand, rich_help_panel=RUNS, epilog=run.examples())(run.run)
app.command(rich_help_panel=RUNS)(run.resume)
app.command(rich_help_panel=RUNS)(score.score)
app.command(rich_help_panel=RUNS)(compare.compare)
app.command("best-of", rich_help_panel=RUNS)(best_of.best_of)
app.command(rich_help_panel=RUNS)(export.export)
app.command("import-results", cls=SourceCommand, rich_help_panel=RUNS)(import_results.import_results)
app.command(rich_help_panel=RUNS)(report.report)
app.command(rich_help_panel=RUNS)(view.view)
app.command(rich_help_panel=RUNS)(study.study)
app.add_typer(tasks.app, name="tasks", rich_help_panel=TASKS)
app.add_typer(agents.app, name="agents", rich_help_panel=TASKS)
app.add_typer(tools.app, name="tools", rich_help_panel=TASKS)
app.add_typer(servers.app, name="servers", rich_help_panel=TASKS)
app.command(rich_help_panel=TASKS)(tools.serve)
host.guest_app.add_typer(watch.app)
host.guest_app.command()(machines.prepare)
host.guest_app.command("security-check")(security.security_check)
app.command(rich_help_panel=HOST)(host.doctor)
app.command(rich_help_panel=HOST)(plugins.plugins)
app.add_typer(image.app, name="image", rich_help_panel=HOST)
app.add_typer(snapshot.app, name="snapshot", rich_help_panel=HOST)
app.add_typer(host.guest_app, name="guest", rich_help_panel=HOST)
app.add_typer(node.app, name="node", rich_help_panel=HOST)


def _print_version(wanted: bool) -> None:
    if wanted:
        sys.stdout.write(f"testbed {metadata.version(DISTRIBUTION)}\n")
        raise typer.Exit


_BUILTIN: dict[str, object] = {
    **{str(group.name): group.typer_instance for group in app.registered_groups},
    **{
        command.name or typer.main.get_command_name(command.callback.__name__): command.callback
        for command in app.registered_commands
        if command.callback
    },
}


@app.callback()
def options(
    version: Annotated[  # its callback prints and exits
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """A desktop computer-use testbed: real Linux desktops, GUI actions, MCP tools, checked tasks."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 complete, 1 failed, 2 wrong usage, 3 a limit reached,
    130 interrupted."""
    # A core dump would hold the API keys.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A terminal of unknown size may export 0, and the help would be empty.
    for name in ("COLUMNS", "LINES"):
        if os.environ.get(name) == "0":
            del os.environ[name]
    sys.exit(call(arguments))


def call(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        _check_environment(Path(sys.argv[0]))
        code = _commands().main(arguments, prog_name="testbed", standalone_mode=False)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except NoArgsIsHelpError:
        return USAGE
    except ClickException as error:
        return _explain(one_line(error), USAGE)
    except UsageError as error:
        return _explain(error, USAGE)
    except TestbedError as error:
        return _explain(error, FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code if isinstance(code, int) else 0


def builtin_commands() -> dict[str, object]:
    """Return testbed's own commands and groups by name."""
    return dict(_BUILTIN)


@cache
def _commands() -> Command:
    plugins.add_commands(app)
    commands = typer.main.get_command(app)
    finish_help(commands)
    return commands


def _check_environment(script: Path) -> None:
    """Raise UsageError when this program was copied with its virtual environment, and runs the code of another one."""
    environment = script.absolute().parent.parent
    if not (environment / "pyvenv.cfg").is_file() or environment.samefile(sys.prefix):
        return
    raise UsageError(
        f"{script} was copied from another place and runs the testbed of {sys.prefix}",
        hint=f"call {environment.parent / 'scripts' / 'testbed'}, which rebuilds the environment",
    )


def _explain(error: TestbedError, code: int) -> int:
    common.err.print(f"error: {error.message}", markup=False, soft_wrap=True)
    if error.hint:
        common.err.print(f"hint: {error.hint}", markup=False, soft_wrap=True)
    return code
