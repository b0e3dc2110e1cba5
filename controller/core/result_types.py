"""Whether a value is as an annotation has it: for results of code that no type checker has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from numbers import Real
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

NOTHING = object()
"""`result_of` an annotation that is no function's."""


def conforms(value: object, hint: Any) -> bool:
    """Return whether a value is as an annotation has it, items of collections included.

    A number is a `float`, a text is no sequence, and a protocol wants all its public members.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any or hint is object or isinstance(hint, TypeVar):
        return True
    if hint is None or hint is NoneType:
        return value is None
    if origin in (Union, UnionType):
        return any(conforms(value, one) for one in arguments)
    if origin is Literal:
        return value in arguments
    if origin is Callable or hint is Callable:
        return callable(value)
    if hint is float:
        return isinstance(value, Real) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if origin is None:
        return is_of(value, hint)
    return _is_collection(value, origin, arguments)


def is_of(value: object, kind: Any) -> bool:
    """Return whether it is an instance; of a protocol, whether it has all public members. No property is read."""
    if not isinstance(kind, type):
        return True
    if not getattr(kind, "_is_protocol", False):
        return isinstance(value, kind)
    names = {name for base in kind.__mro__ for name in vars(base) if not name.startswith("_")}
    return all(hasattr(type(value), name) or hasattr(value, name) for name in names)


def is_lazy(hint: Any) -> bool:
    """Whether the annotation allows a generator, whose code runs only when it is read."""
    return get_origin(hint) in (Iterable, Iterator)


def result_of(hint: Any) -> Any:
    """Return the type of a function's results, given its `Callable` or `Callable | None`; NOTHING if it is neither."""
    for part in (hint, *get_args(hint)):
        if get_origin(part) is Callable:
            return get_args(part)[1]
    return NOTHING


def name_of(hint: Any) -> str:
    """Return an annotation as messages have it."""
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(map(name_of, get_args(hint)))
    if hint is NoneType:
        return "None"
    if arguments := get_args(hint):
        origin = getattr(get_origin(hint), "__name__", str(get_origin(hint)))
        return f"{origin}[{', '.join(map(name_of, arguments))}]"
    return getattr(hint, "__name__", str(hint).replace("typing.", ""))


def _is_collection(value: object, origin: Any, arguments: tuple[Any, ...]) -> bool:
    if not isinstance(origin, type) or isinstance(value, str) or not isinstance(value, origin):
        return False
    if isinstance(value, Mapping):
        keys, values = arguments
        return all(conforms(key, keys) and conforms(item, values) for key, item in value.items())
    if isinstance(value, tuple) and origin is tuple and arguments[-1:] != (...,):
        return len(value) == len(arguments) and all(map(conforms, value, arguments))
    return not isinstance(value, Iterable) or all(conforms(item, arguments[0]) for item in value)
