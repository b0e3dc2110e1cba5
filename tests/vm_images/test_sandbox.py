"""What the build leaves on the host: nothing. These need root, as the build does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from testbed.errors import ImageError
from tests.waiting import poll
from vm_images.sandbox import run_in_overlay, run_step

pytestmark = pytest.mark.root

CAP_SYS_ADMIN, CAP_MKNOD = 21, 27
"""Numbers in capability masks: linux/capability.h."""
BUILD = """
import sys
from pathlib import Path
from vm_images.sandbox import run_in_overlay
base = Path(sys.argv[1])
run_in_overlay(
    [Path("/")], base / "work", base / "inputs", "/run/build/program.sh",
    environment={}, log=base / "log", progress=lambda line: print(line, flush=True),
)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if os.geteuid() != 0:
        pytest.fail("mount namespaces need root: run the tests with sudo, as the build is run", pytrace=False)
    (tmp_path / "inputs").mkdir()
    return tmp_path


def mounts_below(folder: Path) -> list[str]:
    return [line for line in Path("/proc/self/mountinfo").read_text().splitlines() if f" {folder}" in line]


def processes_naming(word: str) -> list[str]:
    commands = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes().decode("utf-8", "replace")
        except OSError:
            continue
        if word in command:
            commands.append(command)
    return commands


def test_a_program_changes_the_upper_folder_only(folder: Path) -> None:
    (folder / "inputs" / "program.sh").write_text(
        "echo step: writing\necho $COLOUR >/made-by-the-test\ntest -c /dev/null\ntest -d /proc/1\n"
    )
    lines: list[str] = []
    upper = run_in_overlay(
        [Path("/")],
        folder / "work",
        folder / "inputs",
        "/run/build/program.sh",
        environment={"COLOUR": "green"},
        log=folder / "log",
        progress=lines.append,
    )
    assert (upper / "made-by-the-test").read_text() == "green\n"
    assert not Path("/made-by-the-test").exists()
    assert lines == ["writing"]
    assert mounts_below(folder) == []


def test_a_failed_step_carries_its_last_lines(folder: Path) -> None:
    command = ["sh", "-c", "for i in 1 2 3; do echo line $i; done; echo no such mirror >&2; exit 3"]
    with pytest.raises(ImageError, match="exit code 3") as caught:
        run_step(command, environment={}, log=folder / "log", progress=lambda _: None)
    assert "no such mirror" in caught.value.message
    assert str(folder / "log") in caught.value.hint
    assert "line 1\nline 2\n" in (folder / "log").read_text()


def test_nothing_stays_behind_when_the_build_is_killed(folder: Path) -> None:
    marker = f"testbed-sandbox-{os.getpid()}"
    (folder / "inputs" / "program.sh").write_text(f"echo step: {marker}\nsh -c 'sleep 300; : {marker}'\n")
    build = subprocess.Popen(
        [sys.executable, "-c", BUILD, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert build.stdout is not None
    with build, build.stdout:
        assert build.stdout.readline().strip() == marker
        assert processes_naming(str(folder / "work")) or processes_naming(marker)
        build.send_signal(signal.SIGKILL)

    assert poll(lambda: processes_naming(marker), lambda left: not left, seconds=10) == []
    assert mounts_below(folder) == []


def test_packages_scripts_have_no_right_to_mount_or_make_devices(folder: Path) -> None:
    program = (
        "grep -E '^(CapBnd|CapEff|NoNewPrivs)' /proc/self/status >/rights\n"
        "mount -t tmpfs none /mnt && echo mounted >>/rights\n"
        "mknod /disk b 8 0 && echo made >>/rights\n"
        "touch /owned && chown 1234:1234 /owned && chmod 4755 /owned && stat -c '%u %a' /owned >>/rights\n"
    )
    (folder / "inputs" / "program.sh").write_text(program)
    places = [Path("/")], folder / "work", folder / "inputs", "/run/build/program.sh"
    upper = run_in_overlay(*places, environment={}, log=folder / "log", progress=lambda _: None)
    status = dict(line.split(":\t") for line in (upper / "rights").read_text().splitlines() if ":" in line)
    for name in ("CapBnd", "CapEff"):
        assert not int(status[name], 16) & 1 << CAP_SYS_ADMIN and not int(status[name], 16) & 1 << CAP_MKNOD
    assert status["NoNewPrivs"] == "1"
    words = (upper / "rights").read_text().split()
    assert "mounted" not in words and "made" not in words
    assert words[-2:] == ["1234", "4755"]  # what packages' scripts do need
