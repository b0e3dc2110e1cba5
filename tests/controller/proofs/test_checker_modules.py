from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import checkers
from controller.core.project_files import project_file
from controller.proofs import checker_modules as module
from controller.proofs.checker_modules import checker_modules, checkers_hash, reader_modules, readers_hash
from testbed.errors import TaskError

TaskFolder = Callable[..., Path]
IMPORTED = """
import runpy, sys
runpy.run_path(sys.argv[1])
print(*(module.__file__ for name, module in sys.modules.items() if name.partition(".")[0] == "checkers"), sep="\\n")
"""


def names(folder: Path) -> set[str]:
    return {path.name for path in checker_modules(folder)}


@pytest.mark.parametrize(
    "task", ["vlc/show_third_clip", "libreoffice_calc/sort_attendees", "chrome/reopen_tab"]
)
def test_every_module_that_a_checker_loads_is_among_them(task: str) -> None:
    folder = project_file("tasks") / task
    command = [sys.executable, "-c", IMPORTED, str(folder / "check.py")]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert loaded
    assert {Path(file) for file in loaded} <= {*checker_modules(folder), *reader_modules()}


def test_modules_of_other_processes_are_among_them(task_folder: TaskFolder) -> None:
    folder = task_folder(check="from checkers.documents import read_document\n")
    assert {"docx_files.py", "xlsx.py"} <= names(folder)
    folder = task_folder(check="from checkers import media\n")
    assert {"media.py", "vlc_state.py", "processes.py"} <= names(folder)
    assert "docx_files.py" not in names(folder)


def test_a_task_that_uses_no_checker_has_none(task_folder: TaskFolder) -> None:
    folder = task_folder(check="def check(guest):\n    return '/vlc_state.py', 'checkers.', 'a\\x00.py'\n")
    assert names(folder) == set()


def test_solve_counts_too(task_folder: TaskFolder) -> None:
    folder = task_folder(solve="from checkers.mail import ACCOUNT\n")
    assert {"__init__.py", "base.py", "mail.py"} <= names(folder)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package that the hashes are of."""
    copy = tmp_path / "checkers"
    shutil.copytree(Path(checkers.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(module, "_ROOT", copy)
    return copy


@pytest.mark.parametrize("reader", ["parsers.py", "parser_server.py", "differences/compare.py"])
def test_readers_are_hashed_apart(task_folder: TaskFolder, copy: Path, reader: str) -> None:
    folder = task_folder(check="from checkers import documents\nfrom checkers.nothing_else import may_add\n")
    assert "nothing_else.py" in names(folder) and reader.rpartition("/")[2] not in names(folder)
    before = checkers_hash(folder), readers_hash()
    (copy / reader).write_text((copy / reader).read_text() + "\n")
    assert checkers_hash(folder) == before[0] and readers_hash() != before[1]


def test_the_hash_follows_the_modules_used_alone(task_folder: TaskFolder, copy: Path) -> None:
    folder = task_folder(check="from checkers.mail import messages_are\n")
    before = checkers_hash(folder)
    (copy / "vscode.py").write_text("changed = 1\n")
    assert checkers_hash(folder) == before
    base = copy / "base.py"
    base.write_text(base.read_text() + "# a remark\n")
    assert checkers_hash(folder) == before
    base.write_text(base.read_text() + "changed = 1\n")
    assert checkers_hash(folder) != before


def test_a_script_that_is_no_python_is_named_with_its_line(task_folder: TaskFolder) -> None:
    with pytest.raises(TaskError, match=r"check\.py:2: is no Python"):
        checkers_hash(task_folder(check="x = 1\ny = (\n"))
