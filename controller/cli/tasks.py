"""`testbed tasks list|show|new|validate|proofs|play|audit|mutate|attack|difficulty`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from controller.cli import (
    common,
    tasks_attack,
    tasks_audit,
    tasks_difficulty,
    tasks_judges,
    tasks_mutate,
    tasks_play,
    tasks_proofs,
    tasks_synthesize,
    tasks_variants,
    tasks_watch,
)
from controller.cli.display import Goal, watching
from controller.cli.options import Given, takes_options
from controller.cli.source_options import SOURCES, SourceCommand, source_options
from controller.core.parts import all_parts, said
from controller.core.plain_text import plain_text
from controller.guests.network_access import CLOSED
from controller.proofs.proof_cases import VARIANTS, count_cases
from controller.proofs.proof_record import Proof, ProofRecorder, proof_states
from controller.proofs.validation import prove
from controller.proofs.verdicts import Verdict, not_proven
from controller.results.text_table import make_table
from controller.runs.guest_options import screen_to_record
from controller.runs.skipping import describe_skipped
from controller.tasks.domains import domain_of
from controller.tasks.selection import select_tasks, tasks_root
from controller.tasks.solutions import equivalent_results, reference_solutions, wrong_results
from controller.tasks.task import Task, recorded_variant, servers_of, with_variant
from testbed.command import command
from testbed.errors import UsageError

app = typer.Typer(
    help="List, show, make, play, validate, audit, mutate, attack and measure tasks.", no_args_is_help=True
)


@app.command("list", cls=SourceCommand)
@takes_options(*SOURCES)
def list_tasks(
    context: typer.Context,
    given: Given,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    list_file: common.ListFile = None,
    servers: common.Servers = None,
    as_json: common.Json = False,
) -> None:
    """List tasks with their suites, reference solutions, annotated tools and variants, or with what they need.

    The steps of the references and the number of proven claims are those of the proofs on record.
    Tasks of a source such as osworld:DIR are listed with what they need beyond a guest, and why they cannot run here.
    """
    options = source_options(context, given)
    chosen = common.selection(suite, task, domain, limit, list_file, options, servers=servers)
    tasks = tasks_variants.warn_of_malformed(select_tasks(chosen, tasks_root()))
    if as_json:
        common.print_json([_describe(item) for item in tasks])
        return
    if any(item.info.requirement for item in tasks):
        _print_requirements(tasks)
        return
    table = make_table(
        "task",
        "suites",
        "solved by",
        "claims",
        "tools",
        "variants",
        "feasible",
        texts=("suites", "solved by", "variants", "feasible"),
    )
    proofs = {state.task: state.proof for state in proof_states(tasks) if not state.stale}
    for item in tasks:
        proof = proofs.get(item.id)
        table.add_row(
            item.id,
            " ".join(item.info.suites),
            ", ".join(_with_steps(name, proof) for name in _references(item)) or "-",
            str(len(proof.claims)) if proof else "-",
            str(len(item.info.tools)) if item.info.tools else "-",
            "yes" if item.variants else "-",
            "yes" if item.info.feasible else "no",
        )
    common.out.print(table)
    helped = sum(item.info.tool_beneficial for item in tasks)
    varied = sum(item.variants is not None for item in tasks)
    common.out.print(f"{len(tasks)} tasks, {helped} tool-beneficial, {varied} with variants")


def _print_requirements(tasks: Sequence[Task]) -> None:
    """Print what each task needs, and how many tasks need what."""
    columns = ("task", "applications", "needs", "runs here", "why not")
    table = make_table(*columns, texts=columns)
    for item in tasks:
        why = "" if item.skip_reason == item.info.requirement else item.skip_reason
        runs = "no" if item.skip_reason else "yes"
        cells = (item.id, " ".join(item.info.applications), item.info.requirement, runs, why)
        table.add_row(*(Text(plain_text(cell)) for cell in cells))
    common.out.print(table)
    kinds = Counter(item.info.requirement.partition(":")[0] for item in tasks)
    counts = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    helped = sum(item.info.tool_beneficial for item in tasks)
    common.out.print(f"{len(tasks)} tasks: {counts}; {helped} tool-beneficial", soft_wrap=True)
    reasons = [item.skip_reason for item in tasks if item.skip_reason]
    common.out.print(
        describe_skipped(reasons, len(tasks)) or "all of them can run on this host", soft_wrap=True
    )


@app.command(cls=SourceCommand)
@takes_options(*SOURCES)
def show(
    context: typer.Context,
    task: Annotated[str, typer.Argument(metavar="TASK", help="Task id or glob.")],
    given: Given,
    suite: common.Suite = "",
    servers: common.Servers = None,
    variant: Annotated[
        int, typer.Option(metavar="N", min=0, help="Variant to show of tasks that have variants.")
    ] = 0,
    as_json: common.Json = False,
) -> None:
    """Show a task: instruction, facts, set-up, annotated tools, reference solutions and wrong results."""
    options = source_options(context, given)
    chosen = common.selection(suite, [task], None, None, None, options, servers=servers)
    tasks = tasks_variants.warn_of_malformed(
        [with_variant(item, variant) for item in select_tasks(chosen, tasks_root())]
    )
    if as_json:
        common.print_json([_describe(item) for item in tasks])
        return
    for item in tasks:
        lines = [
            (item.id, "bold"),
            (item.instruction, ""),
            (f"suites: {', '.join(item.info.suites) or 'none'}", ""),
            (f"applications: {', '.join(item.info.applications)}", ""),
            (f"tools: {', '.join(item.info.tools) or 'none'}", ""),
            (f"feasible: {_feasibility(item)}", ""),
            *((line, "") for line in tasks_variants.fact_lines(item)),
            *([(f"requirement: {item.info.requirement}", "")] if item.info.requirement else []),
            *([(f"skipped here: {item.skip_reason}", "")] if item.skip_reason else []),
            (f"references: {', '.join(_references(item)) or 'none'}", ""),
            (f"equivalent results: {', '.join(equivalent_results(item.folder)) or 'none'}", ""),
            (f"wrong results: {', '.join(wrong_results(item.folder)) or 'none'}", ""),
            *((f"set-up: {step}", "") for step in item.describe_setup()),
            *((line, "") for line in _lines_of_parts(item)),
            *((line, "") for line in tasks_judges.judge_lines(item)),
            (f"folder: {item.folder or item.path}", "dim"),
        ]
        for text, style in lines:
            common.out.print(Text(text, style=style), soft_wrap=True)
        common.out.print()


@app.command()
def new(
    task: Annotated[
        str, typer.Argument(metavar="DOMAIN/NAME", help="Id of the new task, such as os/tidy_downloads.")
    ],
) -> None:
    """Make a new task: a small one that is proven, for you to change, in the folder of tasks."""
    from controller.tasks.skeleton import make_task

    folder = make_task(task, tasks_root())
    common.out.print(f"{folder}: task.toml, check.py, solve.py, files/", markup=False, soft_wrap=True)
    common.out.print(f"change them, then: {command(f'tasks validate {task}')}", markup=False, soft_wrap=True)


@app.command(cls=SourceCommand)
@takes_options(*SOURCES)
def validate(
    context: typer.Context,
    given: Given,
    task_names: Annotated[
        list[str] | None, typer.Argument(metavar="TASK", help="Task ids or globs, like --task.")
    ] = None,
    suite: common.Suite = "",
    task: common.TaskGlobs = None,
    domain: common.Domains = None,
    limit: common.Limit = None,
    provider: common.ProviderName = "",
    network: common.Network = CLOSED,
    screen: common.Screen = "",
    scale: common.Scale = 1,
    servers: common.Servers = None,
    guests: common.Guests = 2,
    stale: Annotated[
        bool,
        typer.Option("--stale", help="Only tasks without a proof of what they are now; see `tasks proofs`."),
    ] = False,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Prove the one TASK again whenever a file of it changes, until Ctrl-C."),
    ] = False,
    variant: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N",
            min=0,
            help="Variant to prove of tasks that have variants; repeatable; default: 0, 1 and 2.",
            show_default=False,
        ),
    ] = None,
    judge: Annotated[
        str,
        typer.Option(
            metavar="M",
            help="Also ask this model: the judges of key points and references must say success of each reference "
            "solution and failure of each wrong result.",
            show_default=False,
        ),
    ] = "",
    judge_base_url: common.JudgeBaseUrl = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder of the episodes' records; default: runs/<time>-validate."),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="With --out: episodes that were played there before, of the same set-up, solution and image, are "
            "judged again from their records instead of played.",
        ),
    ] = False,
    display: common.Display = "",
    as_json: common.Json = False,
) -> None:
    """Validate tasks: doing nothing must fail, every reference and equivalent result pass, every wrong one fail.

    A task of which everything holds gets a record of that in its folder, proof.json.

    Exit code 0: all tasks are valid; 1: some are not.
    """
    console = common.err if as_json else common.out
    style = common.display_style(display, console)
    globs = [*(task_names or ()), *(task or ())]
    options = source_options(context, given)
    chosen = common.selection(suite, globs, domain, limit, None, options, network, servers)
    tasks = select_tasks(chosen, tasks_root())
    needed = servers_of(tasks)
    network = needed.network(network)
    needed.check(network)
    if stale and not (tasks := tasks_proofs.to_prove(tasks)):
        console.print("each of the selected tasks has a proof of what it is now")
        if as_json:
            common.print_json([])
        return
    if resume and out is None:
        raise UsageError("--resume needs the folder of the earlier records", hint="name it by --out DIR")
    folder = out or Path("runs") / f"{datetime.now():%Y%m%d-%H%M%S}-validate"
    if watch:
        tasks_watch.the_one(tasks, "--watch")
        if as_json:
            raise UsageError("--watch prints no JSON", hint="omit --json")
        if judge:
            raise UsageError("--watch asks no judge", hint="omit --judge")
    ask_judges = tasks_judges.case_judge(judge, judge_base_url)
    variants = tuple(dict.fromkeys(variant or VARIANTS))
    unusual = screen_to_record(suite, screen, scale)
    with common.provider_named(provider, suite, network, screen, scale) as guest_provider:
        if watch:
            show = partial(_show, tasks=1)
            tasks_watch.watch(
                tasks, guest_provider, guests, variants, folder, console, style, show, network, unusual
            )
            return
        with watching(style, Goal(count_cases(tasks, variants)), console) as watcher:
            recorder = ProofRecorder(tasks, guest_provider, network, unusual, judge)
            verdicts = prove(
                tasks,
                guest_provider,
                guests,
                folder,
                watcher,
                variants=variants,
                resume=resume,
                ask_judges=ask_judges,
                on_task=recorder.record,
            )
    for problem in recorder.problems:
        common.err.print(problem, markup=False, soft_wrap=True)
    open_claims = not_proven(verdicts)
    if as_json:
        common.print_json([asdict(verdict) for verdict in verdicts])
    else:
        _show(verdicts, folder, len(tasks))
    if open_claims:
        raise typer.Exit(1)


def _show(verdicts: Sequence[Verdict], folder: Path, tasks: int) -> None:
    open_claims = not_proven(verdicts)
    table = make_table("task", "claim", "why", title="not proven")
    for task_id, failures in open_claims.items():
        for verdict in failures:
            table.add_row(Text(task_id), Text(verdict.name), Text(verdict.reason))
    if open_claims:
        common.out.print(table)
    proven = sum(verdict.proven for verdict in verdicts)
    common.out.print(
        f"{tasks - len(open_claims)} of {tasks} tasks proven, {proven} of {len(verdicts)} claims; "
        f"records in {folder}",
        soft_wrap=True,
    )


def _feasibility(task: Task) -> str:
    if task.info.feasible:
        return "yes"
    return (
        f"no; its feasible counterpart is {task.info.feasible_counterpart}"
        if task.info.feasible_counterpart
        else "no"
    )


def _lines_of_parts(task: Task) -> Iterator[str]:
    """What parts of episodes read of a task, in lines."""
    for name, spec in all_parts().items():
        if name in task.sections:
            yield from said(spec.tell_section, task.sections[name]) or ()


def _describe(task: Task) -> dict[str, Any]:
    """Return a task as JSON has it: its file, its solutions and its folder."""
    return {
        "id": task.id,
        "domain": domain_of(task.id),
        **task.definition(),
        "tool_beneficial": task.info.tool_beneficial,
        "has_variants": task.variants is not None,
        "user": asdict(task.sections["user"]) if "user" in task.sections else None,
        **recorded_variant(task),
        "references": _references(task),
        "equivalent_results": list(equivalent_results(task.folder)),
        "wrong_results": list(wrong_results(task.folder)),
        "hash": task.hash,
        "folder": str(task.folder or task.path),
    }


def _with_steps(reference: str, proof: Proof | None) -> str:
    """Return the name of a reference with its steps, as far as they are on record."""
    steps = proof.steps_of(reference) if proof else None
    return reference if steps is None else f"{reference} {steps}"


def _references(task: Task) -> list[str]:
    """Return the variants of the reference solution; without one the oracle reports an infeasible task."""
    variants = list(reference_solutions(task.folder))
    return variants or ([] if task.info.feasible else ["called infeasible"])


app.command("proofs", cls=SourceCommand)(tasks_proofs.proofs)
app.command("play")(tasks_play.play)
app.command("audit", cls=SourceCommand)(tasks_audit.audit)
app.command("mutate")(tasks_mutate.mutate)
app.command("attack", cls=SourceCommand)(tasks_attack.attack)
app.command("difficulty", cls=SourceCommand)(tasks_difficulty.difficulty)
app.command("synthesize")(tasks_synthesize.synthesize)
