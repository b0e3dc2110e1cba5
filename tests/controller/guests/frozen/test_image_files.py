"""CRIU's files are changed as meant, and nothing else in them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from controller.guests.frozen import image_files

KIND = b"\x19CVT00'P"
NUMBERS = st.integers(0, 2**32 - 1)


def process(pid: int, parent: int, group: int, session: int) -> list[tuple[int, int | bytes]]:
    return [(1, pid), (2, parent), (3, group), (4, session), (5, pid)]


def write(file: Path, entries: list[list[tuple[int, int | bytes]]]) -> None:
    image_files._write(file, KIND, entries)


@given(st.lists(st.lists(st.tuples(st.integers(1, 1000), NUMBERS | st.binary(max_size=300)))))
def test_what_is_written_is_read(entries: list[list[tuple[int, int | bytes]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "x.img")
        write(file, entries)
        assert image_files._read(file) == (KIND, entries)


def test_only_processes_without_their_sessions_leader_above_get_a_session(tmp_path: Path) -> None:
    tree = [
        process(1, 0, 1, 1),
        process(43, 1, 43, 43),  # the user's systemd
        process(71, 43, 71, 71),  # D-Bus
        process(72, 71, 71, 71),
        process(223, 43, 71, 71),  # started by D-Bus, adopted by the user's systemd
        process(224, 223, 71, 71),  # a child of it
        process(300, 1, 300, 300),
    ]
    write(tmp_path / "pstree.img", tree)
    image_files.give_orphans_sessions(tmp_path)
    expected = [*tree[:4], process(223, 43, 223, 223), process(224, 223, 224, 224), tree[6]]
    assert image_files._read(tmp_path / "pstree.img") == (KIND, expected)


def test_ids_are_moved_in_a_file_of_the_guests_own(tmp_path: Path) -> None:
    frozen, own = tmp_path / "frozen", tmp_path / "own"
    frozen.mkdir()
    own.mkdir()
    extent = b"\x08\x00\x10\x80\x80\x80\x80\x06\x18\x80\x80\x04"  # 0, 0x60000000, 65536
    write(frozen / "userns-9.img", [[(1, extent), (2, extent)]])
    (own / "userns-9.img").hardlink_to(frozen / "userns-9.img")
    image_files.move_ids(own, 0x5000_0000)
    moved = b"\x08\x00\x10\x80\x80\x80\x80\x05\x18\x80\x80\x04"
    assert image_files._read(own / "userns-9.img") == (KIND, [[(1, moved), (2, moved)]])
    assert image_files._read(frozen / "userns-9.img") == (KIND, [[(1, extent), (2, extent)]])


def test_timers_of_the_time_of_day_expire_and_no_others(tmp_path: Path) -> None:
    def timer(clock: int, seconds: int) -> bytes:
        fields = ((1, 5), (3, b""), (4, clock), (7, seconds), (8, 77), (9, 0))
        return b"".join(image_files._encode(number, value) for number, value in fields)

    file = tmp_path / "files.img"
    never = 7_427_385_539
    write(file, [[(1, 17), (2, 5), (12, timer(*each))] for each in ((0, 42), (1, 42), (0, 0), (0, never))])
    image_files.expire_wall_clock_timers(tmp_path)
    _, entries = image_files._read(file)
    left = [dict(image_files._fields(dict(entry)[12])) for entry in entries]  # type: ignore[arg-type]
    assert [(each[7], each[8]) for each in left] == [(0, 1), (42, 77), (0, 77), (never, 77)]


def test_files_that_are_open_are_found_whatever_their_names(tmp_path: Path) -> None:
    def opened(name: bytes) -> list[tuple[int, int | bytes]]:
        message = b"".join(image_files._encode(number, value) for number, value in [(1, 7), (6, name)])
        return [(1, 1), (2, 7), (3, message)]

    socket: list[tuple[int, int | bytes]] = [(1, 4), (2, 8), (5, b"")]
    write(tmp_path / "files.img", [opened(b"/home/user/a"), socket, opened(b"/tmp/\xff")])
    assert image_files.open_files(tmp_path) == {"/home/user/a", "/tmp/\udcff"}
