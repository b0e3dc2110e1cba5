from testbed import Guest, Key, Solution, TypeText, Wait


def gui() -> Solution:
    yield from fill_in()


def wrong_with_lunch(guest: Guest) -> Solution:
    yield from fill_in(lunch=True)


def wrong_day(guest: Guest) -> Solution:
    yield from fill_in(sunday=False)


def wrong_not_sent(guest: Guest) -> Solution:
    yield from fill_in(send=False)


def wrong_sent_twice(guest: Guest) -> Solution:
    yield from fill_in()
    again = "name=Ines+Carvalho&email=ines.carvalho%40example.org&workshop=glaze&day=sun"
    send = f"import urllib.request as u; u.urlopen('http://127.0.0.1:8765/register', b'{again}', timeout=10)"
    guest.run(["python3", "-c", send], as_user=True)


def wrong_name(guest: Guest) -> Solution:
    yield from fill_in(name="Ines Carvalo")


def fill_in(
    name: str = "Ines Carvalho",
    *,
    sunday: bool = True,
    lunch: bool = False,
    send: bool = True,
) -> Solution:
    """Go through the form by keyboard; Tab from the address bar leads into it."""
    yield Key(keys=("ctrl", "l"))
    yield Key(keys=("F6",))
    yield Key(keys=("F6",))
    yield Key(keys=("Tab",))
    yield TypeText(text=f"{name}\tines.carvalho@example.org\tGlaz\t")
    yield Key(keys=("space",))
    if sunday:
        yield Key(keys=("Right",))
    yield Key(keys=("Tab",))
    if not lunch:
        yield Key(keys=("space",))
    if send:
        yield Key(keys=("Tab",))
        seen = yield Key(keys=("Return",))
        while not (seen.active_window and "registered" in seen.active_window.title):
            seen = yield Wait(seconds=1)
