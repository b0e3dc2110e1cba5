"""`--config FILE`: a run's options from a TOML file, or those of an earlier run."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperOption

from controller.core.options import list_options
from controller.records.files import read_model
from controller.records.run_folder import RunFolder
from controller.records.run_info import RunInfo
from controller.records.run_options import RunOptions
from testbed.errors import UsageError

CONFIG = "testbed.config"
"""Where a command's context keeps the path of its configuration file."""
OWN = ("help", "config")
"""Options that a configuration file cannot set."""


def load_config(context: typer.Context, path: Path | None) -> Path | None:
    """Take a configuration file's options as the defaults of a command, before its other options are read.

    Args:
        context: The command's context.
        path: A TOML file, a run's `run.json`, or a run's folder.

    Raises:
        UsageError: The file cannot be read, or it has an unknown option.
    """
    if path is None or context.resilient_parsing:
        return path
    options = {
        parameter.opts[-1].removeprefix("--"): parameter
        for parameter in context.command.get_params(context)
        if isinstance(parameter, TyperOption) and parameter.name not in OWN
    }
    file, chosen = _file_at(path), read_config(path)
    defaults = {}
    for key, value in chosen.items():
        name = key.replace("_", "-")
        if name not in options:
            raise _unknown(file, key, sorted(options))
        defaults[options[name].name] = _as_option(file, key, value, options[name])
    context.default_map = defaults
    context.meta[CONFIG] = str(file)
    return path


def read_config(path: Path) -> dict[str, Any]:
    """Return the options in a configuration file, as it has them. Raises UsageError."""
    file = _file_at(path)
    return _of_run(file) if file.suffix == ".json" else _of_toml(file)


def _file_at(path: Path) -> Path:
    return RunFolder(path).run_file if path.is_dir() else path


def _of_toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text())
    except OSError as error:
        raise UsageError(
            f"cannot read the configuration {file}: {error.strerror}", hint="give a TOML file or a run.json"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} is not TOML: {error}", hint="write options as steps = 15") from error


def _of_run(file: Path) -> dict[str, Any]:
    """Return the options of an earlier run, and its tasks by their ids."""
    if not file.is_file():
        raise UsageError(
            f"cannot read the configuration {file}: there is no such file",
            hint="give a TOML file or a run.json",
        )
    info = read_model(file, RunInfo, hint="restore it from a copy, or give a TOML file")
    options = info.options
    if options.replay:
        replayed = RunFolder(Path(options.replay)).run_file
        raise UsageError(f"{file} is of a replay", hint=f"give the run.json of the recorded run: {replayed}")
    recorded = options.chosen() | {"agent": options.agent_name}
    chosen = {
        item.flag.removeprefix("--"): recorded.get(item.name, item.field_default)
        for item in list_options(RunOptions)
        if item.name in recorded or item.default == ""
    }
    chosen["task"] = [entry.id for entry in info.tasks]
    if info.source.name:
        chosen |= {"suite": info.source.name, **info.source.options}
    return chosen | {"tag": info.tags, "note": info.note}


def _as_option(file: Path, key: str, value: Any, option: TyperOption) -> Any:
    """Return a value as the command line has it."""
    if option.is_flag != isinstance(value, bool):
        expected = "true or false" if option.is_flag else "a number or a text"
        raise UsageError(f"{file}: invalid value for {key}: {_toml(value)} (use {expected})")
    if option.multiple:
        if isinstance(value, Mapping):
            if key == "tag":
                return [f"{name}={item}" for name, item in value.items()]
            return [f"{name}={_toml(item)}" for name, item in value.items()]
        return [str(item) for item in (value if isinstance(value, list) else [value])]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ",".join(value)
    if isinstance(value, (list, Mapping)):
        raise UsageError(f"{file}: invalid value for {key}: {_toml(value)} (use one value)")
    return value if isinstance(value, (int, float)) else str(value)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(name)} = {_toml(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, default=str)


def _unknown(file: Path, key: str, known: list[str]) -> UsageError:
    close = difflib.get_close_matches(key, known, n=1)
    guess = f"did you mean {close[0]}? " if close else ""
    return UsageError(f"{file}: there is no option {key!r}", hint=f"{guess}options: {', '.join(known)}")
