"""The folder of a synthesis: a file and a record of requests for each stage. A stage with its file is not repeated."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict

from controller.core.junk import is_empty
from controller.models.exchange import ExchangeTotals
from controller.models.exchange_recorder import read_exchanges, totals
from controller.models.recorded_responses import RecordedResponses
from controller.records.bounded import read_bounded
from controller.records.files import read_model, reporting_write_errors, write_whole
from controller.records.gzip_lines import read_gzip_lines
from controller.records.request_recorder import RequestRecorder
from controller.records.run_folder import exchanges_file
from testbed.errors import RecordsError, UsageError

SETTINGS = "settings.json"
REQUESTS = "requests"
Stage = TypeVar("Stage", bound=BaseModel)


class StageFile(BaseModel):
    """What a stage leaves; `faults` says why answers of the model were refused, in order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    faults: tuple[str, ...] = ()


class StageFolder:
    """The stages of one draft. With `replay`, the model's responses are those recorded in that folder."""

    def __init__(self, folder: Path, replay: Path | None = None) -> None:
        self.folder = folder
        self._replay = replay

    @property
    def episodes(self) -> Path:
        """The folder of the episodes that try out what was drafted."""
        return self.folder / "episodes"

    def below(self, name: str) -> StageFolder:
        """Return the folder of a part, likewise."""
        return StageFolder(self.folder / name, self._replay / name if self._replay else None)

    def check_settings(self, settings: Mapping[str, Any]) -> None:
        """Write what the stages depend on, or compare it with what is there.

        Raises:
            UsageError: The folder has other drafts.
            RecordsError: The file cannot be read or written.
        """
        path = self.folder / SETTINGS
        try:
            before = json.loads(read_bounded(path))
        except FileNotFoundError:
            with reporting_write_errors(self.folder):
                foreign = self.folder.is_dir() and not is_empty(self.folder)
            if foreign:
                raise UsageError(
                    f"{self.folder} is not empty", hint="name a new folder with --out, or one to go on with"
                ) from None
            write_whole(path, (json.dumps(settings, indent=2) + "\n").encode())
            return
        except (OSError, ValueError) as error:
            raise RecordsError(
                f"cannot read {path}: {error}", hint="name another folder with --out"
            ) from error
        if before != json.loads(json.dumps(settings)):
            names = [
                name
                for name in settings
                if not isinstance(before, dict) or before.get(name) != settings[name]
            ]
            raise UsageError(
                f"{self.folder} was begun with another {' and '.join(names) or 'command'}",
                hint="name another folder with --out, or give the same options",
            )

    def stage(self, name: str, form: type[Stage], make: Callable[[], Stage]) -> Stage:
        """Return what a stage left; without its file, do it. Raises RecordsError, and what `make` raises."""
        path = self.folder / f"{name}.json"
        if path.exists():
            return read_model(path, form, hint=f"remove it: the stage {name} is then done again")
        made = make()
        write_whole(path, (made.model_dump_json(indent=2) + "\n").encode())
        return made

    def recorder(self, name: str) -> RequestRecorder:
        """Return the recorder of a stage's requests; those of an interrupted time are replaced."""
        return RequestRecorder(self.folder / REQUESTS, name)

    def responses(self, name: str) -> RecordedResponses | None:
        """Return the responses to replay in a stage, None when the model is asked. Raises RecordsError."""
        if self._replay is None:
            return None
        path = exchanges_file(self._replay / REQUESTS, name)
        try:
            return RecordedResponses(read_exchanges(read_gzip_lines(path)))
        except (OSError, ValueError) as error:
            raise RecordsError(
                f"cannot replay the stage {name}: {path}: {error}",
                hint="name the folder of a whole synthesis with the same options",
            ) from error

    def exchange_totals(self) -> ExchangeTotals:
        """Return the sums over the requests of all stages, those of parts included. Raises RecordsError."""
        lines: list[Any] = []
        for path in sorted(self.folder.rglob(str(exchanges_file(Path(REQUESTS), "*")))):
            try:
                lines += read_gzip_lines(path)
            except (OSError, ValueError) as error:
                raise RecordsError(f"cannot read {path}: {error}", hint="remove it") from error
        return totals(lines)
