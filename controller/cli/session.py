"""How a run is carried out and shown."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console

from controller.agents.registry import load_agent
from controller.cli import common
from controller.cli.display import Style
from controller.cli.session_options import SessionOptions
from controller.runs.run_log import LEVELS
from testbed.errors import UsageError


@dataclass(frozen=True, slots=True)
class Session:
    """How a run is carried out and shown; no field changes a result."""

    guests: int
    style: Style
    spare_guest: bool = True
    log_level: str = "info"
    as_json: bool = False
    keep_errors: bool = False

    @property
    def console(self) -> Console:
        """Where the display and the tables go."""
        return common.err if self.as_json else common.out


def make_session(agent: str, guests: int, given: SessionOptions, *, asks: bool = False) -> Session:
    """Return how a run is carried out; `asks`: whether it asks at the terminal.

    Raises UsageError, also for a person and more than one guest.
    """
    if given.log_level not in LEVELS:
        raise common.invalid_value("--log-level", given.log_level, LEVELS)
    display = given.display
    if load_agent(agent).is_person and guests != 1:
        raise UsageError("the agent human uses one guest at a time", hint="use --guests 1")
    if load_agent(agent).is_person or asks:
        display = display or "plain"  # a live table would write over what is typed
    style = common.display_style(display, common.err if given.as_json else common.out)
    return Session(guests, style, not given.no_spare_guest, given.log_level, given.as_json)
