"""The program that becomes a guest: builds its mounts in a namespace of its own, then executes systemd-nspawn.

Run as `python -I -S launch.py GUEST_FOLDER`, as root, in fresh mount and pid namespaces, with only the
standard library. Because every mount is made in a private mount namespace, the kernel removes all of them
when the guest ends, however it ends.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3]))

from controller.guests import mounts


def main() -> None:
    folder = Path(sys.argv[1])
    plan = json.loads((folder / "launch.json").read_text())
    for file in plan["cgroup_procs"]:
        Path(file).write_text("0")
    mounts.join_guest_cgroup(plan["name"])
    os.chdir(folder)
    if plan["disk"]:
        mounts.mount_disk(plan["disk"], "rw")
    mounts.mount_layers([*map(Path, plan["layers"])], plan["shift"])
    os.execvp(plan["command"][0], plan["command"])


if __name__ == "__main__":
    main()
