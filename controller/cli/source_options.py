"""The options of task sources, for commands with `--suite`.

Those of testbed's own sources are always options of the command; those of another when `--suite` names it:

    @app.command("list", cls=SourceCommand)
    @takes_options(*SOURCES)
    def list_tasks(context: typer.Context, given: Given, suite: common.Suite = "") -> None:
        options = source_options(context, given)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from pydantic import BaseModel
from typer.core import TyperCommand

from controller.cli.help_texts import finish_help
from controller.cli.options import Given, takes_options
from controller.cli.run_config import read_config
from controller.cli.vendored_click import Context, Parameter
from controller.tasks.sources.registry import option_model_of_plugin, option_models
from testbed.errors import UsageError

SOURCES = option_models()
"""The option models of testbed's own sources."""
_MODEL, _OPTIONS, _VALUES = "testbed.source_model", "testbed.source_options", "testbed.source_values"
"""Where a command's context keeps the option model of a plugin's source, its options, and their values."""


class SourceCommand(TyperCommand):
    """A command with `--suite`."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Add the options of the source that the arguments name, then parse. Raises UsageError."""
        suite = _suite_in(args)
        model = option_model_of_plugin(suite)
        if model:
            options = _parameters(model)
            own = {flag for parameter in self.params for flag in parameter.opts}
            if taken := own & {flag for parameter in options for flag in parameter.opts}:
                raise UsageError(
                    f"the task source of {suite} declares {', '.join(sorted(taken))}, which testbed has",
                    hint="rename it in the plugin",
                )
            ctx.meta.update({_MODEL: model, _OPTIONS: options})
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Context) -> list[Parameter]:
        """List the options of the command and of the source."""
        return [*ctx.meta.get(_OPTIONS, ()), *super().get_params(ctx)]

    def invoke(self, ctx: Context) -> Any:
        """Call the command; the source's options are kept for `plugin_source_options`."""
        ctx.meta[_VALUES] = {item.name: ctx.params.pop(item.name) for item in ctx.meta.get(_OPTIONS, ())}
        return super().invoke(ctx)


def source_options(context: typer.Context, given: Given) -> tuple[tuple[str, str], ...]:
    """Return the options of task sources that were given, as `Selection` has them."""
    return (*given.source_options(SOURCES), *plugin_source_options(context))


def plugin_source_options(context: typer.Context) -> tuple[tuple[str, str], ...]:
    """Return the options of a plugin's source that were given, as `Selection` has them."""
    model = context.meta.get(_MODEL)
    return Given(context.meta[_VALUES]).source_options([model]) if model else ()


def _suite_in(args: Sequence[str]) -> str:
    """Return the suite that arguments name, or the configuration file that they name; "" for none."""
    suite = _value_of("--suite", args)
    config = _value_of("--config", args)
    if suite or not config:
        return suite
    return str(read_config(Path(config)).get("suite", ""))


def _value_of(option: str, args: Sequence[str]) -> str:
    value = ""
    for word, following in zip(args, [*args, ""][1:], strict=True):
        if word == option:
            value = following
        elif word.startswith(f"{option}="):
            value = word.partition("=")[2]
    return value


def _parameters(model: type[BaseModel]) -> list[Parameter]:
    """The options of a model as the command line's parser has them."""

    def options(given: Given) -> None:
        """Nothing is called: the command only has the options."""

    app = typer.Typer(add_completion=False)
    app.command()(takes_options(model)(options))
    command = typer.main.get_command(app)
    finish_help(command)
    return list(command.params)
