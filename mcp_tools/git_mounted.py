"""What surrounds the mounted git server: its arguments checked, no program started, its errors in words.

Committing, branching and unstaging are done by git itself: the server's library runs a repository's hooks, makes
branches of annotated tags that point to no commit, and its way to unstage needs a first commit.
"""

from __future__ import annotations

import getpass
import re
import socket
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from mcp_tools.git_command import GitOutput, has_commit, repository, run_git
from mcp_tools.git_dates import check_date
from mcp_tools.git_programs import refuse_programs
from mcp_tools.messages import shorten
from mcp_tools.registry import ToolError

Arguments = dict[str, Any]

MAX_COUNT = 10_000
MAX_BYTES = 100_000
"""Of a message, or of all names of files: what fits a command line."""
BRANCH_TYPES = ("local", "remote", "all")
NEEDS_COMMIT = ("git_log", "git_diff", "git_show", "git_create_branch", "git_checkout")


def check_arguments(tool: str, arguments: Arguments) -> Arguments:
    """A call's arguments with the repository's absolute path. Raises ToolError."""
    top = repository(arguments["repo_path"])
    if "$" in str(top):
        raise ToolError(
            f"the git server cannot open {shorten(str(top))}: a $ in it; use osworld_mcp_os.git_operation"
        )
    refuse_programs(top, tool.removeprefix("git_"), [])
    if tool in NEEDS_COMMIT and not has_commit(top):
        raise ToolError(
            f"the repository {shorten(str(top))} has no commit on its branch yet; make one with git_commit"
        )
    checks = _CHECKS.get(tool, {})
    for name, value in arguments.items():
        if name in checks and value is not None:
            arguments = {**arguments, name: checks[name](top, name, value)}
    return {**arguments, "repo_path": str(top)}


def commit(arguments: Arguments) -> str:
    """Commit what is staged, as `git commit` does without hooks and signatures."""
    top = Path(arguments["repo_path"])
    words = ["commit", "--quiet", "--no-gpg-sign", "--cleanup=verbatim", "--message", arguments["message"]]
    if run_git(top, "config", "--get", "user.email").exit_code != 0:
        words = ["-c", f"user.email={getpass.getuser()}@{socket.gethostname()}", *words]
    if run_git(top, "config", "--get", "user.name").exit_code != 0:
        words = ["-c", f"user.name={getpass.getuser()}", *words]
    before = _commit_id(top)
    result = run_git(top, *words, seconds=50)
    after = _commit_id(top)
    if result.exit_code != 0 or after == before:
        raise ToolError(f"nothing was committed: {_complaint(result)}")
    return f"Changes committed successfully with hash {after}"


def create_branch(arguments: Arguments) -> str:
    """Create a branch at the commit of a branch or tag, or at the current one, also where HEAD is detached."""
    top, name, base = Path(arguments["repo_path"]), arguments["branch_name"], arguments.get("base_branch")
    start = _full_ref(top, base) if base else "HEAD"
    commit_id = run_git(top, "rev-parse", "--verify", "--quiet", f"{start}^{{commit}}").output.strip()
    if not commit_id:
        raise ToolError(
            f"base_branch {shorten(str(base))} is a tag of something else than a commit; see git_log"
        )
    result = run_git(top, "branch", "--no-track", name, commit_id)
    if not _is_ref(top, f"refs/heads/{name}"):
        raise ToolError(
            f"the branch {shorten(name)} was not created: {result.errors.strip() or 'see git_branch'}"
        )
    current = run_git(top, "rev-parse", "--abbrev-ref", "HEAD").output.strip()
    return f"Created branch '{name}' from '{base or current}'"


def reset(arguments: Arguments) -> str:
    """Unstage everything, also before the first commit; a merge that is going on stays one."""
    top = Path(arguments["repo_path"])
    result = run_git(top, "reset", "--quiet", "--", ".", seconds=50)
    staged = run_git(top, "diff", "--cached", "--quiet", seconds=50)
    if result.exit_code != 0 or staged.exit_code != 0:
        raise ToolError(f"the changes are still staged: {_complaint(result)}")
    return "All staged changes reset"


def explain(text: str) -> str:
    """The server's error without its library's frame."""
    text = re.sub(r"^Error executing tool \w+: ", "", text)
    if "Cmd('git') failed" in text:
        parts = re.findall(r"^  (?:stderr|stdout): '(.*?)'$", text, re.MULTILINE | re.DOTALL)
        text = "\n".join(part.strip() for part in parts) or "git failed; see git_status"
    if match := re.fullmatch(r"Ref '(.*)' did not resolve to an object", text, re.DOTALL):
        return f"{shorten(match[1])} is no revision; see git_log and git_branch"
    return text


def _complaint(result: GitOutput) -> str:
    text = "\n".join(part for part in (result.errors.strip(), result.output.strip()) if part)
    if (
        not text
        or "nothing to commit" in text
        or "nothing added to commit" in text
        or "no changes added" in text
    ):
        return "no change is staged. Stage changes with git_add; git_status shows them"
    return text


def _commit_id(top: Path) -> str:
    return run_git(top, "rev-parse", "--verify", "--quiet", "HEAD").output.strip()


def _is_ref(top: Path, ref: str) -> bool:
    return run_git(top, "show-ref", "--verify", "--quiet", ref).exit_code == 0


def _revision(top: Path, name: str, value: str) -> str:
    """A text that git takes for an object, and not for an option."""
    if not value.strip() or value.startswith("-") or "\0" in value or len(value) > 1_000:
        raise ToolError(f"{name} {shorten(value)} is no revision; give a branch, a tag or a commit's hash")
    if run_git(top, "rev-parse", "--verify", "--quiet", "--end-of-options", value).exit_code != 0:
        raise ToolError(f"{name} {shorten(value)} is not in the repository; see git_log and git_branch")
    return value


def _base(top: Path, name: str, value: str) -> str:
    _revision(top, name, value)
    if _full_ref(top, value) is None:
        raise ToolError(f"{name} {shorten(value)} is no branch or tag; see git_branch")
    return value


def _full_ref(top: Path, name: str) -> str | None:
    """The ref of a branch, else of a remote's branch, else of a tag of this name."""
    refs = (f"refs/{kind}/{name}" for kind in ("heads", "remotes", "tags"))
    return next((ref for ref in refs if _is_ref(top, ref)), None)


def _new_branch(top: Path, name: str, value: str) -> str:
    if not _names_a_branch(top, value):
        raise ToolError(
            f"{name} {shorten(value)} is not a name for a branch; use letters, digits, -, _, . and /"
        )
    other = _branch_in_the_way(top, value)
    if other == value:
        raise ToolError(f"there is a branch {shorten(value)} already; switch to it with git_checkout")
    if other:
        raise ToolError(
            f"there is a branch {shorten(other)}, beside which git keeps no branch {shorten(value)}; "
            "choose another name"
        )
    return value


def _names_a_branch(top: Path, name: str) -> bool:
    if re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,100}", name):
        return True  # most are such: git need not be asked
    if "\0" in name or len(name) > 200:
        return False
    checked = run_git(top, "check-ref-format", "--branch", name)
    return checked.exit_code == 0 and checked.output == f"{name}\n"


def _branch_in_the_way(top: Path, name: str) -> str | None:
    """The branch of this name, one of which it is a folder, or the other way round: each is a file's path to git."""
    same_or_below = run_git(
        top, "for-each-ref", "--count=1", "--format=%(refname:lstrip=2)", f"refs/heads/{name}"
    )
    if same_or_below.output.strip():
        return same_or_below.output.strip()
    parents = (parent.as_posix() for parent in PurePosixPath(name).parents if parent.name)
    return next((parent for parent in parents if _is_ref(top, f"refs/heads/{parent}")), None)


def _date(_top: Path, name: str, value: str) -> str:
    return check_date(name, value)


def _count(_top: Path, name: str, value: int) -> int:
    if not 1 <= value <= MAX_COUNT:
        raise ToolError(f"{name} is {value}; give a number from 1 to {MAX_COUNT:,}")
    return value


def _lines(_top: Path, name: str, value: int) -> int:
    if not 0 <= value <= MAX_COUNT:
        raise ToolError(f"{name} is {value}; give a number from 0 to {MAX_COUNT:,}")
    return value


def _branch_type(_top: Path, name: str, value: str) -> str:
    if value not in BRANCH_TYPES:
        raise ToolError(f"{name} {shorten(value)} is not one of {', '.join(BRANCH_TYPES)}")
    return value


def _message(_top: Path, name: str, value: str) -> str:
    if not value.strip() or "\0" in value:
        raise ToolError(f"{name} {shorten(value)} is no message; say what the commit changes")
    if len(value.encode()) > MAX_BYTES:
        raise ToolError(f"{name} has {len(value.encode()):,} bytes; at most {MAX_BYTES:,} are taken")
    return value


def _files(_top: Path, name: str, value: list[str]) -> list[str]:
    if any(not file.strip() or "\0" in file for file in value):
        raise ToolError(f"{name} has an empty name; give paths in the repository, or . for everything")
    if sum(len(file.encode()) + 1 for file in value) > MAX_BYTES:
        raise ToolError(f"{name} has more than {MAX_BYTES:,} bytes; stage a folder, or . for everything")
    for file in value:
        if any(len(part.encode()) > 255 for part in file.split("/")):
            raise ToolError(
                f"{name}: {shorten(file)} has a name longer than 255 bytes; there is no such file"
            )
    return value


_CHECKS: dict[str, dict[str, Callable[[Path, str, Any], Any]]] = {
    "git_diff_unstaged": {"context_lines": _lines},
    "git_diff_staged": {"context_lines": _lines},
    "git_diff": {"context_lines": _lines, "target": _revision},
    "git_commit": {"message": _message},
    "git_add": {"files": _files},
    "git_log": {"max_count": _count, "start_timestamp": _date, "end_timestamp": _date},
    "git_create_branch": {"branch_name": _new_branch, "base_branch": _base},
    "git_checkout": {"branch_name": _revision},
    "git_show": {"revision": _revision},
    "git_branch": {"branch_type": _branch_type, "contains": _revision, "not_contains": _revision},
}
