"""What an episode's result has of the parts of episodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_origin

from pydantic import BaseModel, BeforeValidator

from controller.core.parts import all_parts, said
from controller.records.read_by_part import adapter, read_by_part
from controller.records.spending import PUBLIC, Spending

if TYPE_CHECKING:
    from testbed.extensions import DeclaredPart


def with_part_records(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result's data with the records of parts under `parts`, where earlier versions had fields for them."""
    data, present = dict(result), result.get("parts", {})
    if not isinstance(present, Mapping):
        return data
    moved = {
        name: data.pop(spec.old_field)
        for name, spec in all_parts().items()
        if spec.old_field in data and name not in present
    }
    found = {name: record for name, record in moved.items() if record not in (None, [], ())}
    return data | ({"parts": found | dict(present)} if found else {})


def usages_of(records: Mapping[str, Any]) -> Iterator[Spending]:
    """Yield what parts used that ask models by clients of their own, given an episode's records."""
    for name, spec in all_parts().items():
        if name in records and (used := said(spec.usage, records[name])):
            yield used


def texts_of_parts(records: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the title of each part that has something to say about its record among these, and what it says."""
    parts = all_parts()
    for name, record in read_records(records).items():
        if name in parts and (text := said(parts[name].explain, record)):
            yield parts[name].title, text


def totals_of_parts(episodes: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return, as JSON has it, what the records of several episodes are together, by part; not of all parts."""
    by_part: dict[str, list[Any]] = {}
    for records in episodes:
        for name, record in records.items():
            by_part.setdefault(name, []).append(record)
    parts = all_parts()
    totals = {name: said(parts[name].total, by_part[name]) for name in parts if name in by_part}
    found = {name: total for name, total in totals.items() if total is not None}
    as_json: dict[str, Any] = adapter(dict[str, Any]).dump_python(found, mode="json")
    return as_json


def part_of_event(kind: str) -> DeclaredPart | None:
    """Return the part that records events of this kind; None if none does."""
    return next((spec for name, spec in all_parts().items() if kind in (spec.kinds or (name,))), None)


def without_texts(records: Mapping[str, Any], redact: Callable[[str], str]) -> dict[str, Any]:
    """Return the records of parts as JSON has them, with their texts and their keys changed by `redact`.

    What the part's declaration has itself stays: names of fields, choices, and fields that are `PUBLIC`.
    """
    return {name: _redacted(record, redact) for name, record in read_records(records).items()}


def _redacted(value: Any, redact: Callable[[str], str]) -> Any:
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        return {
            name: adapter(Any).dump_python(item, mode="json")
            if get_origin(fields[name].annotation) is Literal or PUBLIC in fields[name].metadata
            else _redacted(item, redact)
            for name, item in value
        }
    if isinstance(value, Mapping):
        return {
            f"redacted_{number}": _redacted(item, redact)
            for number, item in enumerate(value.values(), start=1)
        }
    if isinstance(value, list | tuple):
        return [_redacted(item, redact) for item in value]
    return redact(value) if isinstance(value, str) else value


def read_records(value: Any) -> Any:
    """Return the records of parts as their types. Raises as `read_by_part`."""
    return read_by_part(value, {name: spec.record for name, spec in all_parts().items()})


PartRecords = Annotated[dict[str, Any], BeforeValidator(read_records)]
"""The records of parts by the part's name: of the type that the part declares; as recorded if it is not installed."""
