"""Sites of tasks: a program in the guest shows their pages, and takes what these offer (`site_server.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from controller.core.guest import Guest
from controller.tasks.sources.folder.fixtures import Fixture

PORT = 8765
"""Where the guest's browser finds the site of a task."""
PROGRAM = Path(__file__).with_name("site_server.py")
_PLACE = PurePosixPath("/srv")
_IN_GUEST = _PLACE / "site_server.py"


def serve(guest: Guest, site: str, pages: Mapping[PurePosixPath, Fixture]) -> None:
    """Show pages on a site, and start it unless it is there. The agent's user can change neither.

    Raises GuestError.
    """
    folder = _PLACE / site
    for path, page in pages.items():
        guest.write_file(str(folder / path), page.data, owner="root")
    if guest.run(["systemctl", "is-active", "--quiet", site], check=False).exit_code == 0:
        return
    guest.write_file(str(_IN_GUEST), PROGRAM.read_bytes(), owner="root")
    service = ["--property=DynamicUser=yes", f"--property=StateDirectory={site}"]
    ready = ["--service-type=notify", "--property=NotifyAccess=all"]
    guest.run(
        [
            *("systemd-run", "--quiet", "--collect", f"--unit={site}", *ready, *service),
            *("python3", str(_IN_GUEST), str(folder), str(PORT)),
        ]
    )
