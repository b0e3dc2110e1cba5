"""What OSWorld's tasks need beyond a guest: rules over a task's own JSON, and a table for what only reading shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from plugins.osworld.tasks.guest_packages import guest_packages
from plugins.osworld.tasks.steps import GoogleDrive, Login, OpenTabs, Step
from plugins.osworld.tasks.task_json import Definition
from plugins.osworld.tasks.web_tasks import UNPLAYABLE, WEB_TASKS

Kind = Literal[
    "runs offline",
    "needs files",
    "needs packages",
    "needs live web",
    "needs a Google account",
    "cannot run",
    "is malformed",
]
"""What a task needs, the easiest first; a task has the last that applies."""
_INSTALLS = re.compile(r"\b(?:apt(?:-get)? install|pip3? install)((?: +[\w.+-]+)+)")
_WEB_GETTERS = frozenset(
    ("info_from_website", "pdf_from_url", "page_info", "gotoRecreationPage_and_get_html_content")
)


@dataclass(frozen=True)
class Needs:
    """What a task needs.

    Attributes:
        kind: Its class; missing files are not known here.
        why: The detail of the class; "" for one that runs offline.
    """

    kind: Kind
    why: str = ""


def needs_of(task_id: str, definition: Definition, files: int) -> Needs:
    """Classify a task.

    Args:
        task_id: `<domain>/<id>`.
        definition: The task.
        files: How many files it downloads.
    """
    return Needs(*_kind(task_id, definition, files))


def _kind(task_id: str, definition: Definition, files: int) -> tuple[Kind, str]:
    if definition.malformed:
        return "is malformed", definition.problem
    if definition.problem:
        return "cannot run", definition.problem
    name = task_id.partition("/")[2]
    if name in UNPLAYABLE:
        return "cannot run", UNPLAYABLE[name]
    if account := _account(definition):
        return "needs a Google account", account
    if web := ", ".join(dict.fromkeys(_web(name, definition))):
        return "needs live web", web
    if packages := _packages("\n".join(_commands(definition))):
        return "needs packages", ", ".join(packages)
    if files:
        return "needs files", f"{files} file{'s' if files > 1 else ''}"
    return "runs offline", ""


def _account(definition: Definition) -> str:
    used: list[str] = [
        step.type for step in definition.config if isinstance(step.parameters, GoogleDrive | Login)
    ]
    used += [
        "googledrive_file"
        for getter in definition.json.evaluator.getters
        if getter["type"] == "googledrive_file"
    ]
    return ", ".join(dict.fromkeys(used))


def _web(name: str, definition: Definition) -> Iterator[str]:
    for step in (*definition.config, *definition.postconfig):
        if isinstance(step.parameters, OpenTabs):
            yield from (host for url in step.parameters.urls_to_open if (host := _public_host(url)))
    yield from (
        getter["type"] for getter in definition.json.evaluator.getters if getter["type"] in _WEB_GETTERS
    )
    if name in WEB_TASKS:
        yield WEB_TASKS[name]


def _public_host(url: str) -> str:
    """Return the host of a web page that is not the guest's own; "" for any other address."""
    parts = urlsplit(url if "://" in url else f"https://{url}")
    if parts.scheme not in ("http", "https") or parts.hostname in ("localhost", "127.0.0.1"):
        return ""
    return parts.hostname or ""


def _packages(text: str) -> tuple[str, ...]:
    """The packages that commands install and the guest lacks."""
    words = (word for match in _INSTALLS.finditer(text) for word in match[1].split())
    missing = (word for word in words if not word.startswith("-") and word not in guest_packages())
    return tuple(dict.fromkeys(missing))


def _commands(definition: Definition) -> Iterator[str]:
    for step in (*definition.config, *definition.postconfig):
        yield _line(step)
    for getter in definition.json.evaluator.getters:
        command = getter.get("command", "")
        yield command if isinstance(command, str) else " ".join(map(str, command))


def _line(step: Step) -> str:
    return " ".join(step.commands)
