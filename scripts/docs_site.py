"""Build the documentation as a site that needs no network to be read.

    .venv/bin/python scripts/docs_site.py [DIR]

The pages are those of docs/ and the README, CONTRIBUTING and CHANGELOG beside it. Every link and anchor is checked, and
nothing may be loaded from elsewhere. Needs the extra `docs`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import yaml

PROJECT = Path(__file__).resolve().parents[1]
OUTER = {"README.md": "overview.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages outside docs/, and their names in the site."""
INDEX = "README.md"
_LINK = re.compile(r"\[([^\]\n]*)\]\((?!\w+:)([^()\s]+)\)")
_CODE = re.compile(r"`[^`\n]+`")
_LIST_AFTER_TEXT = re.compile(r"^((?!\s*(?:[-*|#]|\d+\.)|\s*$).+)\n(?=(?:- |1\. ))", re.MULTILINE)


class SiteError(Exception):
    """The site cannot be built, or its pages load something from elsewhere."""


def build(out: Path, project: Path = PROJECT) -> None:
    """Build the site into a folder, which is replaced.

    Args:
        out: The folder to write.
        project: The clone.

    Raises:
        SiteError: A link or an anchor leads nowhere, or a page loads something from elsewhere.
    """
    with tempfile.TemporaryDirectory() as folder:
        staged = Path(folder)
        _stage(project, staged / "docs")
        config = {"INHERIT": str(project / "mkdocs.yml"), "docs_dir": "docs", "nav": _nav(project)}
        (staged / "mkdocs.yml").write_text(yaml.safe_dump(config, sort_keys=False))
        command = [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--site-dir",
            str(out.resolve()),
        ]
        done = subprocess.run(command, cwd=staged, capture_output=True, text=True)
        if done.returncode:
            raise SiteError(done.stderr.strip() or done.stdout.strip())
    loaded = external_resources(out)
    if loaded:
        raise SiteError("the site loads from elsewhere:\n" + "\n".join(loaded))


def external_resources(site: Path) -> list[str]:
    """Scripts, styles, pictures and frames that pages of a site load from another host."""
    return [
        f"{page.relative_to(site)}: {address}"
        for page in sorted(site.rglob("*.html"))
        for address in _resource_addresses(page.read_text())
        if re.match(r"(\w+:)?//", address) and not address.startswith("data:")
    ]


def _stage(project: Path, target: Path) -> None:
    shutil.copytree(project / "docs", target)
    pages = {path: target / path.name for path in (project / "docs").glob("*.md")}
    pages |= {project / name: target / staged for name, staged in OUTER.items()}
    for source, page in pages.items():
        page.write_text(_for_site(source, project))


def _for_site(source: Path, project: Path) -> str:
    """A page as the site has it: links between staged names, a blank line before lists, plain pipes in code."""

    def move_link(link: re.Match[str]) -> str:
        text, target = link[1], link[2]
        path, hash_sign, anchor = target.partition("#")
        if not path:
            return link[0]
        file = (source.parent / path).resolve()
        if file.parent == project and file.name in OUTER:
            return f"[{text}]({OUTER[file.name]}{hash_sign}{anchor})"
        if file.is_relative_to(project / "docs"):
            return f"[{text}]({file.relative_to(project / 'docs').as_posix()}{hash_sign}{anchor})"
        return text

    parts = re.split(r"(^```.*?^```$)", source.read_text(), flags=re.MULTILINE | re.DOTALL)
    for number in range(0, len(parts), 2):
        text = _CODE.sub(lambda code: code[0].replace("\\|", "|"), _LINK.sub(move_link, parts[number]))
        parts[number] = _LIST_AFTER_TEXT.sub(r"\1\n\n", text)
    return "".join(parts)


def _nav(project: Path) -> list[dict[str, Any]]:
    """The sections of docs/README.md with their pages, in its order."""
    sections: list[dict[str, Any]] = [{"Documentation": INDEX}]
    pages: list[str] = []
    for line in (project / "docs" / INDEX).read_text().splitlines():
        if line.startswith("## "):
            pages = []
            sections.append({line[3:]: pages})
        elif (link := re.match(r"- \[[^\]]*\]\(([^)]+\.md)\)", line)) is not None:
            name = link[1]
            pages.append(OUTER[Path(name).name] if name.startswith("../") else name)
    return sections


def _resource_addresses(html: str) -> list[str]:
    collector = _Resources()
    collector.feed(html)
    return collector.addresses


class _Resources(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in ("script", "img", "iframe", "source", "video"):
            self.addresses.append(values.get("src") or "")
        elif tag == "link" and (values.get("rel") or "") in ("stylesheet", "preload", "icon", "preconnect"):
            self.addresses.append(values.get("href") or "")


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PROJECT / "site"
    try:
        build(folder)
    except SiteError as error:
        sys.exit(f"error: {error}")
    print(f"written to {folder}; `python3 -m http.server -d {folder}` serves it with its search")
