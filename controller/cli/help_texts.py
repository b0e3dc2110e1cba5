"""Help without Python's types, and usage errors in one line."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterator, Sequence
from typing import Any

import typer
from pydantic import ValidationError
from typer.core import TyperArgument, TyperGroup, TyperOption

from controller.cli.run_config import CONFIG
from controller.cli.vendored_click import (
    ClickException,
    ClickUsageError,
    Command,
    MissingParameter,
    NoSuchOption,
    ParameterSource,
)
from controller.core.invalid_data import first_invalid
from testbed.command import command as called
from testbed.errors import UsageError

HELP_OPTIONS = ["-h", "--help"]


class PlainArgument(TyperArgument):
    """An argument whose help shows its name alone; Typer adds the Python type, such as `<list[Path]>`."""

    def display_type_rich(self, ctx: typer.Context) -> str | None:  # type: ignore[override]  # noqa: ARG002
        return None


def finish_help(root: Command) -> None:
    """Adapt the help of a command and all below: no Python types, and paragraphs that fill the width."""
    for command in _all(root):
        if command.help:
            paragraphs = inspect.cleandoc(command.help).split("\n\n")
            command.help = "\n\n".join(" ".join(paragraph.splitlines()) for paragraph in paragraphs)
        help_option = command.get_help_option(typer.Context(command, help_option_names=HELP_OPTIONS))
        for parameter in (*command.params, *([help_option] if help_option else ())):
            if isinstance(parameter, TyperArgument):
                parameter.__class__ = PlainArgument
            elif isinstance(parameter, TyperOption):
                parameter.metavar = "" if parameter.is_flag else parameter.metavar
                parameter.min = parameter.max = (
                    None  # of the help alone: values are checked by the declared ones
                )


def one_line(error: ClickException) -> UsageError:
    """Return a usage error of the command line's parser, or of --config, with the bad value and the remedy."""
    context = error.ctx if isinstance(error, ClickUsageError) else None
    path = context.command_path.partition(" ")[2] if context else ""
    see_help = f"see `{called(f'{path} -h'.strip())}`"
    if isinstance(error, MissingParameter) and error.param is not None and context:
        return UsageError(
            f"missing {error.param.param_type_name} {_name_of(error.param)}",
            hint=f"{context.get_usage().removeprefix('Usage: ')}; {see_help}",
        )
    if isinstance(error, typer.BadParameter) and error.param is not None:
        value, remedy = _bad_value(error)
        source = context.get_parameter_source(error.param.name) if context else None
        file = f"{context.meta[CONFIG]}: " if context and source is ParameterSource.DEFAULT_MAP else ""
        return UsageError(
            f"{file}invalid value for {_name_of(error.param)}: {value} ({remedy})", hint=see_help
        )
    if isinstance(error, NoSuchOption):
        parameters = context.command.get_params(context) if context else ()
        known = [opt for parameter in parameters for opt in parameter.opts]
        return UsageError(
            f"there is no option {error.option_name}", hint=_did_you_mean(error.option_name, known) + see_help
        )
    if context is not None and isinstance(context.command, TyperGroup) and "No such command" in error.message:
        name = error.message.split("'")[1]
        names = list(context.command.commands)
        return UsageError(f"there is no command {name!r}", hint=_did_you_mean(name, names) + see_help)
    message = error.format_message().rstrip(".")
    return UsageError(message[:1].lower() + message[1:], hint=see_help)


def _all(command: Command) -> Iterator[Command]:
    yield command
    if isinstance(command, TyperGroup):
        for below in command.commands.values():
            yield from _all(below)


def _name_of(parameter: Any) -> str:
    return parameter.opts[-1] if isinstance(parameter, TyperOption) else parameter.display_name_raw


def _bad_value(error: typer.BadParameter) -> tuple[str, str]:
    """Return the value that was given, and what to give instead."""
    cause = error.__cause__
    if not isinstance(cause, ValidationError):
        return "", error.message.rstrip(".")
    first = first_invalid(cause)
    limits = first.details.get("ctx", {})
    match first.details["type"]:
        case "int_parsing" | "int_from_float" | "int_type":
            remedy = "use a whole number"
        case "float_parsing" | "float_type":
            remedy = "use a number"
        case "greater_than_equal":
            remedy = f"use {limits['ge']} or more"
        case "less_than_equal":
            remedy = f"use {limits['le']} or less"
        case _:
            remedy = first.rule
    return repr(first.details["input"]), remedy


def _did_you_mean(name: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, known, n=2)
    return f"did you mean {' or '.join(close)}? " if close else ""
