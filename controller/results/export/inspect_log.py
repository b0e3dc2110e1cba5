"""A log of Inspect (inspect_ai): a zip with a header, a summary of all samples, and one JSON a sample.

`inspect view --log-dir OUT` shows it; `inspect_ai.log.read_eval_log` reads it. An episode is a sample, with its
messages, tool calls and screenshots; the checker is its scorer. Written for log version 2.
"""

from __future__ import annotations

import base64
import hashlib
import json
import mimetypes
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.metrics.outcomes import claims_held
from controller.metrics.provenance import Provenance
from controller.metrics.registry import all_metrics
from controller.records.run_info import EpisodeResult
from controller.results.export.episodes import EpisodeToExport, ExportedStep, RunToExport
from controller.results.export.format import ExportFormat

VERSION = 2
SCORER = "checker"
COMPUTER = "computer"
SHORTENED = 1000
"""Longest text in the list of samples, in characters."""


def write(run: RunToExport, out: Path) -> list[str]:
    """Write `<time>_<run>_<id>.eval` into `out`."""
    identity = hashlib.sha256(f"{run.name}/{run.info.created}".encode()).hexdigest()[:22]
    moment = run.info.created.replace(":", "-")
    path = out / f"{moment}_{run.name.replace('_', '-')}_{identity}.eval"
    spec = _spec(run, identity)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as log:
        _add(log, "_journal/start.json", {"version": VERSION, "eval": spec, "plan": _plan(run)})
        summaries, spans = [], []
        for episode in run.episodes():
            sample = _sample(episode, run.provenance(episode))
            _add(log, f"samples/{sample['id']}_epoch_{episode.epoch}.json", sample)
            summaries.append(_summary(sample))
            spans.append(episode.span())
        _add(log, "summaries.json", summaries)
        _add(log, "header.json", _header(run, spec, spans))
    return [f"`inspect view --log-dir {out}` shows it"]


def write_runs(runs: Sequence[RunToExport], out: Path) -> list[str]:
    """Write a log for each run."""
    return list(dict.fromkeys(remark for run in runs for remark in write(run, out)))


def _add(log: zipfile.ZipFile, name: str, content: Any) -> None:
    log.writestr(name, json.dumps(content, ensure_ascii=False).encode("utf-8", "replace"))


def _spec(run: RunToExport, identity: str) -> dict[str, Any]:
    options = run.info.options
    return {
        "eval_id": identity,
        "run_id": identity,
        "created": run.info.created,
        "task": run.name,
        "task_id": identity,
        "task_version": 0,
        "task_attribs": {},
        "task_args": {},
        "solver": run.agent,
        "tags": [
            options.actions,
            options.tool_filter,
            *run.loaded.provenance.marks,
            *(f"{key}={value}" for key, value in run.info.tags.items()),
        ],
        "dataset": {
            "name": "testbed",
            "samples": len(run.info.tasks),
            "sample_ids": [_sample_id(task.id) for task in run.info.tasks],
            "shuffled": False,
        },
        "model": f"testbed/{'mock/' if run.loaded.provenance.mock else ''}{run.info.agent.model or run.agent}",
        "model_args": {},
        "config": {"epochs": options.epochs},
        "packages": dict(run.info.versions),
        "metadata": {
            "options": options.by_name(),
            "image_hash": run.info.image_hash,
            "tools_hash": run.info.tools_hash,
            "provenance": run.loaded.provenance.as_data(),
            "note": run.info.note,
        },
    }


def _plan(run: RunToExport) -> dict[str, Any]:
    return {"name": "plan", "steps": [{"solver": run.agent, "params": {}}], "config": {}}


def _header(run: RunToExport, spec: dict[str, Any], spans: Sequence[tuple[float, float]]) -> dict[str, Any]:
    summary = run.loaded.summary()
    selected = summary["overall"]["selected"]
    total = summary["tasks"] * summary["epochs"]
    verdicts = total - sum(summary["without_verdict"].values())
    metrics = {
        spec.key: {"name": spec.key, "value": selected[spec.key], "params": {}}
        for spec in all_metrics()
        if selected[spec.key] is not None
    }
    usage: dict[str, dict[str, Any]] = {}
    for result in run.loaded.results.values():
        for model, used in _usage(result).items():
            known = usage.setdefault(model, dict.fromkeys(used, 0))
            usage[model] = {name: known[name] + value for name, value in used.items()}
    began = min((start for start, _ in spans if start), default=0.0)
    ended = max((end for _, end in spans), default=0.0)
    return {
        "version": VERSION,
        "status": "cancelled" if summary["status"]["cancelled"] else "success",
        "eval": spec,
        "plan": _plan(run),
        "results": {
            "total_samples": total,
            "completed_samples": verdicts,
            "scores": [
                {
                    "name": SCORER,
                    "scorer": SCORER,
                    "scored_samples": verdicts,
                    "unscored_samples": total - verdicts,
                    "params": {},
                    "metrics": metrics,
                }
            ],
        },
        "stats": {
            "started_at": _moment(began) or "",
            "completed_at": _moment(ended) or "",
            "model_usage": usage,
        },
    }


def _sample(episode: EpisodeToExport, provenance: Provenance) -> dict[str, Any]:
    attachments: dict[str, str] = {}
    steps = list(episode.steps())
    instruction = episode.task.instruction or episode.task.id
    messages = [
        {
            "id": "start",
            "role": "user",
            "content": _content(instruction, [episode.first_screen()], attachments),
        },
        *_messages(steps, attachments),
    ]
    result = episode.result
    began, ended = episode.span()
    sample: dict[str, Any] = {
        "id": _sample_id(episode.task.id),
        "epoch": episode.epoch,
        "input": instruction,
        "target": "",
        "messages": messages,
        "output": {"model": steps[-1].model if steps else "", "choices": []},
        "scores": _scores(result),
        "metadata": {
            "task": episode.task.id,
            "variant": episode.variant,
            "domain": episode.task.domain,
            "tool_beneficial": episode.task.tool_beneficial,
            "feasible": episode.task.feasible,
            "annotated_tools": list(episode.task.tools or ()),
            "status": result.status if result else "cancelled",
            "steps": result.steps if result else len(steps),
            "tool_calls": result.tool_calls if result else None,
            "provenance": provenance.as_data(),
        },
        "store": {},
        "events": [],
        "model_usage": _usage(result) if result else {},
        "uuid": hashlib.sha256(f"{episode.folder}".encode()).hexdigest()[:22],
        "attachments": attachments,
    }
    if began:
        sample |= {"started_at": _moment(began), "completed_at": _moment(ended), "total_time": ended - began}
    if result is not None and result.status == "out_of_steps":
        sample["limit"] = {"type": "custom", "limit": result.steps, "reason": "out of steps"}
    if result is not None and result.error is not None:
        text = f"{result.error.type}: {result.error.message}"
        sample["error"] = {"message": text, "traceback": text, "traceback_ansi": text}
    elif result is None:
        sample["error"] = dict.fromkeys(("message", "traceback", "traceback_ansi"), "cancelled")
    return sample


def _messages(steps: Sequence[ExportedStep], attachments: dict[str, str]) -> Iterator[dict[str, Any]]:
    for number, step in enumerate(steps):
        if step.first:
            end = next((at for at in range(number + 1, len(steps)) if steps[at].first), len(steps))
            group = steps[number:end]
            yield {
                "id": f"decision_{step.number}",
                "role": "assistant",
                "content": step.thought,
                "source": "generate",
                "model": step.model or None,
                "tool_calls": [_tool_call(item) for item in group],
            }
        call = _tool_call(step)
        answer: dict[str, Any] = {
            "id": f"result_{step.number}",
            "role": "tool",
            "content": _content(step.text, [*step.pictures, step.screen], attachments),
            "tool_call_id": call["id"],
            "function": call["function"],
        }
        if step.is_error or step.refused:
            answer["error"] = {"type": "unknown", "message": step.text}
        yield answer


def _tool_call(step: ExportedStep) -> dict[str, Any]:
    kind = str(step.action.get("type", ""))
    arguments = {key: value for key, value in step.action.items() if key not in ("type", "name")}
    if kind == "tool_call":
        name, given = str(step.action.get("name")), arguments.get("arguments")
        arguments = given if isinstance(given, dict) else {}
    elif kind == "terminate":
        name = kind
    else:
        name, arguments = COMPUTER, {"action": kind, **arguments}
    return {"id": f"call_{step.number}", "function": name, "arguments": arguments, "type": "function"}


def _content(text: str, pictures: Sequence[Path | None], attachments: dict[str, str]) -> Any:
    """Text followed by pictures; each picture is stored once a sample."""
    shown = list(dict.fromkeys(path for path in pictures if path))
    if not shown:
        return text
    for path in shown:
        if path.stem not in attachments:
            kind = mimetypes.guess_type(path.name)[0] or "image/png"
            attachments[path.stem] = f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"
    images = [{"type": "image", "image": f"attachment://{path.stem}", "detail": "auto"} for path in shown]
    return [{"type": "text", "text": text}, *images]


def _scores(result: EpisodeResult | None) -> dict[str, Any] | None:
    if result is None or result.score is None:
        return None
    lines = (
        f"{'met' if claim.holds else 'not met'}: {claim.text}" + (f" ({claim.found})" if claim.found else "")
        for claim in (*result.claims, *result.safety)
    )
    return {
        SCORER: {
            "value": result.score,
            "answer": result.answer or None,
            "explanation": "\n".join(lines),
            "metadata": {"claims_held": claims_held(result)},
        }
    }


def _usage(result: EpisodeResult) -> dict[str, dict[str, Any]]:
    """By model, as Inspect counts: input tokens exclude tokens read from or written to a cache."""
    return {
        model or "unnamed": {
            "input_tokens": max(0, used.input_tokens - used.cache_read_tokens - used.cache_write_tokens),
            "output_tokens": used.output_tokens,
            "total_tokens": used.input_tokens + used.output_tokens,
            "input_tokens_cache_read": used.cache_read_tokens,
            "input_tokens_cache_write": used.cache_write_tokens,
        }
        for model, used in result.usage.by_model.items()
    }


def _summary(sample: dict[str, Any]) -> dict[str, Any]:
    """A sample in the list of samples: no messages, short texts."""
    scores = sample["scores"]
    if scores:
        checker = {**scores[SCORER]}
        checker["answer"] = (checker["answer"] or "")[:SHORTENED] or None
        checker["explanation"] = checker["explanation"][:SHORTENED]
        scores = {SCORER: checker}
    fields = ("id", "epoch", "input", "target", "metadata", "model_usage", "uuid")
    timed = ("started_at", "completed_at", "total_time")
    return {
        **{name: sample[name] for name in fields},
        **{name: sample[name] for name in timed if name in sample},
        "scores": scores,
        "completed": "error" not in sample,
        "message_count": len(sample["messages"]),
        "error": sample["error"]["message"][:SHORTENED] if "error" in sample else None,
        "limit": sample["limit"]["type"] if "limit" in sample else None,
    }


def _sample_id(task: str) -> str:
    """A task's id as part of a file name."""
    return task.replace("/", ".")


def _moment(time: float) -> str | None:
    return datetime.fromtimestamp(time, UTC).isoformat() if time else None


EXPORT = ExportFormat(write, write_runs=write_runs)
