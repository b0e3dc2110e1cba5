from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice, text_in

FILMS = {
    "opening-titles.mp4": 45,
    "small-orchestra.mp4": 524,
    "harvest-day.mp4": 372,
    "night-ferry.mp4": 218,
    "credits.mp4": 63,
}


def mcp() -> Solution:
    yield ToolCall(name="osworld_mcp_vlc.get_playlist")
    yield ToolCall(name="osworld_mcp_os.calculator", arguments={"expression": "45 + 524 + 372 + 218 + 63"})
    yield from enter(FILMS)
    yield total("=SUM(B2:B6)")
    yield save()


def gui() -> Solution:
    """Look at the playlist in VLC (Ctrl+L); then type row by row: Return goes back to the column of the first Tab.

    Calc would begin the names with capitals, but for formulas.
    """
    yield from act_until(Key(keys=("alt", "Tab")), in_front("opening-titles"))
    yield from act_until(Key(keys=("ctrl", "l")), text_in(765, 324, 803, 339))  # the last length
    yield from act_until(Key(keys=("alt", "Tab")), in_front("programme"))
    yield Key(keys=("ctrl", "Home"))
    yield Key(keys=("Down",))
    rows = "".join(f'="{name}"\t{seconds}\n' for name, seconds in FILMS.items())
    yield TypeText(text=f"{rows}Total\t=SUM(B2:B6)\n")
    yield from save_in_libreoffice()


def wrong_alphabetical(guest: Guest) -> Solution:
    yield from enter(dict(sorted(FILMS.items())))
    yield total("1222")
    yield save()


def wrong_total_missing(guest: Guest) -> Solution:
    yield from enter(FILMS)
    yield save()


def wrong_names_without_extension(guest: Guest) -> Solution:
    yield from enter({name.removesuffix(".mp4"): seconds for name, seconds in FILMS.items()})
    yield total("1222")
    yield save()


def wrong_lengths_in_minutes(guest: Guest) -> Solution:
    yield from enter({name: round(seconds / 60, 2) for name, seconds in FILMS.items()})
    yield total("20.37")
    yield save()


def wrong_not_saved(guest: Guest) -> Solution:
    yield from enter(FILMS)
    yield total("1222")


def enter(films: dict[str, int] | dict[str, float]) -> Solution:
    for column, data in (("A", [*films, "Total"]), ("B", list(films.values()))):
        yield ToolCall(
            name="osworld_mcp_libreoffice_calc.set_column_values",
            arguments={"column_name": column, "data": data, "start_index": 2},
        )


def total(value: str) -> ToolCall:
    arguments = {"cell": "B7", "value": value}
    return ToolCall(name="osworld_mcp_libreoffice_calc.set_cell_value", arguments=arguments)


def save() -> ToolCall:
    return ToolCall(name="osworld_mcp_libreoffice_calc.save")
