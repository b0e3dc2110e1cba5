"""`testbed mock-model`: model APIs on this host, for trying agents without an API key."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from testbed.errors import UsageError
from testbed.extensions import CommandSpec, PlainConsole, terminate_as_interrupt
from testbed.models import all_deviations
from testbed.tasks import tasks_root

if TYPE_CHECKING:
    from plugins.mock_models.base import RequestLog
    from plugins.mock_models.mistakes import Mistakes
    from plugins.mock_models.solver import Solver

WAYS = ("any", "gui", "mcp")


def mock_model(
    api: Annotated[
        list[str] | None,
        typer.Option(metavar="VENDOR", help="Serve only this vendor's APIs; repeatable."),
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="Port to listen on; 0: any free port.")
    ] = 8765,
    script: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Responses and faults in order, as TOML or JSON Lines."),
    ] = None,
    solve: Annotated[
        str,
        typer.Option(
            metavar="WAY",
            help=f"Respond with the tasks' reference solutions: {', '.join(WAYS)} (any prefers mcp).",
        ),
    ] = "",
    screen: Annotated[
        str, typer.Option(metavar="WxH", help="Screen size of the guests, for --solve.")
    ] = "1280x720",
    mistakes: Annotated[
        float,
        typer.Option(
            metavar="RATE",
            min=0,
            max=1,
            help="With --solve: probability that a response is a mistake, 0 to 1.",
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed of the mistakes.")] = 0,
    odd: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND",
            help="Let answers deviate from their API's reference (docs/deviations.md); repeatable.",
        ),
    ] = None,
    odd_every: Annotated[
        int, typer.Option(metavar="N", min=1, help="With --odd: one of N answers deviates.")
    ] = 4,
    context_window: Annotated[
        int, typer.Option(metavar="TOKENS", min=0, help="Refuse longer requests, as the APIs do; 0: none.")
    ] = 0,
    any_model: Annotated[
        bool,
        typer.Option(
            "--any-model", help="Serve models of any name: unknown ones by the rules of a known one."
        ),
    ] = False,
) -> None:
    """Serve model APIs on this host that validate requests like the real ones, until interrupted.

    An invalid request gets status 400 with the reason. With both --script and --solve the solutions follow the
    script. Tasks that are added or changed meanwhile are seen. Exit code 0: every request was valid; 1: some were
    refused.
    """
    from plugins.mock_models.apis import VENDORS
    from plugins.mock_models.base import ModelServer
    from plugins.mock_models.mistakes import Mistakes
    from plugins.mock_models.script import make_odd_answers, play, read_script

    out, err = PlainConsole(highlight=False), PlainConsole(stderr=True, highlight=False)
    deviations = [deviation.kind for deviation in all_deviations()]
    names = list(dict.fromkeys(api or VENDORS))
    for name in names:
        if name not in VENDORS:
            raise _invalid_value("--api", name, [*VENDORS])
    if not script and not solve:
        raise UsageError("specify --script or --solve", hint="use --script FILE, --solve any, or both")
    if mistakes and not solve:
        raise UsageError("--mistakes requires --solve", hint="add --solve any")
    for kind in odd or ():
        if kind not in deviations:
            raise _invalid_value("--odd", kind, deviations)
    solver = _solver(solve, screen, Mistakes(mistakes, seed) if mistakes else None) if solve else None
    answers = play(read_script(script) if script else [], solver)
    if odd:
        answers = make_odd_answers(answers, odd, odd_every)
    apis = [api_server for name in names for api_server in VENDORS[name].apis(any_model=any_model)]
    log = _Log(err)
    try:
        server = ModelServer(
            apis,
            answers,
            port=port,
            keep=False,
            any_model=any_model,
            on_request=log.add,
            context_window=context_window,
        )
    except OSError as error:
        raise UsageError(
            f"port {port} cannot be used: {error.strerror}", hint="use another --port N"
        ) from error
    try:
        # A shell ignores SIGINT for a command that it starts with `&`.
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.default_int_handler)
        with terminate_as_interrupt(), server:
            for name in names:
                for variable, value in VENDORS[name].environment(server.url).items():
                    out.print(f"export {variable}={value}", markup=False, soft_wrap=True)
            for name in names:
                models = ", ".join(VENDORS[name].apis()[0].models())
                err.print(f"models of {name}: {models}", markup=False, soft_wrap=True)
            known = "of any other name, too" if any_model else "only these; any other name with --any-model"
            err.print(f"models: {known}")
            err.print("serving until interrupted (Ctrl-C)")
            threading.Event().wait()
    except KeyboardInterrupt:
        err.print(f"{log.requests} requests, {log.refused} of them refused")
        if solver is not None and solver.made:
            mistake_counts = ", ".join(f"{count} {kind}" for kind, count in solver.made.most_common())
            err.print(f"intended mistakes: {mistake_counts}", soft_wrap=True)
    if log.refused:
        raise typer.Exit(1)


def _solver(way: str, screen: str, mistakes: Mistakes | None) -> Solver:
    from plugins.mock_models.solver import Solver
    from plugins.mock_models.task_index import TaskIndex

    if way not in WAYS:
        raise _invalid_value("--solve", way, WAYS)
    size = re.fullmatch(r"([1-9]\d{1,4})x([1-9]\d{1,4})", screen)
    if size is None:
        raise UsageError(f"invalid value for --screen: {screen!r} (use WIDTHxHEIGHT, such as 1280x720)")
    tasks = TaskIndex(tasks_root())
    return Solver(tasks, "" if way == "any" else way, (int(size[1]), int(size[2])), mistakes)


def _invalid_value(option: str, value: str, choices: Sequence[str]) -> UsageError:
    *others, last = choices
    return UsageError(f"invalid value for {option}: {value!r} (use {', '.join(others)} or {last})")


class _Log:
    """Prints one line for each request and counts them."""

    def __init__(self, console: PlainConsole) -> None:
        self._console = console
        self.requests = self.refused = 0

    def add(self, request: RequestLog) -> None:
        self.requests += 1
        self.refused += bool(request.refused)
        self._console.print(
            f"{datetime.now():%H:%M:%S} {request.number} {request.api} {request.status} "
            f"{request.bytes / 1000:.1f} kB {request.seconds * 1000:.0f} ms "
            + (f"refused: {request.refused}" if request.refused else request.answered),
            markup=False,
            soft_wrap=True,
        )


COMMAND = CommandSpec(mock_model, panel="Tasks, agents and tools")
