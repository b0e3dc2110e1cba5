"""`testbed personas synthesize|accept`: tasks that Persona-Gen makes, and who has accepted them."""

from __future__ import annotations

import hashlib
import json
import shutil
import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from plugins.persona.categories import TITLES
from testbed.command import command
from testbed.errors import UsageError
from testbed.extensions import OutputConsole
from testbed.results import make_table
from testbed.tasks import tasks_root

DOMAIN = "personal"
REVIEWED = ("task.toml", "check.py", "solve.py")
GUIDES = ("alignment", "truth")
"""What a reviewer has gone through: docs/persona_review.md."""
out = OutputConsole(highlight=False)


def synthesize(
    life: Annotated[int, typer.Argument(metavar="N", min=0, help="The number of the life.")],
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, max=999, help="How many tasks.")] = 20,
    folder: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where drafts/ is made.")] = Path(
        "persona-gen"
    ),
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Others for each number.")] = 0,
    category: Annotated[
        str, typer.Option("--category", metavar="NAME", help="Tasks of one category alone.")
    ] = "",
    like: Annotated[
        str,
        typer.Option("--like", metavar="TASK", help="Chains as that of a task in the tasks folder alone."),
    ] = "",
) -> None:
    """Make tasks of a life, without a model: chains of units that fit by their types, proven in memory.

    Tasks are in the shares of MCP-Persona by category and length. None is like another one or like a task in the tasks
    folder. What cannot be proven is dropped, with the reason.

    Exit code 1: fewer could be made than were asked for.
    """
    from plugins.persona.generation.synthesis import Synthesis  # imported late: it makes lives

    if category and category not in TITLES:
        raise UsageError(f"there is no category {category!r}", hint=f"there are {', '.join(TITLES)}")
    drafts = folder / "drafts" / DOMAIN
    drafts.mkdir(parents=True, exist_ok=True)
    known = {chain for root in (tasks_root(), drafts.parent) for chain in _chains(root)}
    chain = _chain_of(like) if like else ()
    synthesis = Synthesis(life, seed, drafts, known=known, only=category or None, like=chain)

    def report(name: str, instruction: str) -> None:
        out.print(f"{DOMAIN}/{name}: {instruction}", markup=False)

    made = synthesis.make(count, report)
    table = make_table("dropped because", "chains")
    for reason, number in made.dropped.most_common():
        table.add_row(reason, str(number))
    out.print(table)
    out.print(f"{len(made.tasks)} of {count} tasks made in {drafts}")
    out.print(f"prove them in guests: TESTBED_TASKS={folder / 'drafts'} {command('tasks validate')}")
    if len(made.tasks) < count:
        raise typer.Exit(1)


def accept(
    drafts: Annotated[list[Path], typer.Argument(metavar="DRAFT...", help="Folders of drafted tasks.")],
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who has reviewed them.")],
    record: Annotated[
        Path, typer.Option("--record", metavar="FILE", help="The record of reviews, a JSON line each.")
    ] = Path("docs/persona_reviews.jsonl"),
    reject: Annotated[
        str,
        typer.Option("--reject", metavar="REASON", help="Note why they are not accepted; nothing is moved."),
    ] = "",
) -> None:
    """Move reviewed drafts that are proven into the tasks folder, and note who has accepted or rejected them."""
    for draft in drafts:
        if not all((draft / name).is_file() for name in REVIEWED):
            raise UsageError(f"{draft} is no drafted task", hint="name folders in DIR/drafts/personal")
        if not reject and not (draft / "proof.json").is_file():
            raise UsageError(f"{draft} is not proven", hint=command("tasks validate"))
        target = tasks_root() / DOMAIN / draft.name
        if not reject and target.exists():
            raise UsageError(f"there is a task {DOMAIN}/{draft.name}", hint="rename the draft's folder")
        line = {
            "task": f"{DOMAIN}/{draft.name}",
            "hash": reviewed_hash(draft),
            "day": f"{datetime.now():%Y-%m-%d}",
            "by": by,
            "guides": list(GUIDES),
            "accepted": not reject,
            "reason": reject,
        }
        record.parent.mkdir(parents=True, exist_ok=True)
        with record.open("a") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        if not reject:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(draft, target)
        out.print(f"{DOMAIN}/{draft.name} {'rejected' if reject else 'accepted'}", markup=False)


def reviewed_hash(folder: Path) -> str:
    """Return the hash of what a reviewer of a task has read."""
    digest = hashlib.sha256()
    for name in REVIEWED:
        digest.update((folder / name).read_bytes() + b"\0")
    return digest.hexdigest()


def _chain_of(task: str) -> tuple[str, ...]:
    file = tasks_root() / task / "task.toml"
    if not file.is_file():
        raise UsageError(f"--like {task}: there is no such task", hint=command("tasks list"))
    if chain := _read_chain(file):
        return chain
    raise UsageError(f"--like {task}: Persona-Gen has not made it", hint="its section has no chain")


def _chains(root: Path) -> Iterator[tuple[str, ...]]:
    """Yield the chains of the tasks in a folder that Persona-Gen has made."""
    for file in sorted((root / DOMAIN).glob("*/task.toml")):
        if chain := _read_chain(file):
            yield chain


def _read_chain(file: Path) -> tuple[str, ...]:
    try:
        return tuple(tomllib.loads(file.read_text()).get("persona", {}).get("chain", ()))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file}: {error}", hint="correct the file or move its folder away") from error
