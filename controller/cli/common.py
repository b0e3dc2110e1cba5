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
from controller.cli.panels import GUESTS, RECORDS, SELECTION, SHOWN
from controller.core.plain_text import PlainConsole
from controller.guests import registry as providers
from controller.guests.network_access import CLOSED
from controller.guests.network_access import USAGE as NETWORK_USAGE
from controller.guests.provider import Provider
from controller.guests.screen_size import USAGE as SCREEN_USAGE
from controller.records.event_lines import Damage
from controller.runs.guest_options import guest_options
from controller.tasks.selection import Selection
from controller.tasks.sources import registry as task_sources
from testbed.errors import UsageError

MOST_DAMAGE = 20
PIPED_WIDTH = 10_000


class OutputConsole(PlainConsole):
    """A console that wraps at the terminal's width, and not at all in a pipe or file unless COLUMNS is set."""

    @property
    def size(self) -> ConsoleDimensions:
        """The number of columns and lines."""
        if self.is_terminal:
            return super().size
        columns = os.environ.get("COLUMNS", "")
        return ConsoleDimensions(int(columns) if columns.isdigit() else PIPED_WIDTH, super().size.height)

    @size.setter
    def size(self, new_size: tuple[int, int]) -> None:
        self._width, self._height = new_size


out = OutputConsole(highlight=False)
err = PlainConsole(stderr=True, highlight=False)

Suite = Annotated[
    str,
    typer.Option(
        "--suite",
        metavar="S",
        help=f"Select the tasks of this suite, or of a task source: {', '.join(task_sources.usages())}.",
        rich_help_panel=SELECTION,
    ),
]
ListFile = Annotated[
    Path | None,
    typer.Option(
        "--list",
        metavar="FILE",
        help="Select the tasks that a file lists: JSON as OSWorld's lists, or one id a line.",
        show_default=False,
        rich_help_panel=SELECTION,
    ),
]
Cache = Annotated[
    Path | None,
    typer.Option(
        "--cache",
        metavar="DIR",
        help="Folder with the files that the tasks of a source download (osworld:DIR).",
        show_default=False,
        rich_help_panel=SELECTION,
    ),
]
OSWorldSleeps = Annotated[
    str,
    typer.Option(
        "--osworld-sleeps",
        metavar="HOW",
        help="short: where a task of osworld:DIR sleeps, wait until the screen has settled; exact: sleep as it says.",
        show_default=False,
        rich_help_panel=SELECTION,
    ),
]
Network = Annotated[
    str,
    typer.Option(
        "--network",
        metavar="N",
        help=f"What guests reach outside: {NETWORK_USAGE}. This host and private networks stay out of reach.",
        rich_help_panel=GUESTS,
    ),
]
Screen = Annotated[
    str,
    typer.Option(
        "--screen",
        metavar=SCREEN_USAGE,
        help="Size of the guests' screens in pixels, such as 1920x1080; default: 1280x720 times --scale.",
        show_default=False,
        rich_help_panel=GUESTS,
    ),
]
Scale = Annotated[
    int,
    typer.Option(
        "--scale",
        metavar="N",
        help="How many times larger than usual the desktop and its applications draw: 1 or 2 (HiDPI).",
        rich_help_panel=GUESTS,
    ),
]
Servers = Annotated[
    Path | None,
    typer.Option(
        "--servers",
        metavar="FILE",
        help="Servers of your own (TOML), which tasks can name beside those of the pool; see docs/servers.md.",
        rich_help_panel=GUESTS,
    ),
]
ToolBeneficial = Annotated[
    Path | None,
    typer.Option(
        "--tool-beneficial",
        metavar="FILE",
        help="List of the tasks of osworld:DIR that tools help with; default: has_tool.json in DIR, if it is there.",
        show_default=False,
        rich_help_panel=SELECTION,
    ),
]
TaskGlobs = Annotated[
    list[str] | None,
    typer.Option(
        "--task",
        metavar="GLOB",
        help="Select the tasks whose id matches; repeatable.",
        rich_help_panel=SELECTION,
    ),
]
Domains = Annotated[
    list[str] | None,
    typer.Option(
        "--domain",
        metavar="D",
        help="Select the tasks of this domain; repeatable.",
        rich_help_panel=SELECTION,
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", metavar="N", min=1, help="Use only the first N selected tasks.", rich_help_panel=SELECTION
    ),
]
ProviderName = Annotated[
    str,
    typer.Option(
        "--provider",
        metavar="P",
        help="Provider that runs the guests: "
        + ", ".join(providers.usages())
        + "; default: libvirt where KVM works, else nspawn.",
        rich_help_panel=GUESTS,
    ),
]
ToolBudget = Annotated[
    str,
    typer.Option(
        "--tool-budget",
        metavar="N|Nt",
        help="Maximum number of tools shown (25), or of tokens of their definitions (4000t).",
        show_default=False,
        rich_help_panel=SHOWN,
    ),
]
Embeddings = Annotated[
    str,
    typer.Option(
        "--embeddings",
        metavar="MODEL",
        help="Embedding model for semantic ranking in rag: name or folder of a sentence-transformers model.",
        show_default=False,
        rich_help_panel=SHOWN,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Guests = Annotated[
    int,
    typer.Option(
        "--guests",
        metavar="N",
        min=1,
        help="Number of guests that run at the same time.",
        rich_help_panel=GUESTS,
    ),
]
KeepErrors = Annotated[
    bool,
    typer.Option(
        "--keep-errors",
        help="Do not run again the episodes that ended in infra_error, a failure of the infrastructure.",
    ),
]
NoSpareGuest = Annotated[
    bool,
    typer.Option(
        "--no-spare-guest",
        help="Boot no guest ahead for the next episode, even if memory allows it.",
        rich_help_panel=GUESTS,
    ),
]
Display = Annotated[
    str,
    typer.Option(
        "--display",
        metavar="STYLE",
        help="rich, plain or none; default: rich on a terminal, else plain.",
        rich_help_panel=RECORDS,
    ),
]


def selection(
    suite: str,
    globs: list[str] | None,
    domains: list[str] | None,
    limit: int | None,
    list_file: Path | None = None,
    cache: Path | None = None,
    osworld_sleeps: str = "",
    tool_beneficial: Path | None = None,
    network: str = CLOSED,
) -> Selection:
    """Return the selection that these options describe."""
    given = {
        "cache": str(cache or ""),
        "osworld-sleeps": osworld_sleeps,
        "tool-beneficial": str(tool_beneficial or ""),
    }
    options = tuple((name, value) for name, value in given.items() if value)
    return Selection(suite, tuple(globs or ()), tuple(domains or ()), limit, list_file, options, network)


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

    Raises:
        UsageError: There is no such provider, it cannot run on this host, or its guests cannot have this screen.
        ImageError: There is no guest image.
    """
    provider = providers.create_provider(name, guest_options(suite, network, screen, scale))
    try:
        yield provider
    finally:
        provider.close()


def open_page(address: str) -> None:
    """Open a page in the user's browser, if this session has a desktop; else say that there is none."""
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
