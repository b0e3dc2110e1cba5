"""Consoles, options and helpers that several commands share."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

from controller.cli.display import STYLES, Style, default_style
from controller.guests import registry as providers
from controller.guests.provider import Provider
from controller.records.event_lines import Damage
from controller.tasks.selection import Selection
from testbed.errors import UsageError

MOST_DAMAGE = 20
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

Suite = Annotated[str, typer.Option("--suite", metavar="S", help="Select the tasks of this suite.")]
TaskGlobs = Annotated[
    list[str] | None,
    typer.Option("--task", metavar="GLOB", help="Select the tasks whose id matches; repeatable."),
]
Domains = Annotated[
    list[str] | None,
    typer.Option("--domain", metavar="D", help="Select the tasks of this domain; repeatable."),
]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="Use only the first N selected tasks.")
]
ProviderName = Annotated[
    str,
    typer.Option(
        "--provider",
        metavar="P",
        help="Provider that runs the guests: "
        + ", ".join(providers.usages())
        + "; default: libvirt where KVM works, else nspawn.",
    ),
]
ToolBudget = Annotated[
    str,
    typer.Option(
        "--tool-budget",
        metavar="N|Nt",
        help="Maximum number of tools shown (25), or of tokens of their definitions (4000t).",
        show_default=False,
    ),
]
Embeddings = Annotated[
    str,
    typer.Option(
        "--embeddings",
        metavar="MODEL",
        help="Embedding model for semantic ranking in rag: name or folder of a sentence-transformers model.",
        show_default=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Guests = Annotated[
    int, typer.Option("--guests", metavar="N", min=1, help="Number of guests that run at the same time.")
]
Display = Annotated[
    str, typer.Option("--display", help="rich, plain or none; default: rich on a terminal, else plain.")
]


def selection(suite: str, globs: list[str] | None, domains: list[str] | None, limit: int | None) -> Selection:
    """Return the selection that these options describe."""
    return Selection(suite, tuple(globs or ()), tuple(domains or ()), limit)


def display_style(name: str) -> Style:
    """Return the style of that name, or the default one for "".

    Raises:
        UsageError: There is no such style.
    """
    if not name:
        return default_style(out)
    for style in STYLES:
        if name == style:
            return style
    raise invalid_value("--display", name, STYLES)


def invalid_value(option: str, value: str, choices: Sequence[str]) -> UsageError:
    """Return the error for an option's value that is none of its choices."""
    *others, last = choices
    return UsageError(f"invalid value for {option}: {value!r} (use {', '.join(others)} or {last})")


@contextmanager
def provider_named(name: str) -> Iterator[Provider]:
    """Yield the provider of that name; stop all its guests at the end.

    Raises:
        UsageError: There is no such provider, or it cannot run on this host.
        ImageError: There is no guest image.
    """
    provider = providers.create_provider(name)
    try:
        yield provider
    finally:
        provider.close()


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
