"""Functions of ours under names of OSWorld's, with the same verdict on the suite's small tasks."""

from __future__ import annotations

import difflib
import importlib.util
import os
import re
import shutil
import sqlite3
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any


def infeasible() -> None:
    """The environment judges what cannot be done."""


def check_include_exclude(result: str, rules: dict[str, list[str]]) -> float:
    included = all(text in result for text in rules["include"])
    return float(included and not any(text in result for text in rules["exclude"]))


def check_list(result: str | None, rules: dict[str, list[str]]) -> float:
    lines = Path(result).read_text().splitlines() if result else []
    return float(all(any(re.search(pattern, line) for line in lines) for pattern in rules["expect"]))


def diff_text_file(result: str | None, expect: str) -> float:
    if result is None:
        return 0.0
    texts = [Path(path).read_text().splitlines() for path in (result, expect)]
    return difflib.SequenceMatcher(a=texts[0], b=texts[1]).ratio()


def check_history_deleted(history: list[tuple[Any, ...]], rule: dict[str, Any]) -> float:
    return float(not any(word in row[0] for row in history for word in rule["keywords"]))


def is_cookie_deleted(cookies: list[tuple[Any, ...]], rule: dict[str, Any]) -> float:
    return float(not any(row[1] in rule["domains"] for row in cookies))


def run_sqlite3(result: str, rules: dict[str, str]) -> float:
    with closing(sqlite3.connect(result)) as database:
        return float(database.execute(rules["sql"]).fetchone()[0])


def check_python_file_by_test_suite(actual_file: str, test_file: str) -> float:
    """Runs code of the agent's, as OSWorld's function of that name does."""
    folder = Path(test_file).parent
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    spec = importlib.util.spec_from_file_location("tested", test_file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return float(module.test())


def check_gnome_favorite_apps(apps: str, rule: dict[str, list[str]]) -> float:
    """Evaluates output of the guest, as OSWorld's function of that name does."""
    return float(set(eval(apps)) == set(rule["expected"]))


def compare_archive(result: str, expected: str, **_: Any) -> float:
    """Unpacks an archive of the agent's, as OSWorld's function of that name does."""
    folders = []
    for path in (result, expected):
        folders.append(Path(f"{path}.unpacked"))
        shutil.unpack_archive(path, folders[-1])
    names = [sorted(path.name for path in folder.iterdir()) for folder in folders]
    return float(names[0] == names[1] and all((folders[0] / name).read_bytes() for name in names[0]))


def compare_epub(result: str, expected: str) -> float:
    """Writes an archive's members where their names say, as OSWorld's function of that name does."""
    texts = []
    for path in (result, expected):
        folder = Path(f"{path}.unpacked")
        folder.mkdir(exist_ok=True)
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                with open(os.path.join(folder, name), "wb") as file:  # noqa: PTH118, PTH123
                    file.write(archive.read(name))
            texts.append([archive.read(name) for name in archive.namelist() if name.endswith(".html")])
    return float(texts[0] == texts[1])
