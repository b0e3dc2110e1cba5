"""How a run is carried out and shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console

from controller.agents.registry import load_agent
from controller.cli import common
from controller.cli.display import Goal, Style, watching
from controller.cli.session_options import SessionOptions
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.runs.episode_parts import asks_here
from controller.runs.observer import RunObserver
from controller.runs.run_log import LEVELS, LoggingObserver, logging_to


@dataclass(frozen=True, slots=True)
class Session:
    """How a run is carried out and shown; no field changes a result."""

    style: Style
    spare_guest: bool = True
    log_level: str = "info"
    as_json: bool = False
    keep_errors: bool = False

    @property
    def console(self) -> Console:
        """Where the display and the tables go."""
        return common.err if self.as_json else common.out


def make_session(options: RunOptions, given: SessionOptions) -> Session:
    """Return how a run with these options is carried out and shown. Raises UsageError."""
    if given.log_level not in LEVELS:
        raise common.invalid_value("--log-level", given.log_level, LEVELS)
    # A live table would write over what is typed; in a replay nobody is asked.
    typed = load_agent(options.agent).is_person or (asks_here(options) and given.replay is None)
    display = given.display or ("plain" if typed else "")
    style = common.display_style(display, common.err if given.as_json else common.out)
    return Session(style, not given.no_spare_guest, given.log_level, given.as_json)


@contextmanager
def observing(
    records: RunRecords, remaining: int, style: Style, console: Console, log_level: str = "info"
) -> Iterator[RunObserver]:
    """Yield an observer of a run with that many episodes left, and display and log its progress meanwhile."""
    options = records.info.options
    goal = Goal(remaining, options.steps, options.limits.max_cost, records.info.image_hash[:12])
    with logging_to(records.log_file, log_level), watching(style, goal, console) as watcher:
        yield LoggingObserver(watcher)
