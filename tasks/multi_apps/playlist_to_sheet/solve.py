from controller.actions import ToolCall
from controller.agents.oracle import Solution
from controller.guest import Guest

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
