"""Git repositories in the user's home: made, worked on and given an author."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.git_command import git_folder, home_folder, in_home, repository, repository_of, run_git
from mcp_tools.git_guard import OPERATIONS, check_operation, written_paths
from mcp_tools.git_programs import hooks, refuse_programs
from mcp_tools.messages import os_reason, shorten
from mcp_tools.registry import ToolError, tool

GIT_SECONDS = 120.0
MAX_OUTPUT = 20_000
MAX_AUTHOR = 200
"""Characters at most of an author's name or address."""
WITHOUT_REPOSITORY = ("clone", "config", "init", "ls-remote", "version")
ANSWERING_NO = ("cat-file", "check-ignore", "config", "diff", "grep", "merge-base", "rev-parse", "show-ref")
"""With exit code 1 and without an error message these say no, which is no failure."""


class InitializedRepository(TypedDict):
    """The repository's folder, its current branch, and whether it was a repository before."""

    repo_path: str
    branch: str
    existed: bool


class GitResult(TypedDict):
    """Where git ran, what it printed, and the repository's hooks, none of which was run."""

    folder: str
    exit_code: int
    output: str
    messages: str
    truncated: bool
    hooks_not_run: list[str]


class UserInfo(TypedDict):
    """The author of commits, and where it holds: a repository's folder or "all repositories"."""

    scope: str
    username: str
    email: str


@tool("git_init", app="os", idempotent=True)
def git_init(
    repo_path: Annotated[str, Field(description="folder in the home folder; made if missing")],
) -> InitializedRepository:
    """Initialize a new Git repository; one that is there already stays as it is."""
    folder = in_home(repo_path)
    existed = (folder / ".git").exists()
    made = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _remove_empty(made)
        raise ToolError(f"{shorten(str(folder))} cannot be made a folder: {os_reason(error)}") from error
    result = run_git(folder, "init", "--quiet")
    if result.exit_code != 0:
        _remove_empty(made)
        raise ToolError(f"git init failed in {shorten(str(folder))}: {result.errors.strip()}")
    head = (git_folder(folder) / "HEAD").read_text(encoding="utf-8", errors="replace").strip()
    branch = head.removeprefix("ref: refs/heads/")
    return InitializedRepository(repo_path=str(folder), branch=branch, existed=existed)


def _remove_empty(folders: list[Path]) -> None:
    """Remove the folders that were made for nothing, the deepest first."""
    for folder in folders:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


@tool("osworld_mcp_os.git_operation", app="os", destructive=True, seconds=GIT_SECONDS + 10)
def git_operation(
    operation: Annotated[str, Field(description="one word: clone, add, commit, pull, push, log, ...")],
    repo_path: Annotated[
        str | None, Field(description="repository, or the folder to clone into; in the home folder")
    ] = None,
    arguments: Annotated[
        list[str] | None, Field(description='what follows, one item a word: ["-m", "First draft"]')
    ] = None,
) -> GitResult:
    """Run a git command. Addresses are paths or http(s). Never starts an editor, a hook or another program."""
    words = check_operation(operation, arguments or [])
    if repo_path is None and operation not in WITHOUT_REPOSITORY:
        raise ToolError(f"git {operation} works in a repository; give its folder as repo_path")
    folder = home_folder(repo_path or "~")
    top = repository_of(folder)
    if top is None and operation not in WITHOUT_REPOSITORY:
        raise ToolError(f"{folder} is not in a git repository; create one with git_init, or clone one")
    for path in written_paths(operation, words[1:]):
        in_home(path if path.startswith("~") else str(folder / path))
    if OPERATIONS[operation].places:
        words = [str(in_home(word)) if word.startswith("~/") else word for word in words]
    if operation != "config":
        refuse_programs(top, operation, words[1:])
    result = run_git(folder, *words, seconds=GIT_SECONDS)
    says_no = result.exit_code == 1 and operation in ANSWERING_NO and not result.errors.strip()
    if result.exit_code != 0 and not says_no:
        message = "\n".join(part for part in (result.errors.strip(), result.output.strip()) if part)
        raise ToolError(f"git {operation} failed: {message[:MAX_OUTPUT] or f'exit code {result.exit_code}'}")
    return GitResult(
        folder=str(folder),
        exit_code=result.exit_code,
        output=result.output[:MAX_OUTPUT],
        messages=result.errors[:MAX_OUTPUT],
        truncated=max(len(result.output), len(result.errors)) > MAX_OUTPUT,
        hooks_not_run=sorted(hooks(git_folder(top))) if top is not None else [],
    )


@tool("osworld_mcp_os.git_set_user_info", app="os", idempotent=True)
def git_set_user_info(
    username: Annotated[str, Field(description="author's name")],
    email: Annotated[str, Field(description="author's e-mail address")],
    is_global: Annotated[bool, Field(description="true: for all repositories; false: for repo_path's only")],
    repo_path: Annotated[str | None, Field(description="repository; needed unless is_global")] = None,
) -> UserInfo:
    """Set user.name and user.email in Git's settings: the author of the commits to come."""
    if not username.strip(" .,:;\"'\\") or username != username.strip() or not _is_line(username):
        raise ToolError(f"{shorten(username)} is not an author's name; give one line without < and >")
    if not re.fullmatch(r"[^\s@]+@[^\s@]+", email) or not _is_line(email):
        raise ToolError(f"{shorten(email)} is not an e-mail address; give one such as ann@example.com")
    if is_global:
        folder, scope, where = Path.home(), "--global", "all repositories"
    elif repo_path is not None:
        folder, scope = repository(repo_path), "--local"
        where = str(folder)
    else:
        raise ToolError("is_global is false: give the repository as repo_path, or set is_global to true")
    for key, value in (("user.name", username), ("user.email", email)):
        result = run_git(folder, "config", scope, "--replace-all", key, value)
        if result.exit_code != 0:
            raise ToolError(f"git did not store {key}: {result.errors.strip()}")
        if run_git(folder, "config", scope, "--get", key).output != f"{value}\n":
            raise ToolError(f"{key} has another value now: another file of settings gives it; use a terminal")
    return UserInfo(scope=where, username=username, email=email)


def _is_line(text: str) -> bool:
    return len(text) <= MAX_AUTHOR and re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029<>]", text) is None
