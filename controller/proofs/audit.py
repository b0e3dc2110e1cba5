"""Defects of a suite that are seen without a guest, beyond what a task's own form and proof show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path, PurePosixPath
from typing import Any

from controller.core.guest import HOME
from controller.core.parts import tools_of_parts
from controller.proofs.instruction_forms import told_once
from controller.tasks.script_source import called_tools, texts
from controller.tasks.solutions import reference_solutions
from controller.tasks.sources.folder.fixtures import content
from controller.tasks.task import Task, facts_of, with_variant
from testbed.errors import TaskError

MOST_ALIKE = 0.4
"""Share of common runs of three words from which two instructions count as near-duplicates."""

LEAST_VARIANTS = 1000
DRAWN = 10_000
"""So many variants are looked at for that number of different ones."""
AUDITED = (0, 1)
"""The variants whose files are made."""

_PLACEHOLDER = re.compile(r"\{\w*\}|<\w+>|\b(?:TODO|TBD|FIXME|XXX+|(?i:lorem ipsum))\b")


@dataclass(frozen=True, slots=True)
class Finding:
    """What is wrong with a task, and of what kind: one of `KINDS`."""

    task: str
    kind: str
    text: str


KINDS = (
    "malformed variant",
    "few variants",
    "placeholder",
    "near-duplicate",
    "unnamed file",
    "unused file",
    "told once",
    "changes not judged",
    "tool not annotated",
    "tool not called",
    "unknown tool",
)
"""docs/tasks.md says what each means."""


def audit(
    tasks: Sequence[Task], tools_for: Callable[[Task], Set[str] | None] = lambda _task: None
) -> list[Finding]:
    """Return what is wrong with tasks, by task; those without a folder are compared by their instructions alone.

    `tools_for` returns the names of the tools that a task's guest offers, None if they are not known.

    Raises TaskError when a task's script fails on import.
    """
    found = []
    sound = []
    for task in tasks:
        problems = list(_variants(task)) if task.variants else []
        found += [Finding(task.id, *problem) for problem in problems]
        if all(kind != "malformed variant" for kind, _ in problems):
            sound.append(task)
    found += _alike(sound)
    for task in sound:
        found += [Finding(task.id, kind, text) for kind, text in _of_task(task, tools_for(task))]
    return sorted(found, key=lambda finding: finding.task)


def _variants(task: Task) -> Iterator[tuple[str, str]]:
    """What is wrong with a task's variants; when one is malformed, its instruction and its files cannot be read."""
    facts: set[object] = set()
    try:
        for number in range(DRAWN):
            facts.add(facts_of(with_variant(task, number)))
            if len(facts) == LEAST_VARIANTS:
                break
        for number in AUDITED:
            variant = with_variant(task, number)
            if variant.skip_reason:
                yield "malformed variant", variant.skip_reason.partition(": ")[2]
                return
            if variant.variants:
                variant.variants.check_repeatable()
    except TaskError as error:
        yield "malformed variant", f"{error.message} ({error.hint})"
        return
    if len(facts) < LEAST_VARIANTS:
        yield (
            "few variants",
            f"{DRAWN} variants have {len(facts)} different facts; {LEAST_VARIANTS} are needed",
        )


def _of_task(task: Task, offered: Set[str] | None) -> Iterator[tuple[str, str]]:
    if offered is not None:
        for name in sorted(set(task.info.tools) - offered):
            yield "unknown tool", f"task.toml annotates {name}, which its guest does not offer"
    if left := _PLACEHOLDER.search(task.instruction):
        yield "placeholder", f"the instruction has {left[0]!r}"
    if task.folder is None:
        return
    yield from _tools(task, task.folder)
    yield from _files(task, task.folder)
    if task.judging.has_checker:
        yield from _checker(task, task.folder)


def _tools(task: Task, folder: Path) -> Iterator[tuple[str, str]]:
    if "mcp" not in reference_solutions(folder):
        return
    called, unknown = called_tools(folder / "solve.py", "mcp")
    called -= {tool.name for tool in tools_of_parts()}
    for source in unknown:
        yield "tool not annotated", f"mcp() calls {source}, whose name is not constant"
    for name in sorted(called - set(task.info.tools)):
        yield "tool not annotated", f"mcp() calls {name}"
    if not unknown:
        for name in sorted(set(task.info.tools) - called):
            yield "tool not called", f"task.toml annotates {name}, which mcp() does not call"


def _files(task: Task, folder: Path) -> Iterator[tuple[str, str]]:
    given = _setup_names(task.definition(), folder)
    instruction = task.instruction.casefold()
    for script in (folder / name for name in ("check.py", "truth.py")):
        for path in sorted(set(_judged_files(script))) if script.is_file() else ():
            if path.name.casefold() not in instruction and path.name not in given:
                yield "unnamed file", f"{script.name} reads {path}, and the instruction does not name it"
    named = [source.rstrip("/") for step in _steps(task.definition()) if (source := _source(step))]
    scripts = (folder / name for name in ("check.py", "truth.py", "solve.py", "variant.py"))
    written = "\n".join(path.read_text() for path in scripts if path.is_file())
    for file in content(folder / "files"):
        inner = file.relative_to(folder)
        if not any(inner.is_relative_to(copied) for copied in named) and file.name not in written:
            yield "unused file", str(inner)


def _checker(task: Task, folder: Path) -> Iterator[tuple[str, str]]:
    for text in told_once(task, folder):
        yield (
            "told once",
            f"check.py expects {text!r}, which the fuzzy form of the instruction does not quote",
        )
    if not task.judging.nothing_else:
        yield "changes not judged", "check.py does not call nothing_else(), and sees only what it looks at"


def _setup_names(definition: Mapping[str, Any], folder: Path) -> set[str]:
    """Names of the files that the set-up puts into the guest or opens there, and of the folders above them."""
    names: set[str] = set()
    for step in _steps(definition):
        if "copy" in step:
            source = folder / step["copy"]
            names |= {*PurePosixPath(step["to"]).parts, *(path.name for path in source.rglob("*"))}
        for text in (*step.get("files", ()), *step.get("run", ())):
            names |= {part for path in text.split() for part in PurePosixPath(path).parts}
    return names


def _source(step: Mapping[str, Any]) -> str:
    """The file or folder of the task that a step takes; "" if it takes none."""
    return str(step.get("copy") or step.get("serve") or "")


def _steps(definition: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The steps of the set-up and of the events."""
    return [*definition["setup"], *definition["event"]]


def _judged_files(check: Path) -> Iterator[PurePosixPath]:
    """Paths of files in the user's folders that a checker names; hidden ones are applications' own."""
    for text in texts(check):
        path = PurePosixPath(text.removeprefix("file://"))
        if path.is_relative_to(HOME) and path.suffix and not any(part.startswith(".") for part in path.parts):
            yield path


def _alike(tasks: Sequence[Task]) -> Iterator[Finding]:
    runs = {task.id: _word_runs(task.instruction) for task in tasks}
    for one, other in combinations(tasks, 2):
        if one.id == other.info.feasible_counterpart or other.id == one.info.feasible_counterpart:
            continue
        both = runs[one.id] & runs[other.id]
        share = len(both) / max(1, len(runs[one.id] | runs[other.id]))
        if share >= MOST_ALIKE:
            yield Finding(other.id, "near-duplicate", f"{share:.0%} of its wording is that of {one.id}")


def _word_runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold())
    return set(zip(words, words[1:], words[2:], strict=False))
