from testbed.actions import Action, Terminate, ToolCall, result_value
from testbed.tasks import Guest, Solution


def mcp() -> Solution:
    yield from work()


def also_in_other_words(_guest: Guest) -> Solution:
    yield from work(in_other_words=True)


def wrong_other_place(_guest: Guest) -> Solution:
    yield from work(place="Old Granary")


def wrong_other_place_2(_guest: Guest) -> Solution:
    yield from work(place_2="Orchard Row 86")


def wrong_without_tell_in_messenger(_guest: Guest) -> Solution:
    yield from work(without="tell_in_messenger")


def wrong_tell_in_messenger_twice(_guest: Guest) -> Solution:
    yield from work(twice="tell_in_messenger")


def wrong_without_answer(_guest: Guest) -> Solution:
    yield from work(without="answer")


def wrong_with_a_file_of_its_own(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_create_file", arguments={"path": "Done.md", "text": "What I did."})
    yield from work()


def work(*, without: str = "", twice: str = "", in_other_words: bool = False, **other: str) -> Solution:
    person = other.get("person", "Ansel Radcliff")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": "Esben Marchbank"})
    account = result_value(seen, "0/account")
    seen = yield ToolCall(
        name="messenger_search", arguments={"words": "not in writing", "sender": account, "limit": 1}
    )
    place = other.get("place") or result_value(
        seen, "0/text", r"(?:\? |\d\d, )([A-Z][\w' ]+?), (?:[A-Z][a-z]+day|[Mm]y treat|[Yy]ou choose)"
    )
    seen = yield ToolCall(name="city_guide_find_places", arguments={"town": "Corvin", "limit": 50})
    place_2 = other.get("place_2") or result_value(seen, f"name={place}/address")
    seen = yield ToolCall(name="contacts_search", arguments={"words": person})
    card = result_value(seen, f"name={person}/id")
    seen = yield ToolCall(name="contacts_read", arguments={"card": card})
    phone = result_value(seen, "phones/0")
    seen = yield ToolCall(name="messenger_find_account", arguments={"query": phone})
    account_2 = result_value(seen, "0/account")
    calls: dict[str, Action] = {
        "tell_in_messenger": ToolCall(
            name="messenger_send",
            arguments={
                "account": account_2,
                "text": f"I looked it up: {place_2}." if in_other_words else f"It is this: {place_2}",
            },
        ),
        "answer": Terminate(
            status="success",
            answer=f"I looked it up: {place_2}." if in_other_words else f"It is this: {place_2}",
        ),
    }
    for name in calls:
        for _ in range(0 if name == without else 2 if name == twice else 1):
            yield calls[name]
