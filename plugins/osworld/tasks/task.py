"""A task of OSWorld as a `Task`."""

from __future__ import annotations

import hashlib
import json
import shlex
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from plugins.osworld.tasks.accessibility import expose_elements, keep_for_evaluators, reads_tree
from plugins.osworld.tasks.files import FileCache, FileReference, references
from plugins.osworld.tasks.judge.environment import prepared_python
from plugins.osworld.tasks.judge.verdict import EvaluatorCall, evaluate
from plugins.osworld.tasks.needs import Needs, needs_of
from plugins.osworld.tasks.setup import StepContext, execute_setup, execute_steps, output_path
from plugins.osworld.tasks.steps import Execute, Step
from plugins.osworld.tasks.task_json import INFEASIBLE, Definition
from testbed.command import command
from testbed.errors import SetupError, TaskError
from testbed.guests import Guest, GuestView
from testbed.tasks import Score, SourceRef, Task, TaskInfo, TaskJudging, claim

_NOT_PREPARED = (
    f"OSWorld's evaluators have no environment; prepare it with `{command('osworld prepare DIR')}`"
)
_APPLICATIONS = {
    "browser": "google_chrome",
    "chrome": "google_chrome",
    "calc": "libreoffice_calc",
    "libreoffice": "libreoffice_writer",
    "libreoffice calc": "libreoffice_calc",
    "libreoffice_calc": "libreoffice_calc",
    "libreoffice_impress": "libreoffice_impress",
    "libreoffice_writer": "libreoffice_writer",
    "writer": "libreoffice_writer",
    "gimp": "gimp",
    "image": "gimp",
    "pdf": "document_viewer",
    "terminal": "terminal",
    "thunderbird": "thunderbird",
    "ubuntu_media_player": "vlc",
    "vlc": "vlc",
    "vs_code": "code",
    "vscode": "code",
}
"""Our applications by OSWorld's names in lower case; the system for any other."""


@dataclass(frozen=True)
class OSWorldTask(Task):
    """A task of a checkout; its id is `<domain>/<OSWorld's id>`."""

    file: Path
    json_: Definition
    cache: FileCache
    evaluators_hash: str
    origin: SourceRef
    exact_sleeps: bool = False
    has_network: bool = False
    listed_tool_beneficial: bool = False

    @property
    def id(self) -> str:
        return f"{self.file.parent.name}/{self.file.stem}"

    @property
    def instruction(self) -> str:
        return self.json_.json.instruction

    @property
    def path(self) -> str:
        return str(self.file)

    @property
    def source(self) -> SourceRef:
        return self.origin

    @cached_property
    def files(self) -> tuple[FileReference, ...]:
        """The files that it downloads."""
        return references(self.file.stem, self.json_)

    @cached_property
    def missing(self) -> tuple[FileReference, ...]:
        """The files that the cache lacks."""
        return tuple(file for file in self.files if self.cache.find(file).path is None)

    @cached_property
    def needs(self) -> Needs:
        """What it needs beyond a guest."""
        return needs_of(self.id, self.json_, len(self.files))

    @cached_property
    def info(self) -> TaskInfo:
        """Infeasible tasks may be among those that the list of tool-beneficial tasks names."""
        names = (_APPLICATIONS.get(name.lower(), "os") for name in self.json_.json.related_apps)
        return TaskInfo(
            applications=tuple(dict.fromkeys(names)) or ("os",),
            tool_beneficial=self.listed_tool_beneficial,
            feasible=self.json_.json.evaluator.functions != (INFEASIBLE,),
            requirement=f"{self.needs.kind}: {self.needs.why}" if self.needs.why else self.needs.kind,
            malformed=self.json_.malformed,
        )

    @property
    def judging(self) -> OSWorldJudging:
        return OSWorldJudging(self)

    @cached_property
    def skip_reason(self) -> str:
        met = ("runs offline", "needs files", *(("needs live web",) if self.has_network else ()))
        if self.needs.kind not in met:
            return self.info.requirement
        if self.missing:
            first = self.missing[0]
            more = f" and {len(self.missing) - 1} more" if len(self.missing) > 1 else ""
            return (
                f"needs files: the cache lacks {first.target} ({first.url}){more}; "
                f"see `{command(f'osworld files {self.file.parents[2]} --missing')}`"
            )
        if self.info.feasible and prepared_python() is None:
            return f"cannot run: {_NOT_PREPARED}"
        return ""

    @cached_property
    def hash(self) -> str:
        """Hash of its file, of the files it downloads as far as the cache has them, and of the evaluators."""
        digest = hashlib.sha256(_canonical(self.json_.raw))
        self._add_files(digest, self.files)
        digest.update(self.evaluators_hash.encode())
        return digest.hexdigest()

    @cached_property
    def initial_state_hash(self) -> str:
        digest = hashlib.sha256(self.instruction.encode() + b"\0")
        digest.update(_canonical(self.json_.raw.get("config", [])))
        self._add_files(digest, [file for file in self.files if file.for_setup])
        return digest.hexdigest()

    def _add_files(self, digest: hashlib._Hash, files: Sequence[FileReference]) -> None:
        for file in files:
            path = self.cache.find(file).path
            digest.update(b"\0" + file.target.encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest() if path else b"")

    def definition(self) -> Mapping[str, Any]:
        return {
            "instruction": self.instruction,
            "applications": self.info.applications,
            "feasible": self.info.feasible,
            "tool_beneficial": self.info.tool_beneficial,
            "requirement": self.info.requirement,
            "skip_reason": self.skip_reason,
            "possibility_of_env_change": self.json_.json.possibility_of_env_change,
            "proxy": self.json_.json.proxy,
            "fixed_ip": self.json_.json.fixed_ip,
        }

    def describe_setup(self) -> Sequence[str]:
        return [in_words(step) for step in self.json_.config]

    def set_up(self, guest: Guest, cancel: threading.Event) -> None:
        if reads_tree(self.json_.json.evaluator.getters):
            expose_elements(guest)
        execute_setup(f"{self.file}: config", self.json_.config, self.step_context(guest, cancel))

    def step_context(self, guest: Guest, cancel: threading.Event) -> StepContext:
        """Return what its steps are executed with."""
        return StepContext(guest, cancel, self._read_file, exact_sleeps=self.exact_sleeps)

    def _read_file(self, url: str, name: str) -> bytes:
        target = f"{self.file.stem}/{name}"
        path = self.cache.find(FileReference(url, target, for_setup=True)).path
        if path is None:
            raise SetupError(
                f"the cache lacks {target} ({url})",
                hint=f"see `{command(f'osworld files {self.file.parents[2]} --missing')}`",
            )
        return path.read_bytes()


@dataclass(frozen=True)
class OSWorldJudging(TaskJudging):
    """OSWorld's evaluators of a task."""

    task: OSWorldTask

    @property
    def checker_path(self) -> str:
        return self.task.path

    def prepare(self, guest: Guest, cancel: threading.Event) -> None:
        steps = self.task.json_.postconfig
        execute_steps(f"{self.task.file}: evaluator.postconfig", steps, self.task.step_context(guest, cancel))
        keep_for_evaluators(guest, self.task.json_.json.evaluator.getters)

    def checker(self) -> Callable[[GuestView], Score]:
        """For an infeasible task, a check that always holds: calling it so is all that it takes."""
        task = self.task
        if not task.info.feasible:
            return lambda _guest: Score.all_of(claim("the task is called infeasible", True))
        python = prepared_python()
        if python is None:
            raise TaskError(f"{task.file}: {_NOT_PREPARED}")
        found = {Path(file.target).name: task.cache.find(file).path for file in task.files}
        inputs = {name: path for name, path in found.items() if path}
        outputs = {
            name: output_path(name)
            for step in (*task.json_.config, *task.json_.postconfig)
            if isinstance(step.parameters, Execute)
            for name in (step.parameters.stdout, step.parameters.stderr)
            if name
        }
        call = EvaluatorCall(task.json_.raw, task.file.parents[3], inputs, outputs, python)
        return lambda view: evaluate(call, view)


def in_words(step: Step) -> str:
    """Return a step as a line of text."""
    values = step.parameters.model_dump(exclude_defaults=True)
    if "command" in values:
        words = values.pop("command")
        line = words if isinstance(words, str) else shlex.join(words)
        return " ".join([step.type, line, *(f"{name}={value}" for name, value in values.items())])
    return f"{step.type} {json.dumps(values, default=str)}"


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True).encode()
