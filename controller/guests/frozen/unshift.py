"""Copies what a guest has written with the ids that the image's files have: the guest's own, not the host's.

Run as `python -I -S unshift.py SOURCE TARGET FIRST`, as root, in a mount namespace of its own, with only the standard
library. `FIRST` is the host's id of the guest's root. All layers of an overlay must be mapped alike: the kernel opens
watched files by handles, through the mapping of any layer on the same file system.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[3]))

from controller.guests import mounts


def main() -> None:
    source, target, first = sys.argv[1:]
    mounts.mount_idmapped(Path(source), Path(source), mounts.user_namespace(0, int(first)))
    os.execvp("cp", ["cp", "--archive", f"{source}/.", target])


if __name__ == "__main__":
    main()
