"""Runs a build step in private mount and process namespaces: its mounts and processes end with it.

Should the build itself be killed, the kernel kills the namespace's first process, and with it everything in
the namespace; so nothing stays mounted on the host, whatever happens.
"""

from __future__ import annotations

import os
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path

from testbed.errors import ImageError
from vm_images.profile import Progress
from vm_images.recipe import STEPS

PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
NAMESPACE = (
    *("setpriv", "--pdeathsig", "KILL"),
    *("unshare", "--mount", "--pid", "--fork", "--kill-child=KILL", "--propagation", "private", "--"),
)
PROXY_VARIABLES = ("http_proxy", "https_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
SHOWN_LINES = 15


def run_step(
    command: Sequence[str], *, environment: Mapping[str, str], log: Path, progress: Progress
) -> None:
    """Run one command in namespaces of its own; its output goes to `log`, its "step:" lines to `progress`.

    Raises ImageError with the output's last lines when it fails.
    """
    last: deque[str] = deque(maxlen=SHOWN_LINES)
    with (
        log.open("a", encoding="utf-8") as log_file,
        subprocess.Popen(
            [*NAMESPACE, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={"PATH": PATH, **environment},
        ) as process,
    ):
        try:
            assert process.stdout is not None
            for line in process.stdout:
                log_file.write(line)
                log_file.flush()
                last.append(line.rstrip())
                if line.startswith(("step: ", "I: ")):
                    progress(line.split(": ", 1)[1].rstrip())
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        shown = "\n".join(f"  {line}" for line in last)
        raise ImageError(
            f"a build step failed with exit code {process.returncode}; its last lines:\n{shown}",
            hint=f"the whole output is in {log}; run the build again, finished layers are kept",
        )


def run_in_overlay(
    lower: Sequence[Path],
    work: Path,
    inputs: Path,
    program: str,
    *,
    environment: Mapping[str, str],
    log: Path,
    progress: Progress,
) -> Path:
    """Run a shell program (a path inside the new root) as root over the layers `lower`, lowest first.

    `inputs` is at /run/build in there. Returns the directory that holds what changed.
    Raises ImageError when the program fails.
    """
    highest_first = ":".join(str(path) for path in reversed(lower))
    script = ["/bin/sh", str(STEPS / "in_overlay.sh"), highest_first, str(work), str(inputs), program]
    run_step(script, environment=environment, log=log, progress=progress)
    return work / "upper"


def proxy_environment() -> dict[str, str]:
    """The host's proxy, npm and pip settings as environment variables, for steps that use the network."""
    proxies = {name: value for name, value in os.environ.items() if name in PROXY_VARIABLES}
    prefixes = ("npm_config_", "pip_")
    return proxies | {name: value for name, value in os.environ.items() if name.lower().startswith(prefixes)}
