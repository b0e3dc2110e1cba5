"""A sandbox for evaluators: no network, no files but the given ones, an account of its own, limits."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

SCRIPT = Path(__file__).with_name("sandbox.sh")
FIRST_ACCOUNT, ACCOUNTS = 0x7000_0000, 0x0F00_0000
"""User ids, above those of guests. The kernel counts processes by user: no sandbox uses up another's."""
MEMORY = 8 * 2**30
"""Address space of the sandboxed process, in bytes."""
FILE_SIZE = 2**30
PROCESSES = 256
_SYSTEM = (
    "/bin",
    "/lib",
    "/lib64",
    "/usr",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/fonts",
)
_NAMESPACES = ("--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child=KILL")


@contextmanager
def run_in_sandbox(
    command: Sequence[str],
    *,
    readable: Sequence[Path],
    inputs: Path,
    seconds: float,
    keep_open: Sequence[int] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in the sandbox, with pipes to its standard streams; it is killed at the end.

    Args:
        command: The command; its working folder is "/".
        readable: Folders and files that it can read, under their own paths, besides the system's.
        inputs: Folder whose content it finds, as its own copy, in /cache.
        seconds: Limit of its processor time.
        keep_open: File descriptors of this process that it has too.
    """
    user = FIRST_ACCOUNT + secrets.randbelow(ACCOUNTS) if os.geteuid() == 0 else 0
    paths = dict.fromkeys((*_SYSTEM, *(str(path) for path in readable)))
    limits = [f"--as={MEMORY}", f"--fsize={FILE_SIZE}", f"--cpu={seconds:.0f}", "--core=0"]
    limits += [f"--nproc={PROCESSES}"] if user else []
    space = [*_NAMESPACES, "--propagation", "private"]
    space += [] if user else ["--user", "--map-root-user"]
    with TemporaryDirectory(prefix="testbed-judge-") as root:
        argv = ["setpriv", "--pdeathsig", "KILL", "unshare", *space, "--"]
        argv += ["sh", str(SCRIPT), root, str(inputs), str(user), *paths, "--"]
        argv += ["/usr/bin/prlimit", *limits, "--", *command]
        process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=dict(_environment()),
            pass_fds=keep_open,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()


def _environment() -> Mapping[str, str]:
    return {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/cache",
        "LANG": "C.UTF-8",
        "MPLCONFIGDIR": "/tmp",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }
