"""What peers that are Python modules do of tokfix's work.

    peers.py tokenize LIST
        cuts the programs that the file LIST names into tokens with CPython's tokenizer; prints MB/s
    peers.py pydriller REPOSITORY
        reads a history with PyDriller as a miner must: both versions of each changed Python file;
        prints how many
"""
import io
import sys
import time
import tokenize


def tokenize_programs(listed):
    programs = [open(path.rstrip("\n"), "rb").read() for path in open(listed)]
    start = time.monotonic()
    for program in programs:
        try:
            for _ in tokenize.tokenize(io.BytesIO(program).readline):
                pass
        except (SyntaxError, UnicodeError, tokenize.TokenError):
            pass
    print(sum(map(len, programs)) / (time.monotonic() - start) / 1e6)


def read_versions(repository):
    from pydriller import Repository
    n_commits = n_versions = n_bytes = 0
    history = Repository(repository, only_modifications_with_file_types=[".py"],
                         include_refs=True, include_remotes=True)
    for commit in history.traverse_commits():
        n_commits += 1
        for file in commit.modified_files:
            if file.filename.endswith(".py"):
                for text in file.content_before, file.content:
                    n_versions += text is not None
                    n_bytes += len(text or b"")
    print(n_commits, "commits", n_versions, "versions", n_bytes, "bytes")


{"tokenize": tokenize_programs, "pydriller": read_versions}[sys.argv[1]](sys.argv[2])
