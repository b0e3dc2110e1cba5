from testbed.actions import Key, Terminate, ToolCall, Wait
from testbed.tasks import Guest, Observation, Solution, act_until, in_front

from .variant import Facts

MESSAGE = "/home/user/Documents/message.txt"
PLAY = ToolCall(name="osworld_mcp_vlc.play")
PAUSE = ToolCall(name="osworld_mcp_vlc.pause")
SPACE = Key(keys=("space",))


def mcp(facts: Facts) -> Solution:
    """Play, and pause once the message has come."""
    yield PLAY
    yield from act_until(Wait(seconds=0.5), message_is_there)
    yield PAUSE
    seen = yield ToolCall(name="filesystem_read_text_file", arguments={"path": MESSAGE})
    assert str(facts.number) in seen.results[0].text, seen.results[0].text
    yield answer(facts.number)


def gui(facts: Facts) -> Solution:
    """The space bar plays and pauses; the window of the message is in front of VLC when it comes."""
    yield SPACE
    yield from act_until(Wait(seconds=0.5), message_is_there)
    yield from act_until(Key(keys=("alt", "Tab")), in_front(facts.stem))
    yield SPACE
    yield answer(facts.number)


def also_in_a_sentence(_guest: Guest, facts: Facts) -> Solution:
    yield PLAY
    yield from act_until(Wait(seconds=1), message_is_there)
    yield PAUSE
    yield Terminate(status="success", answer=f"Collect it under number {facts.number}.")


def wrong_number_of_the_slip(_guest: Guest, facts: Facts) -> Solution:
    yield PLAY
    yield from act_until(Wait(seconds=1), message_is_there)
    yield PAUSE
    yield answer(facts.void)


def wrong_playing_on(_guest: Guest, facts: Facts) -> Solution:
    yield PLAY
    yield from act_until(Wait(seconds=1), message_is_there)
    yield answer(facts.number)


def wrong_never_played(_guest: Guest, facts: Facts) -> Solution:
    yield from act_until(Wait(seconds=1), message_is_there)
    yield answer(facts.number)


def message_is_there(seen: Observation) -> bool:
    return any("message.txt" in window.title for window in seen.windows)


def answer(number: int) -> Terminate:
    return Terminate(status="success", answer=str(number))
