from collections.abc import Sequence

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution, run_in_vscode_terminal

REPOSITORY = "/home/user/recipes"
FINISHED = ["lentil-soup.md", "plum-cake.md"]
MESSAGE = "Finished recipes"


def mcp() -> Solution:
    yield ToolCall(name="git_diff_staged", arguments={"repo_path": REPOSITORY})
    yield ToolCall(name="git_reset", arguments={"repo_path": REPOSITORY})
    yield from commit(FINISHED)


def gui() -> Solution:
    """In VS Code's terminal, look which of the changed recipes has the word, unstage it and commit the rest."""
    yield from run_in_vscode_terminal(
        "git restore --staged $(git grep --cached -l OPEN -- $(git diff --cached --name-only))"
    )
    yield from run_in_vscode_terminal(f"git commit --quiet -m '{MESSAGE}'")


def also_by_names(guest: Guest) -> Solution:
    git(guest, "commit", "--quiet", "-m", MESSAGE, "--", *FINISHED)
    git(guest, "reset", "--quiet")
    yield from ()


def wrong_all_committed(_guest: Guest) -> Solution:
    yield ToolCall(name="git_commit", arguments={"repo_path": REPOSITORY, "message": MESSAGE})


def wrong_one_forgotten(_guest: Guest) -> Solution:
    yield ToolCall(name="git_reset", arguments={"repo_path": REPOSITORY})
    yield from commit(FINISHED[:1])


def wrong_rest_still_staged(guest: Guest) -> Solution:
    git(guest, "commit", "--quiet", "-m", MESSAGE, "--", *FINISHED)
    yield from ()


def wrong_rest_thrown_away(guest: Guest) -> Solution:
    git(guest, "checkout", "--quiet", "HEAD", "rye-bread.md")
    git(guest, "commit", "--quiet", "-m", MESSAGE)
    yield from ()


def wrong_earlier_commit_replaced(guest: Guest) -> Solution:
    git(guest, "reset", "--quiet", "rye-bread.md")
    git(guest, "commit", "--quiet", "--amend", "-m", MESSAGE)
    yield from ()


def commit(files: Sequence[str]) -> Solution:
    yield ToolCall(name="git_add", arguments={"repo_path": REPOSITORY, "files": list(files)})
    yield ToolCall(name="git_commit", arguments={"repo_path": REPOSITORY, "message": MESSAGE})


def git(guest: Guest, *words: str) -> None:
    guest.run(["git", "-C", REPOSITORY, *words], as_user=True)
