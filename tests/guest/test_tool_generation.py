"""`testbed tools generate` on a real guest: bad answers are refused, a good tool does two tasks of the suite."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.cli.main import call
from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.openai_rules import KEY
from plugins.mock_models.script import ScriptEntry, play

pytestmark = pytest.mark.guest
CODE = """
from pathlib import Path

downloads = Path.home() / "Downloads"
(downloads / "Large").mkdir()
moved = [path for path in downloads.iterdir() if path.is_file() and path.stat().st_size > 40_000]
if not moved:
    raise SystemExit("nothing is that large")
for path in moved:
    path.rename(downloads / "Large" / path.name)
"""
HEAD = '''
import shutil
from pathlib import Path
from typing import Annotated

from pydantic import Field

from mcp_tools.registry import ToolError, tool


@tool("drafts_os.collect_files", app="os")
def collect_files(
    source: Annotated[str, Field(description="folder")],
    destination: Annotated[str, Field(description="folder, made if it is missing")],
    pattern: Annotated[str, Field(description="of names, such as *.wav")] = "*",
    larger_than: Annotated[int, Field(ge=-1, description="bytes")] = -1,
    recursive: bool = False,
    move: bool = False,
) -> str:
    """Copy or move the files of a folder that match a pattern and have more bytes; subfolders keep their names."""
'''
BODY = """
    root, to = Path(source), Path(destination)
    paths = [
        path
        for path in sorted(root.rglob(pattern) if recursive else root.glob(pattern))
        if path.is_file() and path.stat().st_size > larger_than
    ]
    if not paths:
        raise ToolError(f"no file in {source} matches; try another pattern or size")
    for path in paths:
        place = to / path.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        if move:
            path.rename(place)
        else:
            shutil.copy2(path, place)
    return f"{len(paths)} files"
"""
NO_PARAMETERS = '''
from mcp_tools.registry import tool


@tool("drafts_os.tidy", app="os")
def tidy() -> str:
    """Tidy the downloads."""
    return "done"
'''
LIMIT = 40_000
"""Bytes that the task names."""
MOVE: dict[str, Any] = {
    "source": "/home/user/Downloads",
    "destination": "/home/user/Downloads/Large",
    "larger_than": LIMIT,
    "move": True,
}
COPY: dict[str, Any] = {
    "source": "/home/user/Fieldwork",
    "destination": "/home/user/Backup",
    "pattern": "*.mov",
    "recursive": True,
}


def code(text: str) -> str:
    return json.dumps({"reasoning": "as asked", "code": text})


def module(text: str, arguments: dict[str, Any]) -> str:
    return json.dumps({"module": text, "arguments": arguments})


ANSWERS = (
    "Sure! Here is a program that moves the large files.",
    code("import send2trash_by_mail\n"),
    code("import os\nos.rename('/home/user/nothing', '/home/user/Large')\n"),
    code(CODE),
    module(NO_PARAMETERS, {}),
    module(HEAD + '    raise ToolError("not today")\n', MOVE),
    module(HEAD + '    return "12 files moved"\n', MOVE),
    module(HEAD + BODY, MOVE),
    json.dumps({"arguments": {**COPY, "pattern": 7}}),
    json.dumps({"arguments": {**COPY, "pattern": "*"}}),
    json.dumps({"arguments": COPY}),
)
FAULTS = (
    "the answer is not a JSON object",
    "it imports send2trash_by_mail, which the guest does not have",
    "FileNotFoundError",
    "the tool has no parameters",
    "the tool returned an error: not today",
    "the task's checker scores 0",
    "the tool returned an error",
    "the task's checker scores 0",
)


def test_a_tool_is_made_of_a_task_and_does_a_second_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    out = tmp_path / "made"
    command = ["tools", "generate", "--task", "os/large_downloads", "--second", "os/back_up_recordings"]
    command += ["--model", "gpt-4.1", "--answers", "4", "--provider", "nspawn"]
    with ChatServer(play([ScriptEntry(text=text) for text in ANSWERS], None)) as server:
        address = ["--base-url", f"{server.url}/v1"]
        assert call([*command, *address, "--out", str(out)]) == 0
        assert server.errors == []
        requests = len(server.requests)
        assert call([*command, *address, "--out", str(out)]) == 0  # every stage is there
        assert len(server.requests) == requests
    draft = out / "os/large_downloads/draft"
    proof = json.loads((draft / "proof.json").read_text())
    assert (draft / "drafts_os_collect_files.py").read_text().strip() == (HEAD + BODY).strip()
    assert len(proof["faults"]) == len(FAULTS)
    for fault, expected in zip(proof["faults"], FAULTS, strict=True):
        assert expected in fault
    assert (proof["provider"], proof["mock"], proof["second"]) == ("nspawn", True, "os/back_up_recordings")
    assert proof["second_arguments"] == COPY
    assert "is left in" in capsys.readouterr().err
