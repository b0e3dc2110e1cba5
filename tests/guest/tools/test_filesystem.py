"""The mounted filesystem server: what it writes is read over ssh, what it reads was written over ssh."""

from __future__ import annotations

import base64
import io
import json
import shlex
from collections.abc import Iterator

import pytest
from PIL import Image

from controller.core.guest import HOME
from tests.guest.tools.calls import Tools

pytestmark = pytest.mark.guest

FOLDER = f"{HOME}/files 'ü'"
NAMES = ("two  words.txt", "quo'te\".txt", "zwei\nzeilen.txt", "Отчёт 報告.txt", "-n $(id).txt")
SERVER = "/opt/testbed/npm/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"
OF_ONE_FILE = ("read_file", "read_text_file", "read_media_file", "get_file_info")
OF_ONE_FOLDER = ("list_directory", "list_directory_with_sizes", "directory_tree")


@pytest.fixture
def folder(tools: Tools) -> Iterator[str]:
    tools.guest.run(["mkdir", "-p", f"{FOLDER}/sub"], as_user=True)
    tools.guest.write_file(f"{FOLDER}/note.txt", "eins\nzwei ñ\ndrei\n".encode())
    tools.guest.write_file(f"{FOLDER}/sub/dot.png", b"\x89PNG\r\n\x1a\n")
    yield FOLDER
    tools.guest.run(["rm", "-rf", FOLDER])


@pytest.mark.core
@pytest.mark.effect("filesystem_write_file", "filesystem_create_directory", "filesystem_edit_file")
def test_what_is_written_is_in_the_guest(tools: Tools, folder: str) -> None:
    tools.call("filesystem_create_directory", path=f"{folder}/new/deep")
    assert tools.guest.run(["stat", "--format", "%F %U", f"{folder}/new/deep"]).text == "directory user\n"
    for name in NAMES:
        path = f"{folder}/new/deep/{name}"
        tools.call("filesystem_write_file", path=path, content=f"eins\n{name}\n")
        assert tools.guest.read_file(path).decode() == f"eins\n{name}\n"
    edits = [{"oldText": "eins", "newText": "one"}]
    shown = tools.call("filesystem_edit_file", path=path, edits=edits, dryRun=True)
    assert "+one" in shown.text and tools.guest.read_file(path).startswith(b"eins")
    tools.call("filesystem_edit_file", path=path, edits=edits)
    assert tools.guest.read_file(path).decode() == f"one\n{name}\n"


@pytest.mark.core
@pytest.mark.effect("filesystem_read_file", "filesystem_read_text_file", "filesystem_read_multiple_files")
def test_texts_are_read(tools: Tools, folder: str) -> None:
    path = f"{folder}/note.txt"
    assert tools.call("filesystem_read_file", path=path).text == "eins\nzwei ñ\ndrei\n"
    assert tools.call("filesystem_read_text_file", path=path, head=1).text == "eins"
    assert tools.call("filesystem_read_text_file", path=path, tail=2).text == "zwei ñ\ndrei"
    for name in NAMES:
        tools.guest.write_file(f"{folder}/{name}", f"in {name}".encode())
    paths = [f"{folder}/{name}" for name in NAMES]
    several = tools.call("filesystem_read_multiple_files", paths=[*paths, f"{folder}/no"]).text
    assert all(f"in {name}" in several for name in NAMES) and "no such file" in several


@pytest.mark.effect("filesystem_read_media_file", "filesystem_get_file_info")
def test_files_are_described(tools: Tools, folder: str) -> None:
    result = tools.call("filesystem_read_media_file", path=f"{folder}/sub/dot.png")
    assert result.images == (b"\x89PNG\r\n\x1a\n",) or base64.b64encode(b"\x89PNG") in result.text.encode()
    info = tools.call("filesystem_get_file_info", path=f"{folder}/note.txt").text
    size, mode = tools.guest.run(["stat", "--format", "%s %a", f"{folder}/note.txt"]).text.split()
    assert f"size: {size}" in info and f"permissions: {mode}" in info and "isFile: true" in info


@pytest.mark.core
@pytest.mark.parametrize("kind", ["jpeg", "webp", "gif", "bmp"])
def test_pictures_of_any_format_are_shown(tools: Tools, folder: str, kind: str) -> None:
    stream = io.BytesIO()
    Image.new("RGB", (6, 4), (200, 30, 30)).save(stream, kind)
    tools.guest.write_file(f"{folder}/picture.{kind}", stream.getvalue())
    result = tools.call("filesystem_read_media_file", path=f"{folder}/picture.{kind}")
    [png] = result.images
    with Image.open(io.BytesIO(png)) as picture:
        assert (picture.format, picture.size) == ("PNG", (6, 4))
        red, green, blue = picture.convert("RGB").getpixel((3, 2))
    assert red > 150 and max(green, blue) < 80
    assert base64.b64encode(stream.getvalue()).decode() not in json.dumps(result.structured)


@pytest.mark.core
@pytest.mark.effect(*(f"filesystem_{name}" for name in (*OF_ONE_FOLDER, "search_files")))
def test_folders_are_listed(tools: Tools, folder: str) -> None:
    listed = tools.call("filesystem_list_directory", path=folder).text
    assert sorted(listed.splitlines()) == ["[DIR] sub", "[FILE] note.txt"]
    sized = tools.call("filesystem_list_directory_with_sizes", path=folder).text
    assert "18 B" in sized and "[DIR] sub" in sized
    tree = json.loads(tools.call("filesystem_directory_tree", path=folder).text)
    assert {entry["name"]: entry["type"] for entry in tree} == {"note.txt": "file", "sub": "directory"}
    assert [[child["name"] for child in entry["children"]] for entry in tree if "children" in entry] == [
        ["dot.png"]
    ]
    found = tools.call("filesystem_search_files", path=folder, pattern="**/*.png").text
    assert found == f"{folder}/sub/dot.png"


@pytest.mark.effect("filesystem_move_file")
def test_files_are_moved(tools: Tools, folder: str) -> None:
    for name in NAMES:
        tools.guest.write_file(f"{folder}/{name}", name.encode())
        tools.call("filesystem_move_file", source=f"{folder}/{name}", destination=f"{folder}/sub/{name}")
        assert tools.guest.read_file(f"{folder}/sub/{name}") == name.encode()
        assert tools.guest.run(["test", "-e", f"{folder}/{name}"], check=False).exit_code == 1


@pytest.mark.effect("filesystem_list_allowed_directories")
@pytest.mark.error("filesystem_list_allowed_directories")
def test_a_killed_server_comes_back_and_one_that_cannot_start_is_named(tools: Tools) -> None:
    kill = ["pkill", "-KILL", "-u", "user", "-f", "server-filesystem/dist/index.js"]
    tools.call("filesystem_list_allowed_directories")
    assert tools.guest.run(kill).exit_code == 0
    assert HOME in tools.call("filesystem_list_allowed_directories").text.splitlines()
    tools.guest.run(["mv", SERVER, f"{SERVER}.away"])
    try:
        assert tools.guest.run(kill).exit_code == 0
        assert "did not start" in tools.refusal("filesystem_list_allowed_directories")
    finally:
        tools.guest.run(["mv", f"{SERVER}.away", SERVER])
    while (result := tools.guest.call_tool("filesystem_list_allowed_directories", {})).is_error:
        assert "did not start" in result.text  # it is started again, at the latest after 30 s
    assert HOME in result.text


@pytest.mark.core
@pytest.mark.error(*(f"filesystem_{name}" for name in (*OF_ONE_FILE, *OF_ONE_FOLDER)))
def test_missing_wrong_unreadable_and_outside(tools: Tools, folder: str) -> None:
    tools.guest.run(["ln", "-sfn", "/etc", f"{folder}/link"], as_user=True)
    tools.guest.write_file(f"{folder}/secret.txt", b"x", owner="root", mode=0o600)
    tools.guest.run(["install", "-d", "-m", "700", "-o", "root", f"{folder}/secret"])
    for name in OF_ONE_FILE:
        tool = f"filesystem_{name}"
        assert "no such file or folder" in tools.refusal(tool, path=f"{folder}/no.txt")
        for path in ("/etc/passwd", f"{folder}/../../../etc/passwd", f"{folder}/link/passwd"):
            assert "outside allowed directories" in tools.refusal(tool, path=path)
        assert "path" in tools.refusal(tool, file="x")
        if name != "get_file_info":
            assert "may not do that" in tools.refusal(tool, path=f"{folder}/secret.txt")
            assert "is a folder" in tools.refusal(tool, path=f"{folder}/sub")
    for name in OF_ONE_FOLDER:
        tool = f"filesystem_{name}"
        assert "no such file or folder" in tools.refusal(tool, path=f"{folder}/no")
        assert "is a file" in tools.refusal(tool, path=f"{folder}/note.txt")
        assert "may not do that" in tools.refusal(tool, path=f"{folder}/secret")
        assert "outside allowed directories" in tools.refusal(tool, path="/etc")


WRITING = ("write_file", "edit_file", "create_directory", "move_file", "search_files", "read_multiple_files")


@pytest.mark.core
@pytest.mark.error(*(f"filesystem_{name}" for name in WRITING))
def test_nothing_is_written_outside_or_by_mistake(tools: Tools, folder: str) -> None:
    outside = "outside allowed directories"
    assert outside in tools.refusal("filesystem_write_file", path="/tmp/x.txt", content="x")
    assert outside in tools.refusal("filesystem_create_directory", path="/tmp/x")
    move = {"source": f"{folder}/note.txt", "destination": "/tmp/x.txt"}
    assert outside in tools.refusal("filesystem_move_file", **move)
    move["destination"] = f"{folder}/sub/dot.png"
    assert tools.refusal("filesystem_move_file", **move)
    assert outside in tools.refusal("filesystem_search_files", path="/etc", pattern="*")
    assert "paths" in tools.refusal("filesystem_read_multiple_files", paths=[])
    edits = [{"oldText": "not there", "newText": "x"}]
    path = f"{folder}/note.txt"
    assert "Could not find" in tools.refusal("filesystem_edit_file", path=path, edits=edits)
    assert "is a folder" in tools.refusal("filesystem_write_file", path=f"{folder}/sub", content="x")
    assert tools.guest.read_file(path) == "eins\nzwei ñ\ndrei\n".encode()
    assert tools.guest.read_file(f"{folder}/sub/dot.png").startswith(b"\x89PNG")
    assert tools.guest.run(["test", "-e", "/tmp/x.txt"], check=False).exit_code == 1


def test_all_are_listed_for_the_desktop(tools: Tools) -> None:
    listed = {tool.name: tool for tool in tools.guest.list_tools() if tool.name.startswith("filesystem_")}
    assert len(listed) == 14
    assert all(tool.app == "os" and tool.description for tool in listed.values())
    assert listed["filesystem_write_file"].input_schema["required"] == ["path", "content"]


def test_a_link_to_a_file_that_is_still_missing_is_written_through(tools: Tools, folder: str) -> None:
    link = f"{folder}/later.txt"
    tools.guest.run(["ln", "-s", "sub/later target.txt", link], as_user=True)
    tools.call("filesystem_write_file", path=link, content="x")
    assert tools.guest.read_file(f"{folder}/sub/later target.txt") == b"x"
    tools.call("filesystem_write_file", path=link, content="y")
    assert tools.guest.read_file(f"{folder}/sub/later target.txt") == b"y"
    assert tools.guest.run(["test", "-L", link], check=False).exit_code == 0


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_an_edit_keeps_line_ends_mode_and_other_names_of_the_file(
    tools: Tools, folder: str, end: str
) -> None:
    path = f"{folder}/ends.txt"
    tools.guest.write_file(path, f"\ufeffeins{end}  zwei{end}{end}drei\nvier".encode(), mode=0o640)
    tools.guest.run(["ln", path, f"{folder}/second"], as_user=True)
    edits = [{"oldText": "zwei\n\n", "newText": "2\n2b\n"}, {"oldText": "vier", "newText": "4"}]
    tools.call("filesystem_edit_file", path=path, edits=edits)
    assert tools.guest.read_file(path).decode() == f"\ufeffeins{end}  2{end}2b{end}drei\n4"
    assert tools.guest.read_file(f"{folder}/second") == tools.guest.read_file(path)
    assert tools.guest.run(["stat", "--format", "%a", path]).text == "640\n"


@pytest.mark.parametrize(
    ("tool", "arguments", "problem"),
    [
        ("read_text_file", {"path": "away"}, "a symbolic link to"),
        ("create_directory", {"path": "away"}, "a symbolic link to"),
        ("list_directory", {"path": "away"}, "a symbolic link to"),
        ("get_file_info", {"path": "away"}, "a symbolic link to"),
        ("read_text_file", {"path": "pipe"}, "is a pipe"),
        ("write_file", {"path": "pipe", "content": "x"}, "is a pipe"),
        ("read_text_file", {"path": "latin.txt"}, "is no text in UTF-8"),
        (
            "edit_file",
            {"path": "latin.txt", "edits": [{"oldText": "a", "newText": "b"}]},
            "is no text in UTF-8",
        ),
        (
            "edit_file",
            {"path": "note.txt", "edits": [{"oldText": "", "newText": "b"}]},
            "edits.0.oldText is empty",
        ),
        ("edit_file", {"path": "note.txt", "edits": []}, "edits is empty"),
        ("edit_file", {"path": "fixed.txt", "edits": [{"oldText": "a", "newText": "b"}]}, "is read-only"),
        ("write_file", {"path": "fixed.txt", "content": "x"}, "is read-only"),
        ("write_file", {"path": "loop", "content": "x"}, "give another path"),
        ("write_file", {"path": "x" * 1_000_000, "content": "x"}, "longer than 255 bytes"),
        ("write_file", {"path": "gr\u00fcn", "content": "x"}, "a name that looks the same"),
        ("write_file", {"path": "no/x", "content": "x"}, "there is no folder"),
        ("move_file", {"source": "link.txt", "destination": "x"}, "is a symbolic link"),
        ("move_file", {"source": "sub", "destination": "sub/deeper"}, "into itself"),
        ("move_file", {"source": "note.txt", "destination": "no/x"}, "there is no folder"),
        ("create_directory", {"path": "note.txt"}, "exists already"),
        ("read_text_file", {"path": "note.txt", "head": 1, "tail": 1}, "cannot be given together"),
        ("read_text_file", {"path": "note.txt", "head": -1}, "from 1 to"),
        ("read_text_file", {"path": "note.txt", "tail": 1.5}, "a whole number"),
        ("read_text_file", {"path": "note.txt", "lines": 1}, "no argument 'lines'"),
        ("search_files", {"path": ".", "pattern": ""}, "is no pattern"),
        ("search_files", {"path": ".", "pattern": "{a,b}" * 20}, "is too complicated"),
        (
            "search_files",
            {"path": ".", "pattern": "*", "excludePatterns": ["x" * 100_000]},
            "is too complicated",
        ),
        ("list_directory_with_sizes", {"path": ".", "sortBy": "date"}, 'one of "name", "size"'),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_changes(
    tools: Tools, odd_folder: str, tool: str, arguments: dict[str, object], problem: str
) -> None:
    before = snapshot(tools, odd_folder)
    absolute = {
        name: f"{odd_folder}/{value}" if name in ("path", "source", "destination") else value
        for name, value in arguments.items()
    }
    refusal = tools.refusal(f"filesystem_{tool}", **absolute)
    assert problem in refusal and len(refusal) < 500
    assert snapshot(tools, odd_folder) == before


def snapshot(tools: Tools, folder: str) -> str:
    """Every file's name, kind, mode and content."""
    script = "find . -printf '%p %y %m %l\\n' | sort; find . -type f -exec sha256sum {} + | sort"
    return tools.guest.run(["bash", "-c", f"cd {shlex.quote(folder)} && {script}"]).text


@pytest.fixture(scope="module")
def odd_folder(tools: Tools) -> str:
    """A folder with what is no ordinary file."""
    odd = f"{HOME}/odd"
    tools.guest.run(["mkdir", "-p", f"{odd}/sub"], as_user=True)
    tools.guest.write_file(f"{odd}/note.txt", b"a\n")
    tools.guest.write_file(f"{odd}/latin.txt", "grün a".encode("latin-1"))
    tools.guest.write_file(f"{odd}/fixed.txt", b"a", mode=0o444)
    tools.guest.write_file(f"{odd}/gru\u0308n", b"a")
    links = {"link.txt": "note.txt", "loop": "loop", "away": "no/file"}
    for command in (["mkfifo", "pipe"], *(["ln", "-s", target, link] for link, target in links.items())):
        tools.guest.run(["env", "-C", odd, *command], as_user=True)
    return odd
