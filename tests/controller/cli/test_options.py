"""Options that are declared outside of testbed's own models, as those of a task source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from controller.cli.options import Given, run_option, takes_options
from controller.cli.run import GROUPS_OF_RUN
from controller.cli.source_options import SOURCES, SourceCommand, plugin_source_options, source_options
from controller.core.options import SELECTION, Option, OptionGroup, list_options
from controller.records.run_options import RunOptions
from controller.tasks.sources.registry import option_models
from plugins.osworld.tasks.options import OSWorldOptions


class GardenOptions(OptionGroup):
    """What the tasks of a source take."""

    garden_key: Annotated[str, Option("Garden", "KEY")] = ""
    """Key of the garden, with {orders}."""
    garden_map: Annotated[Path | None, Option(SELECTION, "FILE")] = None
    """Map of the garden."""
    shallow: Annotated[bool, Option("Garden")] = False
    """Dig no deeper."""


def call(arguments: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[Given]]:
    """Call a command with the options of `run` and of the garden; return what it printed and was given."""
    monkeypatch.setenv("COLUMNS", "120")
    seen: list[Given] = []

    def play(context: typer.Context, given: Given) -> None:
        """Play."""
        assert context.command.name == "play"
        seen.append(given)

    app = typer.Typer()
    app.command()(takes_options(*GROUPS_OF_RUN, GardenOptions)(play))
    done = CliRunner().invoke(app, arguments.split())
    assert done.exit_code == 0, done.output
    return done.output, seen


def test_help_shows_options_from_outside_in_their_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    text, _ = call("--help", monkeypatch)
    own = text.partition("─ Garden ─")[2]
    assert "--garden-key" in own and "Key of the garden, with lexicographic or shuffle." in own
    assert "--shallow" in own and "--no-shallow" not in own
    selection = text.partition("Task selection")[2].partition("Agent and model")[0]
    assert "--garden-map" in selection and "--suite" in selection


def test_a_source_gets_what_was_given_by_the_names_of_its_options(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "f.toml").write_text('garden-key = "k"\nsteps = 4\n')
    _, (given,) = call(f"--config {tmp_path}/f.toml --garden-map m.txt --agent noop", monkeypatch)
    assert given.source_options([GardenOptions]) == (("garden-map", "m.txt"), ("garden-key", "k"))
    assert given.of(GardenOptions) == GardenOptions(garden_key="k", garden_map=Path("m.txt"))
    assert given.of(RunOptions).steps == 4 and given.source_options(SOURCES) == ()


def test_options_of_osworld_are_declared_beside_its_source() -> None:
    assert option_models() == (OSWorldOptions,)
    own = {
        item.flag for item in list_options(*(model for model in GROUPS_OF_RUN if model is not OSWorldOptions))
    }
    assert own.isdisjoint(item.flag for item in list_options(OSWorldOptions))


def test_a_command_with_a_suite_is_called_without_arguments() -> None:
    app = typer.Typer()

    def play(context: typer.Context, given: Given) -> None:
        """Play."""
        assert plugin_source_options(context) == () and source_options(context, given) == ()

    app.command(cls=SourceCommand)(takes_options(*SOURCES)(play))
    done = CliRunner().invoke(app, [])
    assert (done.exit_code, done.exception) == (0, None)


def test_a_command_of_a_plugin_takes_an_option_of_run_by_its_field() -> None:
    app = typer.Typer()

    @app.command()
    def dig(limit: Annotated[int | None, run_option("limit")] = None) -> None:
        """Dig."""
        typer.echo(limit)

    assert CliRunner().invoke(app, ["--limit", "3"]).output == "3\n"
    assert CliRunner().invoke(app, ["--limit", "0"]).exit_code == 2
    with pytest.raises(LookupError, match="testbed run has no option 'spade'"):
        run_option("spade")


def test_an_option_may_be_called_as_a_command_calls_its_context() -> None:
    class Told(OptionGroup):
        context: Annotated[str, Option("Told", "WHICH")] = "given"
        """What is told."""

    app, seen = typer.Typer(), []

    @app.command()
    @takes_options(Told)
    def tell(context: typer.Context, given: Given) -> None:
        """Tell."""
        seen.append((context.info_name, given.of(Told).context))

    result = CliRunner().invoke(app, ["--context", "all"])
    assert result.exit_code == 0, result.output
    assert seen[0][1] == "all"
