from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front

TERMINAL = Click(x=38, y=488)
"""The terminal's place in the dock."""


def mcp() -> Solution:
    yield from settings(scale=1.25, quiet=True, percent=30)


def gui() -> Solution:
    """In a terminal, type the commands, and have the shell close its window when they are done."""
    yield from act_until(TERMINAL, in_front("user@testbed"))  # the prompt names the window
    yield TypeText(
        text="gsettings set org.gnome.desktop.interface text-scaling-factor 1.25 && "
        "gsettings set org.gnome.desktop.notifications show-banners false && "
        "pactl set-sink-volume @DEFAULT_SINK@ 30% && exit"
    )
    yield from act_until(Key(keys=("Return",)), lambda seen: not seen.windows)


def wrong_text_is_smaller_than_asked(guest: Guest) -> Solution:
    yield from settings(scale=1.2, quiet=True, percent=30)


def wrong_notifications_stay(guest: Guest) -> Solution:
    yield from settings(scale=1.25, quiet=False, percent=30)


def wrong_volume_lowered_by_30(guest: Guest) -> Solution:
    yield from settings(scale=1.25, quiet=True, percent=55)


def wrong_sound_is_muted(guest: Guest) -> Solution:
    yield from settings(scale=1.25, quiet=True, percent=30)
    guest.run(["pactl", "set-sink-mute", "@DEFAULT_SINK@", "1"], as_user=True)


def settings(scale: float, quiet: bool, percent: int) -> Solution:
    yield ToolCall(name="osworld_mcp_os.change_text_scale", arguments={"new_scale": scale})
    yield ToolCall(name="osworld_mcp_os.set_do_not_disturb", arguments={"enable": quiet})
    yield ToolCall(name="osworld_mcp_os.set_volume", arguments={"percent": percent})
