"""The git tools on real repositories in a temporary home: what they do, and that they start no other program."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_tools import git_command
from mcp_tools.git_command import run_git
from mcp_tools.git_guard import OPERATIONS, check_operation, program_settings
from mcp_tools.git_mounted import check_arguments, create_branch
from mcp_tools.git_server import in_utf8
from mcp_tools.os_git import git_init, git_operation, git_set_user_info
from mcp_tools.registry import ToolError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def repo(home: Path) -> Path:
    """A repository with one commit."""
    folder = home / "work"
    git_init(str(folder))
    git_set_user_info("Ann", "ann@example.com", False, str(folder))
    (folder / "a.txt").write_text("one\n")
    git_operation("add", str(folder), ["a.txt"])
    git_operation("commit", str(folder), ["-m", "first"])
    return folder


def trap(home: Path) -> tuple[str, Path]:
    """A program that leaves a mark, and the mark."""
    mark = home.parent / "mark"
    program = home / "trap.sh"
    program.write_text(f"#!/bin/sh\ntouch {mark}\nexit 0\n")
    program.chmod(0o755)
    return str(program), mark


def git(folder: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_commits_as_the_author_that_was_set(repo: Path) -> None:
    assert git(repo, "log", "--format=%an <%ae> %s") == "Ann <ann@example.com> first"
    assert git(repo, "status", "--porcelain") == ""


def test_a_new_repository_is_made_once(home: Path) -> None:
    first = git_init("pro ject/ü")
    assert first == {"repo_path": str(home / "pro ject/ü"), "branch": first["branch"], "existed": False}
    assert git_init("~/pro ject/ü")["existed"]
    assert git(home / "pro ject/ü", "rev-parse", "--is-inside-work-tree") == "true"


def test_clone_pull_and_push_over_paths(home: Path, repo: Path) -> None:
    git(home, "clone", "--bare", "-q", str(repo), str(home / "central.git"))
    assert "Cloning" in git_operation("clone", None, ["~/central.git", "~/copy"])["messages"]
    git_set_user_info("Ben", "ben@example.com", True)
    (home / "copy/b.txt").write_text("b")
    git_operation("add", "copy", ["b.txt"])
    git_operation("commit", "copy", ["-m", "second"])
    git_operation("push", "copy")
    git_operation("remote", str(repo), ["add", "origin", str(home / "central.git")])
    git_operation("pull", str(repo), ["origin", git(repo, "branch", "--show-current")])
    assert git(repo, "log", "-1", "--format=%an %s") == "Ben second"


def test_questions_may_be_answered_no(repo: Path) -> None:
    assert git_operation("grep", str(repo), ["nothing"])["exit_code"] == 1
    assert git_operation("config", str(repo), ["--get", "no.such"])["exit_code"] == 1
    with pytest.raises(ToolError, match=r"(?s)git commit failed: .*nothing to commit"):
        git_operation("commit", str(repo), ["-m", "empty"])


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        ("-c", ["alias.x=!sh", "x"]),
        ("difftool", []),
        ("filter-branch", []),
        ("status --short", []),
        ("clone", ["--upload-pack=sh", ".", "x"]),
        ("clone", ["--upload", "sh", ".", "x"]),
        ("clone", ["-u", "sh", ".", "x"]),
        ("clone", ["-qnush", ".", "x"]),
        ("clone", ["-c", "core.fsmonitor=sh", ".", "x"]),
        ("clone", ["--template=/tmp", ".", "x"]),
        ("clone", ["ext::sh -c true", "x"]),
        ("clone", ["ssh://-oProxyCommand=sh/x"]),
        ("fetch", ["--upload-pack", "sh", "."]),
        ("push", ["--receive-pack=sh", "."]),
        ("push", ["--exec=sh", "."]),
        ("ls-remote", ["--exec=sh", "."]),
        ("rebase", ["-x", "sh", "HEAD~1"]),
        ("rebase", ["--exe", "sh", "HEAD~1"]),
        ("grep", ["-Osh", "x"]),
        ("grep", ["--open-files-in-pager=sh", "x"]),
        ("bisect", ["run", "sh"]),
        ("submodule", ["foreach", "sh"]),
        ("config", ["alias.x", "!sh"]),
        ("config", ["--global", "core.sshCommand", "sh"]),
        ("config", ["core.FSMonitor", "sh"]),
        ("config", ["filter.x.clean", "sh"]),
        ("config", ["--file", ".bashrc", "a.b", "c"]),
        ("config", ["-e"]),
        ("archive", ["--remote=.", "--exec=sh", "HEAD"]),
        ("remote", ["add", "x", "ext::sh"]),
        ("log", ["a\0b"]),
    ],
)
def test_what_could_start_a_program_is_refused(operation: str, arguments: list[str]) -> None:
    with pytest.raises(ToolError):
        check_operation(operation, arguments)


@given(st.sampled_from(sorted(OPERATIONS)), st.lists(st.text(max_size=8), max_size=4), st.integers(10, 30))
def test_no_beginning_of_a_dangerous_option_slips_through(
    operation: str, others: list[str], length: int
) -> None:
    for option in OPERATIONS[operation].options:
        with pytest.raises(ToolError):
            check_operation(operation, [option[: max(length, 3)] + "=sh", *others])


def test_harmless_commands_pass() -> None:
    for operation, arguments in [
        ("log", ["--oneline", "-n", "3"]),
        ("commit", ["-m", "ext::is only a message here"[5:]]),
        ("add", ["--", "ext::odd name"]),
        ("clone", ["-bucket", "https://example.com/x.git"]),
        ("rebase", ["-Xtheirs", "main"]),
        ("config", ["user.name", "Ann"]),
        ("config", ["--get", "alias.st"]),
    ]:
        assert check_operation(operation, arguments) == [operation, *arguments]


def test_settings_that_name_programs_are_found() -> None:
    settings = [("filter.lfs.smudge", "x"), ("submodule.a.update", "rebase"), ("user.name", "filter.x.clean")]
    assert program_settings(settings) == ["filter.lfs.smudge"]
    assert program_settings([("submodule.a.update", "!sh")]) == ["submodule.a.update"]


def test_an_ordinary_repository_takes_no_second_process(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(repo, "config", "user.name", "Ann")
    run, started = subprocess.run, []

    def watched(command: list[str], **options: object) -> object:
        started.append(command)
        return run(command, **options)

    monkeypatch.setattr(git_command.subprocess, "run", watched)
    git_operation("log", str(repo))
    assert started == [["git", "log"]]


def test_hooks_are_named_and_not_run(home: Path, repo: Path) -> None:
    program, mark = trap(home)
    (repo / ".git/hooks/pre-commit").symlink_to(program)
    (repo / "a.txt").write_text("two\n")
    result = git_operation("commit", str(repo), ["-a", "-m", "second"])
    assert result["hooks_not_run"] == ["pre-commit"] and not mark.exists()
    assert git(repo, "log", "-1", "--format=%s") == "second"


@pytest.mark.parametrize(
    "key",
    [
        *(
            "core.fsmonitor",
            "core.pager",
            "core.editor",
            "sequence.editor",
            "diff.external",
            "filter.x.clean",
        ),
        *("gpg.program", "core.sshCommand", "core.askPass", "credential.helper", "diff.x.textconv"),
    ],
)
def test_programs_of_settings_are_not_started(home: Path, repo: Path, key: str) -> None:
    program, mark = trap(home)
    git(repo, "config", key, program)
    (repo / ".gitattributes").write_text("* filter=x diff=x\n")
    (repo / "a.txt").write_text("three\n")
    for operation, arguments in [
        *[
            ("status", []),
            ("diff", []),
            ("add", ["."]),
            ("commit", ["-S", "-m", "x"]),
            ("commit", ["-m", "x"]),
        ],
        *[
            ("log", ["-p"]),
            ("fetch", ["ssh://127.0.0.1/x"]),
            ("commit", ["--amend"]),
            ("tag", ["-s", "v", "-m", "v"]),
        ],
    ]:
        try:
            git_operation(operation, str(repo), arguments)
        except ToolError:
            assert not mark.exists()
    assert not mark.exists()


def test_a_remote_with_hooks_is_not_pushed_to(home: Path, repo: Path) -> None:
    program, mark = trap(home)
    git(home, "clone", "--bare", "-q", str(repo), str(home / "central.git"))
    git(repo, "remote", "add", "origin", "../central.git")
    (home / "central.git/hooks/update").symlink_to(program)
    (repo / "a.txt").write_text("two\n")
    git_operation("commit", str(repo), ["-a", "-m", "second"])
    with pytest.raises(ToolError, match=r"would run its hooks \(update\)"):
        git_operation("push", str(repo), ["origin", "HEAD"])
    with pytest.raises(ToolError, match=r"would run its hooks \(update\)"):
        git_operation("push", str(repo), [str(home / "central.git"), "HEAD"])
    assert not mark.exists()


def test_only_the_home_folder(home: Path, repo: Path) -> None:
    outside = home.parent / "outside"
    git(home.parent, "init", "-q", str(outside))
    (home / "link").symlink_to(outside)
    (home / "pointer").mkdir()
    (home / "pointer/.git").write_text(f"gitdir: {outside}/.git\n")
    for path in (str(outside), "link", "../outside"):
        for call in (git_init, lambda path: git_operation("status", path), mount_path):
            with pytest.raises(ToolError, match="is outside"):
                call(path)
    with pytest.raises(ToolError, match=r"keeps .*outside"):
        mount_path("pointer")
    git(repo, "config", "core.worktree", str(outside))
    with pytest.raises(ToolError, match=r"keeps .*outside"):
        mount_path(str(repo))


def mount_path(path: str) -> object:
    return check_arguments("git_status", {"repo_path": path})["repo_path"]


def test_the_mounted_servers_paths(home: Path, repo: Path) -> None:
    (repo / "inner").mkdir()
    assert mount_path("~/work") == str(repo)
    with pytest.raises(ToolError, match=f"is inside the repository {repo}"):
        mount_path("work/inner")
    with pytest.raises(ToolError, match="is not a git repository; create one with git_init"):
        mount_path("~")
    with pytest.raises(ToolError, match="there is no folder"):
        mount_path("missing")
    git_init("cash $HOME")
    with pytest.raises(ToolError, match=r"a \$ in it"):
        mount_path("cash $HOME")
    git_init("two\nlines 'quoted' \"名\"")
    assert mount_path("two\nlines 'quoted' \"名\"") == str(home / "two\nlines 'quoted' \"名\"")


def test_a_branch_from_any_base_is_at_a_commit(repo: Path) -> None:
    """Also from an annotated tag, from a detached HEAD, and where a tag has the branch's name."""
    git(repo, "tag", "-a", "-m", "release", "v1")
    git(repo, "tag", "tree", "HEAD^{tree}")
    first = git(repo, "rev-parse", "HEAD")
    git(repo, "branch", "both")
    git(repo, "commit", "--quiet", "--allow-empty", "-m", "second")
    git(repo, "tag", "both")
    for name, base in (("release", "v1"), ("copy", "both")):
        text = create_branch(prepare_branch(repo, name, base))
        assert text == f"Created branch '{name}' from '{base}'"
        assert git(repo, "rev-parse", f"refs/heads/{name}") == first
    git(repo, "checkout", "--quiet", "v1")
    assert "from 'HEAD'" in create_branch(prepare_branch(repo, "here", None))
    assert git(repo, "rev-parse", "here") == first
    with pytest.raises(ToolError, match="something else than a commit"):
        create_branch(prepare_branch(repo, "x", "tree"))
    subprocess.run(["git", "fsck", "--strict"], cwd=repo, check=True, capture_output=True)


def prepare_branch(repo: Path, name: str, base: str | None) -> dict[str, object]:
    arguments = {"repo_path": str(repo), "branch_name": name, **({"base_branch": base} if base else {})}
    return check_arguments("git_create_branch", arguments)


def test_a_commits_own_encoding() -> None:
    head = b"tree 1\nauthor Andr\xe9 <a@b> 1 +0000\nencoding %s\n\ncaf\xe9"
    for known in (b"ISO-8859-1", b"cp1252", b"latin1"):
        assert "André" in in_utf8(head % known).decode() and in_utf8(head % known).endswith("café".encode())
    assert in_utf8(head % b"no such") == head % b"no such"
    assert in_utf8(b"tree 1\n\nencoding latin1\ncaf\xe9") == b"tree 1\n\nencoding latin1\ncaf\xe9"


def test_author_refusals(repo: Path) -> None:
    for name, email, reason in [
        ("", "a@b", "is not an author's name"),
        ("a\nb", "a@b", "is not an author's name"),
        ("a", "nobody", "is not an e-mail address"),
    ]:
        with pytest.raises(ToolError, match=reason):
            git_set_user_info(name, email, True)
    with pytest.raises(ToolError, match="give the repository as repo_path"):
        git_set_user_info("a", "a@b", False)


def test_a_command_without_end_is_stopped(
    repo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "git").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "git").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(git_command, "PROGRAM_PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(ToolError, match=r"git status did not finish within 0\.2 s"):
        run_git(repo, "status", seconds=0.2)
