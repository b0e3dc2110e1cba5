"""Write docs/suite.md and docs/suite.svg: what the suites' tasks are, by their folders and the proofs on record."""

from __future__ import annotations

import io
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from controller.proofs.proof_record import Proof, proof_states
from controller.results.report.drawings import new_figure
from controller.results.report.theme import STYLES, settings
from controller.tasks.domains import domain_of
from controller.tasks.selection import Selection, select_tasks, tasks_root
from controller.tasks.solutions import equivalent_results, reference_solutions, wrong_results
from controller.tasks.task import Task
from controller.tool_filter.catalogue import load_catalogue
from controller.tool_filter.servers import pool_tools
from scripts.task_marks import MARKS, read_marks

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "suite.md"
PLOT = DOCS / "suite.svg"
DESKTOP_SUITE = "core"
"""All tasks on a desktop; the numbers of the page's first sections are of these alone."""
SERVER_SUITES = ("mcp-everyday", "mcp-levels", "mcp-fuzzy")
"""The suites of headless tasks on servers of the pool."""
MIXED_SUITE = "mcp-desktop"
"""Tasks on a desktop that need servers of the pool, too."""
PERSONA_SUITE = "persona"
FEW = (1, 2, 3)
"""Numbers of servers that the page counts one by one."""
POOL_SUITES = (*SERVER_SUITES, PERSONA_SUITE, MIXED_SUITE)
LENGTHS = (("up to 6", 1, 6), ("7 to 15", 7, 15), ("16 to 25", 16, 25), ("more than 25", 26, 10_000))
"""Groups of references with mouse and keyboard, by their steps."""


@dataclass(frozen=True, slots=True)
class SuiteTask:
    """A task with its proof on record; None if there is none, or it is no longer that of the task."""

    task: Task
    proof: Proof | None

    @property
    def references(self) -> dict[str, int | None]:
        """The steps of each reference solution."""
        return {
            name: self.proof.steps_of(name) if self.proof else None
            for name in reference_solutions(self.task.folder)
        }


COUNTS: dict[str, Callable[[SuiteTask], bool]] = {
    "tasks": lambda _item: True,
    "tool-beneficial": lambda item: item.task.info.tool_beneficial,
    "infeasible": lambda item: not item.task.info.feasible,
    "with `gui()`": lambda item: "gui" in item.references,
    "with variants": lambda item: item.task.variants is not None,
    "with events": lambda item: "events" in item.task.sections,
    "with a user": lambda item: "user" in item.task.sections,
    "with safety claims": lambda item: item.task.judging.safety_checker() is not None,
    "with `also_`": lambda item: bool(equivalent_results(item.task.folder)),
}

MARKED = {
    "read": ("read",),
    "distractors": ("distractors",),
    "tools and GUI": ("tools_and_gui",),
    "terminal": ("terminal_one_command", "terminal"),
}
"""The columns of marks, and the marks that each counts."""


def suite(name: str = DESKTOP_SUITE) -> list[SuiteTask]:
    """Return the tasks of a suite of the host's tasks folder, by id. Raises TaskError."""
    return [
        SuiteTask(task, _proofs().get(task.id)) for task in select_tasks(Selection(suite=name), tasks_root())
    ]


@cache
def _proofs() -> Mapping[str, Proof | None]:
    states = proof_states(select_tasks(Selection(), tasks_root()))
    return {state.task: None if state.stale else state.proof for state in states}


def document(items: Sequence[SuiteTask], on_servers: Mapping[str, Sequence[SuiteTask]]) -> str:
    """Return docs/suite.md, of the desktop's tasks and of those on servers, by suite."""
    parts = [
        "# The suites",
        "What `tasks/` holds; `python -m scripts.suite_docs` writes this page. The suite `core` has all tasks on a"
        f" desktop: {_proven(items)} The tasks on servers of the pool are in the last section and count nowhere else.",
        "[tasks.md](tasks.md) says what a task consists of, and what each of these words means.",
        "## By domain",
        _table(("domain", *COUNTS), _domains(items)),
        "## What the tasks ask for",
        f"Decided by reading each task, and listed in `tasks/{MARKS.name}`. *Read*: what is to be done or answered"
        " stands only in a page, a picture, a message, a slide or another document. *Distractors*: the initial state"
        " has a similar name, last year's sheet or an older draft, which a wrong result takes. *Tools and GUI*: tools"
        " help, but alone they do not do it. *Terminal*: see [validity.md](validity.md#terminal-alone).",
        _table(("domain", "tasks", *MARKED), _marked(items)),
        "## By number of annotated tools",
        _table(("tools", "tasks"), _count_values(len(item.task.info.tools) for item in items)),
        "## By steps of the reference with mouse and keyboard",
        _table(("steps", "tasks"), _lengths(items)),
        f"![The steps of the references, by domain]({PLOT.name})",
        "## Tools that no task annotates",
        _unused_tools(items),
        "## Tasks",
        "Steps are those of the references when they were proven; `claims` is the number of episodes of the proof.",
        _table(("task", "steps", "claims", "tools", "wrong results", "variants"), map(_row, items)),
        "## Suites on servers",
        f"Headless tasks on servers of the pool ([servers.md](servers.md)), and in `{MIXED_SUITE}` tasks that need a"
        " desktop, too; `tools` are those of the pool's tools that a task needs. Together they need"
        f" {len(_pool_tools(_all(on_servers)))} of the pool's {sum(map(len, pool_tools().values()))} tools."
        f" {_proven(_all(on_servers))}",
        _table(
            (
                "suite",
                "tasks",
                "on 1, 2, 3, more servers",
                "L1, L2, L3",
                "with key points",
                "with a fuzzy form",
                "with `truth.py`",
                "tools",
            ),
            (_server_suite(name, members) for name, members in on_servers.items()),
        ),
        _table(
            ("task", "suite", "servers", "steps", "claims", "wrong results"),
            (_server_row(name, item) for name, members in on_servers.items() for item in members),
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _all(suites: Mapping[str, Sequence[SuiteTask]]) -> list[SuiteTask]:
    return [item for members in suites.values() for item in members]


def _pool_tools(items: Iterable[SuiteTask]) -> set[str]:
    known = {name for names in pool_tools().values() for name in names}
    return {name for item in items for name in item.task.info.tools} & known


def _server_suite(name: str, items: Sequence[SuiteTask]) -> tuple[object, ...]:
    servers = Counter(len(item.task.servers) for item in items)
    few = [servers[number] for number in FEW]
    levels = Counter(item.task.info.level for item in items)
    return (
        f"`{name}`",
        len(items),
        ", ".join(map(str, [*few, len(items) - sum(few)])),
        ", ".join(str(levels[level]) for level in ("L1", "L2", "L3")),
        sum(bool(item.task.judging.notes.key_points) for item in items),
        sum(bool(item.task.judging.notes.fuzzy) for item in items),
        sum(item.task.judging.notes.computed for item in items),
        len(_pool_tools(items)),
    )


def _server_row(suite_name: str, item: SuiteTask) -> tuple[object, ...]:
    return (
        item.task.id,
        suite_name,
        ", ".join(item.task.servers),
        item.references.get("mcp") or "not proven",
        len(item.proof.claims) if item.proof else "not proven",
        len(wrong_results(item.task.folder)),
    )


def _proven(items: Sequence[SuiteTask]) -> str:
    proofs = [item.proof for item in items if item.proof]
    played = sum(len(proof.claims) for proof in proofs)
    hours = sum(claim.seconds for proof in proofs for claim in proof.claims.values()) / 3600
    proven = f"{len(proofs)} of {len(items)} have a proof of what they are now"
    return f"{proven}: {played} episodes, at most {hours:.1f} guest-hours."


def _domains(items: Sequence[SuiteTask]) -> Iterator[tuple[object, ...]]:
    for domain in sorted({domain_of(item.task.id) for item in items}):
        members = [item for item in items if domain_of(item.task.id) == domain]
        yield domain, *(sum(map(counted, members)) for counted in COUNTS.values())
    yield "all", *(sum(map(counted, items)) for counted in COUNTS.values())


def _marked(items: Sequence[SuiteTask]) -> Iterator[tuple[object, ...]]:
    marks = read_marks()
    marked = [frozenset().union(*(marks[name] for name in names)) for names in MARKED.values()]
    for domain in (*sorted({domain_of(item.task.id) for item in items}), ""):
        members = {item.task.id for item in items if not domain or domain_of(item.task.id) == domain}
        yield domain or "all", len(members), *(len(members & each) for each in marked)


def _lengths(items: Sequence[SuiteTask]) -> Iterator[tuple[object, ...]]:
    steps = [item.references.get("gui") for item in items if item.task.info.feasible]
    for name, least, most in LENGTHS:
        yield name, sum(number is not None and least <= number <= most for number in steps)
    yield "no such reference, or not proven", steps.count(None)


def _count_values(values: Iterable[int]) -> list[tuple[object, ...]]:
    return [*sorted(Counter(values).items())]


def _unused_tools(items: Sequence[SuiteTask]) -> str:
    annotated = {name for item in items for name in item.task.info.tools}
    tools = sorted(tool.name for tool in load_catalogue())
    unused = [f"`{name}`" for name in tools if name not in annotated]
    text = f"{len(unused)} of {len(tools)}: {', '.join(unused)}."
    return textwrap.fill(text, 130, break_long_words=False, break_on_hyphens=False)


def _row(item: SuiteTask) -> tuple[object, ...]:
    steps = ", ".join(
        f"{name} {'?' if number is None else number}" for name, number in item.references.items()
    )
    return (
        item.task.id,
        steps or "called infeasible",
        len(item.proof.claims) if item.proof else "not proven",
        len(item.task.info.tools),
        len(wrong_results(item.task.folder)),
        "yes" if item.task.variants else "",
    )


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def plot(items: Sequence[SuiteTask]) -> bytes:
    """Return docs/suite.svg: a point for each reference solution, by domain and steps."""
    look = STYLES["light"]
    domains = sorted({domain_of(item.task.id) for item in items}, reverse=True)
    with settings(look):
        figure = new_figure(9.0, 0.8 + 0.3 * len(domains))
        panel = figure.subplots()
        for name, shift, colour in (("gui", 0.16, look.colours[0]), ("mcp", -0.16, look.colours[1])):
            points = [
                (number, domains.index(domain_of(item.task.id)) + shift)
                for item in items
                if (number := item.references.get(name)) is not None
            ]
            steps, places = ([point[axis] for point in points] for axis in (0, 1))
            panel.scatter(steps, places, s=18, alpha=0.7, color=colour, label=f"{name}()")
        panel.set_yticks(range(len(domains)), domains)
        panel.set_xlabel("steps of the reference")
        panel.set_xlim(left=0)
        panel.locator_params(axis="x", integer=True)
        panel.legend(loc="upper right")
        out = io.BytesIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


if __name__ == "__main__":
    listed = suite()
    PAGE.write_text(document(listed, {name: suite(name) for name in POOL_SUITES}))
    PLOT.write_bytes(plot(listed))
