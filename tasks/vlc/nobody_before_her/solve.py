from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

VLC = "osworld_mcp_vlc"
EVENING = "/home/user/Music/evening"
PAUSE = ToolCall(name=f"{VLC}.pause")


def wrong_speech_after_hers(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{VLC}.next")
    yield PAUSE
    yield Terminate(status="success", answer="1:13")


def wrong_other_end_of_the_list(_guest: Guest) -> Solution:
    """From the first item VLC goes back to the last."""
    yield ToolCall(name=f"{VLC}.previous")
    yield PAUSE
    yield Terminate(status="success", answer="0:41")


def wrong_her_own_speech(_guest: Guest) -> Solution:
    yield PAUSE
    yield Terminate(status="success", answer="2:04")


def wrong_recording_made_up(guest: Guest) -> Solution:
    """A copy of the mayor's speech comes before hers in the folder, and is queued."""
    path = f"{EVENING}/00-mayor.ogg"
    guest.run(["cp", f"{EVENING}/02-mayor.ogg", path])
    yield ToolCall(name=f"{VLC}.add_to_playlist", arguments={"uri": path})
    yield Terminate(status="failure", answer="I put the mayor's speech before hers.")


def wrong_list_lost_while_trying(_guest: Guest) -> Solution:
    yield ToolCall(name=f"{VLC}.add_to_playlist", arguments={"uri": f"{EVENING}/04-thanks.ogg"})
    yield Terminate(status="failure", answer="The librarian was the first to speak.")
