"""Write docs/licences.md: what third parties' software the project and its guest image use, and under which licences.

    .venv/bin/python scripts/licences.py

Reads the metadata of the Python packages installed here and in the guest image, the npm lock files, and the copyright
files in the image's layers. Licences are listed as their packages declare them; nothing is judged.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from testbed.errors import ImageError
from vm_images.image import Image, find_image
from vm_images.recipe import NPM
from vm_images.server_pool import FOLDER as SERVERS
from vm_images.server_pool import INSTALLED

PROJECT = Path(__file__).resolve().parents[1]
PAGE = PROJECT / "docs" / "licences.md"
UNKNOWN = "see the package"
OWN_ENVIRONMENT, POOL_ENVIRONMENTS = "opt/testbed/venv", f"{INSTALLED}/*/venv"
OWN_LOCKS = (NPM / "package-lock.json",)
POOL_LOCKS = tuple(SERVERS.glob("npm/*/package-lock.json"))
COLUMNS = ("package", "version", "licence")
HEAD = """# Licences of third parties

testbed itself has **no licence yet**: its owner has not chosen one. Without a licence, default copyright applies:
others may not copy, change or distribute it.

These are the packages that testbed installs, with their licences as the packages declare them. They are not part of
this repository or of the wheel: pip, npm and apt fetch them. The guest image contains the packages of all tables but
the first; their licences apply to whoever passes it on. Packages of the extra `embeddings` are not listed: it is not
installed by the extra `dev`.

Written by `scripts/licences.py`; do not edit.
"""
_KERNEL = re.compile(r"^linux-image-[\d.]+-\d+-")
"""The name of a kernel's package, whose number changes with updates."""
_DEP5_LICENCE = re.compile(r"^License:[ \t]*(\S.*)$", re.MULTILINE)
_COMMON = re.compile(r"/usr/share/common-licenses/([A-Za-z]+-?[0-9.]*[0-9])")

Row = tuple[str, ...]


def document() -> str:
    """The text of docs/licences.md. Raises ImageError when there is no guest image."""
    image = find_image()
    parts = [
        HEAD,
        section("Python packages on the host", ("package", "version", "licence", "needed by"), host_python()),
        section("Python packages in the image", COLUMNS, image_python(image, OWN_ENVIRONMENT)),
        section("npm packages in the image", COLUMNS, npm(OWN_LOCKS)),
        section("Python packages of the server pool", COLUMNS, image_python(image, POOL_ENVIRONMENTS)),
        section("npm packages of the server pool", COLUMNS, npm(POOL_LOCKS)),
        section(
            "Debian packages in the image",
            ("package", "version", "licences named in its copyright file"),
            debian(image),
        ),
    ]
    return "\n".join(parts)


def section(title: str, columns: Row, rows: Iterable[Row]) -> str:
    """A heading, the number of rows, and a table."""
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    head = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    return "\n".join([f"## {title}", "", f"{len(lines)} packages.", "", *head, *lines, ""])


def host_python() -> list[Row]:
    """The project's dependencies with all that they need, and the extras that need them ("" for none)."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    extras = {"": project["dependencies"], **project["optional-dependencies"]}
    needed: dict[str, set[str]] = {}
    for extra, requirements in extras.items():
        for name in _closure(requirements):
            needed.setdefault(name, set()).add(extra)
    rows = []
    for name, users in sorted(needed.items()):
        found = distribution(name)
        users_text = "testbed" if "" in users else ", ".join(f"extra `{extra}`" for extra in sorted(users))
        rows.append((name, found.version, licence_of(found), users_text))
    return rows


def _closure(requirements: Iterable[str]) -> set[str]:
    """The names of installed packages that requirements lead to; one that is not installed here is left out."""
    names: set[str] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in names or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        names.add(name)
        for text in found.requires or ():
            further = Requirement(text)
            wanted = ("", *requirement.extras)
            if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in wanted):
                further.marker = None
                waiting.append(further)
    return names


def licence_of(found: Distribution) -> str:
    """A Python package's licence: its expression, else its classifiers, else the first line of its field."""
    metadata = found.metadata
    if expression := metadata.get("License-Expression"):
        return str(expression)
    classifiers = [
        text.rpartition(" :: ")[2]
        for text in metadata.get_all("Classifier") or ()
        if text.startswith("License :: ") and text != "License :: OSI Approved"
    ]
    if classifiers:
        return ", ".join(classifiers)
    field = str(metadata.get("License") or "").strip()
    return field.splitlines()[0][:80] if field else UNKNOWN


def image_python(image: Image, environments: str) -> list[Row]:
    """The Python packages in the image's environments whose folders match a pattern."""
    pattern = f"{environments}/lib/python3*/site-packages"
    folders = [folder for root in image.layers for folder in root.glob(pattern)]
    found = distributions(path=[str(folder) for folder in folders])
    rows = {(canonicalize_name(item.name), item.version, licence_of(item)) for item in found}
    return sorted(rows)


def npm(locks: Iterable[Path]) -> list[Row]:
    """The npm packages in lock files."""
    rows = {
        (path.rpartition("node_modules/")[2], str(entry["version"]), str(entry.get("license") or UNKNOWN))
        for lock in locks
        for path, entry in json.loads(lock.read_text())["packages"].items()
        if path and "version" in entry
    }
    return sorted(rows)


def debian(image: Image) -> Iterator[Row]:
    """The Debian packages of the image with the licences that their copyright files name."""
    versions = json.loads(image.manifest.read_bytes())["versions"]["apt"]
    for name, version in sorted(versions.items()):
        texts = (_copyright(root, name) for root in reversed(image.layers))
        yield (
            _KERNEL.sub("linux-image-*-", name),
            version,
            licences_in(next((text for text in texts if text), "")),
        )


def _copyright(root: Path, package: str) -> str:
    folder = root / "usr/share/doc" / package
    if folder.is_symlink():
        folder = root / "usr/share/doc" / folder.readlink().name
    file = folder / "copyright"
    if file.is_symlink():
        target = file.readlink()
        file = root / target.relative_to("/") if target.is_absolute() else folder / target
    return file.read_text(errors="replace") if file.is_file() else ""


def licences_in(text: str) -> str:
    """The short names in a machine-readable copyright file; of another one, the common licences it refers to."""
    names = {name.strip().rstrip(",.") for name in _DEP5_LICENCE.findall(text)}
    if not names:
        names = {name for name in _COMMON.findall(text) if name}
    return ", ".join(sorted(names, key=lambda name: (name.lower(), name))) or UNKNOWN


if __name__ == "__main__":
    try:
        PAGE.write_text(document())
    except ImageError as error:
        raise SystemExit(f"error: {error}") from error
