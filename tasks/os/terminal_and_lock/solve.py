from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until

from .variant import Facts

PROFILES = "org.gnome.Terminal.Legacy.Profile:/org/gnome/terminal/legacy/profiles:/:"


def mcp(facts: Facts) -> Solution:
    yield size(facts.columns, facts.rows)
    yield lock(facts.minutes * 60, facts.seconds)


def gui(facts: Facts) -> Solution:
    """Type the commands, and have the shell close its window when they are done."""
    yield TypeText(
        text=f"p={PROFILES}$(gsettings get org.gnome.Terminal.ProfilesList default | tr -d \\')/ && "
        f"gsettings set $p default-size-columns {facts.columns} && gsettings set $p default-size-rows {facts.rows} && "
        f"s=org.gnome.desktop && gsettings set $s.session idle-delay {facts.minutes * 60} && "
        f"gsettings set $s.screensaver lock-enabled true && "
        f"gsettings set $s.screensaver lock-delay {facts.seconds} && exit"
    )
    yield from act_until(Key(keys=("Return",)), lambda seen: not seen.windows)


def also_by_keys_of_dconf(guest: Guest, facts: Facts) -> Solution:
    yield size(facts.columns, facts.rows)
    for key, value in (
        ("session/idle-delay", f"uint32 {facts.minutes * 60}"),
        ("screensaver/lock-enabled", "true"),
        ("screensaver/lock-delay", f"uint32 {facts.seconds}"),
    ):
        guest.run(["dconf", "write", f"/org/gnome/desktop/{key}", value], as_user=True)


def wrong_minutes_taken_for_seconds(_guest: Guest, facts: Facts) -> Solution:
    yield size(facts.columns, facts.rows)
    yield lock(facts.minutes, facts.seconds)


def wrong_rows_and_columns_exchanged(_guest: Guest, facts: Facts) -> Solution:
    yield size(facts.rows, facts.columns)
    yield lock(facts.minutes * 60, facts.seconds)


def wrong_not_locked(_guest: Guest, facts: Facts) -> Solution:
    yield size(facts.columns, facts.rows)
    yield lock(facts.minutes * 60, facts.seconds, enabled=False)


def wrong_locked_at_once(_guest: Guest, facts: Facts) -> Solution:
    yield size(facts.columns, facts.rows)
    yield lock(facts.minutes * 60, 0)


def size(columns: int, rows: int) -> ToolCall:
    arguments = {"columns": columns, "rows": rows}
    return ToolCall(name="osworld_mcp_os.set_default_terminal_size", arguments=arguments)


def lock(idle: int, delay: int, *, enabled: bool = True) -> ToolCall:
    arguments = {"idle_delay_seconds": idle, "lock_delay_seconds": delay, "enable_lock": enabled}
    return ToolCall(name="osworld_mcp_os.configure_auto_lock", arguments=arguments)
