"""The fixes of a git history, by git's own log and Python's own tokenizer. usage:

git_pairs.py REPOSITORY DATABASE

DATABASE is what `tokfix mine --git REPOSITORY --keywords none --max-files 0` wrote. Each of its
fixes must be one token that differs, as Python sees it; and each pair of Python files that differs
so, in a few lines, must be a fix. Left out are programs that are not Python 3; tokens that a
version of Python sees in another way (f-strings); two spellings of a literal; commits that undo
others, and what they undo. A pair may be missing that `syntax_error` counts: Python parses more
than the grammar does. Prints the pairs that differ, and the numbers of those that do not. Ends with
1 if one differs."""
import ast
import re
import sqlite3
import subprocess
import sys
import tempfile
import tokenize

from python_code import common, one_edit, parses, part_at, tokens

UNKNOWN = "?"
FORMAT = re.compile("[rR]?[fFtT][rR]?['\"]")
LINES = 4  # in which a pair differs; more take long
LOG = ["log", "--exclude=refs/replace/*", "--all", "--min-parents=1", "--max-parents=1"]
UNDOING = r"\b(unrevert|revert|reapply|undo|undid|undoes|undoing|roll|rolled|rolls|back|backs|" \
          r"backed|backing|backout|rollback)"
FIXES = """SELECT p.commit_id, p.path, p.buggy_blob, p.fixed_blob, f.edit, f.before, f.after,
f.line, f.column, f.function FROM fix_details f JOIN fix_provenance p USING (fix_key)
WHERE f.language = 'python' AND f.origin = 'real'"""
REJECTED = "SELECT coalesce(sum(n_pairs), 0) FROM rejects WHERE reason = 'syntax_error'"


def git(repository, *arguments):
    command = ["git", "-C", repository, "-c", "core.quotePath=false", *arguments]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def modified_files(repository):
    """(commit, path, old blob, new blob) of what no commit undoes."""
    undoing = set(git(repository, *LOG, "--format=%H", "-i", "-P", "--grep", UNDOING).split())
    found = []
    log = git(repository, *LOG, "--raw", "--no-abbrev", "--no-renames", "--format=%H")
    for line in log.splitlines():
        if line[:1] == b":":
            record, path = line.split(b"\t")
            old_mode, new_mode, old, new, status = record[1:].split()
            is_regular = old_mode[:3] == new_mode[:3] == b"100"
            if status == b"M" and is_regular and old != new and path.endswith(b".py"):
                found.append((commit, path, old, new))
        elif line:
            commit = line
    undone = {(path, new, old) for _, path, old, new in found}
    return [tuple(column.decode(errors="replace") for column in change) for change in found
            if change[0] not in undoing and change[1:] not in undone]


def texts_of(repository, blobs):
    """Yields the bytes of each blob."""
    with tempfile.TemporaryFile() as names:
        names.write("\n".join(blobs).encode())
        names.seek(0)
        command = ["git", "-C", repository, "cat-file", "--batch"]
        with subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE) as process:
            for line in process.stdout:
                yield process.stdout.read(int(line.split()[2]) + 1)[:-1]


def lines_left(old, new):
    """The number of lines that are not of a common beginning or end."""
    before, after = (text.splitlines() for text in (old, new))
    start = common(before, after)
    end = common(before[start:][::-1], after[start:][::-1])
    return max(len(before), len(after)) - start - end


def is_format(token):
    """Whether it is an f-string or, to Python 3.12, a part of one."""
    return FORMAT.match(token[0]) or "STRING_" in tokenize.tok_name[token[3]]


def same_value(before, after):
    try:
        return repr(ast.literal_eval(before)) == repr(ast.literal_eval(after))
    except (SyntaxError, ValueError):
        return False


def edit_of(old, new):
    """What the columns of a fix must be, or None: several edits, or none; UNKNOWN if Python cannot
    say it."""
    try:
        old, new = (text.decode("utf-8-sig") for text in (old, new))
    except UnicodeDecodeError:
        return UNKNOWN
    before, after = tokens(old), tokens(new)
    if not (parses(old) and parses(new)) or None in (before, after):
        return UNKNOWN
    edit = one_edit(before, after)
    if not edit:
        return None
    kind, index = edit
    sides = [None if kind == "insert" else before[index],
             None if kind == "delete" else after[index]]
    words = [side[0] if side else "" for side in sides]
    if any(map(is_format, filter(None, sides))) or same_value(*words):
        return UNKNOWN
    _, line, column, _ = before[index]
    return kind, *words, line, column, part_at(parses(old), line)[2]


def main():
    repository, database = sys.argv[1:]
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    fixes = {row[:4]: row[4:] for row in db.execute(FIXES)}
    changes = sorted({*modified_files(repository), *fixes})
    texts = texts_of(repository, [blob for change in changes for blob in change[2:]])
    n_same = n_unknown = n_missing = n_wrong = 0
    for change, old, new in zip(changes, texts, texts):
        fix = fixes.get(change)
        if not fix and lines_left(old, new) > LINES:
            continue
        edit = edit_of(old, new)
        n_same += edit == fix is not None
        n_unknown += edit == UNKNOWN
        if edit not in (fix, UNKNOWN):
            print(*change, "Python:", edit, "tokfix:", fix)
            n_missing += fix is None
            n_wrong += fix is not None
    (n_rejected,) = db.execute(REJECTED).fetchone()
    print(f"{n_same} fixes are the same, {n_unknown} pairs are not for Python's tokenizer; "
          f"{n_wrong} fixes are wrong, {n_missing} missing, {n_rejected} rejected as syntax_error")
    sys.exit(n_wrong > 0 or n_missing > n_rejected or n_same < n_unknown)


main()
