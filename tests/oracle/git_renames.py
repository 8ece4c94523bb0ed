"""git_renames.py REPOSITORY DATABASE: the renamed Python files that differ in one token, by git.

Fails unless the database, mined with --keywords none, has each file that `git log -M` calls
renamed in a commit with one parent that is no revert, and whose two versions differ in one token by
CPython's tokenizer (git_pairs.py). Prints their numbers.
"""
import sqlite3
import subprocess
import sys

sys.dont_write_bytecode = True  # the source tree stays clean
import git_pairs  # noqa: E402


def renames(repository):
    command = ["git", "-c", "safe.directory=*", "-C", repository, "log", "--all", "--no-merges",
               "-M", "-l0", "--raw", "-z", "--no-abbrev", "--diff-filter=R", 
               "--format=%x01%H %P%x02%B%x03",
               "--", "*.py"]
    log = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    for commit in log.split(b"\1")[1:]:
        head, rest = commit.split(b"\2", 1)
        message, entries = rest.split(b"\3", 1)
        if len(head.split()) != 2 or git_pairs.REVERT.search(message):
            continue
        fields = entries.lstrip(b"\0\n").split(b"\0")
        for entry, _, new in zip(fields[::3], fields[1::3], fields[2::3]):
            mode, new_mode, old_blob, new_blob, _ = entry[1:].split(b" ")
            if old_blob != new_blob and mode[:3] == new_mode[:3] == b"100" and new.endswith(b".py"):
                yield head.split()[0].decode(), new.decode(errors="replace"), old_blob, new_blob


def main():
    repository, database = sys.argv[1:3]
    found = list(renames(repository))
    texts = iter(git_pairs.Blobs(repository, 1 << 20).read([b for f in found for b in f[2:]]))
    wanted = set()
    for commit, path, _, _ in found:
        old, new = next(texts), next(texts)
        if old is not None and new is not None and git_pairs.edit_of(old, new):
            wanted.add((commit, path))
    have = set(sqlite3.connect(database).execute(
        "SELECT commit_id, fixed.path FROM fixes "
        "JOIN file_versions fixed ON fixed.submission_key = fixed_submission_key "
        "JOIN file_versions buggy ON buggy.submission_key = buggy_submission_key "
        "JOIN commits ON commits.commit_key = fixed.commit_key WHERE fixed.path <> buggy.path"))
    print(len(found), "renamed,", len(wanted), "differ in one token,", len(wanted & have), "found")
    return wanted and wanted <= have


if __name__ == "__main__":
    sys.exit(not main())
