"""What is made of the golden runs: tables, comparisons, reports, exports and pages.

    python -m tests.golden.outputs FOLDER     # write them, to be compared with those of another version by `diff -r`
    python -m tests.golden.outputs --accept   # let `expected.json` have the present ones

`expected.json` has a hash of each, so that a change that is not meant to change any of them can show it.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from starlette.testclient import TestClient

from controller.cli.main import call
from controller.results.viewer.app import Viewer
from controller.results.viewer.library import RunLibrary
from testbed.command import CALLED_AS

RUNS = Path(__file__).with_name("runs.tar.xz")
EXPECTED = Path(__file__).with_name("expected.json")
PLACE = Path(tempfile.gettempdir()) / "testbed-golden-runs"
"""Where they are unpacked: some outputs name the folder."""
EXPORTS = ("csv", "jsonl", "inspect", "osworld")
COMPARED = (("oracle", "anthropic"), ("noop", "oracle"), ("openai", "openai-chat"), ("anthropic", "replayed"))
REPORTED = ("oracle", "anthropic", "noop")
_LINK = re.compile(r'(?:href|src)="([^"#?]+)')
_NO_PAGE = (".png", ".gif", ".mp4", ".webm")


def outputs() -> Iterator[tuple[str, bytes]]:
    """Every output by its name, such as "oracle/score.txt"."""
    with unpacked() as folder:
        runs = sorted(path.name for path in folder.iterdir())
        for run in runs:
            yield f"{run}/score.txt", printed("score", run)
            yield f"{run}/score.json", printed("score", run, "--json")
            for form in EXPORTS:
                yield from written(f"{run}/{form}", "export", run, "--format", form)
        for a, b in COMPARED:
            yield f"compare/{a}-{b}.txt", printed("compare", a, b)
            yield f"compare/{a}-{b}.json", printed("compare", a, b, "--json")
        yield from written("report", "report", *REPORTED)
        yield from pages(folder)


@contextlib.contextmanager
def unpacked() -> Iterator[Path]:
    """The runs in a folder, which is the current one meanwhile."""
    shutil.rmtree(PLACE, ignore_errors=True)
    shutil.unpack_archive(RUNS, PLACE)
    before, width = Path.cwd(), os.environ.get("COLUMNS", "")
    os.chdir(PLACE)
    os.environ["COLUMNS"] = "160"
    try:
        yield PLACE
    finally:
        os.chdir(before)
        os.environ["COLUMNS"] = width
        shutil.rmtree(PLACE)


def printed(*words: str) -> bytes:
    """What a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = call([*words])
    return f"{out.getvalue()}exit code {code}\n".encode()


def written(name: str, *words: str) -> Iterator[tuple[str, bytes]]:
    """The files that a command writes; those in an archive one by one, since archives have times."""
    with tempfile.TemporaryDirectory() as made:
        out = Path(made) / "out"
        assert b"exit code 0" in printed(*words, "--out", str(out)), words
        for path in sorted(path for path in out.rglob("*") if path.is_file()):
            at = f"{name}/{path.relative_to(out)}"
            if path.suffix == ".eval":
                with zipfile.ZipFile(path) as archive:
                    yield from ((f"{at}/{member}", archive.read(member)) for member in archive.namelist())
            else:
                yield at, path.read_bytes()


def pages(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every page of the viewer that a link leads to."""
    client = TestClient(Viewer(RunLibrary(folder)).app, base_url="http://127.0.0.1")
    waiting, seen = ["/"], {"/"}
    while waiting:
        address = waiting.pop()
        answer = client.get(address)
        assert answer.status_code == 200, address
        yield f"pages{address}", answer.content
        if "html" not in answer.headers["content-type"]:
            continue
        for link in _LINK.findall(answer.text):
            target = str(answer.url.join(link).path)
            if "://" not in link and target not in seen and not target.endswith(_NO_PAGE):
                seen.add(target)
                waiting.append(target)


def hashes() -> dict[str, str]:
    """A hash of every output."""
    return {name: hashlib.sha256(data).hexdigest()[:16] for name, data in outputs()}


def main() -> None:
    """Write the outputs, or accept them."""
    os.environ[CALLED_AS] = "testbed"  # as in tests: pages name commands
    if sys.argv[1] == "--accept":
        EXPECTED.write_text(json.dumps(hashes(), indent=1) + "\n")
        return
    for name, data in outputs():
        path = Path(sys.argv[1]).resolve() / name.rstrip("/")
        path = path / "index.html" if name.endswith("/") else path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


if __name__ == "__main__":
    main()
