"""Reads a history with PyDriller as a miner must: both versions of each changed Python file.

    pydriller_versions.py REPOSITORY

Prints the numbers of commits, of versions and of their bytes.
"""

import sys

from pydriller import Repository

n_commits = n_versions = n_bytes = 0
history = Repository(
    sys.argv[1], only_modifications_with_file_types=[".py"], include_refs=True, include_remotes=True
)
for commit in history.traverse_commits():
    n_commits += 1
    for file in commit.modified_files:
        if not file.filename.endswith(".py"):
            continue
        for text in file.content_before, file.content:
            n_versions += text is not None
            n_bytes += len(text or b"")
print(n_commits, "commits", n_versions, "versions", n_bytes, "bytes")
