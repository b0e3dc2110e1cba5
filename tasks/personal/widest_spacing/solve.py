import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

PLUM, BASTIAN, FENNA, XENIA = "thread-12", "answer-36", "answer-37", "answer-38"
HOUSEHOLD, PRIVATE = "notebook-1", "notebook-3"


def mcp() -> Solution:
    seen = yield ToolCall(name="forum_search", arguments={"words": "plum seed"})
    thread = next(row["id"] for row in rows(seen) if row["kind"] == "thread" and row["author"] == "@kl_hulst")
    seen = yield ToolCall(name="forum_read_thread", arguments={"thread": thread})
    widest, far = {"id": "", "author": ""}, 0
    for answer in json.loads(seen.results[-1].text)["answers"]:
        again = re.search(r"(?:Sow|Start) again.* (\d+) centimetres apart", answer["text"])
        if again and int(again[1]) > far:
            widest, far = answer, int(again[1])
    seen = yield ToolCall(name="notes_list_notebooks", arguments={})
    notebook = next(row["id"] for row in rows(seen) if row["name"] == "Household")
    page = {"title": "Plum", "notebook": notebook, "body": f"{far} cm apart ({widest['author']})"}
    yield ToolCall(name="notes_create_page", arguments=page)
    reply = {"thread": thread, "answers": widest["id"], "text": f"{far} centimetres it is, thank you."}
    yield ToolCall(name="forum_comment", arguments=reply)
    yield Terminate(status="success")


def also_in_whole_sentences(_guest: Guest) -> Solution:
    yield from read()
    reply = "I sow again, with 24 cm between them."
    yield from done(body="Sow again, 67 seeds, 24 centimetres apart, says Bastian Whitlock.", reply=reply)


def wrong_first_of_the_list(_guest: Guest) -> Solution:
    yield from read()
    yield from done(body="15 cm apart (Fenna)", reply="15 centimetres, thank you.", answer=FENNA)


def wrong_question_on_the_balcony(_guest: Guest) -> Solution:
    yield from read()
    yield ToolCall(name="forum_read_thread", arguments={"thread": "thread-25"})
    yield from done(
        body="26 cm apart (Gideon)", reply="26 cm, thank you", thread="thread-25", answer="answer-76"
    )


def wrong_number_of_seeds(_guest: Guest) -> Solution:
    yield from read()
    yield from done(body="67 (Bastian)", reply="67 it is")


def wrong_without_the_name(_guest: Guest) -> Solution:
    yield from read()
    yield from done(body="24 cm apart")


def wrong_reply_to_the_thread(_guest: Guest) -> Solution:
    yield from read()
    yield from done(answer="")


def wrong_reply_to_another(_guest: Guest) -> Solution:
    yield from read()
    yield from done(answer=XENIA)


def wrong_notebook(_guest: Guest) -> Solution:
    yield from read()
    yield from done(notebook=PRIVATE)


def wrong_not_read(_guest: Guest) -> Solution:
    yield from done()


def wrong_voted_too(_guest: Guest) -> Solution:
    yield from read()
    yield ToolCall(name="forum_vote", arguments={"value": "up", "answer": BASTIAN})
    yield from done()


def read() -> Solution:
    yield ToolCall(name="forum_read_thread", arguments={"thread": PLUM})


def done(
    *,
    body: str = "24 cm apart (Bastian)",
    reply: str = "24 centimetres it is, thank you.",
    thread: str = PLUM,
    answer: str = BASTIAN,
    notebook: str = HOUSEHOLD,
) -> Solution:
    page = {"title": "Plum", "notebook": notebook, "body": body}
    yield ToolCall(name="notes_create_page", arguments=page)
    text = {"thread": thread, "answers": answer, "text": reply}
    yield ToolCall(name="forum_comment", arguments=text)
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found
