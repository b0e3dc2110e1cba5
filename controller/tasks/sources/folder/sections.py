"""The sections of `task.toml` that parts of episodes declare, each a table of the part's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from controller.core.parts import all_parts
from controller.tasks.sources.folder.placeholders import fill
from controller.tasks.sources.folder.toml_form import Form, at


def section_names() -> list[str]:
    """Return the names of the sections that installed parts declare."""
    return [name for name, spec in all_parts().items() if spec.section]


def read_sections(path: Path, text: str, data: Mapping[str, Any]) -> dict[str, BaseModel]:
    """Return the sections in the file at `path`, which has this text and content, by name. Raises TaskError."""
    sections: dict[str, BaseModel] = {}
    for name in section_names():
        if name not in data:
            continue
        if not isinstance(data[name], Mapping):
            raise at(path, text, (name,), "is a section", f"write it as a table: [{name}]")
        sections[name] = _form(name).validate(path, text, data[name])
    return sections


def fill_section(path: Path, name: str, section: BaseModel, facts: object) -> BaseModel:
    """Return a section with the facts of a variant for its placeholders. Raises TaskError."""
    return fill(path, _form(name), section, facts, type(section).model_fields)


class LazyMapping(Mapping[str, Any]):
    """Values that are made when they are read; its names are known without."""

    def __init__(self, makers: Mapping[str, Callable[[], Any]]) -> None:
        self._makers = makers

    def __getitem__(self, name: str) -> Any:
        return self._makers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)

    def __contains__(self, name: object) -> bool:
        return name in self._makers


def _form(name: str) -> Form[BaseModel]:
    model = all_parts()[name].section
    assert model is not None, name
    return Form(model, f"the section {name}", lambda _location: list(model.model_fields), (name,))
