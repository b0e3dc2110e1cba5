"""Calls into the code of plugins: all pass here, and a failure names the distribution, the cause and a remedy."""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from types import NoneType
from typing import Any, get_type_hints

from controller.core.extension import Extension
from controller.core.result_types import NOTHING, conforms, is_lazy, name_of, result_of
from testbed.errors import PluginError, TestbedError

Failures = Mapping[str, type[TestbedError] | None]
"""What failures of a function or method become, by its name; None for one that is called unguarded."""

_log = logging.getLogger(__name__)


@functools.cache
def warn_left_out(problem: str) -> None:
    """Log, once for each problem, that a result is without what an extension would have added."""
    _log.warning("left out: %s", problem)


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls into one extension.

    Attributes:
        extension: The extension.
        failures: What failures become, by the name of what fails.
        failure: What those become that have no name there.
        passes: Errors that a function may raise as its contract says, by its name; they are not changed.
        contracts: Classes of `testbed` whose methods are guarded too when a function returns such an object.
        page: Documentation of how to write such an extension.
    """

    extension: Extension
    failures: Failures
    failure: type[TestbedError]
    passes: Mapping[str, tuple[type[Exception], ...]]
    contracts: tuple[type[Any], ...]
    page: str

    def declaration(self, spec: Any, kind: type[Any]) -> Any:
        """Return a dataclass with its functions guarded, or an object of a contract with its methods guarded."""
        if kind in self.contracts:
            return Guarded(self, spec, kind)
        hints = get_type_hints(type(spec))
        guarded = {
            one.name: self.function(one.name, value, returned)
            for one in fields(spec)
            if callable(value := getattr(spec, one.name))
            and (returned := result_of(hints[one.name])) is not NOTHING
            and self.failures.get(one.name, PluginError) is not None
        }
        return replace(spec, **guarded)

    def function(self, name: str, function: Callable[..., Any], returned: Any) -> Callable[..., Any]:
        """Return the function; its failures, and results that are not as `returned` has them, name the extension."""

        @functools.wraps(function, updated=())
        def call(*args: Any, **kwargs: Any) -> Any:
            own = [self._own(value) for value in args]
            return self.get(name, lambda: function(*own, **kwargs), returned, "returned")

        return call

    def get(self, name: str, read: Callable[[], Any], hint: Any, verb: str = "is") -> Any:
        """Call `read`; return its result, guarded if it is of a contract.

        Raises:
            TestbedError: It raised, or its result is not as `hint` has it; the class is that of `failures`.
        """
        error = self.failures.get(name) or self.failure
        with self.extension.failures_as(error, name, self.passes.get(name, ())):
            value = read()
            if is_lazy(hint) and isinstance(value, Iterable) and not isinstance(value, str):
                value = list(value)
            sound = hint in (None, NoneType) or conforms(value, hint)
        if not sound:
            raise error(
                f"{self.extension.title}: {name} {verb} {value!r:.300}, not {name_of(hint)}",
                hint=f"see {self.page}; {self.extension.remedy}",
            )
        contract = None if value is None else self._contract_in(hint)
        return value if contract is None else Guarded(self, value, contract)

    def _contract_in(self, hint: Any) -> type[Any] | None:
        """Return the contract that an annotation names, alone or beside None."""
        return next((one for one in self.contracts if hint in (one, one | None)), None)

    def _own(self, value: Any) -> Any:
        """Return what the extension made itself as it made it, such as a provider's guest that is to be reset."""
        return value._inner if type(value) is Guarded and value._calls == self else value


@functools.cache
def hint_of(contract: Any, name: str) -> Any:
    """The type that the contract has for a property's or field's value or a method's result; Any where it has none."""
    if is_dataclass(contract) and name in (hints := get_type_hints(contract)):
        return hints[name]
    member = getattr(contract, name, None)
    function = member.fget if isinstance(member, property) else member
    if inspect.isfunction(function):
        return get_type_hints(function).get("return", Any)
    return Any


class Guarded:
    """A plugin's object as its contract has it; calls from outside are guarded, those of its own code are not."""

    __slots__ = ("_calls", "_contract", "_inner")

    def __init__(self, calls: Calls, inner: Any, contract: type[Any]) -> None:
        for name, value in zip(("_calls", "_inner", "_contract"), (calls, inner, contract), strict=True):
            object.__setattr__(self, name, value)

    @property  # type: ignore[misc]
    def __class__(self) -> type[Any]:  # isinstance sees the plugin's class
        return type(self._inner)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        inner = self._inner
        if not _has(inner, name):
            raise AttributeError(f"{type(inner).__name__!r} object has no attribute {name!r}")
        hint = hint_of(self._contract, name)
        if _is_method(inner, name):
            return self._calls.function(name, getattr(inner, name), hint)
        return self._calls.get(name, lambda: getattr(inner, name), hint)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._inner, name, value)

    def __eq__(self, other: object) -> bool:
        return bool(
            self._inner == (object.__getattribute__(other, "_inner") if type(other) is Guarded else other)
        )

    def __hash__(self) -> int:
        return hash(self._inner)

    def __repr__(self) -> str:
        return repr(self._inner)

    def __reduce__(self) -> tuple[type[Guarded], tuple[Calls, Any, type[Any]]]:
        return Guarded, (self._calls, self._inner, self._contract)


def is_guarded(value: object) -> bool:
    """Test for an object of a plugin of another distribution."""
    return type(value) is Guarded


def _has(inner: object, name: str) -> bool:
    """Whether it has the attribute; a property that raises is one."""
    return hasattr(type(inner), name) or name in getattr(inner, "__dict__", ()) or hasattr(inner, name)


def _is_method(inner: object, name: str) -> bool:
    if isinstance(getattr(type(inner), name, None), property | functools.cached_property):
        return False
    return inspect.isroutine(getattr(inner, name))
