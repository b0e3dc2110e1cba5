"""What a parser of the host is to the fuzzer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.hostile.mutation import Form

PLACE = "/home/user/x"
"""The path by which checkers know a file."""


@dataclass(frozen=True)
class HostParser:
    """A function that reads what a guest, a model or a stranger made.

    Attributes:
        name: What `--parser` calls it.
        parse: Called with the input; what it returns is not looked at, apart from its own assertions.
        seeds: Make well-formed inputs.
        allowed: Errors that say that the input is bad. Any other is a finding.
        form: What the input is made of.
        apart: Whether the product runs it in a process with limits of memory and time, which end what exceeds them.
    """

    name: str
    parse: Callable[[bytes], object]
    seeds: Callable[[], list[bytes]]
    allowed: tuple[type[BaseException], ...]
    form: Form = "bytes"
    apart: bool = False


def text_of(data: bytes) -> str:
    """The input as a text that may hold anything, lone surrogates too, as JSON's escapes make them."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")
