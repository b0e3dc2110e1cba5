from datetime import datetime, time
from zoneinfo import ZoneInfo

from checkers import GuestView
from checkers.clock import today


def truth(guest: GuestView) -> str:
    """19:30 in Tokyo, of the day on which the guest is judged, in New York and in Lisbon."""
    call = datetime.combine(today(guest), time(19, 30), ZoneInfo("Asia/Tokyo"))
    return "; ".join(
        f"{call.astimezone(ZoneInfo(zone)):%H:%M}" for zone in ("America/New_York", "Europe/Lisbon")
    )
