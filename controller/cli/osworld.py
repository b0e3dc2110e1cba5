"""`testbed osworld files|prepare|serve|exec`."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import threading
from pathlib import Path
from typing import Annotated

import typer

from controller.cli import common
from controller.cli.options import option
from controller.core.interrupts import terminate_as_interrupt
from controller.guests.network_access import CLOSED
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.sources.osworld.judge.environment import RUNNER
from controller.tasks.sources.osworld.judge.environment import prepare as prepare_python
from controller.tasks.sources.osworld.judge.verdict import import_evaluators
from controller.tasks.sources.osworld.options import OSWorldOptions
from controller.tasks.sources.osworld.source import OSWorldSource
from controller.tasks.sources.osworld.task import OSWorldTask

app = typer.Typer(
    help="OSWorld's tasks, the environment of their evaluators, and guests for OSWorld's own programs.",
    no_args_is_help=True,
)


@app.command()
def files(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The evaluation_examples of a checkout.")],
    missing: Annotated[bool, typer.Option("--missing", help="List only files that the cache lacks.")] = False,
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    list_file: common.ListFile = None,
    cache: Annotated[Path | None, option(OSWorldOptions, "cache")] = None,
    as_json: common.Json = False,
) -> None:
    """List the files that a selection of OSWorld's tasks needs, for a downloader on any machine.

    Each line has the URL, the size in bytes (- if not known) and the path that the file must have below the cache
    folder, separated by tabs.
    """
    options = (("cache", str(cache)),) if cache else ()
    chosen = common.selection(f"osworld:{folder}", task, domain, limit, list_file, options)
    tasks = [item for item in select_tasks(chosen, tasks_root()) if isinstance(item, OSWorldTask)]
    rows = [
        {"url": file.url, "size": item.cache.find(file).size, "target": file.target}
        for item in tasks
        for file in (item.missing if missing else item.files)
    ]
    if as_json:
        common.print_json(rows)
        return
    for row in rows:
        size = "-" if row["size"] is None else row["size"]
        sys.stdout.write(f"{row['url']}\t{size}\t{row['target']}\n")
    what = "are missing" if missing else "are needed"
    common.err.print(f"{len(rows)} files of {len(tasks)} tasks {what}", soft_wrap=True)


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
    python, size = prepare_python(names, lambda line: common.err.print(line, markup=False, soft_wrap=True))
    common.err.print(f"{python.folders[0]}: {size / 1e9:.2f} GB", markup=False, soft_wrap=True)
    functions, getters = import_evaluators(source.checkout, python)
    common.out.print(f"{functions} evaluator functions and {getters} getter types can be imported")


@app.command()
def serve(
    guests: Annotated[int, typer.Option("--guests", metavar="N", min=1, help="Number of guests.")] = 1,
    provider: common.ProviderName = "",
    network: common.Network = CLOSED,
) -> None:
    """Boot guests and serve OSWorld's in-guest server for each on loopback, until Ctrl-C.

    A line of standard output for each guest is its address: localhost and the ports of the server, the browser, VNC
    and VLC, separated by colons. Whoever can open a port of this host controls the guest.
    """
    from controller.adapters.osworld_desktops import ServedDesktop

    with terminate_as_interrupt(), common.provider_named(provider, "osworld:", network) as machines:
        desktops: list[ServedDesktop] = []
        try:
            for _ in range(guests):
                desktops.append(ServedDesktop(machines.start()))
                sys.stdout.write(f"{desktops[-1].address}\n")
                sys.stdout.flush()
            common.err.print("serving; Ctrl-C ends the guests")
            threading.Event().wait()
        except KeyboardInterrupt:
            common.err.print("ending the guests")
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
    provider: common.ProviderName = "",
    network: common.Network = CLOSED,
) -> None:
    """Run one of OSWorld's runners, unmodified, on guests of testbed. Its exit code is this command's.

    Where the runner asks OSWorld's docker provider for a machine, it gets a guest; reverting to a snapshot takes a
    fresh one. With TESTBED_NO_PAUSE=1 the environment does not sleep after each action. `python` is that of the
    environment that `osworld prepare --with runner` has made, if there is one; name any other by its path.
    """
    from controller.adapters.osworld_desktops import Leases, LeaseServer
    from controller.adapters.osworld_runner import prepared_program, run_program, runner_environment
    from controller.runs.guest_pool import GuestPool

    if prepared := prepared_program(command[0]):
        common.err.print(f"{command[0]}: {prepared}", markup=False, soft_wrap=True)
    cancel = threading.Event()
    with (
        terminate_as_interrupt(),
        common.provider_named(provider, "osworld:", network) as machines,
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
