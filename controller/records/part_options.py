"""The options of the parts of episodes, as a run has them and as its record keeps them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, BeforeValidator

from controller.core.options import OptionGroup, option_groups, take_groups
from controller.core.parts import all_parts, said
from controller.records.read_by_part import read_by_part

if TYPE_CHECKING:
    from testbed.results import RunOptions


def option_models() -> dict[str, type[OptionGroup]]:
    """Return the option models of all parts, by the part's name."""
    return {name: spec.options for name, spec in all_parts().items() if spec.options}


def default_options() -> dict[str, OptionGroup]:
    """Return the options of all parts in a run for which none is given."""
    return {name: model() for name, model in option_models().items()}


def marks_of_parts(options: RunOptions, episodes: Collection[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what parts remark on a run with these options, given the records of parts in each of its episodes."""
    for name, spec in all_parts().items():
        given = options.of_part(name)
        if given is None or isinstance(given, BaseModel):
            records = [parts[name] for parts in episodes if name in parts]
            yield from said(spec.marks, given, records) or ()


def with_groups(data: Mapping[str, Any], core: type[BaseModel]) -> dict[str, Any]:
    """Return the data of a run's options with those of groups and parts in their places.

    Args:
        data: Options by name, all beside each other. So they are given; records were so in earlier versions.
        core: The model of the run's options.
    """
    own = {name: value for name, value in data.items() if name in core.model_fields}
    others = {name: value for name, value in data.items() if name not in core.model_fields}
    own = take_groups(others, option_groups(core), own)
    given = own.get("parts")
    parts = take_groups(others, option_models(), given if isinstance(given, Mapping) else {})
    return own | others | ({"parts": parts} if parts else {})


def _read(value: Any) -> Any:
    return read_by_part(value, option_models())


PartOptions = Annotated[dict[str, Any], BeforeValidator(_read)]
"""The options of parts by the part's name: an object of its option model; a mapping if the part is not installed."""
