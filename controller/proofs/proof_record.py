"""Proofs on record: `proof.json` in a task's folder says what was proven, on what, and when.

A proof is stale when the task's folder, the modules of `checkers` that its scripts use, or the claims to prove have
changed. Another image, list of tools or reader of states makes it older, not wrong.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from controller.core.guest import GUI_PREFIX, Tool
from controller.guests.network_access import CLOSED
from controller.guests.provider import HEADLESS, SNAPSHOTS, Provider
from controller.guests.registry import is_simulated
from controller.proofs.checker_modules import checkers_hash, readers_hash
from controller.proofs.proof_cases import VARIANTS, proof_cases
from controller.proofs.verdicts import JUDGED, Verdict, not_proven
from controller.records.files import read_model, write_whole
from controller.tasks.sources.folder.folder_hash import PROOF_FILE, folder_hash
from controller.tasks.task import Task
from controller.tool_filter.catalogue import dump_catalogue
from controller.tool_filter.servers import own_tools
from testbed.errors import ImageError, RecordsError, TaskError
from vm_images.image import find_image

ROUNDED = 5
"""Durations on record are rounded up to a multiple of this many seconds, so that two proofs differ little."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ProvenClaim(_Record):
    """The episode that proved a claim; `seconds` run from its set-up to its verdict, rounded up."""

    score: float
    steps: int
    seconds: int


class JudgedCases(_Record):
    """What judges said of the references and wrong results: whether each is a success, as it should be.

    Attributes:
        model: The model that played them, as requested.
        mock: Whether a mock model answered in its place.
        success: What they said, by the claim's name.
    """

    model: str
    mock: bool
    success: dict[str, bool]


class Proof(_Record):
    """`proof.json`.

    Attributes:
        date: The day, in UTC, as YYYY-MM-DD.
        provider: The provider of the guests.
        folder: Hash of the task's folder, without this file, caches and the names of suites.
        checkers: Hash of the modules of `checkers` that the folder's scripts use.
        image: Hash of the guest image.
        tools: Hash of the list of tools of the guests themselves, without those of servers.
        readers: Hash of the modules that read and compare the states of home folders; "" before there were any.
        judged: What judges said of episodes; None if nobody asked them.
        claims: The episodes, by the claim's name, which has the variant of a task that has variants.
    """

    format: Literal[1] = 1
    date: str
    provider: str
    folder: str
    checkers: str
    image: str
    tools: str
    readers: str = ""
    judged: JudgedCases | None = None
    claims: dict[str, ProvenClaim]

    def steps_of(self, reference: str) -> int | None:
        """Return the steps of a reference, in variant 0 of a task with variants; None if it was not played."""
        claim = self.claims.get(reference) or self.claims.get(f"{reference} (variant 0)")
        return claim.steps if claim else None

    def to_bytes(self) -> bytes:
        """Return the file's content: a line for each field and claim."""
        fields = self.model_dump(mode="json", exclude_none=True)
        claims = [
            f"    {json.dumps(name)}: {json.dumps(claim)}" for name, claim in fields.pop("claims").items()
        ]
        lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items()]
        lines.append('  "claims": {\n' + ",\n".join(claims) + "\n  }")
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


@dataclass(frozen=True, slots=True)
class ProofState:
    """A task's proof beside what there is now.

    Attributes:
        task: The task's id.
        proof: The proof on record; None if there is none that can be read.
        stale: Why the task must be proven again: "no proof", "folder", "checkers", "claim NAME" or an error's text.
        older: What else is not as it was: "image", "tools", "readers".
    """

    task: str
    proof: Proof | None
    stale: tuple[str, ...] = ()
    older: tuple[str, ...] = ()


class ProofRecorder:
    """Records the proofs of tasks as each is proven. Make one before anything is played: it notes what is proven.

    Attributes:
        problems: A line for each proof that could not be written.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        provider: Provider,
        network: str = CLOSED,
        screen: str = "",
        judge: str = "",
    ) -> None:
        """`judge` is the model that plays judges; "" without one."""
        self.problems: list[str] = []
        self._provider = provider
        self._judge = judge
        self._before: dict[str, tuple[str, str]] = {}
        for task in tasks:
            if task.folder:
                with suppress(TaskError):  # a script that cannot be parsed fails the proof itself
                    self._before[task.id] = _hashes(task.folder)
        if is_simulated(provider):
            self._refuse(f"guests of the provider {provider.name} prove nothing about real ones")
        elif network != CLOSED:
            self._refuse("the guests' network is open, and runs close it")
        elif screen:
            self._refuse(f"the guests' screen is {screen}, and tasks are proven on the usual one")

    def _refuse(self, why: str) -> None:
        self._before.clear()
        self.problems.append(f"no proof is recorded: {why}")

    def record(self, task: Task, verdicts: Sequence[Verdict], tools: Sequence[Tool]) -> None:
        """Write the task's `proof.json` if all `verdicts` on it hold; an earlier one stays otherwise.

        `tools` are those of the guests themselves, without those of servers.
        """
        before = self._before.get(task.id)
        if not before or not task.folder or not_proven(verdicts):
            return
        try:
            if _hashes(task.folder) != before:
                raise TaskError("it changed while it was proven; validate it again")
            played = {verdict.name: verdict for verdict in verdicts}
            cases = proof_cases(task)
            if any(case.label not in played for case in cases):
                raise TaskError(
                    f"only some of its variants were played; it takes {', '.join(map(str, VARIANTS))}"
                )
            proof = Proof(
                date=f"{datetime.now(UTC):%Y-%m-%d}",
                provider=self._provider.name,
                folder=before[0],
                checkers=before[1],
                image=self._provider.image_hash,
                tools=tools_hash(tools),
                readers=readers_hash(),
                judged=self._judged(verdicts),
                claims={case.label: _claim(played[case.label]) for case in cases},
            )
            write_whole(task.folder / PROOF_FILE, proof.to_bytes())
        except (RecordsError, TaskError) as error:
            self.problems.append(f"{task.id}: no proof is recorded: {error.message}")

    def _judged(self, verdicts: Sequence[Verdict]) -> JudgedCases | None:
        judged = sorted((item for item in verdicts if item.judged is not None), key=lambda item: item.name)
        success = {item.name.removesuffix(JUDGED): item.judged is True for item in judged}
        mock = any(item.mock for item in judged)
        return JudgedCases(model=self._judge, mock=mock, success=success) if success else None


def proof_states(tasks: Sequence[Task]) -> list[ProofState]:
    """Return the state of the proof of each task that has a folder. An image that is missing here is not compared."""
    try:
        image = find_image().hash
    except ImageError:
        image = ""
    tools = {headless: tools_hash(own_tools(headless=headless)) for headless in (False, True)}
    readers = readers_hash()
    return [
        _state(task, task.folder, image, tools[task.select_snapshot(SNAPSHOTS) == HEADLESS], readers)
        for task in tasks
        if task.folder
    ]


def tools_hash(tools: Sequence[Tool]) -> str:
    """Return the hash of a list of tools, in any order, without the GUI's."""
    shown = sorted(
        (tool for tool in tools if not tool.name.startswith(GUI_PREFIX)), key=lambda tool: tool.name
    )
    return hashlib.sha256(dump_catalogue(shown).encode()).hexdigest()


def _state(task: Task, folder: Path, image: str, tools: str, readers: str) -> ProofState:
    path = folder / PROOF_FILE
    if not path.is_file():
        return ProofState(task.id, None, ("no proof",))
    try:
        proof = read_model(path, Proof)
        stale = tuple(_changes(task, folder, proof))
    except (RecordsError, TaskError) as error:
        return ProofState(task.id, None, (error.message,))
    now = {
        "image": (proof.image, image),
        "tools": (proof.tools, tools),
        "readers": (proof.readers, readers),
    }
    older = tuple(name for name, (then, here) in now.items() if then and here and then != here)
    return ProofState(task.id, proof, stale, older)


def _changes(task: Task, folder: Path, proof: Proof) -> Iterator[str]:
    folder_now, checkers_now = _hashes(folder)
    if proof.folder != folder_now:
        yield "folder"
    if proof.checkers != checkers_now:
        yield "checkers"
    for case in proof_cases(task):
        if case.label not in proof.claims:
            yield f"claim {case.label}"


def _hashes(folder: Path) -> tuple[str, str]:
    return folder_hash(folder), checkers_hash(folder)


def _claim(verdict: Verdict) -> ProvenClaim:
    assert verdict.score is not None, "a proven claim was played"
    seconds = math.ceil(verdict.seconds / ROUNDED) * ROUNDED
    return ProvenClaim(score=verdict.score, steps=verdict.steps, seconds=seconds)
