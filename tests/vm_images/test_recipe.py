from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from testbed.errors import ImageError
from vm_images import recipe
from vm_images.layout import lay_out
from vm_images.profile import load_profile, profile_names
from vm_images.recipe import RECIPE, image_hash, plan, tree_hash


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for mcp_tools, so that a test may edit it."""
    folder = tmp_path / "mcp_tools"
    folder.mkdir()
    (folder / "server.py").write_text("print('one')\n")
    monkeypatch.setattr(recipe, "MCP_TOOLS", folder)
    return folder


def hashes(profile: str = "debian-12") -> dict[str, str]:
    return {layer.name: layer.hash for layer in plan(load_profile(profile))}


def test_an_identical_recipe_has_the_same_hash(tools: Path) -> None:
    before = hashes()
    os.utime(tools / "server.py", (1, 1))
    (tools / "__pycache__").mkdir()
    (tools / "__pycache__" / "server.cpython-311.pyc").write_bytes(b"bytecode")
    assert hashes() == before


def test_editing_the_tools_changes_only_the_guest_layer(tools: Path) -> None:
    before = hashes()
    (tools / "server.py").write_text("print('two')\n")
    after = hashes()
    assert [name for name in after if after[name] != before[name]] == ["guest"]


@pytest.mark.usefixtures("tools")
def test_editing_an_application_changes_only_the_guest_layer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "applications"
    shutil.copytree(recipe.APPLICATIONS, folder)
    monkeypatch.setattr(recipe, "APPLICATIONS", folder)
    before = hashes()
    (folder / "vlc.toml").write_text((folder / "vlc.toml").read_text() + "# more\n")
    after = hashes()
    assert [name for name in after if after[name] != before[name]] == ["guest"]


@pytest.mark.usefixtures("tools")
def test_a_package_more_changes_every_layer() -> None:
    profile = load_profile("debian-12")
    packages = profile.packages.model_copy(update={"fonts": (*profile.packages.fonts, "fonts-hack")})
    before, after = plan(profile), plan(profile.model_copy(update={"packages": packages}))
    assert all(old.hash != new.hash for old, new in zip(before, after, strict=True))
    assert image_hash(before) != image_hash(after)


@pytest.mark.usefixtures("tools")
def test_the_order_of_packages_does_not_count() -> None:
    profile = load_profile("debian-12")
    packages = profile.packages.model_copy(update={"fonts": profile.packages.fonts[::-1]})
    assert plan(profile) == plan(profile.model_copy(update={"packages": packages}))


@pytest.mark.usefixtures("tools")
def test_profiles_have_images_of_their_own() -> None:
    assert len({image_hash(plan(load_profile(name))) for name in profile_names()}) == len(profile_names())


@pytest.mark.parametrize("change", ["content", "name", "executable", "added", "link"])
def test_tree_hash_sees(tmp_path: Path, change: str) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    file = tree / "a"
    file.write_text("text")
    before = tree_hash(tree)
    match change:
        case "content":
            file.write_text("texts")
        case "name":
            file.rename(tree / "b")
        case "executable":
            file.chmod(0o755)
        case "added":
            (tree / "b").touch()
        case "link":
            file.unlink()
            file.symlink_to("text")
    assert tree_hash(tree) != before


def test_an_incomplete_checkout_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "MCP_TOOLS", tmp_path / "gone")
    with pytest.raises(ImageError, match="gone is missing"):
        plan(load_profile("debian-12"))


def test_a_declared_link_is_the_same_as_a_link(tmp_path: Path) -> None:
    with_link, declared = tmp_path / "a", tmp_path / "b"
    for tree in (with_link, declared):
        (tree / "etc").mkdir(parents=True)
        (tree / "etc/zone").write_text("text")
    (with_link / "etc/hosts").symlink_to("/run/hosts")
    (tmp_path / "b.links").write_text("etc/hosts /run/hosts\n")
    assert tree_hash(with_link) == tree_hash(declared)
    lay_out(declared, tmp_path / "root")
    assert (tmp_path / "root/etc/hosts").readlink() == Path("/run/hosts")
    (tmp_path / "b.links").write_text("etc/hosts /run/others\n")
    assert tree_hash(with_link) != tree_hash(declared)


def test_the_recipe_has_no_link_that_a_wheel_cannot_hold() -> None:
    assert [path for path in RECIPE.rglob("*") if path.is_symlink()] == []
    assert (RECIPE / "rootfs.links").read_text().count("\n") >= 1
