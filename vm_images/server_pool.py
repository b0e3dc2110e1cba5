"""The pool of MCP servers: what `vm_images/servers/pool.toml` declares. The image's layer `servers` installs them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from testbed.errors import ImageError

FOLDER = Path(__file__).parent / "servers"
POOL_FILE = FOLDER / "pool.toml"
INSTALLED = "opt/testbed/servers"
"""Where the servers are in the image's root, a folder each."""
OFFERED_SERVERS = "/etc/testbed/servers"
"""A guest's file with the ids of the servers whose tools it lists; root's. It takes effect at once."""
SERVER_ID = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
INSTALL_FIELDS = ("id", "ecosystem", "command", "environment")
"""What the image has of a server besides its packages: other fields may change without a new image."""


class PoolServer(BaseModel):
    """One server of the pool.

    Attributes:
        id: Its name in `servers` of a task; the names of its tools begin with it.
        purpose: What it is for.
        category: A word to group servers by.
        ecosystem: Where its package comes from; `testbed` for the project's own, whose code every guest has.
        package: The package's name there; of an own server, the module that has it.
        version: The package's pinned version; of an own server, that of its tools and data.
        command: A program of the package and its arguments. `{home}` stands for the user's home folder, `{state}` for a
            folder there that the server alone has. An own server has none: the guest's units start it.
        with: Further requirements of its environment.
        environment: Variables that its process gets, with the same placeholders.
        built_in: Whether every guest has its tools; the image's own layers have it then.
        unavailable: Why the image cannot have it; "" if it can.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=SERVER_ID, max_length=40)
    purpose: str = Field(min_length=1, max_length=200)
    category: str = Field(pattern=r"^[a-z]+$")
    ecosystem: Literal["pypi", "npm", "testbed"]
    package: str = Field(pattern=r"^(@[a-z0-9._-]+/)?[A-Za-z0-9._-]+$")
    version: str = Field(pattern=r"^[0-9][0-9A-Za-z.+-]*$")
    command: tuple[str, ...] = ()
    with_: tuple[str, ...] = Field((), alias="with")
    environment: dict[str, str] = {}
    built_in: bool = False
    unavailable: str = ""

    @model_validator(mode="after")
    def _has_one_way_to_start(self) -> Self:
        if self.built_in + self.is_own + bool(self.command) != 1:
            raise ValueError("has a command, or is built_in, or is of the ecosystem testbed")
        return self

    @property
    def is_own(self) -> bool:
        """Whether it is one of the project's own, which the image's guest layer has."""
        return self.ecosystem == "testbed"

    @property
    def prefix(self) -> str:
        """What the names of its tools begin with in a guest."""
        return tool_prefix(self.id)

    @property
    def lock(self) -> Path:
        """The file or folder that pins its package and all it depends on, with hashes."""
        return FOLDER / (f"pypi/{self.id}.lock" if self.ecosystem == "pypi" else f"npm/{self.id}")


def tool_prefix(server_id: str) -> str:
    """What the names of a server's tools begin with in a guest."""
    return server_id.replace("-", "_") + "_"


class _Pool(BaseModel):
    model_config = ConfigDict(extra="forbid")

    server: tuple[PoolServer, ...]

    @model_validator(mode="after")
    def _names_are_distinct(self) -> Self:
        names = sorted(server.prefix for server in self.server)
        for earlier, later in pairwise(names):
            if later.startswith(earlier):
                raise ValueError(f"tools that begin with {later} could be those of two servers")
        return self


@cache
def server_pool(file: Path = POOL_FILE) -> dict[str, PoolServer]:
    """Read a pool: its servers by id, sorted. Raises ImageError when the file is malformed."""
    try:
        pool = _Pool.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, ValidationError) as error:
        problem = _first(error) if isinstance(error, ValidationError) else str(error)
        raise ImageError(f"invalid server pool: {file}: {problem}", hint="see docs/servers.md") from error
    return {server.id: server for server in sorted(pool.server, key=lambda server: server.id)}


def installed_servers() -> Iterator[PoolServer]:
    """The servers that the image's layer `servers` installs."""
    return (server for server in offerable_servers() if not server.is_own)


def offerable_servers() -> Iterator[PoolServer]:
    """The servers that tasks can offer beside a guest's own tools: the installed ones, and the project's own."""
    return (server for server in server_pool().values() if not server.built_in and not server.unavailable)


def _first(error: ValidationError) -> str:
    problem = error.errors()[0]
    place = ".".join(map(str, problem["loc"]))
    return f"{place}: {problem['msg']}"
