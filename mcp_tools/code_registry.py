"""What is known of VS Code's installed extensions, and of packages of them, from files."""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from mcp_tools.code_window import Extension
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

REGISTRY = Path(".local/share/code-server/extensions/extensions.json")
"""Below the home folder."""
MANIFEST_LIMIT = 2**20
COMPANION = "testbed.testbed-companion"
IDENTIFIER_LIMIT = 200
IDENTIFIER = r"[\w-]+\.[\w.-]+"


@dataclass(frozen=True, slots=True)
class Registered:
    """An installed extension, as the registry has it."""

    id: str
    version: str
    folder: Path
    pre_release: bool

    @property
    def categories(self) -> list[str]:
        """What its manifest says, in lower case. Raises ToolError when that cannot be read."""
        try:
            manifest = json.loads((self.folder / "package.json").read_text(encoding="utf-8"))
            return [category.casefold() for category in manifest.get("categories", [])]
        except (OSError, ValueError, AttributeError) as error:
            raise ToolError(
                f"{self.id} is damaged: its package.json cannot be read; install it again"
            ) from error


def read_package(package: Path) -> Extension:
    """What a .vsix file says it contains."""
    try:
        with zipfile.ZipFile(package) as archive, archive.open("extension/package.json") as file:
            manifest = json.loads(file.read(MANIFEST_LIMIT))
        contained = Extension(id=f"{manifest['publisher']}.{manifest['name']}", version=manifest["version"])
    except (OSError, zipfile.BadZipFile, LookupError, TypeError, ValueError) as error:
        raise ToolError(
            f"{package} is no VS Code extension package (.vsix); make or download it again"
        ) from error
    if not re.fullmatch(IDENTIFIER, contained.id):
        raise ToolError(f"{package} has no right identifier: {shorten(contained.id)}; make it again")
    if contained.id.casefold() == COMPANION:
        raise ToolError(f"{COMPANION} cannot be replaced: these tools work through it")
    return contained


def read_registered() -> list[Registered]:
    """Every installed extension. Raises ToolError when the registry is damaged."""
    registry = Path.home() / REGISTRY
    try:
        entries = json.loads(registry.read_text(encoding="utf-8"))
        return [
            Registered(
                id=entry["identifier"]["id"],
                version=entry["version"],
                folder=registry.parent / entry["relativeLocation"],
                pre_release=entry.get("metadata", {}).get("preRelease", False),
            )
            for entry in entries
        ]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise ToolError(
            f"the list of installed extensions, {registry}, is damaged; correct it, or move it away and start VS Code "
            "again"
        ) from error


def find_installed(extension_id: str) -> Registered:
    extensions = read_registered()
    for extension in extensions:
        if extension.id.casefold() == extension_id.casefold():
            return extension
    names = ", ".join(extension.id for extension in extensions)
    name = extension_id if len(extension_id) <= IDENTIFIER_LIMIT else shorten(extension_id)
    raise ToolError(f"{name} is not installed; installed extensions: {names or 'none'}")


def check_installed(extension_id: str, version: str | None = None) -> Extension:
    """The registered extension after it was installed, in this version if one is given."""
    extension = find_installed(extension_id)
    if version not in (None, extension.version):
        raise ToolError(f"{extension.id} is installed in version {extension.version} instead of {version}")
    return Extension(id=extension.id, version=extension.version)
