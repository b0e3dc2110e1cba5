"""The applications that the image declares, one TOML file each, as far as the tools need them."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("TESTBED_APPLICATIONS", "/usr/share/testbed/applications"))


@dataclass(frozen=True, slots=True)
class Declaration:
    """An application's id and how its windows are recognised."""

    id: str
    window_classes: tuple[re.Pattern[str], ...]
    window_titles: tuple[re.Pattern[str], ...]
    hosted_by: str


@cache
def declarations() -> tuple[Declaration, ...]:
    """Read all declarations; an application that is hosted by another comes before it."""
    files = {path.stem: tomllib.loads(path.read_text()) for path in sorted(FOLDER.glob("*.toml"))}
    applications = [_declaration(name, data) for name, data in files.items()]
    return tuple(sorted(applications, key=lambda application: not application.hosted_by))


@cache
def hosts() -> frozenset[str]:
    """The applications whose windows may show another application."""
    return frozenset(application.hosted_by for application in declarations() if application.hosted_by)


def _declaration(name: str, data: dict[str, Any]) -> Declaration:
    return Declaration(
        id=name,
        window_classes=tuple(re.compile(pattern) for pattern in data["window_classes"]),
        window_titles=tuple(re.compile(pattern) for pattern in data.get("window_titles", ())),
        hosted_by=data.get("hosted_by", ""),
    )
