from testbed.actions import Key, Screenshot, Terminate, ToolCall, Wait
from testbed.tasks import Guest, Observation, Solution

from .variant import LENGTH, Facts


def mcp(_facts: Facts) -> Solution:
    seen = yield ToolCall(name="osworld_mcp_vlc.get_media_duration")
    length = seconds_in(seen)
    seen = yield ToolCall(name="osworld_mcp_vlc.get_current_time")
    yield answer(length - seconds_in(seen))


def gui(facts: Facts) -> Solution:
    """VLC shows both times below the picture."""
    yield Screenshot()
    yield answer(facts.left)


def also_in_words(_guest: Guest, facts: Facts) -> Solution:
    minutes, seconds = divmod(facts.left, 60)
    yield Terminate(status="success", answer=f"There are {minutes} minutes and {seconds} seconds left.")


def wrong_time_played(_guest: Guest, facts: Facts) -> Solution:
    yield answer(facts.position)


def wrong_whole_length(_guest: Guest, _facts: Facts) -> Solution:
    yield answer(LENGTH)


def wrong_played_on(_guest: Guest, facts: Facts) -> Solution:
    yield Key(keys=("space",))
    yield Wait(seconds=4)
    yield answer(facts.left)


def answer(seconds: float) -> Terminate:
    minutes, rest = divmod(round(seconds), 60)
    return Terminate(status="success", answer=f"{minutes}:{rest:02}")


def seconds_in(seen: Observation) -> float:
    """What a tool has answered."""
    answered = seen.results[0].structured
    assert answered is not None, seen.results[0].text
    return float(answered["seconds"])
