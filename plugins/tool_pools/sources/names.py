"""The names that the papers' releases give to servers, and the ids of the same servers here."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

TABLE = Path(__file__).with_name("servers.toml")


class ServerFile(BaseModel):
    """A file of the checkout that a server of the pool reads at another place."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str
    server: str
    path: str
    to: str = Field(pattern=r"^/")


class ServerList(BaseModel):
    """The servers that a release offers in a mode.

    Attributes:
        name: The list's name, as `--tool-filter standard:NAME` takes it.
        suite: The release, whose names of servers it has.
        servers: The servers.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    suite: str
    servers: tuple[str, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of its servers here, those that the pool lacks included."""
        return tuple(map(server_names(self.suite).id_of, self.servers))


_FILES = TypeAdapter(tuple[ServerFile, ...])
_LISTS = TypeAdapter(tuple[ServerList, ...])
_IDS = TypeAdapter(dict[str, dict[str, str]])


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The names of one release.

    Attributes:
        ids: Ids of the pool's servers by the release's names.
        files: Files that a server of the pool reads, by the release's name of the server.
    """

    ids: Mapping[str, str]
    files: Mapping[str, tuple[ServerFile, ...]]

    def id_of(self, name: str) -> str:
        """Return the id of a server here; for one that the pool does not have, that of a `--servers` file."""
        return self.ids.get(name) or added_id(name)


@cache
def server_names(suite: str) -> ServerNames:
    """Return the names of a release: a table of `servers.toml`."""
    table = _table()
    del table["standard"]
    files: dict[str, tuple[ServerFile, ...]] = {}
    for file in _FILES.validate_python(table.pop("file")):
        if file.suite == suite:
            files[file.server] = (*files.get(file.server, ()), file)
    return ServerNames(_IDS.validate_python(table)[suite], files)


@cache
def standard_lists() -> Mapping[str, ServerList]:
    """Return the lists of servers of the releases' standard modes, by name."""
    return {item.name: item for item in _LISTS.validate_python(_table()["standard"])}


def _table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def added_id(name: str) -> str:
    """Return a name as a server's id: "NASA Data" becomes "nasa-data", and "12306-mcp" "server-12306-mcp"."""
    words = "-".join(re.findall(r"[a-z0-9]+", name.lower()))
    return words if words[:1].isalpha() else f"server-{words}".rstrip("-")
