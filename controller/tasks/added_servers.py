"""MCP servers of the user's own, which a file beside the pool declares (`--servers FILE`)."""

from __future__ import annotations

import hashlib
import io
import os
import stat
import tarfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from controller.applications.registry import APPLICATIONS, SYSTEM
from controller.core.invalid_data import first_invalid
from controller.core.junk import without_junk
from controller.guests.network_access import parse_network
from testbed.errors import UsageError
from vm_images.server_pool import SERVER_ID, server_pool, tool_prefix

MOST_BYTES = 64 * 2**20
"""Bytes at most of a server's folder, which every episode transfers."""
MOST_FILES = 20_000
SHORTEST_KEY = 8
"""Characters at least of a key: it is removed from whatever its server answers."""
HINT = "docs/servers.md describes each field"
_VARIABLE = r"^[A-Za-z_][A-Za-z0-9_]*$"
_OF_THE_POOL = ("ecosystem", "package", "version", "with", "built_in", "unavailable")

Variable = Annotated[str, Field(pattern=_VARIABLE)]


def _host(value: str) -> str:
    try:
        parse_network(f"allow:{value}")
    except UsageError as error:
        raise ValueError(error.message) from error
    if "," in value:
        raise ValueError(f"{value!r} is more than one host")
    return value.strip().rstrip(".").lower()


class AddedServer(BaseModel):
    """A server that the guest image does not have.

    Attributes:
        id: Its name in `servers` of a task; the names of its tools begin with it.
        purpose: What it is for.
        category: A word to group servers by.
        command: Its program, found in the guest, and its arguments. `{folder}` stands for the copy of its folder in the
            guest, `{home}` for the user's home folder, `{state}` for a folder that the server alone has.
        environment: Variables that its process gets, with the same placeholders.
        folder: A folder of this host, relative to the file, that each guest gets a copy of; "" for none.
        keys: Secret variables that its process alone gets, with the variables of this host that have their values.
        network: The hosts that it must reach.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=SERVER_ID, max_length=40)
    purpose: str = Field(min_length=1, max_length=200)
    category: str = Field("own", pattern=r"^[a-z]+$")
    command: tuple[str, ...] = Field(min_length=1)
    environment: dict[Variable, str] = {}
    folder: str = ""
    keys: dict[Variable, Variable] = {}
    network: tuple[Annotated[str, AfterValidator(_host)], ...] = ()

    @property
    def prefix(self) -> str:
        """What the names of its tools begin with in a guest."""
        return tool_prefix(self.id)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    server: tuple[AddedServer, ...] = Field(min_length=1)


@dataclass(frozen=True, eq=False)
class AddedServers:
    """The servers of a file, by id. Without a file there are none."""

    path: Path | None = None
    servers: Mapping[str, AddedServer] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path | None) -> AddedServers:
        """Read a file; without one none are added.

        Raises UsageError when it is malformed, or a server's folder cannot be read.
        """
        if path is None:
            return NONE
        try:
            listed = _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).server
        except OSError as error:
            raise UsageError(f"cannot read {path}: {error.strerror}") from error
        except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UsageError(f"{path}: not valid TOML: {error}", hint=HINT) from error
        except ValidationError as error:
            raise UsageError(f"{path}: {_first(error)}", hint=HINT) from error
        _check_names(path, listed)
        added = cls(path, {server.id: server for server in listed})
        for server in listed:
            assert added.hash_of(server.id)
        return added

    def select(self, ids: Iterable[str]) -> list[AddedServer]:
        """Those of the file among servers of these ids."""
        return [self.servers[name] for name in dict.fromkeys(ids) if name in self.servers]

    def archive(self, server_id: str) -> bytes:
        """The server's folder as a tar archive; b"" if it has none. Raises UsageError."""
        return self._archives.get(server_id, b"")

    def hashes(self, ids: Iterable[str]) -> dict[str, str]:
        """The hashes of those of the file among servers of these ids; see `hash_of`. Raises UsageError."""
        return {server.id: self.hash_of(server.id) for server in self.select(ids)}

    def hash_of(self, server_id: str) -> str:
        """Hash of what defines a server: its entry and the files of its folder. Raises UsageError."""
        digest = hashlib.sha256(self.servers[server_id].model_dump_json().encode() + b"\0")
        digest.update(self.archive(server_id))
        return digest.hexdigest()

    def missing_keys(self, ids: Iterable[str]) -> Iterator[tuple[AddedServer, str]]:
        """The servers of these ids with variables of this host that have no value, or one that is no key."""
        for server in self.select(ids):
            for variable in server.keys.values():
                if not _is_key(os.environ.get(variable, "")):
                    yield server, variable

    def secrets(self, ids: Iterable[str]) -> tuple[str, ...]:
        """The values of the keys of the servers of these ids."""
        values = (os.environ.get(name, "") for server in self.select(ids) for name in server.keys.values())
        return tuple(value for value in values if value)

    def hosts(self, ids: Iterable[str]) -> dict[str, list[str]]:
        """The hosts that servers of these ids must reach, with the servers that need each."""
        needed: dict[str, list[str]] = {}
        for server in self.select(ids):
            for host in server.network:
                needed.setdefault(host, []).append(server.id)
        return needed

    @cached_property
    def _archives(self) -> dict[str, bytes]:
        assert self.path or not self.servers
        return {
            server.id: _pack(self.path, server)
            for server in self.servers.values()
            if server.folder and self.path
        }


NONE = AddedServers()


def _is_key(value: str) -> bool:
    return len(value) >= SHORTEST_KEY and value.isprintable()


def _pack(path: Path, server: AddedServer) -> bytes:
    """A server's folder as an archive that depends on its content alone. Raises UsageError."""
    root = path.parent / server.folder
    where = f"{path}: the folder {server.folder!r} of {server.id}"
    if not root.is_dir():
        raise UsageError(f"{where} is not there", hint="give it relative to the file")
    buffer = io.BytesIO()
    size = 0
    try:
        files = without_junk(root.rglob("*"), root)
        if len(files) > MOST_FILES:
            raise UsageError(f"{where} has more than {MOST_FILES:,} files")
        with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
            for file in files:
                status = file.lstat()
                info = tarfile.TarInfo(file.relative_to(root).as_posix())
                if stat.S_ISLNK(status.st_mode):
                    info.type, info.linkname = tarfile.SYMTYPE, str(file.readlink())
                    archive.addfile(info)
                elif stat.S_ISDIR(status.st_mode):
                    info.type, info.mode = tarfile.DIRTYPE, 0o755
                    archive.addfile(info)
                elif stat.S_ISREG(status.st_mode):
                    size += status.st_size
                    if size > MOST_BYTES:
                        raise UsageError(f"{where} has more than {MOST_BYTES / 2**20:.0f} MiB")
                    data = file.read_bytes()
                    info.size, info.mode = len(data), 0o755 if status.st_mode & 0o111 else 0o644
                    archive.addfile(info, io.BytesIO(data))
                else:
                    raise UsageError(f"{where} has {info.name!r}, which is neither a file nor a folder")
    except OSError as error:
        raise UsageError(f"{where} cannot be read: {error}") from error
    return buffer.getvalue()


def _check_names(path: Path, listed: Iterable[AddedServer]) -> None:
    pool = server_pool()
    ids = [server.id for server in listed]
    for name in ids:
        if name in pool or name in (*APPLICATIONS, SYSTEM):
            taken = "the pool has a server" if name in pool else "there is an application"
            raise UsageError(f"{path}: {name}: {taken} of that name", hint="give it another id")
    for earlier, later in pairwise(sorted(map(tool_prefix, [*ids, *pool]))):
        if later.startswith(earlier):
            raise UsageError(
                f"{path}: tools that begin with {later} could be those of two servers",
                hint="give one of them another id",
            )


def _first(error: ValidationError) -> str:
    first = first_invalid(error)
    if first.details["type"] == "extra_forbidden" and first.location[-1] in _OF_THE_POOL:
        return (
            f"{first.path}: the image's servers alone have packages; put what yours needs into a folder, and name that "
            "as `folder`"
        )
    return str(first)
