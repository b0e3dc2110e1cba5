from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_mail(_guest: Guest) -> Solution:
    yield from work(mail="mail-621")


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Wanda Westerdal")


def wrong_without_star_mail(_guest: Guest) -> Solution:
    yield from work(without="star_mail")


def wrong_without_mail_for_a_date(_guest: Guest) -> Solution:
    yield from work(without="mail_for_a_date")


def wrong_mail_for_a_date_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_for_a_date")


def wrong_mail_for_a_date_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_for_a_date": {"to": ["delia.maddern@inkwell.test"]}})


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Friends"]}})


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    backwards: bool = False,
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen_2 = yield ToolCall(name="mail_search", arguments={"words": "tickets row seats", "limit": 1})
    mail = other.get("mail") or result_value(seen_2, "0/id")
    title = result_value(seen_2, "0/subject", r"Tickets: (.+)")
    seen = yield ToolCall(name="calendar_search", arguments={"words": title, "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "guests/0/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen_3 = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen_3, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address_2 = result_value(seen, "addresses/0")
    card_2 = result_value(seen_3, f"name={person}/id")
    calls: dict[str, Action] = {
        "star_mail": ToolCall(name="mail_set_flags", arguments={"message": mail, "starred": "yes"}),
        "mail_for_a_date": ToolCall(
            name="mail_send",
            arguments={
                "to": [address_2],
                "subject": "A visit",
                "body": "Hello,\nwhich day is best for a visit?\nBye"
                if in_other_words
                else "On which day would a visit suit you?",
            },
        ),
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card_2, "add_groups": ["Summer party"]}
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
