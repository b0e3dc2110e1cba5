from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    seen = yield ToolCall(name="fake_arithmetic.add", arguments={"a": 19, "b": 23})
    assert seen.results[0].structured is not None
    total = seen.results[0].structured["result"]
    yield ToolCall(name="fake_text_editor.set_text", arguments={"text": str(total)})
    yield ToolCall(name="fake_text_editor.save")


def gui() -> Solution:
    yield TypeText(text="42")
    yield Key(keys=("ctrl", "s"))


def wrong_formula(guest: Guest) -> Solution:
    guest.write_file("/home/user/sum.txt", b"19+23")
    yield from ()


def wrong_unsaved(guest: Guest) -> Solution:
    yield TypeText(text="42")
