from testbed.actions import Key, Terminate, ToolCall
from testbed.tasks import Guest, Solution, act_until, in_front

PREVIOUS = ToolCall(name="osworld_mcp_vlc.previous")
PAUSE = ToolCall(name="osworld_mcp_vlc.pause")


def mcp() -> Solution:
    yield PREVIOUS
    yield PAUSE
    seen = yield ToolCall(name="osworld_mcp_vlc.get_media_duration")
    length = seen.results[0].structured
    assert length is not None, seen.results[0].text
    minutes, seconds = divmod(round(length["seconds"]), 60)
    yield answer(f"{minutes}:{seconds:02}")


def gui() -> Solution:
    """VLC's own keys: p is previous, the space bar pauses; the length is below the picture."""
    yield from act_until(Key(keys=("p",)), in_front("02-mayor"))
    yield Key(keys=("space",))
    yield answer("01:13")


def also_in_seconds(_guest: Guest) -> Solution:
    yield PREVIOUS
    yield PAUSE
    yield answer("02-mayor.ogg lasts 73 seconds.")


def wrong_length_of_the_librarian(_guest: Guest) -> Solution:
    yield PREVIOUS
    yield PAUSE
    yield answer("2:04")


def wrong_first_speech(_guest: Guest) -> Solution:
    yield PREVIOUS
    yield PREVIOUS
    yield PAUSE
    yield answer("1:13")


def wrong_still_playing(_guest: Guest) -> Solution:
    yield PREVIOUS
    yield answer("1:13")


def wrong_no_answer(_guest: Guest) -> Solution:
    yield PREVIOUS
    yield PAUSE


def wrong_only_answered(_guest: Guest) -> Solution:
    yield PAUSE
    yield answer("1:13")


def answer(text: str) -> Terminate:
    return Terminate(status="success", answer=text)
