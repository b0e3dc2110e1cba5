"""Running git for the tools: in a folder of the user's home, and so that it starts no other program."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from mcp_tools.messages import os_reason, shorten
from mcp_tools.os_command import user_path
from mcp_tools.registry import ToolError

PROGRAM_PATH = "/usr/local/bin:/usr/bin:/bin"
PROTOCOLS = ("file", "http", "https")
SETTINGS = {
    "core.hooksPath": "/dev/null",
    "core.fsmonitor": "false",
    "core.pager": "cat",
    "core.quotePath": "false",
    "core.askPass": "",
    "credential.helper": "",
    "gpg.program": "/bin/false",
    "gpg.openpgp.program": "/bin/false",
    "gpg.x509.program": "/bin/false",
    "gpg.ssh.program": "/bin/false",
    "gpg.ssh.defaultKeyCommand": "",
    "log.showSignature": "false",
    "color.ui": "false",
    "color.branch": "false",
    "color.diff": "false",
    "color.status": "false",
    "column.ui": "never",
}
"""Settings that outrank the repository's: no hook, helper or signer is started, texts stay readable."""


@dataclass(frozen=True, slots=True)
class GitOutput:
    """What a git command printed, and its exit code."""

    exit_code: int
    output: str
    errors: str


def settings_environment(settings: dict[str, str]) -> dict[str, str]:
    """Environment variables that give git settings of the highest rank."""
    environment = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (key, value) in enumerate(settings.items()):
        environment |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return environment


def safe_environment() -> dict[str, str]:
    """The environment in which git starts no other program, besides the place of the user's home."""
    return {
        "PATH": PROGRAM_PATH,
        "LC_ALL": "C.UTF-8",
        "GIT_ALLOW_PROTOCOL": ":".join(PROTOCOLS),
        "GIT_ASKPASS": "",
        "GIT_EDITOR": ":",
        "GIT_SEQUENCE_EDITOR": ":",
        "GIT_PAGER": "cat",
        "GIT_TERMINAL_PROMPT": "0",
        **settings_environment(SETTINGS),
    }


def run_git(folder: Path, *arguments: str, seconds: float = 10.0) -> GitOutput:
    """Run git in a folder. Raises ToolError when it takes longer than `seconds`."""
    try:
        result = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env={"HOME": str(Path.home()), **safe_environment()},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ToolError(
            f"git {arguments[0]} did not finish within {seconds:g} s and was stopped; see git status"
        ) from error
    except OSError as error:
        raise ToolError(f"git could not be run in {folder}: {os_reason(error)}") from error
    return GitOutput(
        result.returncode, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")
    )


def home_folder(text: str) -> Path:
    """An existing folder of the user's home, with symbolic links resolved. Raises ToolError."""
    path = in_home(text)
    if not path.is_dir():
        raise ToolError(f"there is no folder {path}; check the path, or create a repository with git_init")
    return path


def in_home(text: str) -> Path:
    """A path in the user's home, with symbolic links resolved. Raises ToolError for one outside."""
    home = Path.home().resolve()
    try:
        path = user_path(text).resolve()
    except (OSError, RuntimeError) as error:
        raise ToolError(f"{shorten(text)} cannot be followed to its end; give another path") from error
    if not path.is_relative_to(home):
        raise ToolError(f"{path} is outside {home}; git tools work in repositories below {home}")
    return path


def repository(text: str) -> Path:
    """The top folder of a repository that lies, with all that belongs to it, in the user's home.

    Raises ToolError: no such folder, no repository, a folder inside one, something outside the home.
    """
    path = home_folder(text)
    top = repository_of(path)
    if top is None:
        raise ToolError(f"{path} is not a git repository; create one with git_init, or give another path")
    if top != path:
        raise ToolError(f"{path} is inside the repository {top}; give {top}")
    return path


def repository_of(path: Path) -> Path | None:
    """The top folder of the repository that a folder is in, None when it is in none.

    Raises ToolError for a repository that is another user's or keeps something outside the home.
    """
    if _is_plain(path):
        _refuse_links(path / ".git")
        return path
    # One question at a time: a path may contain line breaks.
    git_dir, common_dir, top = (
        run_git(path, "rev-parse", "--path-format=absolute", place)
        for place in ("--git-dir", "--git-common-dir", "--show-toplevel")
    )
    if git_dir.exit_code != 0:
        if "dubious ownership" in git_dir.errors:
            raise ToolError(f"{path} belongs to another user; work on a repository of your own")
        return None
    places = [
        Path(result.output.removesuffix("\n"))
        for result in (git_dir, common_dir, top)
        if result.exit_code == 0
    ]
    for place in places:
        if not place.resolve().is_relative_to(Path.home().resolve()):
            raise ToolError(f"the repository {path} keeps {place} outside {Path.home()}; use another one")
    _refuse_links(*places[:2])
    return places[-1].resolve() if top.exit_code == 0 else places[0].resolve()


def _refuse_links(*folders: Path) -> None:
    for folder in folders:
        with os.scandir(folder) as entries:
            links = [Path(entry.path) for entry in entries if entry.is_symlink()]
        for link in links:
            if not link.resolve().is_relative_to(Path.home().resolve()):
                raise ToolError(f"{link} leads outside {Path.home()}; use another repository")


def git_folder(top: Path) -> Path:
    """Where a repository keeps its data."""
    if (top / ".git").is_dir():
        return top / ".git"
    return Path(run_git(top, "rev-parse", "--absolute-git-dir").output.removesuffix("\n"))


def has_commit(top: Path) -> bool:
    """Whether a repository's current branch has a commit; of most, git need not be asked."""
    return _names_a_commit(top / ".git") or (
        run_git(top, "rev-parse", "--verify", "--quiet", "HEAD").exit_code == 0
    )


def _names_a_commit(git: Path) -> bool:
    """Whether the files of a git folder surely name a commit of the current branch."""
    try:
        head = (git / "HEAD").read_text(encoding="ascii")
        branch = re.fullmatch(r"ref: (refs/heads/[\w-]+)\n", head)
        commit = (git / branch[1]).read_text(encoding="ascii") if branch else ""
    except (OSError, UnicodeDecodeError):
        return False
    return re.fullmatch(r"[0-9a-f]{40}\n", commit) is not None


def _is_plain(path: Path) -> bool:
    """Whether a folder surely holds its whole repository: most do, and git need not be asked."""
    git = path / ".git"
    if not git.is_dir() or git.is_symlink() or (git / "commondir").exists() or not (git / "HEAD").is_file():
        return False
    try:
        settings = (git / "config").read_text(encoding="utf-8", errors="replace").casefold()
    except OSError:
        return False
    return "worktree" not in settings and "include" not in settings
