"""Which extensions VS Code has, by its registry."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from checkers import jsonc
from checkers.base import GuestView
from checkers.evidence import Unusable, fetch
from checkers.vscode import EXTENSIONS, FILE_LIMIT

OWN = "testbed.testbed-companion"
"""The extension through which the tools and the checkers reach VS Code's windows."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class _Identifier(_Data):
    id: str


class _Registered(_Data):
    identifier: _Identifier
    version: str


def extensions(guest: GuestView) -> dict[str, str]:
    """Map the registered extensions to their versions, without those of VS Code itself and the testbed's own.

    Raises Unusable.
    """
    registry = jsonc.parse(fetch(guest, f"{EXTENSIONS}/extensions.json", limit=FILE_LIMIT))
    try:
        entries = TypeAdapter(list[_Registered]).validate_python(registry)
    except ValidationError as error:
        raise Unusable("extensions.json is well-formed", str(error)[:300]) from error
    found = {entry.identifier.id.casefold(): entry.version for entry in entries}
    return {name: version for name, version in found.items() if name != OWN}
