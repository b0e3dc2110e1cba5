"""A run as experiment trackers see it: parameters, tags and metrics, each by one flat name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from testbed.results import RunToExport, all_metrics, groups_of

_COUNTS = ("input_tokens", "output_tokens", "calls", "retries", "cost")


def parameters(run: RunToExport) -> dict[str, str | int | float | bool]:
    """The run's options, one value each; lists are joined by commas, settings of the agent begin with `set.`."""
    options = run.info.options.by_name()
    settings = options.pop("settings")
    values = {
        **options,
        "model": run.info.agent.model,
        **{f"set.{name}": value for name, value in settings.items()},
        "tasks": len(run.info.tasks),
        "image_hash": run.info.image_hash,
        "tools_hash": run.info.tools_hash,
    }
    return {name: _plain(value) for name, value in values.items()}


def tags(run: RunToExport) -> dict[str, str]:
    """What identifies the run: its agent, versions, and where its numbers come from."""
    summary = run.loaded.summary()
    texts = {"testbed.agent": run.agent, "testbed.created": run.info.created}
    texts |= {f"testbed.version.{name}": text for name, text in run.info.versions.items()}
    for name in ("provenance", "tags", "note"):
        texts |= {f"testbed.{place}": str(_plain(value)) for place, value in _flat(name, summary.get(name))}
    return {name: text for name, text in texts.items() if text}


def metrics(run: RunToExport) -> dict[str, float]:
    """Every metric of every group over both denominators, and counts.

    Names are `<denominator>/<metric>` for all episodes, `<group>/<denominator>/<metric>` for a group. Metrics that
    are not defined for a group are left out.
    """
    summary = run.loaded.summary()
    values: dict[str, float] = {}
    for _, place, group in groups_of(summary):
        prefix = "" if place == ("overall",) else "/".join(place) + "/"
        for denominator in ("selected", "ran"):
            for spec in all_metrics():
                value = group[denominator][spec.key]
                if value is not None:
                    values[f"{prefix}{denominator}/{spec.key}"] = float(value)
    values |= {f"status/{status}": float(number) for status, number in summary["status"].items()}
    values |= {name: float(summary[name]) for name in _COUNTS if summary[name] is not None}
    return values


def _flat(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(f"{name}.{key}", part)
    elif value not in (None, "", [], ()):
        yield name, value


def _plain(value: Any) -> str | int | float | bool:
    if isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
