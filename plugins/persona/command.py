"""`testbed personas show|load|check|calibrate|synthesize|accept`."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from mcp_tools.personal.life.invariants import broken_invariants
from mcp_tools.personal.life.life import Life, make_life
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree, list_entities
from plugins.persona.calibration import agreement, pairs_of
from plugins.persona.categories import TITLES
from plugins.persona.making import accept, synthesize
from plugins.persona.state import read_tree
from testbed import load_run
from testbed.command import command
from testbed.errors import UsageError
from testbed.extensions import CommandSpec, OutputConsole, warn_of_damage
from testbed.results import make_table

MOST_BROKEN = 20
out = OutputConsole(highlight=False)
app = typer.Typer(help="Lives of people with personal applications.", no_args_is_help=True)
Number = Annotated[
    int, typer.Argument(metavar="N", min=0, help="The number of the life; 0 is that of every guest.")
]


@app.command()
def show(
    number: Number,
    tree: Annotated[
        str,
        typer.Option(
            "--tree",
            metavar="PATH",
            help="Print the records at a path as JSON, such as calendar.calendars[*].events.",
        ),
    ] = "",
    person: Annotated[
        str,
        typer.Option("--person", metavar="ID", help="Print what that person sees; default: what there is."),
    ] = "",
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=0, help="Records at most; 0 for all.")
    ] = 0,
) -> None:
    """Show whose life it is, what is in it, or the records at a path of its tree.

    Brackets of a path hold an id, or * for every one. The path . is the whole tree.
    """
    life = make_life(number)
    if person and person not in life.people:
        raise UsageError(
            f"life {number} has no applications of {person!r}",
            hint=f"it has those of {', '.join(life.people)}",
        )
    store = _store(life)
    if not tree:
        _tell(life, store)
        return
    if tree == ".":
        print(json.dumps(export_tree(store, person), indent=2, ensure_ascii=False))
        return
    try:
        entities = list_entities(store, tree, limit)
    except Refused as refusal:
        raise UsageError(f"--tree {tree}: {refusal}", hint="--tree . prints the whole tree") from refusal
    print(json.dumps({item.path: item.data for item in entities}, indent=2, ensure_ascii=False))


@app.command()
def load(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records as JSON.")],
) -> None:
    """Read a file of records, as tasks name one, and show what is in it. What cannot be is refused, with its place."""
    store = Store()
    try:
        import_tree(store, read_tree(file))
    except Refused as refusal:
        raise UsageError(f"{file}: {refusal}", hint="`personas show 0 --tree .` prints such a file") from None
    _count(store)


@app.command()
def check(
    seeds: Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="How many lives.")] = 100,
    first: Annotated[
        int, typer.Option("--first", metavar="N", min=0, help="The number of the first one.")
    ] = 0,
) -> None:
    """Make lives and check what must hold in each. Exit code 1: a life breaks something."""
    broken: list[str] = []
    began, longest = time.perf_counter(), 0.0
    for number in range(first, first + seeds):
        started = time.perf_counter()
        life = make_life(number)
        longest = max(longest, time.perf_counter() - started)
        broken += [f"life {number}: {problem}" for problem in broken_invariants(life)]
    for problem in broken[:MOST_BROKEN]:
        out.print(problem, markup=False)
    if len(broken) > MOST_BROKEN:
        out.print(f"and {len(broken) - MOST_BROKEN} more")
    seconds = (time.perf_counter() - began) / seeds
    out.print(
        f"{seeds} lives, {len(broken)} broken; {seconds:.2f} s a life with its checks, {longest:.2f} s at most to make"
    )
    if broken:
        sys.exit(1)


@app.command()
def calibrate(
    folders: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of judged runs.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare the credits of the judge checkpoints with those of the state, by kind and by category.

    Exit code 1: no episode has both.
    """
    pairs = []
    for folder in folders:
        loaded = load_run(folder)
        warn_of_damage(loaded.damage)
        for result in loaded.results.values():
            record, judging = result.parts.get("persona"), result.parts.get("judges")
            pairs += pairs_of(record, judging) if record and judging else []
    if not pairs:
        raise UsageError(
            "no episode has checkpoints and a verdict of the judge checkpoints",
            hint=f"judge the runs: `{command('judge RUN --judge MODEL --judge-by checkpoints')}`",
        )
    groups = [
        agreement(kind, (pair for pair in pairs if pair.kind == kind))
        for kind in sorted({p.kind for p in pairs})
    ]
    groups += [
        agreement(title, (pair for pair in pairs if pair.category == name))
        for name, title in TITLES.items()
        if any(pair.category == name for pair in pairs)
    ]
    groups.append(agreement("all", pairs))
    if as_json:
        rows = [{**asdict(item), "too_low": item.too_low, "interval": item.interval} for item in groups]
        print(json.dumps(rows, indent=2))
        return
    table = make_table("checkpoints", "judged", "equal", "%", "95%", "too high", "too low", "no credit")
    for item in groups:
        interval = item.interval
        table.add_row(
            item.group.replace("_", " "),
            str(item.number),
            str(item.equal),
            f"{100 * item.share:.1f}" if item.share is not None else "",
            f"{100 * interval[0]:.1f} to {100 * interval[1]:.1f}" if interval else "",
            *map(str, (item.too_high, item.too_low, item.abstained)),
        )
    out.print(table)


app.command()(synthesize)
app.command()(accept)


def _store(life: Life) -> Store:
    store = Store()
    import_tree(store, life.tree)
    return store


def _tell(life: Life, store: Store) -> None:
    people = store.records("people.person")
    main = people[life.person]
    out.print(f"{main['name']} ({life.person}), {main['address']}; it is {life.now}", markup=False)
    others = [f"{people[key]['name']} ({key})" for key in life.people if key != life.person]
    out.print(f"applications also of {', '.join(others)}", markup=False)
    _count(store)
    out.print(f"{len(life.events)} events of {len({event.kind for event in life.events})} kinds")


def _count(store: Store) -> None:
    table = make_table("records", "number")
    for name in store.types():
        table.add_row(name, str(len(store.records(name))))
    table.add_row("all", str(sum(len(store.records(name)) for name in store.types())))
    out.print(table)


COMMAND = CommandSpec(app, panel="Personal applications")
