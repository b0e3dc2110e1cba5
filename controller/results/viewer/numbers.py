"""Numbers and statuses as text."""

from __future__ import annotations

import math

from controller.results.viewer.html import Html, el

NOTHING = "–"
STATUS_NAMES = {
    "completed": "completed",
    "out_of_steps": "out of steps",
    "agent_error": "agent error",
    "agent_broke_guest": "agent broke guest",
    "infra_error": "infra error",
    "cancelled": "cancelled",
    "skipped": "skipped",
    "running": "running",
    "cut_short": "aborted",
    "waiting": "not started",
}
_STATUS_LOOKS = {
    "completed": "idle",
    "out_of_steps": "warn",
    "agent_error": "warn",
    "agent_broke_guest": "warn",
    "infra_error": "bad",
    "cut_short": "warn",
    "running": "live",
}


def score(value: float | None) -> str:
    return NOTHING if value is None else f"{value:.2g}"


def seconds(value: float) -> str:
    """A length of time: 4.2 s, 3:05 min, 2:07:09 h."""
    if not math.isfinite(value):
        return NOTHING
    if value < 60:
        return f"{value:.1f} s"
    whole = round(value)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d} min"
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d} h"


def when(created: str) -> str:
    """A record's time of day without the zone, as it is UTC."""
    return created[:16].replace("T", " ")


def score_badge(value: float | None, before: str = "") -> Html:
    look = "idle" if value is None else "ok" if value == 1 else "bad" if value == 0 else "warn"
    return el("span", before, score(value), class_=f"badge {look}")


def status_badge(status: str) -> Html:
    return el("span", STATUS_NAMES.get(status, status), class_=f"badge {_STATUS_LOOKS.get(status, 'idle')}")


def count(value: int, what: str) -> str:
    """1 task, 2 tasks."""
    return f"{value:,} {what}{'' if value == 1 else 's'}"
