"""The command line's options, made from option models (`controller/core/options.py`)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_origin

import typer
from pydantic import BaseModel
from typer.models import OptionInfo

from controller.core.observation import PARTS
from controller.core.options import DeclaredOption, list_options, read_options
from controller.guests.network_access import USAGE as NETWORK_USAGE
from controller.guests.registry import usages as provider_usages
from controller.models.platforms import PLATFORMS
from controller.records.run_options import RunOptions
from controller.runs.launch_options import LaunchOptions
from controller.runs.run_log import LEVELS
from controller.tasks.selection_options import SelectionOptions
from controller.tasks.sources.registry import usages as source_usages
from controller.tool_filter.registry import ORDERS
from testbed import extension_points as points

KNOWN: Mapping[str, Callable[[], Iterable[str]]] = {
    "agents": points.AGENTS.names,
    "filters": lambda: sorted(points.TOOL_FILTERS.names()),
    "judges": points.JUDGES.names,
    "levels": lambda: LEVELS,
    "networks": lambda: (NETWORK_USAGE,),
    "orders": lambda: (" or ".join(ORDERS),),
    "parts": lambda: PARTS,
    "platforms": lambda: PLATFORMS,
    "providers": provider_usages,
    "sources": source_usages,
}
"""Values of the placeholders in help texts."""

ModelT = TypeVar("ModelT", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Given:
    """The values of a command's options, by the names of their fields."""

    values: Mapping[str, Any]

    def of(self, model: type[ModelT]) -> ModelT:
        """Return an option model with its values. Raises UsageError."""
        return read_options(model, self.values, lambda item: item.flag)

    def select(self, items: Iterable[DeclaredOption]) -> dict[str, Any]:
        """Return the values of those of these options that were given, by the names of their fields."""
        return {item.name: self.values[item.name] for item in items if self.values.get(item.name) is not None}

    def source_options(self, models: Iterable[type[BaseModel]]) -> tuple[tuple[str, str], ...]:
        """Return the options of task sources that were given, as `Selection` has them."""
        items = (item for item in list_options(*models) if item.name in self.values)
        given = [item for item in items if self.values[item.name] != item.default]
        return tuple((item.flag.removeprefix("--"), str(self.values[item.name])) for item in given)


def takes_options(
    *models: type[BaseModel], where: Callable[[DeclaredOption], bool] = lambda _item: True
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator of a command that gives it the options of these models as its argument `given`.

    Args:
        models: Option models.
        where: Which of their options the command has.
    """
    items = [item for item in list_options(*models) if item.option.cli and where(item)]

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = dict(inspect.signature(function, eval_str=True).parameters)
        del own["given"]

        # An option may be called as the command calls its context: plugins name their options.
        hidden = {
            f"_{name}": name for name, parameter in own.items() if parameter.annotation is typer.Context
        }

        def command(**values: Any) -> None:
            given = Given({item.name: values.pop(item.name) for item in items})
            function(**{hidden.get(name, name): value for name, value in values.items()}, given=given)

        shown = {name: signature for signature, name in hidden.items()}
        parameters = [
            parameter.replace(name=shown.get(name, name), kind=parameter.KEYWORD_ONLY)
            for name, parameter in own.items()
        ]
        parameters += map(_parameter, items)
        command.__name__, command.__doc__ = function.__name__, function.__doc__
        command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return command

    return decorate


def option(model: type[BaseModel], field: str) -> OptionInfo:
    """Return the option of a model's field, for a command that has some of them alone."""
    return _info(next(item for item in list_options(model) if item.name == field))


def run_option(name: str) -> OptionInfo:
    """Return an option of `testbed run` for a plugin's command, with the same flag, help and limits.

    Args:
        name: The option's field, such as "provider", "network" or "tasks": `Annotated[str, run_option("provider")]`.

    Raises:
        LookupError: There is no such option.
    """
    found = [item for item in list_options(SelectionOptions, RunOptions, LaunchOptions) if item.name == name]
    if not found:
        raise LookupError(f"testbed run has no option {name!r}")
    return _info(found[0])


def help_text(item: DeclaredOption) -> str:
    """Return an option's help text."""
    text = item.help
    for name, list_names in KNOWN.items():
        if f"{{{name}}}" in text:
            text = text.replace(f"{{{name}}}", ", ".join(list_names()))
    return text


def _parameter(item: DeclaredOption) -> inspect.Parameter:
    kind, default = _type_and_default(item)
    annotation = kind if default is not None else kind | None
    return inspect.Parameter(
        item.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[annotation, _info(item)],
    )


def _info(item: DeclaredOption) -> OptionInfo:
    declaration = item.option
    info: OptionInfo = typer.Option(
        item.flag,
        metavar=declaration.metavar or None,
        min=item.minimum,
        help=help_text(item),
        rich_help_panel=declaration.group,
        callback=declaration.callback,
        is_eager=declaration.callback is not None,
    )
    return info


def _type_and_default(item: DeclaredOption) -> tuple[Any, Any]:
    """Return the type of an option's value as the command line has it, and its default."""
    kind, default = item.kinds[0], item.default
    if item.choices:
        return (str if item.option.metavar else kind), default
    if item.is_list_of_choices:
        return str, ",".join(default)
    if get_origin(kind) in (tuple, dict):
        return list[str], None
    return kind, default
