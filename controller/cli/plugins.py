"""Commands of plugins, and `testbed plugins`: what plugins add."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, NoReturn

import typer
from rich.text import Text
from typer.exceptions import TyperException

from controller.cli import common
from controller.core.extension import Extension
from controller.results.text_table import make_table
from testbed.errors import PluginError, UsageError
from testbed.extension_points import COMMANDS, extension_points

Function = Callable[..., Any]
ANY_ARGUMENTS = {"allow_extra_args": True, "ignore_unknown_options": True}
ENDS = (TyperException, typer.Exit, typer.Abort, SystemExit, BrokenPipeError)
"""How a command may end beside returning and errors of testbed's tree."""


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """The declaration of a command, `testbed NAME`.

    Attributes:
        command: A function as typer takes it, or a `typer.Typer` with several commands.
        panel: The heading under which help lists it; "" for none.
        group: The group of testbed's own commands that it becomes part of: with "judge" it is `testbed judge NAME`. ""
            for a command beside them.
    """

    command: Callable[..., object] | typer.Typer
    panel: str = "Plugins"
    group: str = ""


@dataclass(frozen=True, slots=True)
class Added:
    """A row of `testbed plugins`; `problem` says why the extension cannot be used, "" if it can."""

    kind: str
    name: str
    distribution: str
    problem: str


def plugins(as_json: common.Json = False) -> None:
    """List what plugins add: agents, providers, metrics and all other extensions of installed distributions."""
    rows = list(_list_added())
    if as_json:
        common.print_json([asdict(row) for row in rows])
        return
    if not rows:
        common.out.print("no plugin is installed")
        return
    table = make_table("kind", "name", "distribution", "problem")
    for row in rows:
        table.add_row(row.kind, Text(row.name), Text(row.distribution), Text(row.problem))
    common.out.print(table)


def add_commands(app: typer.Typer) -> None:
    """Add the commands of plugins. One that cannot be used raises an error when it is called."""
    groups = {str(group.name): group.typer_instance for group in app.registered_groups}
    for extension, found in sorted(COMMANDS.plugins(), key=_is_in_group):
        spec = found if isinstance(found, UsageError) else _check_group(extension, found, groups)
        if isinstance(spec, UsageError):
            if not extension.problem:
                app.command(
                    extension.name, help=f"Cannot be used: {spec.message}", context_settings=ANY_ARGUMENTS
                )(_raising(spec))
            continue
        parent = groups[spec.group] if spec.group else app
        assert parent is not None
        if isinstance(spec.command, typer.Typer):
            _guard_all(extension, spec.command)
            parent.add_typer(spec.command, name=extension.name, rich_help_panel=spec.panel or None)
            if not spec.group:
                groups[extension.name] = spec.command
        else:
            parent.command(extension.name, rich_help_panel=spec.panel or None)(
                _guarded(extension, spec.command)
            )


def _is_in_group(added: tuple[Extension, CommandSpec | UsageError]) -> bool:
    """Whether a command becomes part of a group, which may be that of another plugin."""
    return not isinstance(added[1], UsageError) and bool(added[1].group)


def _guard_all(extension: Extension, app: typer.Typer) -> None:
    """Guard the functions of an extension's own group of commands."""
    for one in (*app.registered_commands, app.registered_callback):
        if one is not None and one.callback is not None:
            one.callback = _guarded(extension, one.callback)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _guard_all(extension, group.typer_instance)


def _guarded(extension: Extension, function: Function) -> Function:
    """Return a command's function; what it raises names the distribution."""
    if extension.is_own:
        return function

    @functools.wraps(function)
    def run(*args: Any, **kwargs: Any) -> Any:
        with extension.failures_as(PluginError, "it", ENDS):
            return function(*args, **kwargs)

    return run


def _check_group(
    extension: Extension, spec: CommandSpec, groups: Mapping[str, typer.Typer | None]
) -> CommandSpec | UsageError:
    """The declaration, or why its group cannot have the command."""
    if not spec.group:
        return spec
    if (group := groups.get(spec.group)) is None:
        known = ", ".join(groups)
        return UsageError(
            f"{extension.title}: there is no group {spec.group!r}", hint=f"name one of the groups: {known}"
        )
    if extension.name in typer.main.get_group(group).commands:
        return UsageError(
            f"{extension.title}: the group {spec.group} has a command of that name", hint=extension.remedy
        )
    return spec


def _raising(error: UsageError) -> Callable[[], None]:
    def fail() -> NoReturn:
        raise error

    return fail


def _list_added() -> Iterable[Added]:
    for point in extension_points():
        for extension, spec in point.plugins():
            problem = spec.message if isinstance(spec, UsageError) else ""
            yield Added(point.kind, extension.name, extension.distribution, problem)
