"""Validates an agent's own settings (`--set KEY=VALUE`), and refuses options that an agent does not take."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from controller.agents.contract import AgentOptions
from controller.core.invalid_data import describe_invalid
from testbed.errors import UsageError


class AgentSettings(BaseModel):
    """An agent's settings: its fields are what `--set` takes, with their types and defaults."""

    model_config = ConfigDict(extra="forbid", frozen=True)


SettingsT = TypeVar("SettingsT", bound=AgentSettings)


def read_settings(name: str, options: AgentOptions, kind: type[SettingsT]) -> SettingsT:
    """Return the options' settings as a model. Raises UsageError with the list of known settings."""
    try:
        return kind.model_validate(dict(options.settings))
    except ValidationError as error:
        known = ", ".join(kind.model_fields) or "none"
        raise UsageError(
            f"settings of the agent {name!r}: {describe_invalid(error)}", hint=f"supported settings: {known}"
        ) from error


def refuse_settings(name: str, options: AgentOptions) -> None:
    """Raise UsageError when settings are given to an agent that has none."""
    read_settings(name, options, AgentSettings)


def refuse_variant(name: str, options: AgentOptions) -> None:
    """Raise UsageError when a variant is given to an agent that has none."""
    if options.variant:
        raise UsageError(f"the agent {name!r} has no variant {options.variant!r}", hint=f"use --agent {name}")


def refuse_gui_only(name: str, options: AgentOptions) -> None:
    """Raise UsageError when a run without tools is given to an agent that has nothing else."""
    if options.actions == "gui":
        raise UsageError(
            f"the agent {name!r} has no mouse and no keyboard, only tools",
            hint="use --actions mcp, or another agent",
        )
