import json
import re

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Observation, Solution

RECIPE, SHOWN_ONE, SLOW_ONE = "Recipes/Lentil Bread.md", "Recipes/Leek Cake.md", "Recipes/Rye Soup.md"
POST = "Lentil bread, 30 minutes at 160 degrees, from Rika."
REMARK = "Shown in May."


def mcp() -> Solution:
    seen = yield ToolCall(name="vault_list_files", arguments={"folder": "Recipes"})
    recipes = {row["path"].partition("/")[2].removesuffix(".md"): row["path"] for row in rows(seen)}
    seen = yield ToolCall(name="feed_search", arguments={"topic": "#kitchen", "handle": "@kl_hulst"})
    shown = {row["text"].partition(",")[0].casefold() for row in rows(seen)}
    quickest, least, heat, giver = "", 1000, "", ""
    for name, path in recipes.items():
        if name.casefold() in shown:
            continue
        seen = yield ToolCall(name="vault_read_file", arguments={"path": path})
        text = json.loads(seen.results[-1].text)["text"]
        match = re.search(r"(\d+) minutes at (\d+) degrees", text)
        source = re.search(r"\[\[(.+?)\]\]", text)
        if match and source and int(match[1]) < least:
            quickest, least, heat, giver = name, int(match[1]), match[2], source[1]
    post = f"{quickest}, {least} minutes at {heat} degrees, from {giver}."
    yield from done(path=recipes[quickest], post=post)


def also_in_other_words(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    yield from done(
        post="Rika's LENTIL BREAD: half an hour, that is 30 min, at 160 °C", topics=["#kitchen", "#bread"]
    )


def also_behind_the_tag(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    tag = {"path": RECIPE, "old": "#recipe/bread", "new": f"#recipe/bread\n\n{REMARK}"}
    yield ToolCall(name="vault_replace_text", arguments=tag)
    yield from done(remark="")


def wrong_one_that_was_shown(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": SHOWN_ONE})
    yield from done(path=SHOWN_ONE, post="Leek cake, 30 minutes at 160 degrees, from Levin.")


def wrong_slower_one(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": SLOW_ONE})
    yield from done(path=SLOW_ONE, post="Rye soup, 65 minutes at 180 degrees, from Mika.")


def wrong_heat(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    yield from done(post="Lentil bread, 30 minutes at 180 degrees, from Rika.")


def wrong_without_the_name(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    yield from done(post="Lentil bread, 30 minutes at 160 degrees.")


def wrong_without_the_topic(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    yield from done(topics=[])


def wrong_posted_twice(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    yield ToolCall(name="feed_publish", arguments={"text": POST, "topics": ["#kitchen"]})
    yield from done()


def wrong_no_remark(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    yield from done(remark="")


def wrong_recipe_replaced(_guest: Guest) -> Solution:
    yield ToolCall(name="vault_read_file", arguments={"path": RECIPE})
    gone = {"path": RECIPE, "old": "Two cloves last.", "new": REMARK}
    yield ToolCall(name="vault_replace_text", arguments=gone)
    yield from done(remark="")


def done(
    *, path: str = RECIPE, post: str = POST, topics: list[str] | None = None, remark: str = REMARK
) -> Solution:
    under = ["#kitchen"] if topics is None else topics
    yield ToolCall(name="feed_publish", arguments={"text": post, "topics": under})
    if remark:
        yield ToolCall(name="vault_append", arguments={"path": path, "text": remark})
    yield Terminate(status="success")


def rows(seen: Observation) -> list[dict[str, str]]:
    found: list[dict[str, str]] = json.loads(seen.results[-1].text)
    return found
