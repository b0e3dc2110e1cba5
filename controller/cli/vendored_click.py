"""Names of the Click that typer includes, for which typer has no public ones; no other module imports them from it."""

from typer._click.core import Command, Context, Parameter, ParameterSource
from typer._click.exceptions import ClickException, MissingParameter, NoArgsIsHelpError, NoSuchOption
from typer._click.exceptions import UsageError as ClickUsageError

__all__ = [
    "ClickException",
    "ClickUsageError",
    "Command",
    "Context",
    "MissingParameter",
    "NoArgsIsHelpError",
    "NoSuchOption",
    "Parameter",
    "ParameterSource",
]
