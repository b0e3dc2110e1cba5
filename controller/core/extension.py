"""Extensions that plugins declare: entry points of a group such as `testbed.agents`, not imported until they are named.

[project.entry-points."testbed.agents"]
my_agent = "my_package.my_agent"
"""

from __future__ import annotations

import difflib
import re
import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from typing import Any

from controller.core.installed import entry_points, title
from testbed.command import DISTRIBUTION
from testbed.errors import TestbedError, UsageError
from testbed.lazy_module import module_of

_NOT_IN_MODULE = re.compile(r"cannot import name '(?P<name>\w+)' from 'testbed[.\w]*'")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True, slots=True)
class Extension:
    """An extension of a plugin, not imported yet.

    Attributes:
        kind: What it is in error messages: "agent", "tool filter", "provider", "metric".
        name: The entry point's name, by which users name the extension.
        distribution: Name and version of the distribution that declares it.
        entry_point: The declaration.
        problem: Why the extension is refused; "" if it is not.
    """

    kind: str
    name: str
    distribution: str
    entry_point: EntryPoint
    problem: str = ""

    @property
    def is_own(self) -> bool:
        """Whether a plugin of testbed's own distribution declares it."""
        return self.distribution.partition(" ")[0] == DISTRIBUTION

    @property
    def title(self) -> str:
        """The extension in an error message: "the agent 'writer' of tiny_writer 2.5"."""
        return f"the {self.kind} {self.name!r} of {self.distribution}"

    @property
    def remedy(self) -> str:
        """The hint of an error that only the distribution's author can fix."""
        name = self.distribution.partition(" ")[0]
        return f"fix or update {name}, or remove it: pip uninstall {name}"

    @property
    def versions(self) -> dict[str, str]:
        """The distribution's version by its name, for a run's record; nothing for testbed's own."""
        name, _, version = self.distribution.partition(" ")
        return {} if self.is_own else {name: version}

    def load(self) -> Any:
        """Import the module or object that the entry point names.

        Raises:
            UsageError: It is refused (`problem`) or cannot be imported.
        """
        if self.problem:
            raise UsageError(self.problem, hint=self.remedy)
        try:
            return self.entry_point.load()
        except (Exception, SystemExit) as error:
            moved = _public_module(error)
            raise UsageError(
                f"{self.title} cannot be imported from {self.entry_point.value}: "
                f"{type(error).__name__}: {error}",
                hint=f"{moved}; {self.remedy}" if moved else self.remedy,
            ) from error

    @contextmanager
    def failures_as(
        self, kind: type[TestbedError], function: str, passing: tuple[type[BaseException], ...] = ()
    ) -> Iterator[None]:
        """Turn what the extension's code raises inside into an error of `kind` that names the distribution.

        Args:
            kind: The class of the error to raise. Errors of testbed's own tree pass unchanged.
            function: Name of the function that is called inside, for the message.
            passing: Further classes of errors that pass unchanged.
        """
        passed: tuple[type[BaseException], ...] = (TestbedError, *passing)
        try:
            yield
        except passed:
            raise
        except (Exception, SystemExit) as error:
            raise kind(f"{self.title}: {describe_failure(function, error)}", hint=self.remedy) from error


def describe_failure(function: str, error: BaseException) -> str:
    """Return which function raised what, in one line, with the traceback of the error, which is handled, below it."""
    cause = " ".join(traceback.format_exception_only(error)[-1].split())
    return f"{function} raised {cause}\n{traceback.format_exc(limit=-3)}"


def _public_module(error: BaseException) -> str:
    """Where a name is that was imported from another module of the public API; "" if it is in none."""
    found = _NOT_IN_MODULE.match(str(error)) if isinstance(error, ImportError) else None
    home = module_of(found["name"]) if found else ""
    return f"{found['name']} is in {home}" if found and home else ""


def find_extensions(group: str, kind: str, builtin: Collection[str]) -> list[Extension]:
    """Find the extensions that installed distributions declare in an entry-point group, without importing them.

    Args:
        group: The entry-point group, such as "testbed.agents".
        kind: What an extension of the group is in error messages, such as "agent".
        builtin: Names that are taken already.

    Returns:
        Extensions, those of testbed's own plugins first. One that is refused (name taken, declared twice, or not usable
        on the command line) is among them with `problem` set, so that it can be listed; its `load` raises.
    """
    found = [
        Extension(kind, entry_point.name, _distribution(entry_point), entry_point)
        for entry_point in entry_points(group=group)
    ]
    own = {extension.name: extension for extension in found if extension.is_own}
    foreign: dict[str, list[Extension]] = {}
    for extension in sorted(found, key=lambda one: (one.name, one.entry_point.value)):
        if not extension.is_own:
            foreign.setdefault(extension.name, []).append(extension)
    taken = {*builtin, *own}
    others = (replace(same[0], problem=_problem(same, taken)) for same in foreign.values())
    return [*(own[name] for name in sorted(own)), *others]


def unknown_name(kind: str, name: str, known: Collection[str]) -> UsageError:
    """The error for an extension that does not exist, with the closest name and all names in its hint."""
    close = difflib.get_close_matches(name, known, n=1)
    suggestion = f"did you mean {close[0]!r}? " if close else ""
    return UsageError(f"there is no {kind} {name!r}", hint=f"{suggestion}{kind}s: {', '.join(known)}")


def _problem(same: list[Extension], taken: Collection[str]) -> str:
    extension = same[0]
    article = "an" if extension.kind[0] in "aeiou" else "a"
    if not _NAME.fullmatch(extension.name):
        return f"{extension.title} has a name that cannot be given on the command line"
    if extension.name in taken:
        return (
            f"{extension.distribution} declares {article} {extension.kind} {extension.name!r}, "
            "but testbed has one of that name"
        )
    if len(same) > 1:
        distributions = ", ".join(other.distribution for other in same)
        return f"several distributions declare {article} {extension.kind} {extension.name!r}: {distributions}"
    return ""


def _distribution(entry_point: EntryPoint) -> str:
    return title(entry_point.dist) if entry_point.dist else "an unknown distribution"
