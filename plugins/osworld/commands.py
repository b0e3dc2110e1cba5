"""`testbed osworld files|prepare|serve|exec`."""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
import threading
from pathlib import Path
from typing import Annotated

import typer

from plugins.osworld.tasks.judge.environment import RUNNER
from plugins.osworld.tasks.judge.environment import prepare as prepare_python
from plugins.osworld.tasks.judge.verdict import import_evaluators
from plugins.osworld.tasks.source import OSWorldSource
from plugins.osworld.tasks.task import OSWorldTask
from testbed.extensions import CommandSpec, run_option, terminate_as_interrupt
from testbed.guests import GuestPool, Provider, create_provider, guest_options
from testbed.tasks import Selection, select_tasks, tasks_root

SUITE = "osworld:"
"""The suite whose tasks the guests are made for, at any place."""
ProviderName = Annotated[str, run_option("provider")]
Network = Annotated[str, run_option("network")]

app = typer.Typer(
    help="OSWorld's tasks, the environment of their evaluators, and guests for OSWorld's own programs.",
    no_args_is_help=True,
)


@app.command()
def files(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The evaluation_examples of a checkout.")],
    missing: Annotated[bool, typer.Option("--missing", help="List only files that the cache lacks.")] = False,
    task: Annotated[list[str] | None, run_option("tasks")] = None,
    domain: Annotated[list[str] | None, run_option("domains")] = None,
    limit: Annotated[int | None, run_option("limit")] = None,
    list_file: Annotated[Path | None, run_option("list_file")] = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Folder with the files that the tasks download; default: cache in the checkout, if it is there.",
            rich_help_panel="Task selection",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the files that a selection of OSWorld's tasks needs, for a downloader on any machine.

    Each line has the URL, the size in bytes (- if not known) and the path that the file must have below the cache
    folder, separated by tabs.
    """
    options = (("cache", str(cache)),) if cache else ()
    chosen = Selection(f"{SUITE}{folder}", tuple(task or ()), tuple(domain or ()), limit, list_file, options)
    tasks = [item for item in select_tasks(chosen, tasks_root()) if isinstance(item, OSWorldTask)]
    rows = [
        {"url": file.url, "size": item.cache.find(file).size, "target": file.target}
        for item in tasks
        for file in (item.missing if missing else item.files)
    ]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    for row in rows:
        size = "-" if row["size"] is None else row["size"]
        sys.stdout.write(f"{row['url']}\t{size}\t{row['target']}\n")
    what = "are missing" if missing else "are needed"
    typer.echo(f"{len(rows)} files of {len(tasks)} tasks {what}", err=True)


@app.command()
def prepare(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The evaluation_examples of a checkout.")],
    extras: Annotated[
        str,
        typer.Option(
            "--with",
            metavar="E,...",
            help=f"Further packages: ocr and audio, which few tasks need; {RUNNER}, which OSWorld's runners import.",
            show_default=False,
        ),
    ] = "",
) -> None:
    """Prepare what judges OSWorld's tasks: a Python environment with the packages of their evaluators.

    The evaluators themselves are imported from the checkout, in a sandbox, whenever a task is judged. With
    `--with runner` the environment also runs OSWorld's run.py: `python` in `osworld exec -- python ...` is its Python.
    """
    source = OSWorldSource.open(str(folder), {})
    names = [name for name in extras.split(",") if name]
    python, size = prepare_python(names, lambda line: typer.echo(line, err=True))
    typer.echo(f"{python.folders[0]}: {size / 1e9:.2f} GB", err=True)
    functions, getters = import_evaluators(source.checkout, python)
    typer.echo(f"{functions} evaluator functions and {getters} getter types can be imported")


@app.command()
def serve(
    guests: Annotated[int, typer.Option("--guests", metavar="N", min=1, help="Number of guests.")] = 1,
    provider: ProviderName = "",
    network: Network = "closed",
) -> None:
    """Boot guests and serve OSWorld's in-guest server for each on loopback, until Ctrl-C.

    A line of standard output for each guest is its address: localhost and the ports of the server, the browser, VNC
    and VLC, separated by colons. Whoever can open a port of this host controls the guest.
    """
    from plugins.osworld.serving.desktops import ServedDesktop

    with terminate_as_interrupt(), _provider(provider, network) as machines:
        desktops: list[ServedDesktop] = []
        try:
            for _ in range(guests):
                desktops.append(ServedDesktop(machines.start()))
                sys.stdout.write(f"{desktops[-1].address}\n")
                sys.stdout.flush()
            typer.echo("serving; Ctrl-C ends the guests", err=True)
            threading.Event().wait()
        except KeyboardInterrupt:
            typer.echo("ending the guests", err=True)
        finally:
            for desktop in desktops:
                desktop.close()


@app.command("exec", context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def execute(
    command: Annotated[
        list[str],
        typer.Argument(metavar="-- COMMAND...", help="A runner of OSWorld, with --provider_name docker."),
    ],
    guests: Annotated[
        int,
        typer.Option("--guests", metavar="N", min=1, help="Most guests at once, as the runner's --num_envs."),
    ] = 1,
    provider: ProviderName = "",
    network: Network = "closed",
) -> None:
    """Run one of OSWorld's runners, unmodified, on guests of testbed. Its exit code is this command's.

    Where the runner asks OSWorld's docker provider for a machine, it gets a guest; reverting to a snapshot takes a
    fresh one. With TESTBED_NO_PAUSE=1 the environment does not sleep after each action. `python` is that of the
    environment that `osworld prepare --with runner` has made, if there is one; name any other by its path.
    """
    from plugins.osworld.runner import prepared_program, run_program, runner_environment
    from plugins.osworld.serving.desktops import Leases, LeaseServer

    if prepared := prepared_program(command[0]):
        typer.echo(f"{command[0]}: {prepared}", err=True)
    cancel = threading.Event()
    with (
        terminate_as_interrupt(),
        _provider(provider, network) as machines,
        tempfile.TemporaryDirectory(prefix="testbed-osworld-") as folder,
        contextlib.closing(GuestPool(machines, guests, [])) as pool,
        contextlib.closing(Leases(pool, cancel, guests)) as leases,
        contextlib.closing(LeaseServer(leases, Path(folder) / "leases")),
    ):
        try:
            code = run_program(command, runner_environment(Path(folder) / "leases"))
        finally:
            cancel.set()
    raise typer.Exit(code)


def _provider(name: str, network: str) -> contextlib.closing[Provider]:
    """The provider of that name, whose guests end with the context."""
    return contextlib.closing(create_provider(name, guest_options(SUITE, network)))


COMMAND = CommandSpec(app, panel="Tasks, agents and tools")
