"""Flat tables of one or several runs, with one row an episode and one row a step."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from controller.metrics.durations import durations_of
from controller.metrics.outcomes import claims_held, outcome_of
from controller.metrics.registry import all_metrics
from controller.results.csv_cells import csv_cell
from controller.results.export.episodes import EpisodeToExport, RunToExport
from controller.results.export.format import ExportFormat

_OPTIONS = (
    "calling",
    "instructions",
    "actions",
    "tool_filter",
    "tool_order",
    "steps",
    "seed",
    "provider",
    "screen",
    "scale",
)
_RESULT = (
    "steps",
    "tool_calls",
    "gui_actions",
    "termination",
    "answer",
)
_USAGE = (
    "input_tokens",
    "output_tokens",
    "cache_read_tokens",
    "cache_write_tokens",
    "cost",
    "calls",
    "retries",
)
_STATS = (
    "first_tool_step",
    "unknown",
    "not_offered",
    "invalid",
    "failed",
    "unusable",
    "searches",
    "model_seconds",
    "environment_seconds",
)


def write_csv(runs: Sequence[RunToExport], out: Path) -> list[str]:
    """`episodes.csv` and `steps.csv`, UTF-8, comma, RFC 4180."""
    for name, rows in tables_of(runs):
        with (out / f"{name}.csv").open("w", encoding="utf-8", errors="replace", newline="") as file:
            writer: csv.DictWriter[str] | None = None
            for row in rows:
                if writer is None:
                    writer = csv.DictWriter(file, list(row))
                    writer.writeheader()
                writer.writerow({name: csv_cell(value) for name, value in row.items()})
    return []


def write_jsonl(runs: Sequence[RunToExport], out: Path) -> list[str]:
    """`episodes.jsonl` and `steps.jsonl`, with the fields of the CSV tables."""
    for name, rows in tables_of(runs):
        with (out / f"{name}.jsonl").open("w", encoding="utf-8", errors="replace") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    return []


def episode_tables(run: RunToExport) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Yield the tables of a run, one row an episode ("episodes"), then one row a step ("steps"): name and rows."""
    yield from tables_of([run])


def tables_of(runs: Sequence[RunToExport]) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
    """Yield the tables of several runs as `episode_tables` does; run, agent and actions tell the rows apart."""
    yield "episodes", (_episode(run, episode) for run in runs for episode in run.episodes())
    yield "steps", (row for run in runs for episode in run.episodes() for row in _steps(run, episode))


def table_format(
    write: Callable[[Sequence[RunToExport], Path], Sequence[str]], check: Callable[[], object] | None = None
) -> ExportFormat:
    """Return the declaration of a format that writes these tables, of a run or of all runs of a study."""
    return ExportFormat(lambda run, out: write([run], out), check, write_runs=write)


def _episode(run: RunToExport, episode: EpisodeToExport) -> dict[str, Any]:
    result, stats, task = episode.result, episode.stats, episode.task
    options = run.info.options
    row = {
        "run": run.name,
        "agent": run.agent,
        "model": run.info.agent.model,
        **{("max_steps" if name == "steps" else name): getattr(options, name) for name in _OPTIONS},
        "task": task.id,
        "domain": task.domain,
        "variant": episode.variant,
        "epoch": episode.epoch,
        "tool_beneficial": task.tool_beneficial,
        "annotated_tools": None if task.tools is None else len(task.tools),
        "feasible": task.feasible,
        "status": result.status if result else "cancelled",
        "score": result.score if result else None,
        "claims_held": claims_held(result) if result else None,
        **{name: getattr(result, name) if result else None for name in _RESULT},
        **{name: getattr(result.usage, name) if result else None for name in _USAGE},
        "guest": result.guest if result else None,
        "seconds": result.seconds if result else None,
        "attempts": len(result.attempts) + 1 if result else None,
        "models": " ".join(result.usage.models) if result else "",
        "error": result.error.message if result and result.error else "",
        **{name: getattr(stats, name) if stats else None for name in _STATS},
        **durations_of(result),
        **_provenance(run, episode),
    }
    return row | {name: value for name, value in _metrics(episode).items() if name not in row}


def _provenance(run: RunToExport, episode: EpisodeToExport) -> dict[str, Any]:
    """Where the numbers of a row come from; `spent` is the cost without that of replayed responses."""
    provenance = run.provenance(episode)
    used = episode.result.usage if episode.result else None
    return {
        "endpoint": provenance.endpoint,
        "mock": provenance.mock,
        "replay_of": provenance.replay_of,
        "substitutions": " ".join(f"{asked}>{served}" for asked, served in provenance.substitutions),
        "edited": bool(provenance.edited),
        "rechecked": bool(provenance.rechecked),
        "imported": provenance.imported,
        "spent": 0.0 if provenance.replay_of or (used and used.mock) else used.cost if used else None,
        "differences": used.differences if used else None,
        "tags": " ".join(f"{key}={value}" for key, value in run.info.tags.items()),
    }


def _metrics(episode: EpisodeToExport) -> dict[str, float | None]:
    """Every metric over this episode alone; None without a verdict."""
    outcome = outcome_of(episode.task, episode.epoch, episode.result, stats=episode.stats)
    return {
        spec.episode_column or spec.key: spec.value([outcome]) if outcome.ran else None
        for spec in all_metrics()
        if spec.episode_column is not None
    }


def _steps(run: RunToExport, episode: EpisodeToExport) -> Iterator[dict[str, Any]]:
    for step in episode.steps():
        kind = str(step.action.get("type", ""))
        arguments = {key: value for key, value in step.action.items() if key not in ("type", "name")}
        yield {
            "run": run.name,
            "agent": run.agent,
            "actions": run.info.options.actions,
            "task": episode.task.id,
            "variant": episode.variant,
            "epoch": episode.epoch,
            "step": step.number,
            "group": step.group,
            "time": step.time,
            "kind": kind,
            "tool": str(step.action.get("name", "")) if kind == "tool_call" else "",
            "arguments": json.dumps(arguments.get("arguments", arguments), ensure_ascii=False),
            "thought": step.thought if step.first else "",
            "refused": step.refused,
            "is_error": step.is_error,
            "result": step.text,
            "seconds": step.seconds,
            "decision_seconds": step.decision_seconds if step.first else None,
            "model": step.model,
            "screen": step.screen.name if step.screen else "",
        }


CSV = table_format(write_csv)
JSONL = table_format(write_jsonl)
