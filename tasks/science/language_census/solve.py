import json
from collections import Counter

from testbed.actions import Terminate, ToolCall
from testbed.tasks import Guest, Solution

REGISTER = "tree_sitter_register_project_tool"
ANALYSE = "tree_sitter_analyze_project"
LANGUAGES = "tree_sitter_list_languages"
CREATE = "sqlite_create_table"
WRITE = "sqlite_write_query"
NAMES = {".f90": "Fortran", ".js": "JavaScript", ".py": "Python", ".r": "R", ".rs": "Rust"}


def mcp() -> Solution:
    yield from counted()


def wrong_top_folder_alone(_guest: Guest) -> Solution:
    yield from counted(below=False)


def wrong_languages_that_it_has(_guest: Guest) -> Solution:
    yield from counted(missing=False)


def counted(*, below: bool = True, missing: bool = True) -> Solution:
    project = {"path": "/home/user/course", "name": "course"}
    yield ToolCall(name=REGISTER, arguments=project)
    seen = yield ToolCall(name=ANALYSE, arguments={"project": "course"})
    files: Counter[str] = Counter()
    for place, number in json.loads(seen.results[0].text)["file_counts"].items():
        folder, _, extension = place.rpartition("/")
        if below or not folder:
            files[extension] += number
    yield ToolCall(name=CREATE, arguments={"query": "CREATE TABLE files (extension TEXT, files INTEGER)"})
    values = ", ".join(f"('{extension}', {number})" for extension, number in files.items())
    yield ToolCall(name=WRITE, arguments={"query": f"INSERT INTO files VALUES {values}"})
    seen = yield ToolCall(name=LANGUAGES)
    parsed = json.loads(seen.results[0].text)["available"]
    named = sorted(name for name in NAMES.values() if (name.lower() not in parsed) == missing)
    yield Terminate(status="success", answer="; ".join(named))
