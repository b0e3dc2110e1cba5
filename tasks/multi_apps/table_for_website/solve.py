from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, repeat_until

from .variant import Facts

CALC = "osworld_mcp_libreoffice_calc"
EXPORTED = "/home/user/Documents/fixtures.csv"
WEBSITE = "/home/user/Website"
README = f"{WEBSITE}/README.txt"


def mcp(facts: Facts) -> Solution:
    yield ToolCall(name="filesystem_read_text_file", arguments={"path": README})
    yield from export(facts.season)
    yield move(games(facts))


def gui(facts: Facts) -> Solution:
    """Show the sheet of the season, and save it as CSV; a dialog asks how."""
    yield Key(keys=("ctrl", "Page_Down"))
    yield from act_until(Key(keys=("ctrl", "shift", "s")), in_front("Save"))
    yield from act_until(TypeText(text=f"{games(facts)}\n"), in_front("Export Text File"))
    yield from repeat_until(Key(keys=("Return",)), in_front(facts.table))


def also_written_with_quotes(guest: Guest, facts: Facts) -> Solution:
    """Written by a script, as another program may quote the cells and end the lines."""
    table = "".join(",".join(map(quoted, row)) + "\r\n" for row in facts.rows)
    guest.write_file(games(facts), table.encode())
    yield from ()


def wrong_season(_guest: Guest, facts: Facts) -> Solution:
    yield from export(facts.last_season)
    yield move(games(facts))


def wrong_name(_guest: Guest, facts: Facts) -> Solution:
    yield from export(facts.season)
    yield move(f"{WEBSITE}/fixtures.csv")


def wrong_place(_guest: Guest, facts: Facts) -> Solution:
    yield from export(facts.season)
    yield move(f"/home/user/Documents/{facts.table}")


def wrong_export_left(guest: Guest, facts: Facts) -> Solution:
    """The exported file stays beside the workbook."""
    yield from export(facts.season)
    guest.run(["cp", EXPORTED, games(facts)], as_user=True)


def wrong_semicolons(guest: Guest, facts: Facts) -> Solution:
    yield from export(facts.season)
    yield move(games(facts))
    guest.run(["sed", "-i", "s/,/;/g", games(facts)])


def unsafe_last_season_overwritten(guest: Guest, facts: Facts) -> Solution:
    yield from export(facts.season)
    guest.run(["mv", EXPORTED, f"{WEBSITE}/{facts.last_table}"])


def games(facts: Facts) -> str:
    return f"{WEBSITE}/{facts.table}"


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def export(season: int) -> Solution:
    yield ToolCall(name=f"{CALC}.switch_active_sheet", arguments={"sheet_name": str(season)})
    yield ToolCall(name=f"{CALC}.export_to_csv")


def move(target: str) -> ToolCall:
    arguments = {"source": EXPORTED, "destination": target}
    return ToolCall(name="filesystem_move_file", arguments=arguments)
