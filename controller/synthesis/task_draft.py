"""Makes tasks out of servers' tools, as MCP-Bench's authors did.

A model proposes calls, which are made in a guest; then chains of calls whose arguments come from earlier results, which
are executed; a task for each; scores of its solvability and utility; and its fuzzy form. The task's folder is proven.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from controller.core.guest import Guest, Tool
from controller.core.texts import clip, encodable, first_line
from controller.episode.guest_results import without_secrets
from controller.guests.provider import HEADLESS, Provider
from controller.guests.registry import is_simulated
from controller.proofs.proof_record import ProofRecorder
from controller.proofs.validation import prove
from controller.proofs.verdicts import not_proven
from controller.records.files import reporting_write_errors
from controller.runs.observer import RunObserver
from controller.synthesis.asking import Asker, FaultError
from controller.synthesis.chains import check_chain, execute
from controller.synthesis.stages import StageFile, StageFolder
from controller.synthesis.task_answers import MOST_TEXT, read_calls, read_fuzzy, read_rating, read_task
from controller.synthesis.task_folder import write_task
from controller.synthesis.task_prompts import (
    CHAIN_PROMPT,
    FUZZY_PROMPT,
    PROBE_PROMPT,
    RATING_PROMPT,
    TASK_PROMPT,
)
from controller.synthesis.task_stages import (
    Call,
    ChainStage,
    FuzzyStage,
    ProbeStage,
    ProofStage,
    RatingStage,
    TaskStage,
)
from controller.tasks.selection import load_tasks
from controller.tasks.servers import offer_servers
from controller.tasks.task import with_servers
from controller.tasks.task_servers import TaskServers

LEAST_SOLVABILITY = 9
LEAST_UTILITY = 5
"""Scores of 10 below which MCP-Bench's authors drop a task."""
MOST_SHOWN = 4_000
"""Characters of a result that the model is shown."""
DOMAIN = "synthetic"
NOT_PROVEN = "not_proven"
"""Folder of a draft whose proof failed, beside its stages."""


@dataclass(frozen=True, slots=True)
class TaskOutcome:
    """What came of one attempt at a task: a proven draft, or why there is none."""

    number: int
    task: str = ""
    reason: str = ""


class TaskSynthesis:
    """Makes drafts of tasks for some servers, one after the other; see `draft`."""

    def __init__(
        self,
        servers: TaskServers,
        stages: StageFolder,
        asker: Asker,
        provider: Provider,
    ) -> None:
        self._servers = servers
        self._stages = stages
        self._asker = asker
        self._provider = provider
        self._secrets = servers.secrets
        self._prefixes = servers.prefixes
        self._chains: list[list[str]] = []
        self._probes: ProbeStage | None = None

    def draft(self, number: int) -> TaskOutcome:
        """Make the draft of a task, or go on with it; it is left in `drafts/synthetic/<name>`.

        Raises:
            UsageError, ModelApiError, RecordsError: As `Asker.ask`.
            InfraError: No guest can be had.
        """
        probes = self._probes = self._probes or self._stages.stage("probes", ProbeStage, self._probe)
        stages = self._stages.below(f"{number:02}")
        chain = stages.stage("chain", ChainStage, lambda: self._chain(stages, probes))
        if not chain.steps:
            return TaskOutcome(number, reason=_give_up_reason("no chain could be executed", chain))
        self._chains.append([step.tool for step in chain.steps])
        task = stages.stage("task", TaskStage, lambda: self._task(stages, chain))
        if not task.instruction:
            return TaskOutcome(number, reason=_give_up_reason("no task came of the chain", task))
        rating = stages.stage("rating", RatingStage, lambda: self._rate(stages, chain, task, probes))
        if not rating.solvability:
            return TaskOutcome(number, reason=_give_up_reason("it was not rated", rating))
        if rating.solvability < LEAST_SOLVABILITY or rating.utility < LEAST_UTILITY:
            return TaskOutcome(
                number,
                reason=f"dropped: solvability {rating.solvability} of at least {LEAST_SOLVABILITY}, utility "
                f"{rating.utility} of at least {LEAST_UTILITY}: {clip(rating.reasoning, 200)}",
            )
        fuzzy = stages.stage("fuzzy", FuzzyStage, lambda: self._fuzzy(stages, chain, task))
        if not fuzzy.fuzzy:
            return TaskOutcome(number, reason=_give_up_reason("it has no fuzzy form", fuzzy))
        task_id = f"{DOMAIN}/{task.name}_{number:02}"
        proof = stages.stage("proof", ProofStage, lambda: self._prove(stages, task_id, chain, task, fuzzy))
        if proof.open:
            claim, why = next(iter(proof.open.items()))
            return TaskOutcome(number, reason=f"not proven: {claim}: {clip(why, 300)}")
        return TaskOutcome(number, task_id)

    def _probe(self) -> ProbeStage:
        with self._guest() as guest:
            tools = [
                tool for tool in guest.list_tools() if tool.name.startswith(tuple(self._prefixes.values()))
            ]
            by_name = {tool.name: tool for tool in tools}

            def read(fields: Mapping[str, Any]) -> tuple[Call, ...]:
                return tuple(
                    self._make_call(guest, *item) for item in read_calls(fields.get("calls"), by_name)
                )

            shown = {"tools": [_tool_fields(tool) for tool in tools]}
            asked = self._asker.ask(self._stages, "probes", PROBE_PROMPT, shown, read)
        return ProbeStage(tools=tuple(shown["tools"]), calls=asked.value or (), faults=asked.faults)

    def _chain(self, stages: StageFolder, probes: ProbeStage) -> ChainStage:
        tools = {tool["name"]: tool for tool in probes.tools}

        def read(fields: Mapping[str, Any]) -> ChainStage:
            steps = check_chain(fields.get("steps"), tools, self._prefixes)
            if [step.tool for step in steps] in self._chains:
                raise FaultError("an earlier chain calls the same tools in the same order; make another one")
            with self._guest() as guest:
                made = execute(guest, steps, self._secrets)
            calls = tuple(
                Call(tool=item.tool, arguments=dict(item.arguments), result=item.result) for item in made
            )
            return ChainStage(steps=steps, calls=calls)

        shown = {
            "servers": self._servers.ids,
            "tools": probes.tools,
            "calls": [call.model_dump() for call in probes.calls],
            "earlier_chains": self._chains,
        }
        asked = self._asker.ask(stages, "chain", CHAIN_PROMPT, shown, read)
        return (asked.value or ChainStage()).model_copy(update={"faults": asked.faults})

    def _task(self, stages: StageFolder, chain: ChainStage) -> TaskStage:
        asked = self._asker.ask(
            stages,
            "task",
            TASK_PROMPT,
            {"chain": _chain_fields(chain)},
            lambda fields: read_task(fields, chain),
        )
        return (asked.value or TaskStage()).model_copy(update={"faults": asked.faults})

    def _rate(
        self, stages: StageFolder, chain: ChainStage, task: TaskStage, probes: ProbeStage
    ) -> RatingStage:
        shown = {
            "task": task.instruction,
            "answer": task.reference,
            "tools": probes.tools,
            "chain": _chain_fields(chain),
        }
        asked = self._asker.ask(stages, "rating", RATING_PROMPT, shown, read_rating)
        return (asked.value or RatingStage()).model_copy(update={"faults": asked.faults})

    def _fuzzy(self, stages: StageFolder, chain: ChainStage, task: TaskStage) -> FuzzyStage:
        shown = {"task": task.instruction, "tools": [step.tool for step in chain.steps]}
        asked = self._asker.ask(
            stages, "fuzzy", FUZZY_PROMPT, shown, lambda fields: read_fuzzy(fields, chain, task)
        )
        return (asked.value or FuzzyStage()).model_copy(update={"faults": asked.faults})

    def _prove(
        self, stages: StageFolder, task_id: str, chain: ChainStage, task: TaskStage, fuzzy: FuzzyStage
    ) -> ProofStage:
        drafts = self._stages.folder / "drafts"
        write_task(
            drafts / task_id,
            instruction=task.instruction,
            fuzzy=fuzzy.fuzzy,
            servers=self._servers.ids,
            chain=chain.steps,
            answer=task.answer,
            reference=task.reference,
            expected=task.expected,
        )
        tasks = [with_servers(task, self._servers.added) for task in load_tasks([task_id], drafts)]
        recorder = ProofRecorder(tasks, self._provider)
        records = stages.episodes
        with reporting_write_errors(records):
            if records.exists():  # an interrupted proof's
                shutil.rmtree(records)
        verdicts = prove(tasks, self._provider, 1, records, RunObserver(), on_task=recorder.record)
        failed = [verdict for found in not_proven(verdicts).values() for verdict in found]
        if failed:
            with reporting_write_errors(stages.folder):
                shutil.rmtree(stages.folder / NOT_PROVEN, ignore_errors=True)
                shutil.move(drafts / task_id, stages.folder / NOT_PROVEN)
        if not is_simulated(self._provider):
            for problem in recorder.problems:
                self._asker.report(problem)
        return ProofStage(
            proven=tuple(verdict.name for verdict in verdicts if verdict.proven),
            open={verdict.name: verdict.reason for verdict in failed},
        )

    @contextmanager
    def _guest(self) -> Iterator[Guest]:
        """A fresh headless guest that offers the servers."""
        guest = self._provider.start(HEADLESS)
        try:
            offer_servers(guest, self._servers)
            yield guest
        finally:
            self._provider.stop(guest)

    def _make_call(self, guest: Guest, tool: str, arguments: dict[str, Any]) -> Call:
        """Make a call; one that fails shows that too."""
        result = without_secrets(guest.call_tool(tool, arguments), self._secrets)
        text = clip(encodable(result.text), MOST_SHOWN)
        return Call(tool=tool, arguments=arguments, result=text, failed=result.is_error)


def _tool_fields(tool: Tool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "name": tool.name,
        "description": clip(encodable(tool.description), MOST_TEXT),
        "arguments": dict(tool.input_schema),
    }
    if tool.output_schema is not None:
        shown["returns"] = dict(tool.output_schema)
    return shown


def _chain_fields(chain: ChainStage) -> list[dict[str, Any]]:
    return [
        {
            "step": number,
            "tool": step.tool,
            "arguments": step.arguments,
            "result": clip(call.result, MOST_SHOWN),
        }
        for number, (step, call) in enumerate(zip(chain.steps, chain.calls, strict=True), start=1)
    ]


def _give_up_reason(what: str, stage: StageFile) -> str:
    last = first_line(stage.faults[-1]) if stage.faults else ""
    return f"{what}, after {len(stage.faults)} bad answers; the last: {last}"
