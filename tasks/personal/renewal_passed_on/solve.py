from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-589")


def wrong_other_page(_guest: Guest) -> Solution:
    yield from work(page="page-145")


def wrong_without_forward_to_partner(_guest: Guest) -> Solution:
    yield from work(without="forward_to_partner")


def wrong_forward_to_partner_twice(_guest: Guest) -> Solution:
    yield from work(twice="forward_to_partner")


def wrong_without_move_page(_guest: Guest) -> Solution:
    yield from work(without="move_page")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *, without: str = "", twice: str = "", backwards: bool = False, in_other_words: bool = False, **other: str
) -> Solution:
    seen = yield ToolCall(name="mail_search", arguments={"words": "Cloud drive contract month", "limit": 1})
    mail = other.get("mail") or result_value(seen, "0/id")
    seen = yield ToolCall(name="notes_search", arguments={"words": "Contract Cloud drive", "limit": 1})
    page = other.get("page") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Marit Arkwell"})
    card = result_value(seen, "name=Marit Arkwell/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = result_value(seen, "name=Private/id")
    calls: dict[str, Action] = {
        "forward_to_partner": ToolCall(
            name="mail_forward",
            arguments={
                "message": mail,
                "to": [address],
                "body": "Please keep this!" if in_other_words else "Please keep this.",
            },
        ),
        "move_page": ToolCall(name="notes_move_page", arguments={"page": page, "notebook": notebook}),
    }
    for name in reversed(calls) if backwards else calls:
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield calls[name]
