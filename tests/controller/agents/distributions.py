"""Tiny distributions with plugins, for tests: as a wheel to install, or as installed already."""

from __future__ import annotations

import textwrap
import zipfile
from pathlib import Path

WRITER = '''
"""Writes the word done into note.txt.

For tests.
"""

from testbed.actions import Terminate, ToolCall
from testbed.agents import AgentCard, AgentSpec, Decision, refuse_settings, refuse_variant


class Writer:
    def act(self, observation, tools):
        if observation.results:
            return Decision((Terminate(status="success"),))
        arguments = {"path": "/home/user/note.txt", "content": "done"}
        return Decision((ToolCall(name="filesystem_write_file", arguments=arguments),))


def describe(options):
    refuse_variant("writer", options)
    refuse_settings("writer", options)
    return AgentCard("writer", prompts={"system": "write"})


def create(context, options):
    return Writer()


AGENT = AgentSpec(describe, create, summary=__doc__, keys=("WRITER_KEY",))
'''


def write_distribution(
    folder: Path, name: str, entry_points: str, code: str, version: str = "1.0", group: str = "testbed.agents"
) -> None:
    """Write a distribution as installed in `folder`: its module `name` with `code`, and its metadata."""
    for path, text in _files(name, entry_points, code, version, group).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def build_wheel(folder: Path, name: str, entry_points: str, code: str, version: str = "1.0") -> Path:
    """The same as a wheel, to be installed by pip."""
    files = _files(name, entry_points, code, version)
    info = f"{name}-{version}.dist-info"
    files[f"{info}/WHEEL"] = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in (*files, f"{info}/RECORD"))
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return wheel


def _files(
    name: str, entry_points: str, code: str, version: str, group: str = "testbed.agents"
) -> dict[str, str]:
    info = f"{name}-{version}.dist-info"
    return {
        f"{name}.py": textwrap.dedent(code).lstrip(),
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/entry_points.txt": f"[{group}]\n{entry_points}\n",
    }
