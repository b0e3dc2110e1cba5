"""Hostile results of agents, judged by evaluators that execute, evaluate and unpack them.

The evaluators are the suite's stand-ins of OSWorld's dangerous functions, and those of OSWorld too where OSWORLD_DIR
names a checkout for which `testbed osworld prepare` was run.
"""

from __future__ import annotations

import io
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from checkers import Score
from controller.core.guest import CommandResult
from controller.guests.fake.guest import FakeGuest
from controller.tasks.judged_guest import JudgedGuest
from controller.tasks.judging import judge
from plugins.osworld.tasks.judge import sandbox, verdict
from plugins.osworld.tasks.judge.environment import JudgePython, prepared_python
from tests.checkers.office_files import zipped
from tests.osworld_suite.suite import STAND_IN
from tests.plugins.osworld.tasks.conftest import MakeOSWorldTask
from tests.waiting import eventually

pytestmark = pytest.mark.root

OSWORLD = os.environ.get("OSWORLD_DIR")
CHECKOUTS = [str(STAND_IN), *([OSWORLD] if OSWORLD else [])]
ESCAPES = (Path(__file__).parent / "hostile" / "escapes.py").read_text()
MARK = "testbed-secret-of-the-host"
ROOT_FOLDERS = ["bin", "cache", "dev", "etc", "lib", "lib64", "proc", "tmp", "usr"]
TEST = """
from escapes import REACHED

def test():
    if REACHED:
        raise SystemExit(f"reached: {REACHED}")
    return 1
"""
FILE = "/home/user/result"


@pytest.fixture(params=CHECKOUTS, ids=lambda path: "stand-in" if path == str(STAND_IN) else "osworld")
def python(request: pytest.FixtureRequest, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> JudgePython:
    """The Python of the evaluators, which the checkout of tasks gets."""
    shutil.rmtree(checkout / "desktop_env")
    shutil.copytree(Path(request.param) / "desktop_env", checkout / "desktop_env")
    python = JudgePython.of(Path(sys.prefix)) if request.param == str(STAND_IN) else prepared_python()
    assert python is not None, "testbed osworld prepare was not run"
    monkeypatch.setattr("plugins.osworld.tasks.task.prepared_python", lambda: python)
    return python


Judge = Callable[..., Score]


@pytest.fixture
def judged(osworld_task: MakeOSWorldTask, fake_guest: FakeGuest, tmp_path: Path) -> Judge:
    """Judge a file of the guest by a function, against a file of the cache."""
    cache = tmp_path / "cache"

    def verdict_of(function: str, name: str, data: bytes, gold: bytes, **options: Any) -> Score:
        (cache / "t1").mkdir(parents=True, exist_ok=True)
        (cache / "t1" / f"gold_{name}").write_bytes(gold)
        fake_guest.write_file(FILE, data)
        evaluator = {
            "func": function,
            "result": {"type": "vm_file", "path": FILE, "dest": name},
            "expected": {"type": "cloud_file", "path": "https://example.org/gold", "dest": f"gold_{name}"},
            "options": options,
        }
        task = osworld_task(evaluator=evaluator, options={"cache": str(cache)})
        assert task.skip_reason == ""
        return judge(task, JudgedGuest(fake_guest, None), threading.Event())

    return verdict_of


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """What an escape would find on the host: a secret, sockets, a process, another episode's files."""
    secret = tmp_path / "secret"
    secret.write_text("of the host")
    other = tmp_path / "cache" / "another-episode"
    other.mkdir(parents=True)
    (other / "gold").write_text("its gold")
    monkeypatch.setenv("TESTBED_TEST_KEY", MARK)
    sockets = [socket.socket(socket.AF_INET), socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)]
    addresses: list[Any] = [("127.0.0.1", 0), f"\0{MARK}", str(tmp_path / "socket")]
    for listening, address in zip(sockets, addresses, strict=True):
        listening.bind(address)
        listening.listen()
        listening.setblocking(False)
    with subprocess.Popen(["sleep", "600"], env={"KEY": MARK}) as process:
        yield {
            "secret": secret,
            "other": other,
            "sockets": sockets,
            "port": sockets[0].getsockname()[1],
            "process": process,
        }
        process.kill()
    for listening in sockets:
        listening.close()


def assert_untouched(host: dict[str, Any], checkout: Path, before: dict[str, bytes]) -> None:
    assert host["secret"].read_text() == "of the host"
    assert host["process"].poll() is None
    assert python_files(checkout) == before
    for listening in host["sockets"]:
        with pytest.raises(BlockingIOError):
            listening.accept()


def python_files(checkout: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in checkout.rglob("*.py")}


def running(text: str) -> list[str]:
    """Command lines of processes that have this text."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().decode(errors="replace"))
        except OSError:
            continue
    return [line for line in found if text in line]


def test_executed_code_of_the_agent_reaches_nothing(
    python: JudgePython, judged: Judge, host: dict[str, Any], checkout: Path, tmp_path: Path
) -> None:
    before = python_files(checkout)
    readable = [
        host["secret"],
        host["other"],
        Path.home(),
        "/etc/passwd",
        "/etc/shadow",
        "/root",
        "/run",
        "/var",
        "/sys",
        "/dev/shm",
        "/dev/kvm",
        "/proc/1/environ",
        f"/proc/{os.getpid()}/environ",
        "/proc/1/root/etc/passwd",
    ]
    writable = [
        host["secret"],
        checkout / "desktop_env" / "evaluators" / "metrics" / "__init__.py",
        python.executable.parent / "activate",
        verdict.PROGRAM / "__main__.py",
        "/usr/testbed-was-here",
        "/etc/testbed-was-here",
        "/testbed-was-here",
        "/proc/sys/kernel/core_pattern",
        "/proc/1/oom_score_adj",
    ]
    values = {
        "READ": [str(path) for path in readable],
        "WRITE": [str(path) for path in writable],
        "ROOT_FOLDERS": [
            *ROOT_FOLDERS,
            *{path.parts[1] for path in (checkout, verdict.PROGRAM, *python.folders)},
        ],
        "PORT": host["port"],
        "SOCKET": str(tmp_path / "socket"),
        "PID": host["process"].pid,
        "MARK": MARK,
    }
    lines = [f"{name} = {value!r}" for name, value in values.items()]
    data = "\n".join([*lines, ESCAPES]).encode()
    score = judged("check_python_file_by_test_suite", "escapes.py", data, TEST.encode())
    assert score.value == 1.0, score.claims
    assert_untouched(host, checkout, before)


def test_what_one_verdict_leaves_the_next_does_not_find(python: JudgePython, judged: Judge) -> None:
    code = """
import os
FOUND = [path for path in ("/cache/left", "/tmp/left", "/dev/shm/left") if os.path.exists(path)]
for path in ("/cache/left", "/tmp/left"):
    open(path, "w").close()
"""
    test = "from left import FOUND\n\ndef test():\n    return not FOUND\n"
    for _ in range(2):
        score = judged("check_python_file_by_test_suite", "left.py", code.encode(), test.encode())
        assert score.value == 1.0, score.claims


def test_processes_of_the_agent_end_with_the_verdict(python: JudgePython, judged: Judge) -> None:
    code = """
import os, sys
if os.fork() == 0:
    os.setsid()
    os.execv("/usr/bin/sleep", ["sleep", "86399"])
"""
    test = "import lasting\n\ndef test():\n    return True\n"
    score = judged("check_python_file_by_test_suite", "lasting.py", code.encode(), test.encode())
    assert score.value == 1.0, score.claims
    eventually(lambda: not running("86399"), what="the agent's process to end")


LIMITS = {
    "file": """
with open("/cache/large", "wb") as file:
    try:
        while True:
            file.write(bytes(2**24))
    except OSError:
        REACHED = file.tell() > LIMIT
""",
    "memory": """
try:
    data = bytearray(LIMIT)
    REACHED = True
except MemoryError:
    REACHED = False
""",
    "processes": """
import os
children = []
try:
    while len(children) < LIMIT:
        child = os.fork()
        if child == 0:
            os.read(os.pipe()[0], 1)
        children.append(child)
    REACHED = True
except OSError:
    REACHED = False
for child in children:
    os.kill(child, 9)
""",
    "order": """
with open("/proc/self/oom_score_adj") as file:
    REACHED = int(file.read()) < LIMIT
""",
}


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("file", sandbox.FILE_SIZE),
        ("memory", sandbox.MEMORY),
        ("processes", sandbox.PROCESSES),
        ("order", 1000),
    ],
)
def test_limits_hold(python: JudgePython, judged: Judge, name: str, limit: int) -> None:
    """`order`: when memory runs out, the kernel ends the sandbox's processes first."""
    code = f"LIMIT = {limit}\n{LIMITS[name]}"
    test = "from greedy import REACHED\n\ndef test():\n    return not REACHED\n"
    score = judged("check_python_file_by_test_suite", "greedy.py", code.encode(), test.encode())
    assert score.value == 1.0, score.claims


def test_sandboxes_do_not_share_an_account(tmp_path: Path) -> None:
    """One whose processes are at their limit must not keep another from starting any."""

    def account() -> str:
        with sandbox.run_in_sandbox(
            ["/usr/bin/id", "-u"], readable=(), inputs=tmp_path, seconds=60
        ) as process:
            return process.communicate()[0].decode().strip()

    first, second = account(), account()
    assert first != second and int(first) > 65536 and int(second) > 65536


def test_endless_code_is_stopped(python: JudgePython, judged: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict, "SECONDS", 20.0)
    test = b"import endless\n\ndef test():\n    return True\n"
    score = judged("check_python_file_by_test_suite", "endless.py", b"while True:\n    pass\n", test)
    assert score.value == 0.0 and "without a verdict within 20 s" in score.claims[0].found


def test_evaluated_output_of_the_guest_reaches_nothing(
    python: JudgePython,
    osworld_task: MakeOSWorldTask,
    fake_guest: FakeGuest,
    host: dict[str, Any],
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = python_files(checkout)
    output = f"""[
        __import__("os").path.exists({str(host["secret"])!r}) and "read",
        __import__("os").system("echo x 2>/dev/null >>{host["secret"]}") == 0 and "written",
        __import__("os").system("kill -9 {host["process"].pid} 2>/dev/null") == 0 and "ended",
        __import__("socket").socket().connect_ex(("127.0.0.1", {host["port"]})) == 0 and "reached",
    ]"""
    expression = " ".join(output.split())

    def run(_guest: FakeGuest, argv: Sequence[str], **_: Any) -> CommandResult:
        return CommandResult(tuple(argv), 0, expression.encode(), b"")

    monkeypatch.setattr(FakeGuest, "run", run)
    evaluator = {
        "func": "check_gnome_favorite_apps",
        "result": {"type": "vm_command_line", "command": ["gsettings", "get", "a", "b"]},
        "expected": {"type": "rule", "rules": {"expected": [False] * 4}},
    }
    task = osworld_task(evaluator=evaluator)
    score = judge(task, JudgedGuest(fake_guest, None), threading.Event())
    assert score.value == 1.0, score.claims
    assert_untouched(host, checkout, before)


def tar_with(*members: tarfile.TarInfo, content: bytes = b"of the agent") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for member in members:
            member.size = len(content) if member.isreg() else 0
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize("kind", ["outside", "absolute", "link", "hard link", "through a link"])
def test_a_tar_of_the_agent_writes_and_reads_nothing_outside(
    python: JudgePython, judged: Judge, host: dict[str, Any], checkout: Path, kind: str
) -> None:
    before = python_files(checkout)
    secret, metrics = host["secret"], checkout / "desktop_env" / "evaluators" / "metrics" / "__init__.py"
    members = {
        "outside": [member(f"{'../' * 12}{metrics}"), member(f"{'../' * 12}{secret}")],
        "absolute": [member(str(metrics)), member(str(secret))],
        "link": [member("note", tarfile.SYMTYPE, str(secret))],
        "hard link": [member("note", tarfile.LNKTYPE, str(secret))],
        "through a link": [
            member("folder", tarfile.SYMTYPE, str(secret.parent)),
            member(f"folder/{secret.name}"),
        ],
    }
    gold = tar_with(member("note"), content=b"of the host")
    score = judged("compare_archive", "result.tar", tar_with(*members[kind]), gold)
    assert score.value == 0.0, score.claims
    assert_untouched(host, checkout, before)


def test_a_book_of_the_agent_writes_nothing_outside(
    python: JudgePython, judged: Judge, host: dict[str, Any], checkout: Path
) -> None:
    before = python_files(checkout)
    page = b"<html><body>page</body></html>"
    names = [f"{'../' * 12}{host['secret']}.html", str(host["secret"].with_suffix(".html"))]
    gold = zipped({"chapter.html": page})
    score = judged("compare_epub", "result.epub", zipped(dict.fromkeys(names, page)), gold)
    assert score.value == 0.0, score.claims
    assert not list(host["secret"].parent.glob("*.html"))
    assert_untouched(host, checkout, before)


def test_a_bomb_of_an_archive_fills_the_sandbox_only(
    python: JudgePython, judged: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("bomb.txt", "w", force_zip64=True) as file,
    ):
        for _ in range(sandbox.FILE_SIZE // 2**24 + 1):
            file.write(bytes(2**24))
    score = judged("compare_archive", "result.zip", stream.getvalue(), zipped({"bomb.txt": b"x"}))
    assert score.value == 0.0 and score.claims[0].text.startswith("evaluator_error"), score.claims
