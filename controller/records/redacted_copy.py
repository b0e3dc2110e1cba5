"""A copy of a run's folder without its texts and pictures, to show its figures to others."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError

from controller.records import redaction
from controller.records.event_lines import Damage, read_events
from controller.records.files import reporting_write_errors, write_whole
from controller.records.gzip_lines import GzipLines, read_gzip_lines
from controller.records.run_folder import RunFolder
from controller.records.run_records import RunRecords
from testbed.errors import RecordsError

_GREY = (128, 128, 128)


def write_redacted(records: RunRecords, out: Path) -> list[Damage]:
    """Write a redacted copy of a run.

    Scores, times, token counts, names of tasks and tools stay, and each picture's size; texts are replaced by their
    lengths. The log and the final states are left out.

    Args:
        records: The run.
        out: Folder to write into.

    Returns:
        Lines of events that could not be read, which the copy lacks.

    Raises:
        RecordsError: A record is damaged, or the copy cannot be written.
    """
    damage: list[Damage] = []
    source, copy = records.paths, RunFolder(out)
    tools = _json(source.tools_file) if source.tools_file.is_file() else []
    redactor = redaction.Redactor(tools)
    # Figures, and the descriptions of the image's tools, are the same in the copy.
    for file, unchanged in ((source.summary_file, copy.summary_file), (source.tools_file, copy.tools_file)):
        if file.is_file():
            write_whole(unchanged, file.read_bytes())
    _write(copy.run_file, redaction.run_info(records.info.model_dump(mode="json")))
    if source.error_file.is_file():
        _write(copy.error_file, redaction.failure(_json(source.error_file)))
    for task, epoch in records.episodes():
        for file in records.episode(task, epoch).record_files():
            target = out / file.relative_to(source.path)
            if file.suffix == ".gz":
                _copy_exchanges(file, target)
            elif file.suffix == ".jsonl":
                _copy_events(file, target, redactor, damage)
            elif file.suffix == ".json":
                _write(target, redactor.result(_json(file)))
            else:
                write_whole(target, _blank(file), durable=False)
    return damage


def _copy_events(file: Path, target: Path, redactor: redaction.Redactor, damage: list[Damage]) -> None:
    lines = (
        json.dumps(redactor.event(event), ensure_ascii=False) + "\n" for event in read_events(file, damage)
    )
    write_whole(target, "".join(lines).encode("utf-8", "replace"))


def _copy_exchanges(file: Path, target: Path) -> None:
    with reporting_write_errors(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        lines = GzipLines(target)
    for line in _readable(file, lambda: read_gzip_lines(file)):
        with reporting_write_errors(target):
            lines.add(redaction.exchange(line))
    lines.close()


def _blank(file: Path) -> bytes:
    """A grey picture of the same size and format; an empty file where there is no picture."""
    try:
        with Image.open(file) as picture:
            size, form = picture.size, picture.format
    except (UnidentifiedImageError, OSError):
        return b""
    data = io.BytesIO()
    Image.new("RGB", size, _GREY).save(data, form)
    return data.getvalue()


def _json(file: Path) -> Any:
    return _readable(file, lambda: json.loads(file.read_bytes()))


def _readable(file: Path, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (OSError, ValueError) as error:
        raise RecordsError(
            f"cannot read {file}: {error}", hint="move it away; a run without it can be exported"
        ) from error


def _write(file: Path, value: object) -> None:
    write_whole(file, json.dumps(value, indent=2, ensure_ascii=False).encode("utf-8", "replace"))
