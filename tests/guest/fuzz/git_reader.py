"""A repository with difficult features in the guest: made from a list of features, and read by git's plumbing."""

from __future__ import annotations

from typing import Final

ROOT: Final = "/home/user/fuzz-git"
REPO: Final = f"{ROOT}/repo 'ü'"
EMPTY: Final = f"{ROOT}/empty"
PLAIN: Final = f"{ROOT}/plain"
FEATURES: Final = (
    *("branches", "odd names", "untracked", "staged", "modified", "deleted", "hooks", "ignored", "tags"),
    *("detached", "conflict", "crlf", "no author", "sign", "fsmonitor", "filter", "diff driver"),
)

MAKE: Final = """
import os, shutil, subprocess
def git(folder, *words, check=True):
    return subprocess.run(["git", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c",
        "commit.gpgSign=false", "-C", folder, *words], check=check, capture_output=True, text=True).stdout
def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", newline="") as file:
        file.write(text)
def commit(folder, message):
    git(folder, "add", "--all")
    git(folder, "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "--quiet", "-m", message)
def make(root, repo, features):
    shutil.rmtree(root, ignore_errors=True)
    for folder in (repo, root + "/empty", root + "/plain"):
        os.makedirs(folder)
    for folder in (repo, root + "/empty"):
        git(folder, "init", "--quiet", "-b", "main")
    write(repo, "a.txt", "one\\ntwo\\nthree\\n")
    write(repo, "sub/b.txt", "bee\\n")
    if "odd names" in features:
        for name in ("-n.txt", "zwei\\nzeilen.txt", "grün [a]*.txt", ":top.txt", "sub/'q\\".txt"):
            write(repo, name, name)
    if "crlf" in features:
        write(repo, "crlf.txt", "eins\\r\\nzwei\\r\\n")
    if "ignored" in features:
        write(repo, ".gitignore", "*.log\\n")
    commit(repo, "first")
    write(repo, "a.txt", "one\\ntwo\\nthree\\nfour\\n")
    commit(repo, "second\\n\\nwith a body")
    if "branches" in features or "conflict" in features:
        git(repo, "checkout", "--quiet", "-b", "topic/é")
        write(repo, "a.txt", "ONE\\ntwo\\n")
        commit(repo, "on the topic")
        git(repo, "checkout", "--quiet", "main")
        git(repo, "branch", "side", "HEAD~1")
    if "tags" in features:
        git(repo, "tag", "v1", "HEAD~1")
    if "detached" in features:
        git(repo, "checkout", "--quiet", "--detach", "HEAD")
    if "conflict" in features:
        write(repo, "a.txt", "1\\ntwo\\n")
        commit(repo, "against the topic")
        git(repo, "-c", "user.name=A", "-c", "user.email=a@b", "merge", "--quiet", "topic/é", check=False)
    if "staged" in features and "conflict" not in features:
        write(repo, "sub/b.txt", "staged\\n")
        write(repo, "new.txt", "new\\n")
        git(repo, "add", "--all")
    if "modified" in features:
        write(repo, "sub/b.txt", "modified\\n")
    if "deleted" in features and "odd names" in features:
        os.unlink(os.path.join(repo, "-n.txt"))
    if "untracked" in features:
        write(repo, "un tracked ü.txt", "u\\n")
        write(repo, "sub/c.log", "log\\n")
    trap = os.path.join(repo, ".git", "trap.sh")
    with open(trap, "w") as file:
        file.write(f"#!/bin/sh\\ntouch '{root}/trapped'\\ncat\\n")
    os.chmod(trap, 0o755)
    if "hooks" in features:
        names = "pre-commit commit-msg post-commit post-checkout prepare-commit-msg post-index-change"
        for name in names.split():
            os.symlink(trap, os.path.join(repo, ".git", "hooks", name))
    if "no author" not in features:
        git(repo, "config", "user.name", "Ben")
        git(repo, "config", "user.email", "ben@example.com")
    for feature, settings in {
        "sign": {"commit.gpgSign": "true", "gpg.program": trap, "log.showSignature": "true"},
        "fsmonitor": {"core.fsmonitor": trap},
        "filter": {"filter.x.clean": trap},
        "diff driver": {"diff.external": trap},
    }.items():
        for key, value in settings.items() if feature in features else ():
            git(repo, "config", key, value)
"""

READ: Final = """
def entries(text, separator="\\t"):
    return [line.partition(separator)[::2] for line in text.split("\\0") if line]
def read_repo(repo, name):
    state = {}
    if not os.path.isdir(repo + "/.git"):
        return {name + "/none": True}
    with open(repo + "/.git/HEAD") as file:
        state[name + "/HEAD"] = file.read().strip()
    head = git(repo, "rev-parse", "--verify", "--quiet", "HEAD", check=False).strip()
    if head:
        form = git(repo, "log", "-1", "--format=%P%x00%T%x00%an <%ae>", "--no-show-signature")
        parents, tree, author = form.removesuffix("\\n").split("\\0")
        message = git(repo, "cat-file", "commit", head).partition("\\n\\n")[2]
        state |= {name + "/commit": head, name + "/parents": parents.split(), name + "/author": author,
            name + "/message": message.removesuffix("\\n"),
            name + "/count": int(git(repo, "rev-list", "--count", "HEAD"))}
        for info, path in entries(git(repo, "ls-tree", "-r", "-z", "HEAD")):
            mode, _, sha = info.split()
            state[f"{name}/tree/{path}"] = f"{mode} {sha} 0"
    for info, path in entries(git(repo, "ls-files", "--stage", "-z")):
        key = f"{name}/index/{path}"
        state[key] = f"{state[key]}, {info}" if key in state else info
    for line in git(repo, "for-each-ref", "--format=%(refname) %(objectname)").splitlines():
        ref, sha = line.rsplit(" ", 1)
        state[f"{name}/ref/{ref}"] = sha
        if ref.startswith("refs/heads/"):
            state[f"{name}/trees/{ref}"] = git(repo, "rev-parse", sha + "^{tree}").strip()
    for special in ("config", "MERGE_HEAD"):
        path = f"{repo}/.git/{special}"
        if os.path.exists(path):
            with open(path) as file:
                state[f"{name}/{special}"] = file.read()
    for folder, folders, files in os.walk(repo):
        if ".git" in folders:
            folders.remove(".git")
        for file in files:
            path = os.path.join(folder, file)
            with open(path, "rb") as opened:
                state[f"{name}/file/{os.path.relpath(path, repo)}"] = opened.read().decode("latin-1")
    return state
def read(root, repo):
    state = {"trapped": os.path.exists(root + "/trapped"), "entries": sorted(os.listdir(root))}
    places = {"repo": repo, "empty": root + "/empty", "plain": root + "/plain", "new": root + "/new/in"}
    for name, place in places.items():
        state |= read_repo(place, name)
    return state
"""
