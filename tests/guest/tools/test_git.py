"""Git's tools against git itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.core.guest import HOME
from tests.guest.tools.calls import Tools

pytestmark = pytest.mark.guest

REPO = f"{HOME}/work 'ü'\nrepo"
OPERATION = "osworld_mcp_os.git_operation"
USER = "osworld_mcp_os.git_set_user_info"
MOUNTED = {
    "git_status": {},
    "git_diff_unstaged": {},
    "git_diff_staged": {},
    "git_diff": {"target": "HEAD"},
    "git_commit": {"message": "x"},
    "git_add": {"files": ["a.txt"]},
    "git_reset": {},
    "git_log": {},
    "git_create_branch": {"branch_name": "x"},
    "git_checkout": {"branch_name": "x"},
    "git_show": {"revision": "HEAD"},
    "git_branch": {"branch_type": "local"},
}


def git(tools: Tools, *arguments: str, check: bool = True) -> str:
    command = ["git", "-c", "core.quotePath=false", "-C", REPO, *arguments]
    return tools.guest.run(command, as_user=True, check=check).text.strip()


@pytest.fixture
def repo(tools: Tools) -> Iterator[str]:
    """A repository on the branch main with one commit of a.txt, whose author is Ann."""
    tools.guest.run(["git", "init", "--quiet", "-b", "main", REPO], as_user=True)
    git(tools, "config", "user.name", "Ann")
    git(tools, "config", "user.email", "ann@example.com")
    tools.guest.write_file(f"{REPO}/a.txt", b"one\n")
    git(tools, "add", "a.txt")
    git(tools, "commit", "--quiet", "-m", "first")
    yield REPO
    tools.guest.run(["rm", "-rf", REPO, f"{HOME}/central.git", f"{HOME}/copy", f"{HOME}/.gitconfig"])


@pytest.mark.core
@pytest.mark.effect("git_init")
@pytest.mark.error("git_init")
def test_init(tools: Tools) -> None:
    folder = f"{HOME}/neu 'é'/deep"
    try:
        assert tools.data("git_init", repo_path=folder)["existed"] is False
        inside = ["git", "-C", folder, "rev-parse", "--is-inside-work-tree"]
        assert tools.guest.run(inside, as_user=True).text == "true\n"
        assert tools.data("git_init", repo_path=folder)["existed"] is True
    finally:
        tools.guest.run(["rm", "-rf", f"{HOME}/neu 'é'"])
    for path in ("/tmp/x", "~/../root", "/etc"):
        assert "is outside /home/user" in tools.refusal("git_init", repo_path=path)
    tools.guest.write_file(f"{HOME}/plain", b"")
    assert "cannot be made a folder" in tools.refusal("git_init", repo_path=f"{HOME}/plain")


@pytest.mark.core
@pytest.mark.effect(
    "git_status", "git_add", "git_diff_unstaged", "git_diff_staged", "git_reset", "git_commit"
)
def test_from_a_change_to_a_commit(tools: Tools, repo: str) -> None:
    tools.guest.write_file(f"{repo}/a.txt", b"one\ntwo\n")
    tools.guest.write_file(f"{repo}/neue Datei ü.txt", b"x")
    status = tools.call("git_status", repo_path=repo).text
    assert "modified:   a.txt" in status and "neue Datei ü.txt" in status
    assert "+two" in tools.call("git_diff_unstaged", repo_path=repo).text
    tools.call("git_add", repo_path=repo, files=["a.txt", "neue Datei ü.txt"])
    assert git(tools, "diff", "--cached", "--name-only").splitlines() == ["a.txt", "neue Datei ü.txt"]
    assert "+two" in tools.call("git_diff_staged", repo_path=repo).text
    tools.call("git_reset", repo_path=repo)
    assert git(tools, "diff", "--cached", "--name-only") == ""
    tools.call("git_add", repo_path=repo, files=["."])
    tools.call("git_commit", repo_path=repo, message="zweiter 'commit'\n\nwith a body")
    assert git(tools, "log", "-1", "--format=%an|%s") == "Ann|zweiter 'commit'"
    assert git(tools, "status", "--porcelain") == ""


@pytest.mark.core
@pytest.mark.effect("git_log", "git_show", "git_diff", "git_branch", "git_create_branch", "git_checkout")
def test_history_and_branches(tools: Tools, repo: str) -> None:
    tools.call("git_create_branch", repo_path=repo, branch_name="topic/é")
    assert git(tools, "rev-parse", "topic/é") == git(tools, "rev-parse", "main")
    assert "Switched to branch" in tools.call("git_checkout", repo_path=repo, branch_name="topic/é").text
    assert git(tools, "branch", "--show-current") == "topic/é"
    tools.guest.write_file(f"{repo}/b.txt", b"bee\n")
    git(tools, "add", "b.txt")
    git(tools, "commit", "--quiet", "-m", "second")
    log = tools.call("git_log", repo_path=repo, max_count=1).text
    assert git(tools, "rev-parse", "HEAD") in log and "second" in log and "first" not in log
    assert "+bee" in tools.call("git_show", repo_path=repo, revision="HEAD").text
    assert tools.call("git_show", repo_path=repo, revision="HEAD:b.txt").text == "bee\n"
    assert "+bee" in tools.call("git_diff", repo_path=repo, target="main").text
    assert tools.call("git_branch", repo_path=repo, branch_type="local").text.split() == [
        "main",
        "*",
        "topic/é",
    ]


@pytest.mark.core
@pytest.mark.error(*MOUNTED)
def test_what_is_no_repository(tools: Tools, repo: str) -> None:
    tools.guest.run(["mkdir", "-p", f"{repo}/inner"], as_user=True)
    tools.guest.run(["git", "init", "--quiet", "/srv/outside"])
    tools.guest.run(["ln", "-sfn", "/srv/outside", f"{repo}/link"], as_user=True)
    for name, arguments in MOUNTED.items():
        for path, reason in [
            (f"{HOME}/no such", "there is no folder"),
            (HOME, "is not a git repository; create one with git_init"),
            (f"{repo}/inner", "is inside the repository"),
            ("/srv/outside", "is outside /home/user"),
            (f"{repo}/link", "is outside /home/user"),
            ("~root/../srv/outside", "is outside /home/user"),
        ]:
            assert reason in tools.refusal(name, repo_path=path, **arguments)
        assert "repo_path" in tools.refusal(name, path=repo)
    assert git(tools, "status", "--porcelain") == "?? link"


@pytest.mark.error("git_commit", "git_add", "git_diff", "git_checkout", "git_show", "git_branch", "git_log")
def test_what_git_refuses(tools: Tools, repo: str) -> None:
    assert "no change is staged" in tools.refusal("git_commit", repo_path=repo, message="empty")
    assert "outside the repository" in tools.refusal("git_add", repo_path=repo, files=["../../etc/passwd"])
    assert "did not match any files" in tools.refusal("git_add", repo_path=repo, files=["no.txt"])
    assert "'--output=x' is no revision" in tools.refusal("git_diff", repo_path=repo, target="--output=x")
    assert "no-branch" in tools.refusal("git_checkout", repo_path=repo, branch_name="no-branch")
    assert "no-such" in tools.refusal("git_show", repo_path=repo, revision="no-such")
    assert "is not one of local, remote, all" in tools.refusal(
        "git_branch", repo_path=repo, branch_type="most"
    )
    branch = {"branch_name": "main"}
    assert "there is a branch 'main' already" in tools.refusal("git_create_branch", repo_path=repo, **branch)
    assert "max_count" in tools.refusal("git_log", repo_path=repo, max_count="many")


def test_a_mounted_tool_starts_no_program(tools: Tools, repo: str) -> None:
    trap, mark = f"{repo}/.git/trap.sh", "/tmp/trapped-mounted"
    tools.guest.write_file(trap, f"#!/bin/sh\ntouch {mark}\ncat\n".encode(), mode=0o755)
    for hook in ("pre-commit", "commit-msg", "post-commit", "post-checkout", "prepare-commit-msg"):
        tools.guest.run(["ln", "-s", trap, f"{repo}/.git/hooks/{hook}"], as_user=True)
    git(tools, "config", "core.fsmonitor", trap)
    git(tools, "config", "commit.gpgSign", "true")
    git(tools, "config", "gpg.program", trap)
    tools.guest.write_file(f"{repo}/a.txt", b"two\n")
    tools.call("git_add", repo_path=repo, files=["a.txt"])
    tools.call("git_commit", repo_path=repo, message=" kept \n# as it is\n")
    tools.call("git_create_branch", repo_path=repo, branch_name="side")
    tools.call("git_checkout", repo_path=repo, branch_name="side")
    for name in ("git_status", "git_diff_unstaged", "git_log"):
        tools.call(name, repo_path=repo)
    assert tools.guest.run(["cat", f"{repo}/.git/HEAD"]).text == "ref: refs/heads/side\n"
    assert git(tools, "-c", "core.fsmonitor=false", "log", "-1", "--format=%B") == "kept \n# as it is"
    for setting in ("filter.x.clean", "diff.external", "diff.x.textconv", "merge.x.driver"):
        git(tools, "config", setting, trap)
        for name, arguments in MOUNTED.items():
            assert f"starts programs ({setting})" in tools.refusal(name, repo_path=repo, **arguments)
        git(tools, "config", "--unset", setting)
    assert tools.guest.run(["test", "-e", mark], check=False).exit_code == 1


@pytest.mark.parametrize(
    ("tool", "arguments", "problem"),
    [
        ("git_log", {"max_count": -1}, "from 1 to"),
        ("git_log", {"max_count": "2"}, "max_count: should be integer"),
        ("git_log", {"max_count": True}, "max_count: should be integer"),
        ("git_log", {"max_count": 2.5}, "max_count: should be integer"),
        ("git_log", {"start_timestamp": "--output=x"}, "is no date"),
        ("git_log", {"end_timestamp": "soon"}, "is no date"),
        ("git_log", {"start_timestamp": "2024-02-30"}, "is no date"),
        ("git_log", {"author": "Ann"}, "there is no argument 'author'"),
        ("git_diff", {"target": "--output=x"}, "is no revision"),
        ("git_diff", {"target": "HEAD --output=x"}, "is not in the repository"),
        ("git_diff", {"target": "HEAD", "context_lines": -1}, "from 0 to"),
        ("git_show", {"revision": "nothing"}, "is not in the repository"),
        ("git_show", {"revision": "x" * 1_000_000}, "(1,000,000 characters)"),
        ("git_checkout", {"branch_name": ""}, "is no revision"),
        ("git_checkout", {"branch_name": "-"}, "is no revision"),
        ("git_create_branch", {"branch_name": "a..b"}, "is not a name for a branch"),
        ("git_create_branch", {"branch_name": "@{-1}"}, "is not a name for a branch"),
        ("git_create_branch", {"branch_name": "main"}, "already"),
        ("git_create_branch", {"branch_name": "x", "base_branch": "append"}, "is not in the repository"),
        ("git_branch", {"branch_type": "locale"}, "is not one of"),
        ("git_branch", {"branch_type": "all", "contains": "--all"}, "is no revision"),
        ("git_commit", {"message": "x"}, "no change is staged"),
        ("git_commit", {"message": " \n"}, "is no message"),
        ("git_add", {"files": []}, "files"),
        ("git_add", {"files": [""]}, "an empty name"),
        ("git_add", {"files": ["no.txt"]}, "did not match any files"),
        ("git_add", {"files": ["../../x"]}, "outside the repository"),
        ("git_add", {"files": ["x" * 1_000_000]}, "bytes"),
        ("git_status", {"repo_path": "x" * 1_000_000}, "longer than 255 bytes"),
    ],
)
def test_wrong_arguments_of_a_mounted_tool_are_refused(
    tools: Tools, repo: str, tool: str, arguments: dict[str, object], problem: str
) -> None:
    state = ("for-each-ref", "--format=%(refname) %(objectname)")
    before = git(tools, *state), git(tools, "status", "--porcelain")
    refusal = tools.refusal(tool, **{"repo_path": repo, **arguments})
    assert problem in refusal and len(refusal) < 600 and "Cmd(" not in refusal
    assert (git(tools, *state), git(tools, "status", "--porcelain")) == before


def test_before_the_first_commit_and_in_a_merge(tools: Tools, repo: str) -> None:
    new = f"{REPO}/../new"
    tools.guest.run(["git", "init", "--quiet", new], as_user=True)
    tools.guest.write_file(f"{new}/a", b"a")
    tools.call("git_add", repo_path=new, files=["."])
    tools.call("git_reset", repo_path=new)
    assert tools.guest.run(["git", "-C", new, "ls-files"], as_user=True).text == ""
    assert "has no commit" in tools.refusal("git_log", repo_path=new)
    tools.call("git_add", repo_path=new, files=["a"])
    tools.call("git_commit", repo_path=new, message="first")
    assert tools.guest.run(["git", "-C", new, "rev-list", "--count", "HEAD"], as_user=True).text == "1\n"
    tools.guest.run(["rm", "-rf", new])
    git(tools, "checkout", "--quiet", "-b", "side")
    for branch, text in (("side", b"two\n"), ("main", b"three\n")):
        git(tools, "checkout", "--quiet", branch)
        tools.guest.write_file(f"{repo}/a.txt", text)
        git(tools, "commit", "--quiet", "-am", branch)
    git(tools, "merge", "side", check=False)
    assert "unmerged" in tools.refusal("git_commit", repo_path=repo, message="merged")
    tools.guest.write_file(f"{repo}/a.txt", b"both\n")
    tools.call("git_add", repo_path=repo, files=["a.txt"])
    tools.call("git_commit", repo_path=repo, message="merged")
    assert len(git(tools, "rev-list", "--parents", "-1", "HEAD").split()) == 3


@pytest.mark.core
@pytest.mark.effect(OPERATION)
def test_operations(tools: Tools, repo: str) -> None:
    tools.guest.run(["git", "clone", "--quiet", "--bare", repo, f"{HOME}/central.git"], as_user=True)
    cloned = tools.data(OPERATION, operation="clone", arguments=["~/central.git", "~/copy"])
    assert cloned["exit_code"] == 0 and "Cloning" in cloned["messages"]
    tools.call(USER, username="Ben", email="ben@example.com", is_global=True)
    tools.guest.write_file(f"{HOME}/copy/b 'ü'.txt", b"b")
    for operation, *arguments in (["add", "--", "b 'ü'.txt"], ["commit", "-m", "second; rm -rf ~"], ["push"]):
        tools.call(OPERATION, operation=operation, repo_path="~/copy", arguments=arguments)
    tools.call(OPERATION, operation="pull", repo_path=repo, arguments=[f"{HOME}/central.git", "main"])
    assert git(tools, "log", "-1", "--format=%an|%s") == "Ben|second; rm -rf ~"
    assert tools.guest.read_file(f"{repo}/b 'ü'.txt") == b"b"
    shown = tools.data(OPERATION, operation="log", repo_path=repo, arguments=["--format=%s"])
    assert shown["output"].splitlines() == ["second; rm -rf ~", "first"]
    assert tools.data(OPERATION, operation="grep", repo_path=repo, arguments=["nothing"])["exit_code"] == 1


@pytest.mark.core
@pytest.mark.error(OPERATION)
def test_no_operation_starts_a_program(tools: Tools, repo: str) -> None:
    trap, mark = f"{repo}/.git/trap.sh", "/tmp/trapped"
    tools.guest.write_file(trap, f"#!/bin/sh\ntouch {mark}\n".encode(), mode=0o755)

    def refusal(operation: str, *arguments: str) -> str:
        return tools.refusal(OPERATION, operation=operation, repo_path=repo, arguments=list(arguments))

    assert "is not a git operation" in refusal("-c", f"alias.x=!{trap}", "x")
    assert "is not a git operation" in refusal("--exec-path=/tmp")
    assert "is not a git operation" in refusal("status; touch x")
    assert "is refused" in refusal("clone", f"--upload-pack={trap}", ".", f"{HOME}/x")
    assert "is refused" in refusal("clone", f"ext::{trap}", f"{HOME}/x")
    assert "is refused" in refusal("fetch", "--upload-p", trap, ".")
    assert "is refused" in refusal("rebase", "-x", trap, "HEAD")
    assert "is refused" in refusal("bisect", "run", trap)
    assert "is refused" in refusal("config", "alias.x", f"!{trap}")
    git(tools, "config", "filter.x.clean", trap)
    assert "settings by which git starts programs (filter.x.clean)" in refusal("add", ".")
    tools.call(OPERATION, operation="config", repo_path=repo, arguments=["--unset", "filter.x.clean"])
    git(tools, "config", "core.fsmonitor", trap)
    tools.guest.run(["ln", "-s", trap, f"{repo}/.git/hooks/pre-commit"], as_user=True)
    tools.guest.write_file(f"{repo}/a.txt", b"two\n")
    what = {"operation": "commit", "repo_path": repo, "arguments": ["-am", "second"]}
    assert tools.data(OPERATION, **what)["hooks_not_run"] == ["pre-commit"]
    assert tools.guest.run(["test", "-e", mark], check=False).exit_code == 1
    assert git(tools, "-c", "core.fsmonitor=false", "log", "-1", "--format=%s") == "second"
    assert "nothing to commit" in refusal("commit", "-m", "again")
    assert "is outside /home/user" in tools.refusal(OPERATION, operation="status", repo_path="/srv")
    assert "give its folder as repo_path" in tools.refusal(OPERATION, operation="status")


@pytest.mark.error(OPERATION)
def test_no_operation_writes_outside_the_home(tools: Tools, repo: str) -> None:
    tools.guest.run(["install", "-d", "-o", "user", "/tmp/outside"])
    tools.guest.run(["ln", "-sfn", "/tmp/outside", f"{HOME}/out"], as_user=True)
    for operation, *arguments in (
        ["clone", ".", "/tmp/outside/x"],
        ["clone", ".", "~/out/x"],
        ["clone", "--separate-git-dir=/tmp/outside/x", ".", "~/x"],
        ["init", "/tmp/outside/x"],
        ["worktree", "add", "/tmp/outside/x"],
        ["archive", "-o", "/tmp/outside/x", "HEAD"],
        ["format-patch", "--output-directory", "/tmp/outside", "-1"],
        ["log", "-p", "--output=/tmp/outside/x"],
        ["submodule", "add", ".", "../../../tmp/outside/x"],
    ):
        what = {"operation": operation, "repo_path": repo, "arguments": arguments}
        assert "is outside /home/user" in tools.refusal(OPERATION, **what)
    assert tools.guest.run(["ls", "-A", "/tmp/outside"]).text == ""
    tools.guest.run(["rm", f"{HOME}/out"])


@pytest.mark.effect(USER)
@pytest.mark.error(USER)
def test_author(tools: Tools, repo: str) -> None:
    name = 'Zoë "Q" O\'Neil 名'
    tools.call(USER, username=name, email="zoe@example.com", is_global=False, repo_path=repo)
    assert git(tools, "config", "--local", "user.name") == name
    tools.call(USER, username="-Gus", email="gus@example.com", is_global=True)
    assert "name = -Gus" in tools.guest.read_file(f"{HOME}/.gitconfig").decode()
    what = {"username": "x", "email": "x@example.com"}
    assert "give the repository" in tools.refusal(USER, **what, is_global=False)
    assert "is not a git repository" in tools.refusal(USER, **what, is_global=False, repo_path="~")
    assert "is not an e-mail address" in tools.refusal(USER, username="x", email="x", is_global=True)


@pytest.mark.core
def test_files_and_names_in_other_encodings(tools: Tools, repo: str) -> None:
    """Commits are read in the encoding that they name; other bytes become stand-ins, and the server lives."""
    latin = b"caf\xe9 one\n"
    tools.guest.write_file(f"{repo}/menu.txt", latin)
    script = "import os, sys; os.chdir(os.fsencode(sys.argv[1])); open(b'caf\\xe9.txt', 'wb').write(b'x')"
    tools.guest.run(["python3", "-c", script, repo], as_user=True)
    assert "caf\ufffd.txt" in tools.call("git_status", repo_path=repo).text
    tools.call("git_add", repo_path=repo, files=["menu.txt"])
    assert "+caf\ufffd one" in tools.call("git_diff_staged", repo_path=repo).text
    tools.call("git_commit", repo_path=repo, message="menu")
    assert "+caf\ufffd one" in tools.call("git_show", repo_path=repo, revision="HEAD").text
    tools.guest.write_file(f"{repo}/menu.txt", latin + b"th\xe9\n")
    assert "+th\ufffd" in tools.call("git_diff_unstaged", repo_path=repo).text
    assert "+th\ufffd" in tools.call("git_diff", repo_path=repo, target="HEAD").text
    git(tools, "add", "menu.txt")
    tools.guest.write_file(f"{repo}/.git/message", latin)
    author = "import os, sys; os.environ['GIT_AUTHOR_NAME'] = 'Andr\\udce9'; os.execvp('git', sys.argv[1:])"
    words = ["git", "-C", repo, "-c", "i18n.commitEncoding=latin1", "commit", "--quiet", "-F", ".git/message"]
    tools.guest.run(["python3", "-c", author, *words], as_user=True)
    for shown in (
        tools.call("git_log", repo_path=repo).text,
        tools.call("git_show", repo_path=repo, revision="HEAD").text,
    ):
        assert "caf\u00e9 one" in shown and "Andr\u00e9" in shown
    assert "caf\ufffd.txt" in tools.call("git_status", repo_path=repo).text
