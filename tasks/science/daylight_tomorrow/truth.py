from datetime import timedelta

from checkers import GuestView
from checkers.archives import parsing
from checkers.clock import today
from checkers.fixture_servers import fixture_result


@parsing("what forecast-office answers", "set of facts")
def truth(guest: GuestView) -> str:
    """The minutes of daylight in Hollin and the number of storm warnings, of the day after that of the judging."""
    day = str(today(guest) + timedelta(days=1))
    sun = fixture_result(guest, "forecast-office", "get_sun_times", town="Hollin", day=day)
    warnings = fixture_result(guest, "forecast-office", "list_warnings", day=day)
    storms = sum(item["warning"] == "storm" for item in warnings)
    return f"{minutes(sun['sunset']) - minutes(sun['sunrise'])}; {storms}"


def minutes(clock: str) -> int:
    hours, _, rest = clock.partition(":")
    return 60 * int(hours) + int(rest)
