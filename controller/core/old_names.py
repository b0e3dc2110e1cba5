"""Reads records in which earlier versions of testbed gave a field another name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, model_validator


class RenamedFields(BaseModel):
    """A part of a record some of whose fields had other names: `_old_names` has the present one by the old one."""

    _old_names: ClassVar[Mapping[str, str]]

    @model_validator(mode="before")
    @classmethod
    def _rename(cls, data: Any) -> Any:
        return with_present_names(data, cls._old_names) if isinstance(data, Mapping) else data


def with_present_names(data: Mapping[str, Any], old_names: Mapping[str, str]) -> dict[str, Any]:
    """Return the data with the present name of each field.

    Args:
        data: Fields by name, old or present; the old name of a field that is there under both stays.
        old_names: The present name by the old one.
    """
    present = {old: new for old, new in old_names.items() if new not in data}
    return {present.get(name, name): value for name, value in data.items()}
