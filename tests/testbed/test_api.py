"""The public API: modules by audience, whose names each import, and which users' code gets by with."""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from controller.adapters.python_run import GROUPS_OF_PYTHON
from controller.core.actions import GuiAction
from scripts.api_docs import PAGE, PublicModule, document, public_modules, stub
from scripts.run_keywords import source
from testbed import errors

PROJECT = Path(__file__).parents[2]
DOCS = sorted([PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")])
SCRIPTS = sorted([*PROJECT.glob("tasks/*/*/*.py"), *PROJECT.glob("tests/controller/data/tasks/*/*/*.py")])
INTERNAL = {"controller", "plugins", "mcp_tools", "vm_images", "tests", "scripts"}
PUBLIC = [(module.name, name) for module in public_modules() for _, name in module.own]
NAMES = {name for _, name in PUBLIC}


@pytest.mark.parametrize("public", public_modules(), ids=lambda public: public.name)
def test_a_module_has_the_names_of_its_stub_and_at_most_forty(public: PublicModule) -> None:
    tree = ast.parse(stub(public.name).read_text())
    names = [alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    module = import_module(public.name)
    assert sorted(names) == module.__all__ == dir(module)
    assert sorted(names) == sorted([name for _, name in public.own] + public.shared)
    assert len(set(names)) == len(names) <= 40


def test_every_stub_is_a_module_of_the_api_and_a_name_has_one_home() -> None:
    assert {stub(module.name) for module in public_modules()} == set((PROJECT / "testbed").glob("*.pyi"))
    assert len(NAMES) == len(PUBLIC) > 150
    shared = {name for module in public_modules() for name in module.shared}
    assert shared == {"Guest", "Observation"}, "every solution of a task needs them"


def test_every_name_is_used_by_two_packages_or_stands_on_a_page() -> None:
    users: dict[str, set[str]] = {name: set() for name in NAMES}
    for package in (PROJECT / "tasks", *(PROJECT / "plugins").iterdir()):
        for path in package.rglob("*.py"):
            for name in {name for _, name in names_from_testbed(path.read_text())} & NAMES:
                users[name].add(package.name)
    pages = [*DOCS, PROJECT / "CONTRIBUTING.md"]
    texts = "\n".join(page.read_text() for page in pages if page != PAGE)
    written = set(re.findall(r"\w+", " ".join(re.findall(r"```.*?```|`[^`\n]+`", texts, re.DOTALL))))
    assert [name for name in users if len(users[name]) < 2 and name not in written] == []


@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_every_public_name_imports(module: str, name: str) -> None:
    value = getattr(import_module(module), name)
    assert getattr(import_module(module), name) is value
    if inspect.isclass(value) or inspect.isfunction(value):
        assert value.__name__ == name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"'testbed\.agents' has no attribute 'Agnet'"):
        import_module("testbed.agents").Agnet  # noqa: B018


def test_errors_have_one_place_and_all_actions_are_public() -> None:
    defined = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert len(defined) > 20 and defined.isdisjoint(NAMES)
    assert {kind.__name__ for kind in get_args(GuiAction)} <= set(import_module("testbed.actions").__all__)


def test_importing_it_imports_nothing_else() -> None:
    modules = ", ".join(module.name for module in public_modules())
    code = f"import sys, {modules}; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    roots = {name.partition(".")[0] for name in done.stdout.split()}
    assert "testbed" in roots
    assert roots.isdisjoint({"controller", "checkers", "gymnasium", "pydantic", "numpy", "anthropic"})


def imported_packages(source: str) -> set[str]:
    """The packages that a Python source imports."""
    packages = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            packages.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Import):
            packages |= {alias.name.partition(".")[0] for alias in node.names}
    return packages


def test_scripts_of_tasks_import_the_public_api_alone() -> None:
    assert sum("testbed" in imported_packages(path.read_text()) for path in SCRIPTS) > 30
    wrong = {str(path): imported_packages(path.read_text()) & INTERNAL for path in SCRIPTS}
    assert {path: packages for path, packages in wrong.items() if packages} == {}


def names_from_testbed(source: str) -> set[tuple[str, str]]:
    """The names that a Python source imports from modules of testbed, with these."""
    nodes = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom))
    return {
        (node.module, alias.name)
        for node in nodes
        if node.module and node.module.partition(".")[0] == "testbed" and node.module != "testbed.errors"
        for alias in node.names
    }


def test_names_that_tasks_and_docs_import_are_public() -> None:
    sources = [path.read_text() for path in SCRIPTS]
    for page in DOCS:
        blocks = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
        sources += [block for block in blocks if "from testbed" in block]
    names = set().union(*map(names_from_testbed, sources))
    assert {("testbed.tasks", "Solution"), ("testbed", "DesktopEnv")} <= names
    assert {(module, name) for module, name in names if name not in import_module(module).__all__} == set()


def test_examples_in_the_docs_import_nothing_of_the_controller() -> None:
    statement = re.compile(r"^\s*(?:from|import) controller\b.*", re.MULTILINE)
    statements = {path.name: statement.findall(path.read_text()) for path in DOCS}
    assert {name: lines for name, lines in statements.items() if lines} == {}


def test_the_page_of_the_api_is_up_to_date() -> None:
    written, current = PAGE.read_text().splitlines(), document().splitlines()
    changes = list(
        difflib.unified_diff(written, current, "docs/api.md", "from the docstrings", n=0, lineterm="")
    )
    assert changes[:20] == [], "run scripts/api_docs.py"


def test_the_keywords_of_run_are_up_to_date() -> None:
    written = (PROJECT / "controller" / "adapters" / "run_keywords.py").read_text()
    assert written == source(*GROUPS_OF_PYTHON), "run scripts/run_keywords.py"


@pytest.mark.slow
def test_keywords_of_run_are_checked_by_type_checkers(tmp_path: Path) -> None:
    (tmp_path / "user.py").write_text(
        "from pathlib import Path\nimport testbed\n"
        'testbed.run("os/*", agent="noop", out=Path("x"), servers="s.toml", observe=["a11y"], tags={"a": "b"})\n'
        'testbed.run(stepz=3)\ntestbed.run(steps="3")\ntestbed.run(actions="mouse")\n'
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(tmp_path / "user.py")]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    found = re.findall(r"user\.py:(\d+): error: (.*)  \[", done.stdout)
    assert [line for line, _ in found] == ["4", "5", "6"], done.stdout + done.stderr
    assert "stepz" in found[0][1] and '"steps"' in found[1][1]


def test_the_page_describes_every_name() -> None:
    headings = re.findall(r"^### (\w+)$", PAGE.read_text(), re.MULTILINE)
    classes = {name for name, value in vars(errors).items() if isinstance(value, type)}
    assert sorted(headings) == sorted({*NAMES, *classes})
