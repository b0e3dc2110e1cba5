"""A run's log: one JSON object a line, without secrets."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from controller.core.actions import Action, describe_action
from controller.core.secrets import notations
from controller.metrics.outcomes import evaluator_error
from controller.records.files import reporting_write_errors
from controller.records.run_info import Attempt, EpisodeResult
from controller.runs.observer import RunObserver

LEVELS = ("debug", "info", "warning", "error")
REDACTED = "[secret]"
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL")
_SECRET_TEXT = re.compile(
    r"(?i)\b(?:bearer|basic)\s+[\w.~+/=-]{8,}"
    r"|\b(?:sk|key)[-_][\w-]{16,}|\bAIza[\w-]{16,}"
    r'|(?<=://)[^/\s:@"]+:[^/\s@"]+(?=@)'
)
"""What looks like a secret: a header's credentials, a vendor's key, the user and password of a URL."""
_MIN_SECRET_LENGTH = 8
_OWN = ("controller", "testbed", "plugins", "vm_images", "mcp_tools", "checkers")
log = logging.getLogger(__name__)


@contextlib.contextmanager
def logging_to(file: Path, level: str) -> Iterator[None]:
    """Context manager: log to a file; testbed at `level`, libraries at WARNING.

    Args:
        file: The log; it is created if needed.
        level: One of `LEVELS`.

    Raises:
        RecordsError: The file cannot be written.
    """
    root = logging.getLogger()
    with reporting_write_errors(file):
        handler = _LogFile(file, encoding="utf-8")
    handler.setFormatter(JsonLines(secrets_of(os.environ)))
    handler.addFilter(_is_logged)
    own = [logging.getLogger(name) for name in _OWN]
    before = [logger.level for logger in own]
    for logger in own:
        logger.setLevel(level.upper())
    root.addHandler(handler)
    try:
        yield
    except BaseException as error:
        log.error("aborted by %s", type(error).__name__, exc_info=True)
        with contextlib.suppress(OSError):  # it may be what ended the run, which is raised
            handler.close()
        raise
    else:
        with reporting_write_errors(file):
            handler.end()
    finally:
        root.removeHandler(handler)
        for logger, old in zip(own, before, strict=True):
            logger.setLevel(old)


class _LogFile(logging.FileHandler):
    """A log file that tells at its end that it could not be written, as on a full disk, and not at every line."""

    _error: OSError | None = None

    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exception()
        if isinstance(error, OSError):
            self._error = self._error or error
        else:
            super().handleError(record)

    def end(self) -> None:
        """Close the file. Raises OSError if a line is missing."""
        self.close()
        if self._error is not None:
            raise self._error


def secrets_of(variables: Mapping[str, str]) -> list[str]:
    """Return the values of those environment variables whose names say that they are secret, longest first."""
    values = {
        value
        for name, value in variables.items()
        if _SECRET_NAME.search(name.upper()) and len(value) >= _MIN_SECRET_LENGTH
    }
    return sorted(values, key=len, reverse=True)


class JsonLines(logging.Formatter):
    """Formats a record as one JSON object without the given secrets and what looks like one."""

    def __init__(self, secrets: list[str]) -> None:
        super().__init__()
        # A message that quotes JSON has its quotes and backslashes escaped once more in the record.
        texts = {
            form
            for secret in secrets
            for text in notations(secret)
            for form in (text, json.dumps(text)[1:-1])
        }
        self._secrets = sorted(texts, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        """Return the record's time, level, logger, message, fields and traceback as JSON."""
        data = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            data["traceback"] = self.formatException(record.exc_info)
        text = json.dumps(data, default=str, ensure_ascii=False)
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        return _SECRET_TEXT.sub(REDACTED, text)


def _is_logged(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in _OWN


def event(message: str, level: int = logging.INFO, **fields: object) -> None:
    """Log an event of the run with its fields."""
    log.log(level, message, extra={"fields": fields})


class LoggingObserver(RunObserver):
    """Logs the progress of a run and passes it on to another observer."""

    def __init__(self, observer: RunObserver) -> None:
        self._observer = observer

    def guests(self, booting: int, ready: int, in_use: int) -> None:
        event("guests", logging.DEBUG, booting=booting, ready=ready, in_use=in_use)
        self._observer.guests(booting, ready, in_use)

    def waiting(self, worker: int, label: str) -> None:
        event("episode waits for a guest", episode=label, worker=worker)
        self._observer.waiting(worker, label)

    def spent(self, tokens: int, cost: float | None) -> None:
        event("spent", logging.DEBUG, tokens=tokens, cost=cost)
        self._observer.spent(tokens, cost)

    def started(self, worker: int, label: str, guest: str) -> None:
        event("episode started", episode=label, worker=worker, guest=guest)
        self._observer.started(worker, label, guest)

    def stepped(self, worker: int, label: str, step: int, action: Action) -> None:
        event("step", logging.DEBUG, episode=label, step=step, action=describe_action(action))
        self._observer.stepped(worker, label, step, action)

    def told(self, label: str, line: str) -> None:
        event("told", episode=label, line=line)
        self._observer.told(label, line)

    def retried(self, worker: int, label: str, attempt: Attempt) -> None:
        event(
            "attempt failed",
            logging.WARNING,
            episode=label,
            attempt=attempt.number,
            error=attempt.error.type,
            reason=attempt.error.message,
        )
        self._observer.retried(worker, label, attempt)

    def ended(self, worker: int, label: str, result: EpisodeResult) -> None:
        failed = {"error": result.error.type, "reason": result.error.message} if result.error else {}
        if problem := evaluator_error(result):
            failed |= {"evaluator_error": problem}
        event(
            "episode ended",
            logging.WARNING if failed else logging.INFO,
            episode=label,
            status=result.status,
            score=result.score,
            steps=result.steps,
            seconds=result.seconds,
            cost=result.usage.cost,
            **failed,
        )
        self._observer.ended(worker, label, result)

    def cancelled(self, worker: int, label: str) -> None:
        event("episode cancelled", logging.WARNING, episode=label)
        self._observer.cancelled(worker, label)
