"""`testbed guest` and `testbed doctor`: this host and its guests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from controller.cli import common
from controller.results.text_table import make_table

if TYPE_CHECKING:
    from controller.guests.doctor.finding import Finding

guest_app = typer.Typer(help="Start, watch and clean up guests on this host.", no_args_is_help=True)

STATUS_STYLES = {"ok": "green", "warn": "yellow", "fail": "red"}


@guest_app.command()
def cleanup() -> None:
    """Remove what crashed controllers left on this host; running guests are not affected."""
    from controller.guests.leftovers import remove_leftovers
    from controller.guests.link.access import remove_dead
    from controller.guests.provider import Leftover

    removed = remove_leftovers()
    removed += [Leftover("access", name) for name in remove_dead()]
    for item in removed:
        common.out.print(f"removed {item.kind} {item.name}", markup=False)
    common.out.print(f"{len(removed)} leftovers removed" if removed else "no leftovers")


def doctor(as_json: common.Json = False) -> None:
    """Check this host and print a remedy for each problem. Exit code 1: guests cannot run."""
    from controller.guests.doctor.doctor import run_doctor

    findings = run_doctor()
    if as_json:
        common.print_json([asdict(finding) for finding in findings])
    else:
        _print_findings(findings)
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


def _print_findings(findings: Sequence[Finding]) -> None:
    table = make_table("", "check", "result", "remedy")
    for finding in findings:
        status = Text(finding.status, style=STATUS_STYLES[finding.status])
        table.add_row(status, Text(finding.name), Text(finding.found), Text(finding.remedy))
    common.out.print(table)
