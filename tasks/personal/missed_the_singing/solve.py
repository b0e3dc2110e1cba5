from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Olaf Stanyon")


def wrong_other_day(_guest: Guest) -> Solution:
    yield from work(day="1979-04-01")


def wrong_without_group_of_person(_guest: Guest) -> Solution:
    yield from work(without="group_of_person")


def wrong_group_of_person_instead_of_the_others(_guest: Guest) -> Solution:
    yield from work(changed={"group_of_person": {"remove_groups": ["Friends"]}})


def wrong_without_mail_for_a_date(_guest: Guest) -> Solution:
    yield from work(without="mail_for_a_date")


def wrong_mail_for_a_date_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_for_a_date")


def wrong_mail_for_a_date_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_for_a_date": {"to": ["knut.heddle@inkwell.test"]}})


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(
    *,
    without: str = "",
    twice: str = "",
    in_other_words: bool = False,
    changed: dict[str, dict[str, object]] | None = None,
    **other: str,
) -> Solution:
    seen = yield ToolCall(name="calendar_search", arguments={"words": "Singing round", "limit": 1})
    event = result_value(seen, "0/id")
    seen = yield ToolCall(name="calendar_read_event", arguments={"event": event})
    address = result_value(seen, "guests/answer=declined/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": address, "limit": 1})
    person = other.get("person") or result_value(seen, "0/name")
    seen_2 = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen_2, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    day = other.get("day") or result_value(seen, "birthday")
    card_2 = result_value(seen_2, f"name={person}/id")
    card_3 = result_value(seen_2, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_3})
    address_2 = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "group_of_person": ToolCall(
            name="contacts_update", arguments={"card": card_2, "add_groups": ["Games evenings"]}
        ),
        "mail_for_a_date": ToolCall(
            name="mail_send",
            arguments={
                "to": [address_2],
                "subject": "A date",
                "body": "Hello,\nwhen do you have time for a talk?\nBye"
                if in_other_words
                else "When would be a good time to talk?",
            },
        ),
        "answer": Terminate(
            status="success", answer=f"I looked it up: {day}." if in_other_words else f"It is this: {day}"
        ),
    }
    for name in calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
