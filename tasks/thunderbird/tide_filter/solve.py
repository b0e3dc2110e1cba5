from testbed.actions import Key, TypeText
from testbed.tasks import Guest, Observation, Solution, act_until, in_front, screen_part, text_in

ACCOUNT = "/home/user/.thunderbird/default-release/Mail/mail.example.test"
RULES = f"{ACCOUNT}/msgFilterRules.dat"
LETTERS = "letters@tidewatch.example.test"
TOOLS_MENU = (400, 90, 480, 400)
"""A part of the menu Tools."""
FOLDER = (440, 510, 560, 530)
"""Where the dialog has the name of the folder."""
ACCOUNTS = (460, 580, 600, 600)
"""The second row of the list of accounts, below the folder's name."""
FOLDERS = (1048, 630, 1090, 650)
"""Inside the list of an account's folders, which opens at the right."""
TAB = Key(keys=("Tab",))


def gui() -> Solution:
    """Tools, Message Filters, New; then through the dialog by keyboard."""
    yield from act_until(Key(keys=("alt", "t")), text_in(*TOOLS_MENU))
    yield from act_until(Key(keys=("f",)), in_front("Message Filters"))
    yield from act_until(Key(keys=("alt", "n")), in_front("Filter Rules"))
    yield TypeText(text="Tide letters")
    yield Key(keys=("Tab",), repeat=9)
    yield TypeText(text="From")
    yield TAB
    yield TypeText(text="is")
    yield TAB
    yield TypeText(text=LETTERS)
    yield Key(keys=("Tab",), repeat=3)
    yield from choose_folder()
    yield from act_until(Key(keys=("Return",)), in_front("Message Filters"))
    yield from act_until(Key(keys=("Escape",)), in_front("Inbox"))


def choose_folder() -> Solution:
    """The list of accounts begins with recent folders; the account's folders are on its right, the last is Tides."""
    before = folder((yield from act_until(Key(keys=("alt", "Down")), text_in(*ACCOUNTS))))
    yield Key(keys=("Down",), repeat=2)
    yield from act_until(Key(keys=("Right",)), text_in(*FOLDERS))
    yield Key(keys=("End",))
    yield from act_until(Key(keys=("Return",)), lambda seen: folder(seen) != before)


def folder(seen: Observation) -> bytes:
    return screen_part(seen, *FOLDER).tobytes()


def wrong_whatever_has_the_name(guest: Guest) -> Solution:
    """The letters of the shop have the name in their address, too."""
    store(guest, "AND (from,contains,tidewatch.example.test)")
    yield from ()


def wrong_by_subject(guest: Guest) -> Solution:
    store(guest, "AND (subject,contains,Tides)")
    yield from ()


def wrong_other_folder(guest: Guest) -> Solution:
    store(guest, f"AND (from,is,{LETTERS})", folder="Archives")
    yield from ()


def wrong_copied(guest: Guest) -> Solution:
    store(guest, f"AND (from,is,{LETTERS})", action="Copy to folder")
    yield from ()


def wrong_only_by_hand(guest: Guest) -> Solution:
    store(guest, f"AND (from,is,{LETTERS})", kind=16)
    yield from ()


def store(
    guest: Guest, condition: str, *, folder: str = "Tides", action: str = "Move to folder", kind: int = 17
) -> None:
    """Write the account's filters as Thunderbird does."""
    lines = {
        "version": "9",
        "logging": "no",
        "name": "Tide letters",
        "enabled": "yes",
        "type": str(kind),
        "action": action,
        "actionValue": f"mailbox://robin@mail.example.test/{folder}",
        "condition": condition,
    }
    guest.write_file(RULES, "".join(f'{key}="{value}"\n' for key, value in lines.items()).encode())
