"""Consoles, options and helpers that several commands share."""

from __future__ import annotations

import json
import os
import sys
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, ConsoleDimensions

from controller.cli.display import STYLES, Style, default_style
from controller.cli.options import option
from controller.cli.session_options import SessionOptions
from controller.core.interrupts import ignore_interrupts, terminate_as_interrupt
from controller.core.plain_text import PlainConsole
from controller.guests import registry as providers
from controller.guests.network_access import CLOSED
from controller.guests.provider import Provider
from controller.judges.options import JudgeOptions
from controller.records.event_lines import Damage
from controller.records.run_options import RunOptions
from controller.results.text_table import UNLIMITED
from controller.runs.guest_options import guest_options
from controller.runs.launch_options import LaunchOptions
from controller.tasks.selection import Selection
from controller.tasks.selection_options import SelectionOptions
from testbed.errors import UsageError

MOST_DAMAGE = 20


class OutputConsole(PlainConsole):
    """A console that wraps at the terminal's width, and not at all in a pipe or file unless COLUMNS is set.

    Tables have a width of their own there.
    """

    @property
    def size(self) -> ConsoleDimensions:
        """The number of columns and lines."""
        if self.is_terminal:
            return super().size
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if columns.isdigit() else 0
        return ConsoleDimensions(width or UNLIMITED, super().size.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size


out = OutputConsole(highlight=False)
err = PlainConsole(stderr=True, highlight=False)

Suite = Annotated[str, option(SelectionOptions, "suite")]
TaskGlobs = Annotated[list[str] | None, option(SelectionOptions, "tasks")]
Domains = Annotated[list[str] | None, option(SelectionOptions, "domains")]
Limit = Annotated[int | None, option(SelectionOptions, "limit")]
ListFile = Annotated[Path | None, option(SelectionOptions, "list_file")]
JudgeBaseUrl = Annotated[str, option(JudgeOptions, "judge_base_url")]
JudgeBy = Annotated[list[str] | None, option(JudgeOptions, "judge_by")]
ProviderName = Annotated[str, option(RunOptions, "provider")]
Network = Annotated[str, option(RunOptions, "network")]
Screen = Annotated[str, option(RunOptions, "screen")]
Scale = Annotated[int, option(RunOptions, "scale")]
Servers = Annotated[Path | None, option(RunOptions, "servers")]
ToolBudget = Annotated[str, option(RunOptions, "tool_budget")]
Embeddings = Annotated[str, option(RunOptions, "embeddings")]
Guests = Annotated[int, option(LaunchOptions, "guests")]
Prices = Annotated[Path | None, option(LaunchOptions, "prices")]
Display = Annotated[str, option(SessionOptions, "display")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
KeepErrors = Annotated[
    bool,
    typer.Option(
        "--keep-errors",
        help="Do not run again the episodes that ended in infra_error, a failure of the infrastructure.",
    ),
]


def selection(
    suite: str,
    globs: list[str] | None,
    domains: list[str] | None,
    limit: int | None,
    list_file: Path | None = None,
    source_options: Sequence[tuple[str, str]] = (),
    network: str = CLOSED,
    servers: Path | None = None,
) -> Selection:
    """Return the selection that these options describe; `source_options` are those of the suite's task source."""
    options = tuple(source_options)
    names = tuple(globs or ()), tuple(domains or ())
    return Selection(suite, *names, limit, list_file, options, network, servers=servers)


def display_style(name: str, console: Console | None = None) -> Style:
    """Return the style of that name, or for "" the default one of the console it is shown on.

    Raises:
        UsageError: There is no such style.
    """
    if not name:
        return default_style(console or out)
    for style in STYLES:
        if name == style:
            return style
    raise invalid_value("--display", name, STYLES)


def invalid_value(option: str, value: str, choices: Sequence[str]) -> UsageError:
    """Return the error for an option's value that is none of its choices."""
    *others, last = choices
    return UsageError(f"invalid value for {option}: {value!r} (use {', '.join(others)} or {last})")


@contextmanager
def provider_named(
    name: str, suite: str = "", network: str = CLOSED, screen: str = "", scale: int = 1
) -> Iterator[Provider]:
    """Yield the provider of that name, with guests for the suite's tasks; stop all its guests at the end.

    SIGTERM ends the command meanwhile as Ctrl-C does.

    Raises:
        UsageError: There is no such provider, it cannot run on this host, or its guests cannot have this screen.
        ImageError: There is no guest image.
    """
    with terminate_as_interrupt():
        provider = providers.create_provider(name, guest_options(suite, network, screen, scale))
        try:
            yield provider
        finally:
            with ignore_interrupts():
                provider.close()


def open_page(address: str) -> None:
    """Open a page in the user's browser, if this session has a desktop; else print that there is none."""
    from controller.core.loopback import has_desktop

    if not has_desktop():
        err.print("no browser is opened: this session has no desktop", soft_wrap=True)
        return
    webbrowser.open(address)


def print_json(value: object) -> None:
    """Print a value as JSON to stdout."""
    sys.stdout.write(json.dumps(value, indent=2) + "\n")


def warn_of_damage(damage: Sequence[Damage]) -> None:
    """Print which of a run's records cannot be read to stderr."""
    for item in damage[:MOST_DAMAGE]:
        err.print(f"warning: {item}", markup=False, soft_wrap=True)
    if len(damage) > MOST_DAMAGE:
        err.print(f"warning: {len(damage) - MOST_DAMAGE} more unreadable places", soft_wrap=True)
    if damage:
        err.print(
            "all other records are used; an episode without a readable result counts as cancelled",
            soft_wrap=True,
        )
