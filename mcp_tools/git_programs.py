"""What a repository, or one that is pushed to, would make git start: settings, plans of a rebase, hooks."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from mcp_tools.git_command import git_folder, run_git
from mcp_tools.git_guard import may_name_program, program_settings
from mcp_tools.registry import ToolError

RECEIVING_HOOKS = ("pre-receive", "update", "post-receive", "post-update", "proc-receive", "push-to-checkout")
GITLINK = b"\x00\x00\xe0\x00"
"""The mode of a repository inside the repository, as the index has it."""

Settings = list[tuple[str, str]]


def refuse_programs(top: Path | None, operation: str, words: Sequence[str]) -> None:
    """Raises ToolError when the operation could start a program in the repository, or with the user's settings."""
    if top is None:
        _refuse_settings(Path.home(), _settings(Path.home(), *_users_files()))
        return
    git = git_folder(top)
    _refuse_in(top)
    for file in _common(git).glob("modules/**/config"):
        if _suspicious(file):
            _refuse_settings(top, _list_settings(top, "--file", str(file)))
    plan = git / "rebase-merge" / "git-rebase-todo"
    if operation == "rebase" and plan.exists():
        steps = plan.read_text(encoding="utf-8", errors="replace").splitlines()
        if any(step.split(" ")[0] in ("exec", "x") for step in steps):
            raise ToolError(f"the stopped rebase of {top} would start programs; finish it in a terminal")
    if operation == "worktree":
        _refuse_worktrees(git)
    if operation == "push":
        _refuse_push(top, words)


def hooks(git: Path) -> Iterator[str]:
    """The names of a git folder's hooks."""
    for hook in (git / "hooks").glob("*"):
        if hook.suffix != ".sample" and hook.is_file() and os.access(hook, os.X_OK):
            yield hook.name


def _refuse_in(top: Path) -> None:
    """A command of a repository may run git in the repositories that lie inside it too."""
    git = git_folder(top)
    _refuse_settings(top, _settings(top, *_users_files(), *_own_files(git)))
    if any(GITLINK in _content(index) for index in (git / "index", *git.glob("sharedindex.*"))):
        for line in run_git(top, "ls-files", "--stage", "-z").output.split("\0"):
            entry, _, path = line.partition("\t")
            if entry.startswith("160000 ") and (top / path / ".git").exists():
                _refuse_in(top / path)


def _refuse_settings(where: Path, settings: Settings) -> None:
    if programs := program_settings(settings):
        raise ToolError(
            f"{where} has settings by which git starts programs ({', '.join(programs[:10])}); this tool does not: "
            "use a terminal, or remove them with operation config, --unset"
        )


def _refuse_worktrees(git: Path) -> None:
    """What belongs to a worktree elsewhere is moved, repaired or removed there."""
    for pointer in _common(git).glob("worktrees/*/gitdir"):
        place = Path(_content(pointer).decode("utf-8", "replace").strip())
        if not (pointer.parent / place).resolve().is_relative_to(Path.home().resolve()):
            raise ToolError(f"the repository has a worktree outside the home folder, {place}; use a terminal")


def _refuse_push(top: Path, words: Sequence[str]) -> None:
    for key, _ in _settings(top, *_users_files(), *_own_files(git_folder(top))):
        if re.fullmatch(r"url\.(?!https?://).*\.(push)?insteadof", key.casefold(), re.DOTALL):
            raise ToolError(f"pushing goes where the setting {key} says; remove it, or use a terminal")
    for word in words:
        _refuse_receiver(top, word)
    for remote in run_git(top, "remote").output.splitlines():
        for address in run_git(top, "remote", "get-url", "--push", "--all", remote).output.splitlines():
            _refuse_receiver(top, address)


def _refuse_receiver(top: Path, address: str) -> None:
    """Git writes to, and runs the hooks of, a repository that is pushed to over a path."""
    remote = Path(top, os.path.expanduser(address.removeprefix("file://")))  # noqa: PTH111 - keeps other users' ~
    for git in (remote, remote / ".git"):
        if os.path.isfile(git / "HEAD"):  # noqa: PTH113 - an argument need not be a possible path
            if not git.resolve().is_relative_to(Path.home().resolve()):
                raise ToolError(
                    f"{remote} is outside {Path.home()}; push to a repository below it, or over http"
                )
            settings = _list_settings(git)
            elsewhere = [key for key, _ in settings if key == "core.hookspath"]
            if started := elsewhere + sorted({*hooks(git)} & set(RECEIVING_HOOKS)):
                raise ToolError(
                    f"pushing to {remote} would run its hooks ({', '.join(started)}); use a terminal"
                )
            _refuse_settings(remote, settings)


def _users_files() -> tuple[Path, ...]:
    return (Path.home() / ".gitconfig", Path.home() / ".config" / "git" / "config")


def _own_files(git: Path) -> tuple[Path, ...]:
    return (_common(git) / "config", git / "config.worktree", _common(git) / "config.worktree")


def _common(git: Path) -> Path:
    """The git folder that a worktree beside the repository shares with it."""
    pointer = _content(git / "commondir")
    return git / pointer.decode("utf-8", "surrogateescape").removesuffix("\n") if pointer else git


def _settings(folder: Path, *files: Path) -> Settings:
    """The settings of these files that could matter here: git is only asked when one of them has a trace of it."""
    return _list_settings(folder) if any(map(_suspicious, files)) else []


def _suspicious(file: Path) -> bool:
    return may_name_program(_content(file).decode("utf-8", "replace"))


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # git cannot read it either
        return b""


def _list_settings(folder: Path, *options: str) -> Settings:
    """The user's and the repository's settings, as (key, value): not the administrator's, not this tool's own."""
    listed = run_git(folder, "config", "--null", "--includes", "--show-scope", "--list", *options).output
    fields = listed.split("\0")[:-1]
    stored = (
        text
        for scope, text in zip(fields[::2], fields[1::2], strict=True)
        if scope not in ("command", "system")
    )
    return [(key, value) for key, _, value in (text.partition("\n") for text in stored)]
