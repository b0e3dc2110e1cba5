"""A new option of a run is declared in one place, and the command line, files, Python and records have it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
MODEL = Path("controller/records/run_options.py")
FIELD = '''    patience: Annotated[int, Option(LIMITS, "N")] = Field(5, ge=1)
    """Steps without an effect before giving up."""
    haste: Annotated[int, Option(LIMITS, "N", study="grid", study_key="hastes")] = Field(1, ge=1)
    """How much haste."""
'''
LAST = '    replay: str = ""\n'

USE_IT = """
import contextlib, io, json
from pathlib import Path
from controller.cli.main import call
from controller.adapters.python_run import GROUPS_OF_PYTHON
from scripts.run_keywords import source
import inspect, testbed

def recorded(folder, name="patience"):
    return json.loads(Path(folder, "run.json").read_text())["options"][name]

common = ["--agent", "noop", "--provider", "fake", "--display", "none"]
assert call(["run", "--task", "os/w*", *common, "--out", "default"]) == 0
assert recorded("default") == 5
assert call(["run", "--task", "os/w*", *common, "--patience", "2", "--out", "flag"]) == 0
assert recorded("flag") == 2
assert call(["run", "--task", "os/w*", *common, "--patience", "0"]) == 2

Path("base.toml").write_text("patience = 3\\n")
assert call(["run", "--task", "os/w*", *common, "--config", "base.toml", "--out", "config"]) == 0
assert recorded("config") == 3
assert call(["run", "--config", "config", "--display", "none", "--out", "again"]) == 0
assert recorded("again") == 3

Path("study.toml").write_text('agents = ["noop"]\\npatience = 4\\nhastes = [7, 8]\\n[tasks]\\nids = ["os/w*"]\\n')
assert call(["study", "study.toml", "--provider", "fake", "--display", "none", "--out", "study"]) == 0
assert [recorded(path.parent) for path in Path("study").glob("*/run.json")] == [4, 4]
assert sorted(recorded(path.parent, "haste") for path in Path("study").glob("*/run.json")) == [7, 8]

testbed.run("os/w*", agent="noop", provider="fake", patience=6, out="python")
assert recorded("python") == 6
assert inspect.signature(testbed.run).parameters["patience"].default == 5
keywords = source(*GROUPS_OF_PYTHON)
assert 'patience: int | None\\n    \"\"\"Steps without an effect before giving up. Default: 5.\"\"\"' in keywords

old = json.loads(Path("flag", "run.json").read_text())
del old["options"]["patience"]
Path("flag", "run.json").write_text(json.dumps(old))
assert call(["resume", "flag", "--display", "none"]) == 0
assert testbed.load_run("flag").info.options.patience == 5

with contextlib.redirect_stdout(io.StringIO()) as printed:
    call(["run", "--help"])
limits = printed.getvalue().partition("─ Limits ─")[2].partition("╰")[0]
assert "--patience" in limits and "Steps without an effect before giving up. [default: 5]" in limits
print("everywhere")
"""


def extended_project(folder: Path) -> Path:
    """A project that differs in one file: it declares another option."""
    for parent in (Path(), *reversed(MODEL.parents[:-1])):
        (folder / parent).mkdir(exist_ok=True)
        for path in (PROJECT / parent).iterdir():
            if not MODEL.is_relative_to(parent / path.name) and path.name != "__pycache__":
                (folder / parent / path.name).symlink_to(path)
    text = (PROJECT / MODEL).read_text()
    assert text.count(LAST) == 1
    (folder / MODEL).write_text(text.replace(LAST, FIELD + LAST))
    return folder


@pytest.mark.slow
def test_one_declaration_is_enough(tasks_root: Path, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(extended_project(tmp_path / "project")),
        "TESTBED_TASKS": str(tasks_root),
        "TESTBED_DATA": str(tmp_path / "data"),
        "COLUMNS": "120",
    }
    done = subprocess.run(
        [sys.executable, "-c", USE_IT],
        cwd=tmp_path / "runs",
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1:] == ["everywhere"], done.stdout + done.stderr
