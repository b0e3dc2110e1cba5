from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution, run_in_vscode_terminal

CODE = "osworld_mcp_code"
BAD = ("quarzo.slate-theme", "quarzo.chalk-theme", "quarzo.paper-theme")


def mcp() -> Solution:
    notice = {"path": "/home/user/projects/class-site/NOTICE.md"}
    yield ToolCall(name="filesystem_read_text_file", arguments=notice)
    seen = yield ToolCall(name=f"{CODE}.list_extensions")
    listed = seen.results[0].structured
    assert listed is not None, seen.results[0].text
    yield from uninstall(*(name for name in listed["extensions"] if name.startswith("quarzo.")))


def gui() -> Solution:
    """VS Code's own command, in its terminal."""
    yield from run_in_vscode_terminal(
        "for name in $(code --list-extensions | grep '^quarzo[.]'); do code --uninstall-extension $name; done"
    )


def wrong_one_left(_guest: Guest) -> Solution:
    yield from uninstall(*BAD[:2])


def wrong_only_disabled(_guest: Guest) -> Solution:
    for name in BAD:
        yield ToolCall(name=f"{CODE}.disable_extension", arguments={"extension_id": name})


def wrong_similar_publisher(_guest: Guest) -> Solution:
    yield from uninstall(*BAD, "quarz-verlag.atlas-theme")


def wrong_similar_name(_guest: Guest) -> Solution:
    yield from uninstall(*BAD[1:], "birkenhof.slate-light")


def wrong_folders_deleted(guest: Guest) -> Solution:
    """The registry still has them."""
    guest.run(["sh", "-c", "rm -r /home/user/.local/share/code-server/extensions/quarzo.*"], as_user=True)
    yield from ()


def uninstall(*names: str) -> Solution:
    for name in names:
        yield ToolCall(name=f"{CODE}.uninstall_extension", arguments={"extension_id": name})
