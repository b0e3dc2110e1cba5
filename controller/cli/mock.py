"""`testbed mock-model`: model APIs on this host, for trying agents without a key."""

from __future__ import annotations

import re
import threading
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from controller.cli import common
from controller.core.interrupts import terminate_as_interrupt
from controller.tasks.selection import Selection, select_tasks, tasks_root
from testbed.errors import UsageError

if TYPE_CHECKING:
    from controller.adapters.mock_model.base import RequestLog
    from controller.adapters.mock_model.mistakes import Mistakes
    from controller.adapters.mock_model.solver import Solver

WAYS = ("any", "gui", "mcp")


def mock_model(
    api: Annotated[
        list[str] | None,
        typer.Option(metavar="VENDOR", help="Serve only this vendor's APIs; may be repeated."),
    ] = None,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: a free one.")] = 8765,
    script: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Answers and faults in order, TOML or JSON Lines."),
    ] = None,
    solve: Annotated[
        str,
        typer.Option(
            metavar="WAY",
            help=f"Answer with the tasks' reference solutions: {', '.join(WAYS)} (tools where there are any).",
        ),
    ] = "",
    screen: Annotated[
        str, typer.Option(metavar="WxH", help="The guests' screen, which the solutions act on.")
    ] = "1280x720",
    mistakes: Annotated[
        float,
        typer.Option(
            metavar="RATE", min=0, max=1, help="With --solve: how often an answer is a mistake, 0 to 1."
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option(metavar="N", help="What the mistakes are drawn from.")] = 0,
) -> None:
    """Serve model APIs on this host that check requests as the real ones do, until interrupted.

    A request that the real API would refuse is answered with 400 and the reason. With both --script and
    --solve the solutions go on where the script ends. Exit code 0: every request was valid; 1: some were
    refused.
    """
    from controller.adapters.mock_model.apis import VENDORS
    from controller.adapters.mock_model.base import ModelServer
    from controller.adapters.mock_model.mistakes import Mistakes
    from controller.adapters.mock_model.script import play, read_script

    names = list(dict.fromkeys(api or VENDORS))
    for name in names:
        if name not in VENDORS:
            raise UsageError(f"there is no API {name!r}", hint=f"use {', '.join(VENDORS)}")
    if not script and not solve:
        raise UsageError("nothing says what to answer", hint="give --script FILE, --solve any, or both")
    if mistakes and not solve:
        raise UsageError("--mistakes are made in the tasks' solutions", hint="give --solve any, too")
    solver = _solver(solve, screen, Mistakes(mistakes, seed) if mistakes else None) if solve else None
    answers = play(read_script(script) if script else [], solver)
    apis = [made for name in names for made in VENDORS[name].apis()]
    log = _Log()
    try:
        server = ModelServer(apis, answers, port=port, keep=False, on_request=log.add)
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be used: {error.strerror}", hint="give another --port N"
        ) from error
    try:
        with terminate_as_interrupt(), server:
            for name in names:
                for variable, value in VENDORS[name].environment(server.url).items():
                    common.out.print(f"export {variable}={value}", markup=False, soft_wrap=True)
            common.err.print("serving until interrupted (Ctrl-C)")
            threading.Event().wait()
    except KeyboardInterrupt:
        common.err.print(f"{log.requests} requests, {log.refused} of them refused")
        if solver is not None and solver.made:
            made = ", ".join(f"{count} {kind}" for kind, count in solver.made.most_common())
            common.err.print(f"mistakes on purpose: {made}", soft_wrap=True)
    if log.refused:
        raise typer.Exit(1)


def _solver(way: str, screen: str, mistakes: Mistakes | None) -> Solver:
    from controller.adapters.mock_model.solver import Solver

    if way not in WAYS:
        raise UsageError(f"there are no solutions {way!r}", hint=f"use --solve {', '.join(WAYS)}")
    size = re.fullmatch(r"([1-9]\d{1,4})x([1-9]\d{1,4})", screen)
    if size is None:
        raise UsageError(f"{screen!r} is no size of a screen", hint="write WIDTHxHEIGHT, such as 1280x720")
    tasks = select_tasks(Selection(), tasks_root())
    return Solver(tasks, "" if way == "any" else way, (int(size[1]), int(size[2])), mistakes)


class _Log:
    """Prints a line a request, and counts."""

    def __init__(self) -> None:
        self.requests = self.refused = 0

    def add(self, request: RequestLog) -> None:
        self.requests += 1
        self.refused += bool(request.refused)
        common.err.print(
            f"{datetime.now():%H:%M:%S} {request.number} {request.api} {request.status} "
            f"{request.bytes / 1000:.1f} kB {request.seconds * 1000:.0f} ms "
            + (f"refused: {request.refused}" if request.refused else request.answered),
            markup=False,
            soft_wrap=True,
        )
