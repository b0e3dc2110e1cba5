from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from testbed import errors
from testbed.command import CALLED_AS, command, install_command


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program named testbed that prints a command line as testbed's hints show it."""
    path = tmp_path / "my bin" / "testbed"
    path.parent.mkdir()
    path.write_text(
        f"#!{sys.executable}\nfrom testbed.command import command\nprint(command('resume runs/x'))\n"
    )
    path.chmod(0o755)
    return path


def output_of(called: str, cwd: Path, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != CALLED_AS}
    environment |= {"PYTHONPATH": str(Path(__file__).parents[2])} | variables
    done = subprocess.run(
        [called], cwd=cwd, env=environment, capture_output=True, text=True, check=True, shell=False
    )
    return done.stdout.strip()


def test_a_command_is_named_as_it_was_called(program: Path, tmp_path: Path) -> None:
    assert output_of("my bin/testbed", tmp_path) == "'my bin/testbed' resume runs/x"
    assert output_of(str(program), tmp_path) == f"'{program}' resume runs/x"
    path = f"{program.parent}:{os.environ['PATH']}"
    assert output_of(str(program), tmp_path, PATH=path) == "testbed resume runs/x"
    called = output_of(str(program), tmp_path, TESTBED_CALLED_AS="scripts/testbed")
    assert called == "scripts/testbed resume runs/x"


def test_within_another_program_the_module_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CALLED_AS)
    monkeypatch.setattr(sys, "argv", ["my_experiment.py"])
    line = command("image build")
    assert line.endswith(" -m testbed image build")
    python = shutil.which(line.split()[0])
    assert python is not None and Path(python).samefile(sys.executable)


def test_an_extra_is_installed_by_its_packages() -> None:
    line = install_command("gym", "--force-reinstall")
    assert "-m pip install --force-reinstall gymnasium==" in line and "testbed" not in line.split("pip")[1]
    with pytest.raises(LookupError, match="no extra 'gim'"):
        install_command("gim")


def test_a_script_beside_a_clone_named_testbed_imports_the_package(tmp_path: Path) -> None:
    (tmp_path / "testbed").mkdir()
    script = tmp_path / "script.py"
    script.write_text("from testbed import errors; print(errors.__file__)")
    printed = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout
    assert Path(printed.strip()) == Path(errors.__file__)
