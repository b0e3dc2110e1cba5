from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

from .variant import Facts, Piece


def mcp(facts: Facts) -> Solution:
    seen = yield ToolCall(name="osworld_mcp_vlc.get_media_duration")
    content = seen.results[0].structured
    assert content is not None, seen.results[0].text
    assert round(content["seconds"]) == facts.signal, seen.results[0].text
    path = f"/home/user/Music/{facts.folder}"
    seen = yield ToolCall(name="osworld_mcp_vlc.get_media_files", arguments={"path": path})
    for piece in facts.pieces:
        assert piece.name in seen.results[0].text, seen.results[0].text
    yield from queue(facts, facts.fillers)


def gui(facts: Facts) -> Solution:
    """The dialog for addresses (Ctrl+N) takes files, too; Alt+E is its Enqueue."""
    for piece in facts.fillers:
        yield from act_until(Key(keys=("ctrl", "n")), in_front("Open Media"))
        yield Key(keys=("ctrl", "a"))
        yield TypeText(text=f"file:///home/user/Music/{facts.folder}/{piece.name}")
        yield from act_until(Key(keys=("alt", "e")), in_front("signal"))


def wrong_longer_first(_guest: Guest, facts: Facts) -> Solution:
    yield from queue(facts, facts.fillers[::-1])


def wrong_without_the_signal(_guest: Guest, facts: Facts) -> Solution:
    yield from queue(facts, facts.without_signal)


def wrong_one_only(_guest: Guest, facts: Facts) -> Solution:
    yield from queue(facts, facts.fillers[1:])


def wrong_playing(_guest: Guest, facts: Facts) -> Solution:
    yield from queue(facts, facts.fillers)
    yield ToolCall(name="osworld_mcp_vlc.play")


def queue(facts: Facts, pieces: Sequence[Piece]) -> Solution:
    for piece in pieces:
        path = f"/home/user/Music/{facts.folder}/{piece.name}"
        yield ToolCall(name="osworld_mcp_vlc.add_to_playlist", arguments={"uri": path})
