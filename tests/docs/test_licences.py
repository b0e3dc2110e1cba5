"""docs/licences.md: its Python and npm tables are those of the pins, its Debian table is that of the image."""

from __future__ import annotations

import re

import pytest

from scripts.licences import (
    OWN_ENVIRONMENT,
    OWN_LOCKS,
    PAGE,
    POOL_ENVIRONMENTS,
    POOL_LOCKS,
    debian,
    host_python,
    image_python,
    licences_in,
    npm,
    section,
)
from tests.docs.pages import table
from vm_images.image import find_image
from vm_images.recipe import REQUIREMENTS

HINT = "run scripts/licences.py"


def rows(title: str) -> list[tuple[str, ...]]:
    return [tuple(cell.replace("`", "") for cell in row) for row in table(PAGE, title)]


def test_the_hosts_python_packages_are_listed() -> None:
    expected = [tuple(cell.replace("`", "") for cell in row) for row in host_python()]
    assert len(expected) > 60
    assert rows("Python packages on the host") == expected, HINT


def test_the_npm_packages_are_listed() -> None:
    assert rows("npm packages in the image") == npm(OWN_LOCKS), HINT
    assert rows("npm packages of the server pool") == npm(POOL_LOCKS), HINT


def test_the_images_python_packages_are_those_of_the_recipe() -> None:
    pins = dict(
        line.split("==") for line in re.findall(r"^[^#\s]+==\S+$", REQUIREMENTS.read_text(), re.MULTILINE)
    )
    normalized = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pins.items()}
    listed = {row[0]: row[1] for row in rows("Python packages in the image")}
    assert {name: listed[name] for name in normalized if name in listed} == {
        name: version for name, version in normalized.items() if name in listed
    }, HINT
    # pip leaves a package to Debian where the system has that version.
    of_debian = {row[0] for row in rows("Debian packages in the image")}
    others = [f"python3-{name.removeprefix('python-')}" for name in normalized if name not in listed]
    assert [name for name in others if name not in of_debian] == [], HINT


def test_every_package_has_a_licence_or_says_where_to_look() -> None:
    titles = [line.removeprefix("## ") for line in PAGE.read_text().splitlines() if line.startswith("## ")]
    assert len(titles) == 6
    for title in titles[:-1]:
        assert [row[0] for row in rows(title) if not row[2]] == []
    debian_rows = rows("Debian packages in the image")
    unknown = [row[0] for row in debian_rows if row[2] == "see the package"]
    assert len(debian_rows) > 900 and len(unknown) < len(debian_rows) / 5


@pytest.mark.guest
@pytest.mark.root
def test_the_images_packages_are_listed() -> None:
    image = find_image()
    assert {row[0] for row in rows("Debian packages in the image")} == {row[0] for row in debian(image)}, HINT
    assert rows("Python packages in the image") == image_python(image, OWN_ENVIRONMENT), HINT
    assert rows("Python packages of the server pool") == image_python(image, POOL_ENVIRONMENTS), HINT


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Files: *\nLicense: Expat\n text\n\nFiles: a\nLicense: GPL-2+\n", "Expat, GPL-2+"),
        ("This is free; see /usr/share/common-licenses/GPL-2.\n", "GPL-2"),
        ("Do what you like.\n", "see the package"),
    ],
)
def test_licences_are_read_from_copyright_files(text: str, names: str) -> None:
    assert licences_in(text) == names


def test_a_table_is_markdown() -> None:
    lines = section("T", ("a", "b"), [("x|y", "z")]).splitlines()
    assert lines == ["## T", "", "1 packages.", "", "| a | b |", "|---|---|", "| x\\|y | z |"]
