"""The tools for folders, files and the trash in difficult states: the effect or an error, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.core.guest import HOME
from tests.guest.tools.calls import Tools

pytestmark = pytest.mark.guest

FOLDER, DISK = f"{HOME}/states", "/mnt/small"
OS = "osworld_mcp_os"
COPY, RENAME, RESTORE, SEARCH = (
    f"{OS}.{name}"
    for name in ("copy_matching_files_with_hierarchy", "rename_directory", "restore_file", "search_files")
)
LONGEST_ERROR = 700


@pytest.fixture
def folder(tools: Tools) -> Iterator[str]:
    shell(tools, f"mkdir -p {FOLDER}")
    yield FOLDER
    tools.guest.run(["sh", "-c", f"rm -rf {FOLDER} {HOME}/.local/share/Trash"])


@pytest.fixture
def disk(tools: Tools) -> Iterator[str]:
    """Another file system, of one megabyte."""
    tools.guest.run(["sh", "-c", f"mkdir -p {DISK} && mount -t tmpfs -o size=1m,mode=777 small {DISK}"])
    yield DISK
    tools.guest.run(["umount", DISK])


def shell(tools: Tools, commands: str) -> str:
    return tools.guest.run(["bash", "-ec", commands], as_user=True, timeout=60).text


def tree(tools: Tools, *folders: str) -> list[str]:
    """Every file below: path, type, permissions, time, content."""
    listing = "find \"$@\" -printf '%p %y %m %l ' \\( -type d -printf '\\n' -o -printf '%T@ %s\\n' \\)"
    sums = 'find "$@" -type f -size -1M -exec sha1sum {} +'
    output = tools.guest.run(["bash", "-c", f"{listing}; {sums}", "tree", *folders])
    return sorted(output.stdout.decode("utf-8", "replace").splitlines())


def refused(tools: Tools, name: str, cause: str, *folders: str, **arguments: object) -> None:
    """The call is refused, briefly, and changes nothing in these folders."""
    before = tree(tools, *folders)
    message = tools.refusal(name, **arguments)
    assert cause in message and len(message) < LONGEST_ERROR and "Errno" not in message
    assert tree(tools, *folders) == before


BAD_PATHS = {
    "x" * 256: "longer than 255 bytes",
    "m" * 1_000_000: "longer than 255 bytes",
    "/".join(["d" * 200] * 25): "longer than 4095 bytes",
    "a\0b": "is not a path",
    f"{FOLDER}/loop/x": "lead in a circle",
    f"{FOLDER}/closed/x": "may not be entered by this user",
}


@pytest.mark.error(COPY, RENAME, SEARCH, f"{OS}.convert_image_format", f"{OS}.ffmpeg_video_to_gif")
@pytest.mark.parametrize("path", BAD_PATHS, ids=range(len(BAD_PATHS)))
def test_paths_that_cannot_be(tools: Tools, folder: str, path: str) -> None:
    shell(tools, f"cd {folder}; ln -s loop loop; mkdir -m 0 closed; mkdir src; echo x >src/a.txt")
    calls = [
        (RENAME, {"old_path": path, "new_path": f"{folder}/new"}),
        (RENAME, {"old_path": f"{folder}/src", "new_path": path, "create_intermediate": True}),
        (SEARCH, {"keyword": "x", "root_dir": path}),
        (COPY, {"root_dir": path, "dest_dir": f"{folder}/to", "pattern": "*"}),
        (COPY, {"root_dir": f"{folder}/src", "dest_dir": path, "pattern": "*"}),
        (
            f"{OS}.convert_image_format",
            {"image_path": path, "output_format": "png", "output_path": "~/o.png"},
        ),
        (
            f"{OS}.ffmpeg_video_to_gif",
            {"video_path": path, "start_time": "0", "duration": "1", "output_path": "~/o.gif"},
        ),
    ]
    for name, arguments in calls:
        refused(tools, name, BAD_PATHS[path], folder, **arguments)


@pytest.mark.error(COPY)
def test_a_copy_that_fails_leaves_nothing(tools: Tools, folder: str, disk: str) -> None:
    shell(
        tools,
        f"cd {folder}; mkdir -p src/deep; echo a >src/a.txt; echo z >src/deep/z.txt; chmod 0 src/deep/z.txt",
    )
    what = {"root_dir": f"{folder}/src", "pattern": "*"}
    refused(tools, COPY, "no permission", folder, **what, dest_dir=f"{folder}/new/to")
    shell(
        tools,
        f"cd {folder}; chmod 644 src/deep/z.txt; head -c 600000 /dev/urandom | tee src/b.bin >src/deep/c.bin",
    )
    refused(tools, COPY, "the disk has", folder, disk, **what, dest_dir=f"{disk}/to")
    shell(tools, f"cd {folder}; mkdir to; echo mine >to/deep")
    refused(tools, COPY, "there is no folder", folder, **what, dest_dir=f"{folder}/to")


@pytest.mark.effect(COPY)
def test_a_copy_keeps_what_is_there_and_how_files_are(tools: Tools, folder: str, disk: str) -> None:
    shell(
        tools,
        f"cd {folder}; mkdir -p src/deep to; echo same | tee src/a.txt >to/a.txt; touch -d 2001-02-03 to/a.txt;"
        "chmod 600 to/a.txt; truncate -s 2G src/deep/hollow.txt; touch -d 2002-03-04 src/deep/hollow.txt;"
        "ln -s ../a.txt src/deep/link.txt; ln -s nowhere src/gone.txt; ln -s self src/self.txt; mkfifo src/p.txt;"
        "echo n >src/deep/$'half\\xff.txt'; chmod 400 src/deep/half*",
    )
    kept = [line for line in tree(tools, f"{folder}/to") if "to/a.txt" in line]
    made = tools.data(COPY, root_dir=f"{folder}/src", dest_dir=f"{folder}/to", pattern="*.txt")
    assert made["files"] == [
        "a.txt",
        "deep/half\N{REPLACEMENT CHARACTER}.txt",
        "deep/hollow.txt",
        "deep/link.txt",
    ]
    now = tree(tools, f"{folder}/to")
    assert all(line in now for line in kept)
    state = shell(
        tools, f"cd {folder}/to/deep; stat -c '%a %s %Y %F' hollow.txt half*; du -k hollow.txt; cat link.txt"
    )
    hollow = shell(tools, f"stat -c %Y {folder}/src/deep/hollow.txt").strip()
    assert state.splitlines()[0] == f"644 2147483648 {hollow} regular file"
    assert state.splitlines()[1].startswith("400 2 ")
    assert state.splitlines()[2:] == ["0\thollow.txt", "same"]


@pytest.mark.effect(RENAME)
@pytest.mark.error(RENAME)
def test_folders_on_another_disk(tools: Tools, folder: str, disk: str) -> None:
    shell(
        tools,
        f"cd {disk}; mkdir -p old/deep; echo x >old/deep/f; ln -s f old/deep/l; touch -d 2001-01-01 old/deep/f",
    )
    moved = [line.replace(f"{disk}/old", f"{folder}/a/new") for line in tree(tools, f"{disk}/old")]
    where = {"old_path": f"{disk}/old", "new_path": f"{folder}/a/new"}
    refused(tools, RENAME, "create_intermediate", folder, disk, **where)
    tools.call(RENAME, **where, create_intermediate=True)
    assert tree(tools, f"{folder}/a/new") == moved and tree(tools, disk) == [f"{disk} d 777  "]
    shell(tools, f"head -c 2000000 /dev/zero >{folder}/a/new/big")
    back = {"old_path": f"{folder}/a/new", "new_path": f"{disk}/x/y/z", "create_intermediate": True}
    refused(tools, RENAME, "the disk is full", folder, disk, **back)
    shell(tools, f"rm {folder}/a/new/big; mkfifo {folder}/a/new/pipe")
    refused(tools, RENAME, "is a pipe", folder, disk, **back)


@pytest.mark.error(RENAME)
def test_renames_that_cannot_be(tools: Tools, folder: str) -> None:
    shell(tools, f"cd {folder}; mkdir -p src/in locked; ln -s src link; echo x >file; chmod 555 locked")
    for target, cause in {
        "locked/new/deeper": "no permission",
        "file/new": "there is no folder",
        "link/in/new": "cannot be moved into itself",
        "link": "exists already",
    }.items():
        where = {"old_path": f"{folder}/src", "new_path": f"{folder}/{target}", "create_intermediate": True}
        refused(tools, RENAME, cause, folder, **where)
    refused(tools, RENAME, "is not a folder", folder, old_path=f"{folder}/link", new_path=f"{folder}/new")


@pytest.mark.effect(SEARCH)
@pytest.mark.error(SEARCH)
def test_searches_of_odd_names(tools: Tools, folder: str) -> None:
    shell(
        tools,
        f"cd {folder}; touch $'cafe\\u0301.txt' $'half\\xff.txt'; mkfifo pipe.txt; ln -s x gone.txt; mkdir d.txt",
    )
    assert tools.data(SEARCH, keyword="CAFÉ", root_dir=folder)["files"] == [f"{folder}/cafe\u0301.txt"]
    files = tools.data(SEARCH, keyword=".txt", root_dir=f"{folder}/d.txt/..")["files"]
    names = ["cafe\u0301.txt", "gone.txt", "half\N{REPLACEMENT CHARACTER}.txt", "pipe.txt"]
    assert files == [f"{folder}/{name}" for name in names]
    refused(tools, SEARCH, "no name contains", folder, keyword=f"{folder}/cafe", root_dir=folder)


@pytest.mark.effect(RESTORE)
@pytest.mark.error(RESTORE)
def test_a_full_and_broken_trash(tools: Tools, folder: str) -> None:
    trash = f"{HOME}/.local/share/Trash"
    refused(tools, RESTORE, "it holds nothing", f"{HOME}/.local/share", file_name="x")
    shell(
        tools,
        f"mkdir -p {trash}/files {trash}/info; cd {trash}; echo file >{folder}/file;"
        'entry() { echo "$1" >files/$1; printf \'[Trash Info]\\nPath=%s\\n\' "$2" >info/$1.trashinfo; };'
        f"for n in {{1..99}}; do entry same.$n {folder}/$n/same; done; entry a {folder}/new/deep/a;"
        f"entry a.trashinfo {folder}/b; entry below {folder}/file/x/y; echo lost >files/lost",
    )
    assert tools.data(RESTORE, file_name="a.trashinfo")["path"] == f"{folder}/b"
    assert tools.guest.read_file(f"{folder}/b") == b"a.trashinfo\n"
    refused(tools, RESTORE, "and 91 more", folder, trash, file_name="same")
    refused(tools, RESTORE, "does not say where", folder, trash, file_name="lost")
    refused(tools, RESTORE, "there is no folder", folder, trash, file_name="below")
    shell(tools, f"chmod 555 {trash}/info")
    refused(tools, RESTORE, "may not be changed", folder, trash, file_name="a")
    shell(tools, f"chmod 755 {trash}/info; chmod 555 {trash}/files")
    refused(tools, RESTORE, "no permission", folder, trash, file_name="a")
    shell(tools, f"chmod 755 {trash}/files")
    assert tools.data(RESTORE, file_name="a")["path"] == f"{folder}/new/deep/a"
