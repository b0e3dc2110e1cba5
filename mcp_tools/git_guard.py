"""Which git commands a tool may run: not those that can start another program or write outside the home folder.

Git starts programs that options, settings, hooks and the plans of a rebase name. Options are refused here by
operation, settings by key; `git_command` switches hooks, helpers, signers, editors and other transports off.
Where git writes besides its repository, by operation: options that name files, words that are paths.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

MAX_ARGUMENTS = 200
MAX_ARGUMENT_LENGTH = 100_000


@dataclass(frozen=True, slots=True)
class Operation:
    """What is refused of an operation: long options, letters of short options, first words.

    What follows one of the `valued` letters in a cluster of short options is that letter's value. The options
    and letters of `writing` take a path to write to; with `places` the words that are no options are paths too.
    """

    options: tuple[str, ...] = ()
    letters: str = ""
    valued: str = ""
    words: tuple[str, ...] = ()
    writing: tuple[str, ...] = ("--output",)
    writing_letter: str = ""
    places: bool = False


_FETCHING = Operation(options=("--upload-pack", "--exec", "--receive-pack"))
_PLAIN = Operation(options=("--ext-diff", "--textconv"))
_PLAIN_OPERATIONS = """
    add blame branch cat-file check-ignore checkout cherry cherry-pick clean commit count-objects describe
    diff diff-tree for-each-ref fsck gc log ls-files ls-tree merge merge-base mv name-rev notes prune
    range-diff reflog reset restore rev-list rev-parse revert rm shortlog show show-branch show-ref
    sparse-checkout stash status switch symbolic-ref tag update-index update-ref version whatchanged
    write-tree
"""
OPERATIONS: dict[str, Operation] = {
    **dict.fromkeys(_PLAIN_OPERATIONS.split(), _PLAIN),
    **dict.fromkeys(("fetch", "ls-remote", "pull", "push", "remote"), _FETCHING),
    "am": Operation(letters="i", options=("--interactive",)),
    "apply": Operation(options=("--unsafe-paths",), writing=("--build-fake-ancestor",)),
    "archive": Operation(options=("--remote", "--exec"), writing_letter="o"),
    "bisect": Operation(words=("run", "view", "visualize")),
    "clone": Operation(
        options=("--upload-pack", "--config", "--template"),
        letters="uc",
        valued="boj",
        writing=("--separate-git-dir",),
        places=True,
    ),
    "config": Operation(
        options=("--edit", "--file", "--blob", "--rename-section", "--system"), letters="ef", words=("edit",)
    ),
    "format-patch": Operation(
        options=_PLAIN.options,
        valued="GSU",
        writing=("--output", "--output-directory"),
        writing_letter="o",
    ),
    "grep": Operation(
        options=("--open-files-in-pager", "--ext-grep", "--textconv"), letters="O", valued="ABCefm"
    ),
    "init": Operation(options=("--template",), valued="b", writing=("--separate-git-dir",), places=True),
    "rebase": Operation(options=("--exec", "--interactive", "--edit-todo"), letters="xi", valued="CSXs"),
    "submodule": Operation(words=("foreach",), places=True),
    "worktree": Operation(places=True),
}

_PROGRAM_SETTING = re.compile(
    r"""(
    diff\.external | diff\..+\.(command|textconv) | filter\..+\.(clean|smudge|process) | merge\..+\.driver
    | remote\..+\.(uploadpack|receivepack|vcs) | submodule\..+\.update | tar\..+\.command
    | trailer\..+\.(command|cmd) | interactive\.difffilter | uploadpack\.packobjectshook
    | core\.alternaterefscommand | credential\..+\.helper | gc\.recentobjectshook | hook\..+\.command
    )""",
    re.VERBOSE | re.DOTALL,
)
_DANGEROUS_TO_WRITE = re.compile(
    r"""(
    alias\..* | core\.(hookspath|fsmonitor|pager|editor|sshcommand|gitproxy|askpass|attributesfile|worktree)
    | credential\.helper | gpg\..* | include(if)?\..* | pager\..* | sequence\.editor | protocol\..*
    | (diff|merge|gui)tool\..* | browser\..* | man\..* | init\.templatedir | url\..* | instaweb\..*
    | sendemail\..* | imap\..* | web\.browser | trace2\..* | http\.(.+\.)?(cookiefile|savecookies)
    )""",
    re.VERBOSE | re.DOTALL,
)
_READING_CONFIG = ("--get", "--get-all", "--get-regexp", "--unset", "--unset-all", "--list", "-l")
_HARMLESS_UPDATES = ("checkout", "rebase", "merge", "none")


def check_operation(operation: str, arguments: Sequence[str]) -> list[str]:
    """The command line after `git`. Raises ToolError when it could start another program."""
    rules = OPERATIONS.get(operation)
    if rules is None:
        close = difflib.get_close_matches(operation[:100].split(" ")[0], OPERATIONS, n=3) or [
            "commit",
            "status",
        ]
        raise ToolError(
            f"{shorten(operation)} is not a git operation of this tool; give one word such as {' or '.join(close)}, "
            "and what follows it as a list in arguments"
        )
    if len(arguments) > MAX_ARGUMENTS or any(len(argument) > MAX_ARGUMENT_LENGTH for argument in arguments):
        raise ToolError(f"at most {MAX_ARGUMENTS} arguments of {MAX_ARGUMENT_LENGTH} characters are taken")
    if any("\0" in argument for argument in arguments):
        raise ToolError("an argument contains a null character; leave it out")
    options = list(arguments[: arguments.index("--")] if "--" in arguments else arguments)
    for argument in options:
        if reason := _refusal(rules, argument):
            raise ToolError(f"git {operation} {shorten(argument)} is refused: {reason}")
    first = next((argument for argument in options if not argument.startswith("-")), "")
    if first in rules.words:
        raise ToolError(f"git {operation} {first} is refused: it starts another program")
    if operation == "config" and not any(argument in _READING_CONFIG for argument in options):
        for argument in arguments:
            if names_program(argument) or _DANGEROUS_TO_WRITE.fullmatch(argument.casefold()):
                raise ToolError(
                    f"git config {shorten(argument)} is refused: the setting can make git start a program"
                )
    return [operation, *arguments]


def written_paths(operation: str, arguments: Sequence[str]) -> Iterator[str]:
    """The arguments, or parts of them, that are paths to which a command that passed may write."""
    rules = OPERATIONS[operation]
    words = iter(arguments)
    for argument in words:
        if argument == "--":
            yield from (word for word in words if rules.places)
        elif argument.startswith("--"):
            name, equals, value = argument.partition("=")
            if any(option.startswith(name) for option in rules.writing):
                yield value if equals else next(words, "")
        elif argument.startswith("-") and argument != "-":
            letters, writing, value = argument[1:].partition(rules.writing_letter or "\0")
            if writing and not set(letters) & set(rules.valued):
                yield value or next(words, "")
        elif rules.places and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", argument):
            yield argument


_TRACES = re.compile(
    r"external|command|textconv|clean|smudge|process|driver|uploadpack|receivepack|vcs|\bupdate\b|cmd|difffilter"
    r"|hook|helper|insteadof|include"
)


def may_name_program(text: str) -> bool:
    """Whether a file of settings may have one that names a program: its keys stand in it as they are."""
    return _TRACES.search(text.casefold()) is not None


def names_program(key: str) -> bool:
    """Whether a setting's key is one of those by which git starts a program that the setting names."""
    return _PROGRAM_SETTING.fullmatch(key.casefold()) is not None


def program_settings(settings: Iterable[tuple[str, str]]) -> list[str]:
    """The keys among a repository's settings by which a command of it would start a program."""
    return sorted(
        {
            key
            for key, value in settings
            if names_program(key) and not (key.casefold().endswith(".update") and value in _HARMLESS_UPDATES)
        }
    )


def _refusal(rules: Operation, argument: str) -> str:
    """Why an argument is refused, or nothing. Git takes any beginning of a long option that is unique."""
    if argument.startswith("--"):
        name = argument.partition("=")[0]
        for option in rules.options:
            if len(name) > 2 and option.startswith(name):
                return f"{option} can start another program or change what git runs"
    elif argument.startswith("-"):
        for letter in argument[1:]:
            if letter in rules.letters:
                return f"-{letter} can start another program or change what git runs"
            if letter in rules.valued:
                break
    elif re.match(r"[A-Za-z0-9+.-]+::", argument):
        return "it names a transport that starts a program; clone from a path or over http(s)"
    elif argument.startswith(("ssh://", "git://", "git+ssh://")):
        return "only paths, file:, http: and https: addresses are allowed"
    return ""
