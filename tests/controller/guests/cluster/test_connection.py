"""Addresses, what Ray's processes inherit, and everything that is refused before a guest starts."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest

from controller.cli.main import call
from controller.guests.cluster.connection import _init, _refusal, parse_address, without_secrets
from controller.guests.cluster.node_process import NodeOptions, start_command
from controller.guests.cluster.offer import NodeOffer
from testbed.errors import UsageError

Printed = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("address", ["auto", "local", "head:6379", "ray://10.0.0.1:10001"])
def test_an_address_of_a_cluster(address: str) -> None:
    assert parse_address(address) == address


@pytest.mark.parametrize("address", ["head", "http://head:80", "head:0", "head:70000", "ray://head", "a b:1"])
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(UsageError, match="use auto, local, HOST:PORT or ray://HOST:PORT"):
        parse_address(address)


@pytest.mark.parametrize(
    "text",
    [
        "Starting Ray client server failed. See the logs",
        "psutil.ZombieProcess: PID still exists but it's a zombie (pid=7)",
    ],
)
@pytest.mark.parametrize(("failures", "tries", "joins"), [(2, 3, True), (3, 3, False)])
def test_a_head_that_starts_a_clients_process_too_slowly_is_tried_again(
    failures: int, tries: int, joins: bool, text: str
) -> None:
    ray = SlowRay(text, failures)
    with nullcontext() if joins else pytest.raises(UsageError, match="cannot join the Ray cluster"):
        _init(ray, "ray://head:10001", {})
    assert ray.tries == tries


def test_another_failure_to_join_is_not_tried_again() -> None:
    ray = SlowRay("Version mismatch", 1)
    with pytest.raises(UsageError, match="cannot join the Ray cluster"):
        _init(ray, "ray://head:10001", {})
    assert ray.tries == 1


class SlowRay(ModuleType):
    """Ray whose first connections fail."""

    def __init__(self, text: str, failures: int) -> None:
        super().__init__("ray")
        self.tries = 0
        self._text = text
        self._failures = failures

    def init(self) -> None:
        self.tries += 1
        if self.tries <= self._failures:
            raise ConnectionError(self._text)


def test_rays_processes_inherit_no_key_of_a_model() -> None:
    variables = {
        "PATH": "/bin",
        "ANTHROPIC_API_KEY": "a",
        "OPENAI_API_KEY": "b",
        "HF_TOKEN": "c",
        "DB_PASSWORD": "d",
        "RAY_AUTH_TOKEN": "e",
        "RAY_AUTH_TOKEN_PATH": "f",
    }
    assert set(without_secrets(variables)) == {"PATH", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"}


@pytest.mark.parametrize(
    ("arguments", "error", "hint"),
    [
        ("run --max-guests 3", "--max-guests needs --cluster", "--guests N"),
        ("run --cluster local --guests 3", "--guests 3 is for this host", "--max-guests N"),
        ("run --cluster nowhere", "invalid value for --cluster: 'nowhere'", ""),
        (
            "run --cluster local --agent human",
            "the agent human needs a guest of this host",
            "run it without a cluster",
        ),
        ("run --cluster 127.0.0.1:9", "no Ray cluster answers at 127.0.0.1:9: Connection refused", "--head"),
        ("run --cluster ray://127.0.0.1:9", "no Ray cluster answers at ray://127.0.0.1:9", "--head"),
        ("study table1 --cluster 127.0.0.1:9", "no Ray cluster answers at 127.0.0.1:9", "--head"),
        ("node start", "specify what to join, or to be the head", "--address HOST:PORT"),
        ("node start --head --address a:1", "specify what to join, or to be the head", "--address HOST:PORT"),
        ("node start --address head", "invalid value for --address: 'head' (use HOST:PORT)", ""),
        ("node start --address 127.0.0.1:9", "no head of a Ray cluster answers at 127.0.0.1:9", "--head"),
        ("node list --cluster local", "a private cluster lasts as long as its run", "--cluster"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    arguments: str, error: str, hint: str, capsys: Printed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(arguments.split()) == 2
    lines = capsys.readouterr().err.splitlines()
    [line] = [line for line in lines if line.startswith("error: ")]
    assert line.startswith(f"error: {error}") and hint in lines[-1], lines
    assert not list(tmp_path.glob("runs/*/run.json"))


@pytest.mark.parametrize("arguments", ["run --cluster auto", "node start --head", "node list"])
def test_the_extra_that_is_not_installed(
    arguments: str, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert call(arguments.split()) == 2
    err = capsys.readouterr().err
    assert "the Python package ray[client]==2.60.0 is not installed" in err
    assert "hint: pip install" in err


def test_a_run_on_this_host_imports_nothing_of_ray(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from controller.cli.main import call\n"
        "arguments = '--provider fake --agent oracle --display none --out'.split()\n"
        f"code = call(['run', *arguments, {str(tmp_path / 'run')!r}])\n"
        "loaded = [name for name in sys.modules if name.partition('.')[0] == 'ray' or 'guests.cluster.' in name]\n"
        "sys.exit(f'{code} {loaded}' if code or loaded else 0)\n"
    )
    environment = os.environ | {"TESTBED_TASKS": str(ROOT / "tests" / "controller" / "data" / "tasks")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_another_version_is_named_with_the_remedy() -> None:
    from ray._private.utils import check_version_info

    other = {"ray_version": "2.9.0", "python_version": "3.8.1"}
    with pytest.raises(RuntimeError) as raised:
        check_version_info(other, "this node")
    error = _refusal("head:6379", raised.value)
    assert "2.9.0" in error.message and "3.8.1" in error.message and "\n" not in error.message
    assert "same versions of Ray and Python" in error.hint


def test_rays_command_announces_the_offer() -> None:
    command = start_command(NodeOptions("head:6379", ip="10.0.0.2"), NodeOffer("nspawn", "ab", 2))
    assert command[command.index("--address") + 1] == "head:6379" and "--head" not in command
    assert command[command.index("--node-ip-address") + 1] == "10.0.0.2"
    assert '"image:ab": 2.0' in command[-1]
