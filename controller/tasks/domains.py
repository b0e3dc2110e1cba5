"""Domains of tasks: any folder below the tasks folder is one."""

from __future__ import annotations

PAPER_DOMAINS = (
    "chrome",
    "gimp",
    "libreoffice_calc",
    "libreoffice_impress",
    "libreoffice_writer",
    "multi_apps",
    "os",
    "thunderbird",
    "vlc",
    "vs_code",
)
"""The domains of the OSWorld-MCP paper's tasks, in the order of its tables."""


def domain_order(domain: str) -> tuple[int, str]:
    """A sort key that puts the paper's domains first, in its order, and others after them by name."""
    if domain in PAPER_DOMAINS:
        return PAPER_DOMAINS.index(domain), domain
    return len(PAPER_DOMAINS), domain


def domain_of(task_id: str) -> str:
    """Return the domain of a task's id, `<domain>/<name>`."""
    return task_id.partition("/")[0]
