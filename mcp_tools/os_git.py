"""Git repositories in the user's home: made, worked on and given an author."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from mcp_tools.git_command import home_folder, in_home, repository, repository_of, run_git
from mcp_tools.git_guard import checked_operation, program_settings
from mcp_tools.registry import ToolError, tool

GIT_SECONDS = 120.0
MAX_OUTPUT = 20_000
WITHOUT_REPOSITORY = ("clone", "config", "init", "ls-remote", "version")
ANSWERING_NO = ("cat-file", "check-ignore", "config", "diff", "grep", "merge-base", "rev-parse", "show-ref")
"""With exit code 1 and without an error message these say no, which is no failure."""
RECEIVING_HOOKS = ("pre-receive", "update", "post-receive", "post-update", "proc-receive", "push-to-checkout")


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
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ToolError(f"{folder} cannot be made a folder: {error.strerror}") from error
    done = run_git(folder, "init", "--quiet")
    if done.exit_code != 0:
        raise ToolError(f"git init failed in {folder}: {done.errors.strip()}")
    head = (_git_folder(folder) / "HEAD").read_text(encoding="utf-8", errors="replace").strip()
    branch = head.removeprefix("ref: refs/heads/")
    return InitializedRepository(repo_path=str(folder), branch=branch, existed=existed)


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
    words = checked_operation(operation, arguments or [])
    if repo_path is None and operation not in WITHOUT_REPOSITORY:
        raise ToolError(f"git {operation} works in a repository; give its folder as repo_path")
    folder = home_folder(repo_path or "~")
    top = repository_of(folder)
    if top is not None:
        if operation != "config":
            _refuse_programs(top, operation, words)
    elif operation not in WITHOUT_REPOSITORY:
        raise ToolError(f"{folder} is not in a git repository; create one with git_init, or clone one")
    if operation == "clone":
        words = [str(in_home(word)) if word.startswith("~/") else word for word in words]
    done = run_git(folder, *words, seconds=GIT_SECONDS)
    says_no = done.exit_code == 1 and operation in ANSWERING_NO and not done.errors.strip()
    if done.exit_code != 0 and not says_no:
        told = "\n".join(part for part in (done.errors.strip(), done.output.strip()) if part)
        raise ToolError(f"git {operation} failed: {told[:MAX_OUTPUT] or f'exit code {done.exit_code}'}")
    return GitResult(
        folder=str(folder),
        exit_code=done.exit_code,
        output=done.output[:MAX_OUTPUT],
        messages=done.errors[:MAX_OUTPUT],
        truncated=max(len(done.output), len(done.errors)) > MAX_OUTPUT,
        hooks_not_run=sorted(_hooks(_git_folder(top))) if top is not None else [],
    )


@tool("osworld_mcp_os.git_set_user_info", app="os", idempotent=True)
def git_set_user_info(
    username: Annotated[str, Field(description="author's name")],
    email: Annotated[str, Field(description="author's e-mail address")],
    is_global: Annotated[bool, Field(description="true: for all repositories; false: for repo_path's only")],
    repo_path: Annotated[str | None, Field(description="repository; needed unless is_global")] = None,
) -> UserInfo:
    """Set user.name and user.email in Git's settings: the author of the commits to come."""
    if not username.strip() or re.search(r"[\x00-\x1f<>]", username):
        raise ToolError(f"{username!r} is not an author's name; give one line without < and >")
    if not re.fullmatch(r"[^\s<>\x00@]+@[^\s<>\x00@]+", email):
        raise ToolError(f"{email!r} is not an e-mail address; give one such as ann@example.com")
    if is_global:
        folder, scope, where = Path.home(), "--global", "all repositories"
    elif repo_path is not None:
        folder, scope = repository(repo_path), "--local"
        where = str(folder)
    else:
        raise ToolError("is_global is false: give the repository as repo_path, or set is_global to true")
    for key, value in (("user.name", username), ("user.email", email)):
        done = run_git(folder, "config", scope, "--replace-all", key, value)
        if done.exit_code != 0:
            raise ToolError(f"git did not store {key}: {done.errors.strip()}")
    return UserInfo(scope=where, username=username, email=email)


def _refuse_programs(top: Path, operation: str, words: list[str]) -> None:
    """Settings, the plan of a stopped rebase and the hooks of a local remote can all name programs."""
    git = _git_folder(top)
    _refuse_settings(top, _settings(top))
    for file in git.glob("modules/**/config"):
        _refuse_settings(top, _settings(top, "--file", str(file)))
    plan = git / "rebase-merge" / "git-rebase-todo"
    if operation == "rebase" and plan.exists():
        steps = plan.read_text(encoding="utf-8", errors="replace").splitlines()
        if any(step.split(" ")[0] in ("exec", "x") for step in steps):
            raise ToolError(f"the stopped rebase of {top} would start programs; finish it in a terminal")
    if operation == "push":
        for word in words:
            _refuse_receiver(Path(top, word.removeprefix("file://")))
        for remote in run_git(top, "remote").output.splitlines():
            addresses = run_git(top, "remote", "get-url", "--push", "--all", remote).output.splitlines()
            for address in addresses:
                _refuse_receiver(Path(top, address.removeprefix("file://")))


def _refuse_settings(top: Path, settings: list[tuple[str, str]]) -> None:
    if named := program_settings(settings):
        raise ToolError(
            f"{top} has settings by which git starts programs ({', '.join(named[:10])}); this tool does not: "
            "use a terminal, or remove them with operation config, --unset"
        )


def _refuse_receiver(remote: Path) -> None:
    """Git runs the hooks of a repository that is pushed to over a path."""
    for git in (remote, remote / ".git"):
        if os.path.isfile(git / "HEAD"):  # noqa: PTH113 - an argument need not be a possible path
            settings = _settings(git)
            elsewhere = [key for key, _ in settings if key == "core.hookspath"]
            if started := elsewhere + sorted({*_hooks(git)} & set(RECEIVING_HOOKS)):
                raise ToolError(
                    f"pushing to {remote} would run its hooks ({', '.join(started)}); use a terminal"
                )
            _refuse_settings(remote, settings)


def _settings(folder: Path, *options: str) -> list[tuple[str, str]]:
    """The user's and the repository's settings, as (key, value): not the administrator's, not this module's."""
    listed = run_git(folder, "config", "--null", "--includes", "--show-scope", "--list", *options).output
    fields = listed.split("\0")[:-1]
    stored = (
        text
        for scope, text in zip(fields[::2], fields[1::2], strict=True)
        if scope not in ("command", "system")
    )
    return [(key, value) for key, _, value in (text.partition("\n") for text in stored)]


def _git_folder(top: Path) -> Path:
    if (top / ".git").is_dir():
        return top / ".git"
    return Path(run_git(top, "rev-parse", "--absolute-git-dir").output.removesuffix("\n"))


def _hooks(git: Path) -> Iterator[str]:
    for hook in (git / "hooks").glob("*"):
        if hook.suffix != ".sample" and hook.is_file() and os.access(hook, os.X_OK):
            yield hook.name
