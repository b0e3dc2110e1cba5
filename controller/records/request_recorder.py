"""Writes requests to models apart from those of an episode's agent, such as those of its judges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from controller.models.packing import content_name
from controller.records.files import reporting_write_errors, write_whole
from controller.records.gzip_lines import GzipLines
from controller.records.run_folder import exchanges_file


class RequestRecorder:
    """Writes the requests with one key; those of an earlier, interrupted time are replaced."""

    def __init__(self, folder: Path, key: str) -> None:
        self._folder = folder
        self._path = exchanges_file(folder, key)
        self._lines: GzipLines | None = None

    def exchange(self, line: Any) -> None:
        """Append an exchange with the model's API and flush it. Raises RecordsError."""
        with reporting_write_errors(self._path):
            if self._lines is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._path.unlink(missing_ok=True)
                self._lines = GzipLines(self._path)
            self._lines.add(line)

    def image(self, data: bytes) -> str:
        """Store an image that a request holds as text, and return its name. Raises RecordsError."""
        name = content_name(data)
        write_whole(self._folder / f"{name}.png", data, durable=False)
        return name

    def close(self) -> None:
        """Close the file. Raises RecordsError."""
        if self._lines is not None:
            with reporting_write_errors(self._path):
                self._lines.close()
