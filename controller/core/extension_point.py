"""Extension points: the kinds of extensions, which testbed's own modules and plugins declare alike.

`testbed/extension_points.py` lists them.
"""

from __future__ import annotations

import functools
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from controller.core.extension import Extension, find_extensions, unknown_name
from testbed.errors import TestbedError, UsageError

SpecT = TypeVar("SpecT")
Builtin = Callable[[], Mapping[str, object]]
"""Returns testbed's own extensions by name: each a declaration, or "module:attribute" where it is imported from."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a declaration.

    Attributes:
        returns: The name in `testbed` of the type of what it returns; "" for any.
        raises: What its failures become.
    """

    returns: str = ""
    raises: type[TestbedError] = UsageError


@dataclass(frozen=True, eq=False)
class ExtensionPoint(Generic[SpecT]):
    """A kind of extension.

    Attributes:
        kind: What an extension is in messages: "agent".
        group: The entry-point group that plugins declare extensions in.
        declaration: The name in `testbed` of the type of its declaration.
        attribute: The name of the declaration in a module that an entry point names.
        page: Documentation of how to write one.
        builtin: Testbed's own.
        functions: Its functions by name, as far as their failures are not to become UsageError, or their results are
            checked; None for one whose failures are not to be changed.
        older: "module:function" that makes a declaration of what an entry point named in earlier versions, or returns
            None; "" without any.
    """

    kind: str
    group: str
    declaration: str
    attribute: str
    page: str = "docs/plugins.md"
    builtin: Builtin = dict
    functions: Mapping[str, Function | None] = field(default_factory=dict)
    older: str = ""

    def own_names(self) -> tuple[str, ...]:
        """Return the names of testbed's own extensions, those of its plugins last."""
        plugins = (name for name, extension in self.extensions().items() if extension.is_own)
        return (*self.builtin(), *plugins)

    def names(self) -> tuple[str, ...]:
        """Return the names of all usable extensions: testbed's own, then those of other distributions."""
        usable = (name for name, extension in self.extensions().items() if not extension.problem)
        return (*self.builtin(), *usable)

    def extensions(self) -> dict[str, Extension]:
        """Return the extensions of plugins by name, also those that are refused; testbed's own keep their names."""
        extensions: dict[str, Extension] = {}
        for extension in self._find():
            extensions.setdefault(extension.name, extension)
        return extensions

    def extension_of(self, name: str) -> Extension | None:
        """Return the plugin's extension of that name, None for one that is built in."""
        return None if name in self.builtin() else self.extensions().get(name)

    def origin(self, name: str) -> dict[str, str]:
        """Return name and version of the distribution of an extension; nothing for testbed's own."""
        extension = self.extension_of(name)
        return extension.versions if extension else {}

    def load(self, name: str) -> SpecT:
        """Import the declaration of that name.

        Raises:
            UsageError: There is none, it is refused, cannot be imported, or is not of the declaration's type.
        """
        builtin = self.builtin()
        if name in builtin:
            found: Any = builtin[name]
            own: SpecT = pkgutil.resolve_name(found) if isinstance(found, str) else found
            return own
        extension = self.extensions().get(name)
        if extension is None:
            raise unknown_name(self.kind, name, self.names())
        return self.adopt(extension)

    def plugins(self) -> Iterator[tuple[Extension, SpecT | UsageError]]:
        """Import what plugins declare: each extension with its declaration, or with why it cannot be used."""
        for extension in self._find():
            try:
                yield extension, self.adopt(extension)
            except UsageError as error:
                yield extension, error

    def _find(self) -> list[Extension]:
        return find_extensions(self.group, self.kind, self.builtin())

    def adopt(self, extension: Extension) -> SpecT:
        """Import a plugin's declaration; failures of its functions name the distribution. Raises UsageError."""
        spec = self._read_declaration(extension, extension.load())
        if extension.is_own or isinstance(spec, type) or not is_dataclass(spec):
            return spec
        values = {one.name: getattr(spec, one.name) for one in fields(spec)}
        guarded = {
            name: _guard(extension, name, value, known, self.page)
            for name, value in values.items()
            if callable(value) and (known := self.functions.get(name, Function())) is not None
        }
        declared: SpecT = replace(spec, **guarded)  # type: ignore[type-var]
        return declared

    def _read_declaration(self, extension: Extension, target: Any) -> SpecT:
        declared = getattr(target, self.attribute, target)
        if isinstance(declared, _public(self.declaration)):
            return declared  # type: ignore[no-any-return]
        older = pkgutil.resolve_name(self.older)(target) if self.older else None
        if older is not None:
            return older  # type: ignore[no-any-return]
        raise UsageError(
            f"{extension.title}: {extension.entry_point.value} has no {self.declaration} {self.attribute}",
            hint=f"declare {self.attribute} = {self.declaration}(...): see {self.page}",
        )


def _guard(
    extension: Extension, name: str, function: Callable[..., Any], known: Function, page: str
) -> Callable[..., Any]:
    """The function; its failures, and results of the wrong type, name the extension."""

    @functools.wraps(function, updated=())
    def call(*args: Any, **kwargs: Any) -> Any:
        with extension.failures_as(known.raises, name):
            value = function(*args, **kwargs)
        if known.returns and not isinstance(value, _public(known.returns)):
            raise known.raises(
                f"{extension.title}: {name} returned {value!r:.300}",
                hint=f"return what implements {known.returns}: see {page}",
            )
        return value

    return call


def modules(package: str, attribute: str, others: Mapping[str, str] | None = None) -> Builtin:
    """Testbed's own extensions as modules and folders of a package, each with its declaration; none is imported.

    Args:
        package: The package.
        attribute: The name of the declaration in each.
        others: Further modules by the names of their extensions.
    """

    def find() -> Mapping[str, object]:
        paths = {name: f"{package}.{name}" for name in _modules_in(package)} | dict(others or {})
        return {name: f"{path}:{attribute}" for name, path in paths.items()}

    return find


def folders(package: str, attribute: str, separator: str = "_") -> Builtin:
    """Testbed's own extensions as those folders of a package that have a declaration, for which they are imported.

    Args:
        package: The package.
        attribute: The name of the declaration in each.
        separator: What stands for `_` in their names.
    """

    def find() -> Mapping[str, object]:
        imported = {name: import_module(f"{package}.{name}") for name in _modules_in(package, folders=True)}
        return {
            name.replace("_", separator): getattr(module, attribute)
            for name, module in imported.items()
            if hasattr(module, attribute)
        }

    return find


def function(path: str) -> Builtin:
    """Testbed's own extensions as a function returns them: "module:function"."""

    def find() -> Mapping[str, object]:
        found: Mapping[str, object] = pkgutil.resolve_name(path)()
        return found

    return find


@cache
def _modules_in(package: str, *, folders: bool = False) -> tuple[str, ...]:
    modules = pkgutil.iter_modules(import_module(package).__path__)
    return tuple(sorted(module.name for module in modules if module.ispkg or not folders))


def _public(name: str) -> type[Any]:
    kind: type[Any] = getattr(import_module("testbed"), name)
    return kind
