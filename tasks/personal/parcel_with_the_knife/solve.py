from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Pelle Jessop")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="P732354")


def wrong_other_mail_2(_guest: Guest) -> Solution:
    yield from work(mail_2="mail-527")


def wrong_without_tell_in_messenger(_guest: Guest) -> Solution:
    yield from work(without="tell_in_messenger")


def wrong_tell_in_messenger_twice(_guest: Guest) -> Solution:
    yield from work(twice="tell_in_messenger")


def wrong_without_delete_mail(_guest: Guest) -> Solution:
    yield from work(without="delete_mail")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *, without: str = "", twice: str = "", backwards: bool = False, in_other_words: bool = False, **other: str
) -> Solution:
    seen = yield ToolCall(
        name="calendar_search", arguments={"words": "Parcel Pemberwick bread knife", "limit": 1}
    )
    parcel = result_value(seen, "0/title", r"(P\d{6})")
    seen = yield ToolCall(name="messenger_search", arguments={"words": parcel, "limit": 1})
    person = other.get("person") or result_value(seen, "0/sender/name")
    seen = yield ToolCall(
        name="mail_search", arguments={"words": "parcel", "sender": "corner-shop", "limit": 1}
    )
    mail = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail})
    code = other.get("code") or result_value(seen, "body", r"arcel (P\d+)")
    seen = yield ToolCall(name="mail_search", arguments={"words": "order goods delivery total", "limit": 1})
    mail_2 = other.get("mail_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "tell_in_messenger": ToolCall(
            name="messenger_send",
            arguments={
                "account": account,
                "text": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "delete_mail": ToolCall(name="mail_delete", arguments={"message": mail_2}),
    }
    for name in reversed(calls) if backwards else calls:
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield calls[name]
