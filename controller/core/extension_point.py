"""Extension points: the kinds of extensions, which testbed's own modules and plugins declare alike.

`testbed/extension_points.py` lists them.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Generic, TypeVar

from controller.core.extension import Extension, find_extensions, unknown_name
from controller.core.extension_calls import Calls, Failures
from controller.core.result_types import is_of
from testbed.errors import PluginError, TestbedError, UsageError

SpecT = TypeVar("SpecT")
Builtin = Callable[[], Mapping[str, object]]
"""Returns testbed's own extensions by name: each a declaration, or "module:attribute" where it is imported from."""


@dataclass(frozen=True, eq=False)
class ExtensionPoint(Generic[SpecT]):
    """A kind of extension.

    Attributes:
        kind: What an extension is in messages: "agent".
        group: The entry-point group that plugins declare extensions in.
        module: The module of the public API that has the types of its declaration and of what that returns.
        declaration: The name there of the type of its declaration.
        attribute: The name of the declaration in a module that an entry point names.
        page: Documentation of how to write one.
        builtin: Testbed's own.
        failures: What failures of its functions become, and of the methods of `contracts`, where not `failure`.
        failure: What the others become.
        passes: "module:class" of an error that a function may raise as its contract says, by the function's name.
        contracts: The names there of the classes whose methods are called, of objects that functions return.
    """

    kind: str
    group: str
    module: str
    declaration: str
    attribute: str
    page: str = "docs/plugins.md"
    builtin: Builtin = dict
    failures: Failures = field(default_factory=dict)
    failure: type[TestbedError] = PluginError
    passes: Mapping[str, str] = field(default_factory=dict)
    contracts: tuple[str, ...] = ()

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
        return self.guard(extension, self._read_declaration(extension, extension.load()))

    def guard(self, extension: Extension, spec: SpecT) -> SpecT:
        """Return a declaration whose functions' failures name the distribution of a plugin's extension."""
        if extension.is_own:
            return spec
        contracts = tuple(map(self._public, self.contracts))
        passes = {name: (pkgutil.resolve_name(path),) for name, path in self.passes.items()}
        calls = Calls(extension, self.failures, self.failure, passes, contracts, self.page)
        declared: SpecT = calls.declaration(spec, self._public(self.declaration))
        return declared

    def _read_declaration(self, extension: Extension, target: Any) -> SpecT:
        with extension.failures_as(UsageError, self.attribute):
            is_declared = hasattr(target, self.attribute)
            declared = getattr(target, self.attribute) if is_declared else target
            if is_of(declared, self._public(self.declaration)):
                return declared  # type: ignore[no-any-return]
        is_base = self.declaration in self.contracts
        needed = (
            f"an object of your subclass of {self.declaration}" if is_base else f"{self.declaration}(...)"
        )
        hint = f"declare {self.attribute} = {needed}: see {self.page}"
        if is_declared:
            raise UsageError(
                f"{extension.title}: {self.attribute} is {declared!r:.300}, not {self.declaration}", hint=hint
            )
        raise UsageError(
            f"{extension.title}: {extension.entry_point.value} has no {self.declaration} {self.attribute}",
            hint=hint,
        )

    def _public(self, name: str) -> type[Any]:
        kind: type[Any] = getattr(import_module(self.module), name)
        return kind


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
