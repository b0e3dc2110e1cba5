"""The servers of the pool that the image has installed, and those that root has added, mounted where root offers them.

The image has a folder for each: `server.json` (what starts it) and `tools.json` (what it offers). A
guest shows the tools of those servers whose ids stand in `/etc/testbed/servers`, one a line; there is no such file
after a boot. A server's process starts at the first call of one of its tools and stays until the guest ends. Personal
applications have one service together instead (`mcp_tools/personal`).

A server that the image does not have is added by writing `ID.json`, of the form of `server.json`, into ADDED. It is
started when its tools are listed, as nobody has recorded them.
"""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path

from mcp_tools.personal.client import call
from mcp_tools.personal.refused import Refused
from mcp_tools.programs import PATH
from mcp_tools.registry import ToolError
from mcp_tools.timeouts import scale_timeout
from mcp_tools.upstream import Arguments, Mount, UpstreamServer

INSTALLED = Path("/opt/testbed/servers")
OFFERED = Path("/etc/testbed/servers")
ADDED = Path("/opt/testbed/added_servers")
START_SECONDS = scale_timeout(90.0)
"""How long a server may take to start: several import hundreds of modules."""
ADDED_START_SECONDS = scale_timeout(40.0)
"""The same for one that is added, which lists its tools while the controller waits for them."""
MOST_BYTES = 64 * 1024


def offered_ids(file: Path = OFFERED) -> frozenset[str]:
    """The ids of the servers whose tools are shown."""
    try:
        with file.open(encoding="utf-8") as lines:
            return frozenset(lines.read(MOST_BYTES).split())
    except FileNotFoundError:
        return frozenset()


def pool_servers(
    installed: Path = INSTALLED, offered: Path = OFFERED, home: Path | None = None
) -> tuple[UpstreamServer, ...]:
    """The installed servers, to be mounted; none where the image's layer is missing, as on prepared machines."""
    home = home or Path.home()
    return tuple(
        _server(file.parent.name, file, file.parent / "tools.json", offered, home, START_SECONDS)
        for file in sorted(installed.glob("*/server.json"))
    )


def tool_prefix(server: str) -> str:
    """What the names of a server's tools begin with."""
    return server.replace("-", "_") + "_"


class AddedServers:
    """The servers that root adds while the guest runs, each mounted once."""

    def __init__(self, folder: Path = ADDED, offered: Path = OFFERED, home: Path | None = None) -> None:
        self._folder = folder
        self._offered = offered
        self._home = home
        self._mounts: dict[str, Mount] = {}

    def mounts(self) -> list[Mount]:
        """The mounts of the servers that have been added so far."""
        for file in sorted(self._folder.glob("*.json")):
            if file.stem not in self._mounts:
                server = _server(
                    file.stem, file, None, self._offered, self._home or Path.home(), ADDED_START_SECONDS
                )
                self._mounts[file.stem] = Mount(server)
        return list(self._mounts.values())

    async def stop(self) -> None:
        await asyncio.gather(*(mount.stop() for mount in self._mounts.values()))


def _server(
    name: str, file: Path, recorded: Path | None, offered: Path, home: Path, start_seconds: float
) -> UpstreamServer:
    described = json.loads(file.read_text())
    if (personal := described.get("personal_app")) is not None:
        return UpstreamServer(
            prefix=tool_prefix(name),
            command=(),
            recorded=recorded,
            service=partial(_call_personal, personal),
            all_data=True,
            app=name,
            offered=partial(_is_offered, name, offered),
        )
    state = home / ".local/state/mcp" / name

    def fill(text: str) -> str:
        return text.replace("{home}", str(home)).replace("{state}", str(state))

    return UpstreamServer(
        prefix=tool_prefix(name),
        command=tuple(fill(word) for word in described["command"]),
        recorded=recorded,
        all_data=True,
        app=name,
        cwd=home,
        folder=state,
        env={"PATH": PATH, **{name: fill(value) for name, value in described["environment"].items()}},
        start_seconds=start_seconds,
        offered=partial(_is_offered, name, offered),
    )


def _call_personal(app: str, tool: str, arguments: Arguments, action: str) -> str:
    try:
        return json.dumps(call(app, tool, arguments, action), ensure_ascii=False)
    except Refused as refusal:
        raise ToolError(str(refusal)) from None


def _is_offered(server: str, file: Path) -> bool:
    return server in offered_ids(file)
