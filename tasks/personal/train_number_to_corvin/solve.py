from testbed.actions import Action, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def also_in_another_order(_guest: Guest) -> Solution:
    yield from work(backwards=True)


def wrong_other_person(_guest: Guest) -> Solution:
    yield from work(person="Knut Lomas")


def wrong_other_code(_guest: Guest) -> Solution:
    yield from work(code="T164")


def wrong_other_mail_2(_guest: Guest) -> Solution:
    yield from work(mail_2="mail-539")


def wrong_without_mail_to(_guest: Guest) -> Solution:
    yield from work(without="mail_to")


def wrong_mail_to_twice(_guest: Guest) -> Solution:
    yield from work(twice="mail_to")


def wrong_mail_to_to_somebody_else(_guest: Guest) -> Solution:
    yield from work(changed={"mail_to": {"to": ["v.finch@lettera.test"]}})


def wrong_without_invite_to_channel(_guest: Guest) -> Solution:
    yield from work(without="invite_to_channel")


def wrong_without_forward_to_partner(_guest: Guest) -> Solution:
    yield from work(without="forward_to_partner")


def wrong_forward_to_partner_twice(_guest: Guest) -> Solution:
    yield from work(twice="forward_to_partner")


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
    seen = yield ToolCall(name="team_search", arguments={"words": "where the room plan", "limit": 1})
    person = other.get("person") or result_value(seen, "0/author/name")
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets to Corvin", "limit": 1})
    mail = result_value(seen, "0/id")
    seen = yield ToolCall(name="mail_read_message", arguments={"message": mail})
    code = other.get("code") or result_value(seen, "body", r"day \d+ \w+: (T\d+) ")
    seen = yield ToolCall(name="mail_search", arguments={"words": "tickets to Corvin", "limit": 1})
    mail_2 = other.get("mail_2") or result_value(seen, "0/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    address = result_value(seen, "addresses/0")
    seen = yield ToolCall(name="team_find_member", arguments={"name": person})
    member = result_value(seen, "0/member")
    seen = yield ToolCall(name="team_list_channels", arguments={})
    channel = result_value(seen, "name=homework-club/id")
    seen = yield ToolCall(name="contacts_search", arguments={"words": "Viggo Finch"})
    card_2 = result_value(seen, "name=Viggo Finch/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card_2})
    address_2 = result_value(seen, "addresses/0")
    calls: dict[str, Action] = {
        "mail_to": ToolCall(
            name="mail_send",
            arguments={
                "to": [address],
                "subject": "What you asked" if in_other_words else "To know",
                "body": f"I looked it up: {code}." if in_other_words else f"It is this: {code}",
            },
        ),
        "invite_to_channel": ToolCall(
            name="team_invite", arguments={"channel": channel, "members": [member]}
        ),
        "forward_to_partner": ToolCall(
            name="mail_forward",
            arguments={
                "message": mail_2,
                "to": [address_2],
                "body": "As promised!" if in_other_words else "As promised.",
            },
        ),
    }
    for name in reversed(calls) if backwards else calls:
        call = calls[name]
        if changed and name in changed and isinstance(call, ToolCall):
            call = call.model_copy(update={"arguments": call.arguments | changed[name]})
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield call
