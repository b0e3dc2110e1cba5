"""What an image is made of, and the hashes that name it.

An image is a stack of four layers, lowest first: `base` (the distribution's packages), `apps` (/opt/testbed:
Node, code-server, Python packages, npm servers), `servers` (the server pool) and `guest` (units, settings,
launchers, the MCP server's code). A profile that extends another one has a fifth, `extension`, and one with fonts of
the user's own a last one, `fonts`. A layer's hash covers the content of its inputs and the hash of the layer below;
the versions that apt picks are recorded in the manifest and are no part of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from testbed.errors import ImageError
from vm_images.application import APPLICATIONS
from vm_images.fonts import has_fonts, kept_fonts
from vm_images.profile import Profile
from vm_images.server_pool import INSTALL_FIELDS, installed_servers

RECIPE = Path(__file__).parent
MCP_TOOLS = RECIPE.parent / "mcp_tools"
ROOTFS = RECIPE / "rootfs"
STEPS = RECIPE / "steps"
REQUIREMENTS = RECIPE / "requirements.txt"
LOCKED_REQUIREMENTS = RECIPE / "requirements.lock"
"""The same versions with the hashes of their files: what is installed."""
NPM = RECIPE / "npm"
GUEST_STEPS = (STEPS / "guest.sh", STEPS / "image.sh")
SERVERS_STEP = STEPS / "servers.sh"
SERVERS = RECIPE / "servers"
SERVERS_RECORDER = SERVERS / "record.py"
FONTS_STEP = STEPS / "fonts.sh"


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the plan: its name (such as "base") and the hash of its inputs and parent."""

    name: str
    hash: str

    @property
    def folder(self) -> str:
        return f"{self.name}-{self.hash[:16]}"


def plan(profile: Profile) -> tuple[Layer, ...]:
    """The layers of a profile's image, lowest first. Raises ImageError when a part of the recipe is missing."""
    packages, desktop = profile.packages, profile.desktop
    base_inputs = {
        "distribution": profile.distribution,
        "suite": profile.suite,
        "components": profile.components,
        "packages": profile.installed,
        "vendor": [archive.model_dump() for archive in profile.vendor],
    }
    apps_inputs = {"python": profile.python, "build": sorted(packages.build)}
    guest_inputs = desktop.model_dump()
    base_steps = [STEPS / "base.sh", *([STEPS / "vendor.sh"] if profile.vendor else [])]
    base = _layer("base", "", base_inputs, base_steps)
    apps = _layer("apps", base.hash, apps_inputs, [STEPS / "apps.sh", LOCKED_REQUIREMENTS, NPM])
    installed = [server.model_dump(include=set(INSTALL_FIELDS)) for server in installed_servers()]
    servers_inputs = {"python": profile.python, "servers": installed}
    servers_trees = [SERVERS_STEP, SERVERS_RECORDER, SERVERS / "pypi", SERVERS / "npm"]
    servers = _layer("servers", apps.hash, servers_inputs, servers_trees)
    guest = _layer("guest", servers.hash, guest_inputs, [*GUEST_STEPS, ROOTFS, MCP_TOOLS, APPLICATIONS])
    layers = [base, apps, servers, guest]
    if profile.extension is not None:
        extension_inputs = {"packages": profile.extension.packages}
        layers.append(_layer("extension", guest.hash, extension_inputs, [profile.extension.folder]))
    if has_fonts(profile.name):
        layers.append(_layer("fonts", layers[-1].hash, {}, [FONTS_STEP, kept_fonts(profile.name)]))
    return tuple(layers)


def image_hash(layers: tuple[Layer, ...]) -> str:
    """The image's hash: that of its highest layer, which covers all below."""
    return layers[-1].hash


@dataclass(frozen=True, slots=True)
class RecipeFile:
    """A file or a symbolic link of a recipe's tree.

    Attributes:
        path: Its path below the tree; "." if the tree is this file.
        source: The file on this host; of a link, what declares it.
        target: Where the link leads; "" for a file.
    """

    path: PurePosixPath
    source: Path
    target: str = ""

    @property
    def executable(self) -> bool:
        """Whether it is a program."""
        return not self.target and bool(self.source.stat().st_mode & 0o100)


def content_files(tree: Path) -> Iterator[RecipeFile]:
    """The files and links of a tree that belong to the recipe, in a fixed order.

    Bytecode and editors' leftovers do not. Links are declared in the file `<tree>.links` beside the tree, each as its
    path and its target, because a wheel cannot hold links.
    """
    if tree.is_file():
        yield RecipeFile(PurePosixPath("."), tree)
        return
    files = [_recipe_file(tree, path) for path in tree.rglob("*") if _is_content(path)]
    yield from sorted([*files, *_declared_links(tree)], key=lambda file: file.path)


def _is_content(path: Path) -> bool:
    ignored = "__pycache__" in path.parts or path.suffix == ".pyc" or path.name.endswith("~")
    return not ignored and (path.is_symlink() or path.is_file())


def _recipe_file(tree: Path, path: Path) -> RecipeFile:
    target = str(path.readlink()) if path.is_symlink() else ""
    return RecipeFile(PurePosixPath(path.relative_to(tree).as_posix()), path, target)


def _declared_links(tree: Path) -> Iterator[RecipeFile]:
    declaration = tree.with_name(f"{tree.name}.links")
    if declaration.is_file():
        for line in declaration.read_text().splitlines():
            path, target = line.split()
            yield RecipeFile(PurePosixPath(path), declaration, target)


def tree_hash(tree: Path) -> str:
    """Hash of a tree's paths, contents and executable bits; times and owners do not count."""
    if not tree.exists():
        raise ImageError(f"the recipe's {tree} is missing", hint="use a complete checkout of the project")
    digest = hashlib.sha256()
    for file in content_files(tree):
        if file.target:
            kind, content = "link", file.target.encode()
        else:
            kind = "program" if file.executable else "file"
            content = file.source.read_bytes()
        digest.update(f"{kind} {len(content)} {file.path}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _layer(name: str, parent: str, inputs: Mapping[str, Any], trees: list[Path]) -> Layer:
    described = {
        "layer": name,
        "parent": parent,
        "inputs": inputs,
        "trees": {tree.name: tree_hash(tree) for tree in trees},
    }
    text = json.dumps(described, sort_keys=True, ensure_ascii=True)
    return Layer(name, hashlib.sha256(text.encode()).hexdigest())
