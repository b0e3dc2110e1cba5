"""The servers of a task: those that it names, of the pool and of the user's own."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from controller.guests.network_access import with_hosts
from controller.tasks.added_servers import NONE, SHORTEST_KEY, AddedServers
from testbed.errors import UsageError
from vm_images.server_pool import SERVER_ID, offerable_servers, server_pool, tool_prefix


def _server_id(value: str) -> str:
    if not re.match(SERVER_ID, value):
        raise PydanticCustomError("server", "{server} is no server's id", {"server": repr(value)})
    return value


ServerName = Annotated[str, AfterValidator(_server_id)]
"""A server's id in a file."""


@dataclass(frozen=True)
class TaskServers(Collection[str]):
    """The servers of a task, or of several: a collection of their ids.

    Attributes:
        ids: The ids.
        added: Servers of the user's own, which tasks can name beside those of the pool.
        with_pool: Whether the set-up of a task with servers offers all servers of the pool.
    """

    ids: tuple[str, ...] = ()
    added: AddedServers = NONE
    with_pool: bool = False

    @classmethod
    def read(cls, ids: Sequence[str], file: Path | None, option: str) -> TaskServers:
        """Return servers of the pool and of the user's own file, which `option` names.

        Raises UsageError when the file is malformed, or one of them is in neither or has no key on this host.
        """
        servers = cls(tuple(ids), AddedServers.read(file))
        if problem := servers.skip_reason(option):
            raise UsageError(problem.removeprefix("server: "))
        servers._check_keys()
        return servers

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __contains__(self, name: object) -> bool:
        return name in self.ids

    @property
    def offered(self) -> tuple[str, ...]:
        """The servers that the set-up offers: these and, with the pool, the others that guests can offer."""
        if not (self.ids and self.with_pool):
            return self.ids
        return self.ids + tuple(server.id for server in offerable_servers() if server.id not in self.ids)

    @property
    def prefixes(self) -> dict[str, str]:
        """What the names of the tools of each of them begin with."""
        return {name: tool_prefix(name) for name in self.ids}

    @property
    def secrets(self) -> tuple[str, ...]:
        """The values of their keys, which no record may have."""
        return self.added.secrets(self.ids)

    @property
    def hashes(self) -> dict[str, str]:
        """Hashes of those of the user's own. Raises UsageError when a folder cannot be read."""
        return self.added.hashes(self.ids)

    def skip_reason(self, option: str = "--servers") -> str:
        """Return why this host cannot offer them, as a reason to skip their task; "" if it can.

        `option` is the one that adds servers of the user's own.
        """
        pool = server_pool()
        names = [*(name for name, server in pool.items() if not server.unavailable), *self.added.servers]
        for name in self.ids:
            if name in names:
                continue
            if name in pool:
                return f"server: the image cannot have {name}: {pool[name].unavailable}"
            close = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"servers of your own: {option} FILE"
            return f"server: neither the pool nor {option} has {name!r} ({hint})"
        return ""

    def not_listed(self, tools: Collection[str]) -> str:
        """Return the first of them of which no tool is among tools of these names; "" if each has one."""
        lacking = (
            name
            for name, prefix in self.prefixes.items()
            if not any(tool.startswith(prefix) for tool in tools)
        )
        return next(lacking, "")

    def network(self, given: str) -> str:
        """Return a network of guests, as `--network` takes it, with the hosts that they must reach."""
        return with_hosts(given, self.added.hosts(self.ids))

    def check(self, network: str) -> None:
        """Raise UsageError when one has no key on this host, or guests do not reach a host of it."""
        self._check_keys()
        if (widened := self.network(network)) != network:
            hosts = self.added.hosts(self.ids)
            servers = ", ".join(sorted({name for names in hosts.values() for name in names}))
            raise UsageError(
                f"{servers}: the server needs hosts that guests do not reach with --network {network}",
                hint=f"give --network {widened}",
            )

    def _check_keys(self) -> None:
        """Raise UsageError when one of them has no key on this host."""
        for server, variable in self.added.missing_keys(self.ids):
            raise UsageError(
                f"the server {server.id!r} needs a key of {SHORTEST_KEY} printable characters or more in {variable}",
                hint=f"set it: export {variable}=...",
            )
