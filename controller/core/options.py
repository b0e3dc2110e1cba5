"""Options of a run. Each is declared once: as a field of a model, with what users see of it.

    class LimitOptions(OptionGroup):
        steps: Annotated[int, Option(LIMITS, "N")] = Field(50, ge=1)
        '''Maximum number of steps of an episode.'''

The command line, configuration files, study files and the keywords of `testbed.run` are made from such models. What is
a field of `RunOptions` is also recorded in `run.json`.
"""

from __future__ import annotations

import difflib
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from annotated_types import Ge
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo

from controller.core.extension_calls import warn_left_out
from controller.core.invalid_data import first_invalid
from testbed.errors import UsageError

SELECTION = "Task selection"
AGENT = "Agent and model"
SHOWN = "What the agent is shown and may do"
JUDGES = "Judges played by a model"
GUESTS = "Guests"
LIMITS = "Limits"
RECORDS = "Records and display"
GROUPS = (SELECTION, AGENT, SHOWN, JUDGES, GUESTS, LIMITS, RECORDS)
"""The groups in which help shows options, in that order; other groups follow."""

OF_FIELD: Any = object()
"""Default of an option for users that is the default of its field."""


class OptionGroup(BaseModel):
    """A group of options that are given together. It has no other fields, and does not change."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


@dataclass(frozen=True, slots=True)
class Option:
    """What users see of an option. Its type, default and limits are those of the field that it annotates.

    The docstring of the field is its help. There a name in braces stands for what is installed or known: {agents},
    {filters}, {judges}, {levels}, {networks}, {orders}, {parts}, {platforms}, {providers} or {sources}.

    Attributes:
        group: Group in which help shows it.
        metavar: Its value in help; "" for a flag, and to show the choices of a Literal.
        flag: On the command line and, without the dashes, in `--config`; "" for the field's name.
        keyword: In Python; "" for the field's name.
        doc: What it does, for Python; "" for its help.
        type: Type of what users give where the field has another one.
        default: Default for users where it differs from that of the field; None: the field's default, not shown.
        minimum: Least value that the command line takes; None for that of the field, which `parse` may check itself.
        after: Field that help shows before it; "" for that before it in the model.
        parse: Converts the value that a user gave. Raises UsageError.
        callback: Called by the command line with its value before that of other options.
        cli: Whether the command line and `--config` have it.
        python: Whether `testbed.run` has it.
        study: What has it in a study file: "file" the file itself, "agent" each agent, "grid" each grid, as a list of
            values, "" nothing.
        study_key: Its name in study files, and that of the list of its values; "" for that in Python.
        local: Whether its value is an address or a path of this host, which shared pages must not show.
        on_resume: Whether `resume` takes it, too.
        on_replay: Whether it can be combined with `--replay`.
    """

    group: str
    metavar: str = ""
    _: KW_ONLY
    flag: str = ""
    keyword: str = ""
    doc: str = ""
    type: Any = None
    default: Any = OF_FIELD
    minimum: float | None = None
    after: str = ""
    parse: Callable[[Any], Any] | None = None
    callback: Callable[..., Any] | None = None
    cli: bool = True
    python: bool = True
    study: Literal["file", "agent", "grid", ""] = "file"
    study_key: str = ""
    local: bool = False
    on_resume: bool = False
    on_replay: bool = False


@dataclass(frozen=True, slots=True)
class DeclaredOption:
    """An option with the field that it annotates."""

    model: type[BaseModel]
    name: str
    field: FieldInfo
    option: Option

    @property
    def flag(self) -> str:
        """The option on the command line, such as "--list"."""
        return self.option.flag or f"--{self.name.replace('_', '-')}"

    @property
    def keyword(self) -> str:
        """Its name in Python."""
        return self.option.keyword or self.name

    @property
    def study_key(self) -> str:
        """Its name in study files."""
        return self.option.study_key or self.keyword

    @property
    def help(self) -> str:
        """What it does, on one line, with names in braces."""
        return " ".join((self.field.description or "").split())

    @property
    def default(self) -> Any:
        """Its default for users; None for that of the field, and if there is none."""
        return self.field_default if self.option.default is OF_FIELD else self.option.default

    @property
    def field_default(self) -> Any:
        """The default of its field."""
        return self.field.get_default(call_default_factory=True)

    @property
    def minimum(self) -> Any:
        """Least value on the command line; None for any."""
        if self.option.minimum is not None or self.option.parse:
            return self.option.minimum
        return next((item.ge for item in self.field.metadata if isinstance(item, Ge)), None)

    @property
    def annotation(self) -> Any:
        """The type of what users give."""
        return self.option.type or self.field.annotation

    @property
    def kinds(self) -> tuple[Any, ...]:
        """The types of its value without None: one, or those of a union."""
        union = get_origin(self.annotation) in (Union, types.UnionType)
        members = get_args(self.annotation) if union else (self.annotation,)
        return tuple(kind for kind in members if kind is not type(None))

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts that it takes; () for any."""
        literals = (kind for kind in self.kinds if get_origin(kind) is Literal)
        return tuple(choice for kind in literals for choice in get_args(kind) if choice)

    @property
    def is_list_of_choices(self) -> bool:
        """Whether it is some of several texts, which the command line separates by commas."""
        return any(get_origin(argument) is Literal for kind in self.kinds for argument in get_args(kind))


def list_options(*models: type[BaseModel]) -> list[DeclaredOption]:
    """List the options of models, and of those that their `further_options` returns, in the order of help.

    An option of these whose name is taken is left out, and that is logged.
    """
    listed = [item for model in models for item in _options_of(model)]
    taken = {name for item in listed for name in (item.name, item.flag)}
    for item in (item for model in models for further in _further(model) for item in _options_of(further)):
        if taken & {item.name, item.flag}:
            warn_left_out(f"the option {item.flag} of {item.model.__name__}: another has that name")
            continue
        listed.append(item)
        taken |= {item.name, item.flag}
    for item in [item for item in listed if item.option.after]:
        listed.remove(item)
        position = next(
            (at for at, other in enumerate(listed) if other.name == item.option.after), len(listed)
        )
        listed.insert(position + 1, item)
    order = dict.fromkeys((*GROUPS, *(item.option.group for item in listed)))
    positions = {group: position for position, group in enumerate(order)}
    return sorted(listed, key=lambda item: positions[item.option.group])


def option_groups(model: type[BaseModel]) -> dict[str, type[OptionGroup]]:
    """Return the groups of options among a model's fields, by the field's name."""
    kinds = {name: field.annotation for name, field in model.model_fields.items()}
    return {
        name: kind for name, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, OptionGroup)
    }


def take_groups(
    values: dict[str, Any], groups: Mapping[str, type[OptionGroup]], present: Mapping[str, Any]
) -> dict[str, Any]:
    """Move values into the groups whose fields they are.

    Args:
        values: Values by name; those of the groups are taken out.
        groups: The groups by name.
        present: Groups by name that have values already, which those taken out replace.

    Returns:
        The groups for which there is anything, by name.
    """
    placed = dict(present)
    for group, model in groups.items():
        if chosen := {name: values.pop(name) for name in model.model_fields if name in values}:
            inner = placed.get(group)
            placed[group] = (dict(inner) if isinstance(inner, Mapping | BaseModel) else {}) | chosen
    return placed


def _options_of(model: type[BaseModel]) -> Iterator[DeclaredOption]:
    groups = option_groups(model)
    for name, field in model.model_fields.items():
        if name in groups:
            yield from _options_of(groups[name])
        for option in field.metadata:
            if isinstance(option, Option):
                yield DeclaredOption(model, name, field, option)


def _further(model: type[BaseModel]) -> Iterable[type[BaseModel]]:
    """The models whose options a model has besides its own: those of parts, which it takes among its fields."""
    further: Callable[[], Iterable[type[BaseModel]]] = getattr(model, "further_options", tuple)
    return further()


ModelT = TypeVar("ModelT", bound=BaseModel)


def read_options(
    model: type[ModelT], values: Mapping[str, Any], label: Callable[[DeclaredOption], str]
) -> ModelT:
    """Return a model with the values that a user gave.

    Args:
        model: An option model.
        values: Values by the names of its fields; None for the field's default. Others are ignored.
        label: Returns the name of an option in error messages.

    Raises UsageError for an invalid value.
    """
    options = {item.name: item for item in list_options(model)}
    chosen = {}
    for name, item in options.items():
        value = values.get(name, item.default)
        if value is not None:
            chosen[name] = item.option.parse(value) if item.option.parse else value
    try:
        for further in {item.model for item in options.values()} - {model}:
            own = further.model_fields
            further.model_validate({name: value for name, value in chosen.items() if name in own})
        return model.model_validate(chosen)
    except ValidationError as error:
        first = first_invalid(error)
        item = options[str(first.location[0])]
        inner = first.path.removeprefix(item.name)
        raise invalid_value(f"{label(item)}{inner}", first.details["input"], item, first.rule) from error


def invalid_value(label: str, value: Any, item: DeclaredOption, problem: str) -> UsageError:
    """Return the error for a value that an option does not take."""
    if len(item.choices) > 1 and isinstance(value, str):
        *others, last = item.choices
        return UsageError(f"invalid value for {label}: {value!r} (use {', '.join(others)} or {last})")
    return UsageError(f"invalid value for {label}: {value!r}", hint=problem[:1].lower() + problem[1:])


def from_keywords(models: Iterable[type[BaseModel]], keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that a caller in Python gave, by the names of their fields.

    Raises TypeError for an unknown keyword.
    """
    fields = {item.keyword: item.name for item in list_options(*models) if item.option.python}
    for keyword in keywords:
        if keyword not in fields:
            near = difflib.get_close_matches(keyword, fields, 1)
            guess = f"; did you mean {near[0]}?" if near else ""
            raise TypeError(f"run() got an unexpected keyword argument {keyword!r}{guess}")
    return {fields[keyword]: value for keyword, value in keywords.items()}
