from testbed.actions import Click, Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until, in_front, save_in_libreoffice

CALC = "osworld_mcp_libreoffice_calc"
SAVE = ToolCall(name=f"{CALC}.save")
TITLE = "Spring in the greenhouse"
CELLS = "A1:C9"
TITLE_FIELD = Click(x=752, y=236)


def mcp() -> Solution:
    seen = yield ToolCall(name=f"{CALC}.env_info")
    assert "Week 17" in seen.results[0].text, seen.results[0].text
    yield chart(CELLS)
    yield SAVE


def gui() -> Solution:
    yield from draw(lines=True)


def also_with_titles_of_the_axes(_guest: Guest) -> Solution:
    yield chart(CELLS, x_axis_title="Week", y_axis_title="°C")
    yield SAVE


def wrong_water_too(_guest: Guest) -> Solution:
    yield chart("A1:D9")
    yield SAVE


def wrong_columns(_guest: Guest) -> Solution:
    yield chart(CELLS, chart_type="column")
    yield SAVE


def wrong_last_year(_guest: Guest) -> Solution:
    yield chart(f"'Last year'.{CELLS}")
    yield SAVE


def wrong_without_title(_guest: Guest) -> Solution:
    arguments = {"chart_type": "line", "data_range": CELLS}
    yield ToolCall(name=f"{CALC}.create_chart", arguments=arguments)
    yield SAVE


def wrong_last_week_forgotten(_guest: Guest) -> Solution:
    yield chart("A1:C8")
    yield SAVE


def wrong_points_only(_guest: Guest) -> Solution:
    """What the wizard offers first for lines."""
    yield from draw(lines=False)


def draw(*, lines: bool) -> Solution:
    """Choose the cells by the name box; then go through the pages of the wizard for charts."""
    yield Key(keys=("ctrl", "shift", "t"))
    yield TypeText(text=f"{CELLS}\n")
    yield Key(keys=("alt", "i"))
    yield Key(keys=("Down",))
    yield from act_until(Key(keys=("Return",)), in_front("Chart Type"))
    yield Key(keys=("Down",), repeat=4)
    if lines:
        yield Key(keys=("Tab",))
        yield Key(keys=("Right",), repeat=2)
    for page in ("Data Range", "Data Series", "Chart Elements"):
        yield from act_until(Key(keys=("alt", "n")), in_front(page))
    yield TITLE_FIELD
    yield TypeText(text=TITLE)
    yield from act_until(Key(keys=("alt", "f")), in_front("greenhouse.xlsx"))
    yield Key(keys=("Escape",), repeat=2)
    yield from save_in_libreoffice()


def chart(cells: str, **more: str) -> ToolCall:
    arguments = {"chart_type": "line", "data_range": cells, "title": TITLE, **more}
    return ToolCall(name=f"{CALC}.create_chart", arguments=arguments)
