"""Single-token file pairs in the Python files of a git repository, by CPython's own tokenizer.

A file pair is the old and the new blob of a modified regular file (status M) in a commit with
exactly one parent, reachable from any ref or HEAD. Reverts are left out: commits whose message says
so (is_revert), and those that only change one file back to what it was before an earlier commit.
Prints a row for each pair that differs in one token, in the order of `git log`, with these columns,
separated by tabs:

  commit, path, old blob, new blob
  edit       replace, insert or delete
  before     the token of the old file; empty for insert
  after      the token of the new file; empty for delete
  line       in the old file, from 1; for insert, of the token that it stands before
  column     from 0, in code points
  keyword    1 if the commit's message has a word of a repair (KEYWORD)
  files      the number of files that the commit modifies, of any kind; added and deleted ones do
             not count
  function   the name of the innermost function around the place in the old file; - if there is
             none; empty if CPython cannot parse the file

A backslash, a tab and a line feed in a column are \\\\, \\t and \\n. The token model is that of
tokens.py. With CPython 3.11 an f-string is one token, and a file with forms of Python 2 is read by
lib2to3. CPython 3.13 takes f-strings apart, and cannot read Python 2.

Files need not parse. Binary files and pointers of Git LFS are not left out, if they have tokens.

Most pairs differ in much more than one token, and a cheap comparison of their texts leaves these
out (may_be_single). --tokenize-all does without it, which takes long: the rows must be the same.

Counts and seconds go to standard error. Exit status 1: git failed, and rows may be missing."""

import argparse
import ast
import bisect
import collections
import hashlib
import multiprocessing
import os
import re
import subprocess
import sys
import time
import tokenize
import warnings

sys.dont_write_bytecode = True  # the source tree stays clean
import tokens as model  # noqa: E402

warnings.simplefilter("ignore")
KEYWORD = re.compile(
    rb"\b(errors?|bugs?|buggy|bugfix(es)?|fix(es|ed|ing)?|issues?|mistakes?|mistaken(ly)?"
    rb"|incorrect(ly)?|faults?|faulty|defects?|defective|flaws?|flawed|types?|typed)\b",
    re.I,
)
# A line may begin with these before it says what was done: `[area] `, `ABC-123 `, `module: `.
PREFIX = re.compile(
    rb"\[[^]\r\n]*\]|[\w\x80-\xff]+-\d[\w\x80-\xff]*|(?=.{0,39}: )[^:\r\n]*:(?= )"
    rb"|(automated|automatic|automatically|partial|partially|partly|temporarily|manually)"
    rb"(?![\w\x80-\xff])",
    re.I,
)
REVERT = re.compile(
    rb"(revert|reverts|reverted|reverting|unrevert)(?![\w\x80-\xff])|reapply \"", re.I
)
UNDO = re.compile(
    rb"(undo|undoes|undid|undoing|rollback|rolled|rolls?|back|backs|backed|backing|backout)"
    rb"(?![\w\x80-\xff])",
    re.I,
)
COMMIT = re.compile(
    rb"(?<![\w\x80-\xff])([0-9a-f]{7,}|(?i:commits?|changes?|changesets?|patch))(?![\w\x80-\xff])"
    rb"|(?<![\w\x80-\xff])r\d|#\d"
)
REGULAR = b"100644", b"100755"
PAIRS_A_TASK = 200
BLOBS_AT_ONCE = 500
# Nothing in a repository may start a program, fetch, or replace an object by another one.
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "LC_ALL": "C",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_GRAFT_FILE": "/dev/null/none",
}
# A repository may also configure what git log prints, and that it calls a program for signatures.
LOG = """
    log --raw -z --no-abbrev --no-renames --no-color --no-relative --no-show-signature -O/dev/null
    --ignore-submodules=none --exclude=refs/replace/* --all --min-parents=1 --max-parents=1
    --format=%H%x00%B --encoding=UTF-8
""".split()
Change = collections.namedtuple("Change", "commit path old new has_keyword n_modified")


def git(repository, *arguments, **options):
    """Starts git in this repository, and not in one around it."""
    around = os.path.dirname(os.path.realpath(repository))
    command = ["git", "-c", "safe.directory=*", "-c", "core.commitGraph=false", "-C", repository]
    environment = ENVIRONMENT | {"GIT_CEILING_DIRECTORIES": around}
    return subprocess.Popen(
        [*command, *arguments], env=environment, stdout=subprocess.PIPE, **options
    )


# ---- The history ----


def fields_of(stream):
    """What is between NUL bytes."""
    rest = b""
    while block := stream.read(1 << 20):
        *fields, rest = (rest + block).split(b"\0")
        yield from fields
    if rest:
        yield rest


def commits_of(stream):
    """Reads (commit, message, [raw record, path])."""
    fields = fields_of(stream)
    commit = next(fields, None)
    while commit is not None:
        message, files = next(fields), []
        # An id never starts with a colon; the first record of a commit has a line feed before it.
        while (field := next(fields, None)) is not None and field.lstrip(b"\n")[:1] == b":":
            files.append((field.lstrip(b"\n:").split(b" "), next(fields)))
        yield commit, message, files
        commit = field


def is_revert(message):
    """Whether the message says that something is undone, by the first words of its first line, each
    with more prefixes before it, or as git does."""
    at = message
    while at is not None:
        at = at.lstrip(b" \t\r\n:-/*.,")
        line = re.match(rb"[^\n]*", at)[0]
        if REVERT.match(at) or (UNDO.match(at) and COMMIT.search(line)):
            return True
        prefix = PREFIX.match(at)
        at = at[prefix.end() :] if prefix else None
    return re.search(rb"^This reverts commit ", message, re.M) is not None


def without_undoing(changes, lone):
    """Drops the changes of commits that change only one file, which are in `lone`, back to what an
    earlier commit changed. The changes have the newest first."""
    earlier, kept = set(), []
    for change in reversed(changes):
        versions = change.path, change.new, change.old
        if not (change.commit in lone and versions in earlier):
            kept.append(change)
        earlier.add((change.path, change.old, change.new))
    return kept[::-1]


def changes_of(repository, limit):
    """All file pairs of the history, and whether git read the whole of it."""
    options = [f"--max-count={limit}"] if limit else []
    changes, lone, n_commits = [], set(), 0
    with git(repository, *LOG, *options) as log:
        for commit, message, files in commits_of(log.stdout):
            n_commits += 1
            if is_revert(message):
                continue
            if len(files) == 1:
                lone.add(commit)
            n_modified = sum(record[4] == b"M" for record, _ in files)
            has_keyword = KEYWORD.search(message) is not None
            for (old_mode, new_mode, old, new, status), path in files:
                is_regular = old_mode in REGULAR and new_mode in REGULAR
                if status == b"M" and is_regular and old != new and path.endswith(b".py"):
                    changes.append(Change(commit, path, old, new, has_keyword, n_modified))
    return without_undoing(changes, lone), n_commits, log.returncode == 0


class Damage(Exception):
    """The reply of git is not what was asked for."""


class Blobs:
    """Reads blobs. For a damaged blob git may print less or more than the size that it announces,
    without an error, or end. So each blob must have its hash; if not, git is started again for the
    blobs after it."""

    def __init__(self, repository, max_bytes):
        self.repository, self.max_bytes = repository, max_bytes

    def read(self, names):
        """The contents; None for a blob that is missing, damaged or too large."""
        found = []
        while len(found) < len(names):
            # They fit into a pipe, so that git can be read after all of them are written.
            asked = names[len(found) : len(found) + BLOBS_AT_ONCE]
            with git(self.repository, "cat-file", "--batch", stdin=subprocess.PIPE) as process:
                process.stdin.write(b"".join(name + b"\n" for name in asked))
                process.stdin.close()
                try:
                    for name in asked:
                        found.append(self.read_one(process.stdout, name))
                except Damage:
                    found.append(None)
                    process.kill()
        return found

    def read_one(self, stream, name):
        words = stream.readline(1000).split()
        if words == [name, b"missing"]:
            return None
        if len(words) != 3 or words[0] != name or words[1] != b"blob":
            raise Damage
        size = int(words[2])
        if size > self.max_bytes:
            raise Damage
        content = stream.read(size + 1)[:-1]
        algorithm = hashlib.sha1 if len(name) == 40 else hashlib.sha256
        if algorithm(b"blob %d\0" % size + content).hexdigest().encode() != name:
            raise Damage
        return content


# ---- The texts: whether a pair can differ in one token ----

STRING = (
    rb"'''(?:\\.|[^\\])*?'''|\"\"\"(?:\\.|[^\\])*?\"\"\""
    rb"|'(?:\\.|[^'\\\r\n])*'|\"(?:\\.|[^\"\\\r\n])*\""
)
COMMENT_OR_STRING = re.compile(rb"#[^\r\n]*|" + STRING, re.S)
# A piece is a token or, for some numbers, more than one.
PIECE = re.compile(
    rb"(?:[ \t\f\r\n]|\\[\r\n]|#[^\r\n]*)*+"
    rb"([a-zA-Z]{0,2}(?:" + STRING + rb")"
    rb"|[a-zA-Z_\x80-\xff][\w\x80-\xff]*"
    rb"|\.?\d(?:[eE][-+]|[\w.])*"
    rb"|\*\*=|//=|>>=|<<=|\.\.\.|[-+*/%&|^=<>!@:]=|->|\*\*|//|<<|>>|<>|.)?",
    re.S,
)
# Two pieces are one token in `not in` and `is not`.
PIECES_OF_EDITS = [(i, j) for i in range(3) for j in range(3) if i or j]


def length_in_common(a, b):
    """Of the common prefix."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def suffix_in_common(a, b, prefix):
    low, high = 0, min(len(a), len(b)) - prefix
    while low < high:
        middle = (low + high + 1) // 2
        if a[len(a) - middle : len(a) - low] == b[len(b) - middle : len(b) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def start_of_token(text, byte):
    """A place at the byte or before it that starts a token or a comment. Texts that are the same up
    to the byte have the same comments and strings before this place."""
    start = text.rfind(b"\n", 0, byte) + 1
    for match in COMMENT_OR_STRING.finditer(text):
        if match.start() > byte:
            break
        start = max(start, match.end()) if match.end() < byte else match.start()
    while start > 0 and text[start - 1 : start].isalnum():
        start -= 1
    return start


def next_piece(text, byte):
    """The piece, and the byte after it; at the end the piece is None."""
    match = PIECE.match(text, byte)
    piece = match[1]
    if piece and b"\r" in piece:
        piece = re.sub(rb"\r\n?", b"\n", piece)
    return piece, match.end()


def pieces_agree(old, old_byte, new, new_byte, n_common):
    """Whether the rests have the same pieces. Their last n_common bytes are the same."""
    while True:
        left = len(old) - old_byte
        if left <= n_common and left == len(new) - new_byte:
            return True
        a, old_byte = next_piece(old, old_byte)
        b, new_byte = next_piece(new, new_byte)
        if a != b:
            return False
        if a is None:
            return True


def after_pieces(text, byte):
    """The bytes after 0, 1 and 2 pieces."""
    places = [byte]
    for _ in range(2):
        byte = next_piece(text, byte)[1]
        places.append(byte)
    return places


def may_be_single(old, new):
    """False only if more than one token differs, or none."""
    old, new = old.removeprefix(model.MARK), new.removeprefix(model.MARK)
    prefix = length_in_common(old, new)
    n_common = suffix_in_common(old, new, prefix)
    old_byte = new_byte = start_of_token(old, prefix)
    while True:
        a, old_next = next_piece(old, old_byte)
        b, new_next = next_piece(new, new_byte)
        if a != b:
            break
        if a is None:
            return False
        old_byte, new_byte = old_next, new_next
    old_places, new_places = after_pieces(old, old_byte), after_pieces(new, new_byte)
    return any(
        pieces_agree(old, old_places[i], new, new_places[j], n_common) for i, j in PIECES_OF_EDITS
    )


# ---- The tokens ----

# A token is (key, text, place). Tokens with equal keys are equal. The key is the text, or for a
# line end or a block its kind. The place is (line, column).
LAYOUT = {getattr(tokenize, name): name for name in model.LAYOUT}
SKIPPED = {getattr(tokenize, name) for name in model.SKIPPED}
OPENING = {")": "(", "]": "[", "}": "{"}
JOINED = {"in": "not", "not": "is"}
CUT = {
    (tokenize.NUMBER, tokenize.NAME),
    (tokenize.NUMBER, tokenize.NUMBER),
    (tokenize.NAME, tokenize.STRING),
}
FOLLOWERS = {"and", "else", "for", "if", "in", "is", "not", "or"}


def tokens_before_3_12(program):
    """The tokens by the older tokenizer of CPython, which accepts too much."""
    found, opened, last_kind, last_text, last_end = [], [], None, "", None
    lines = iter(program.lines + [""])
    for kind, text, place, end, _ in tokenize.generate_tokens(lines.__next__):
        if kind == tokenize.ERRORTOKEN:
            raise SyntaxError("not a token")
        # 10L, 0777 and ur'' would be two tokens
        if place == last_end and (last_kind, kind) in CUT and text not in FOLLOWERS:
            raise SyntaxError("a token runs into another one")
        if place == last_end and last_text + text == "<>":
            raise SyntaxError("an operator of Python 2")
        last_kind, last_text, last_end = kind, text, end
        if kind == tokenize.OP:
            if text in OPENING.values():
                opened.append(text)
            elif text in OPENING and (not opened or opened.pop() != OPENING[text]):
                raise SyntaxError("a bracket closes none")
        if kind in SKIPPED:
            continue
        if kind in LAYOUT:
            found.append((kind, "", place))
        elif text in JOINED and found and found[-1][0] == JOINED[text]:
            text = f"{JOINED[text]} {text}"
            found[-1] = text, text, found[-1][2]
        else:
            found.append((text, text, place))
    return found


def tokens_in_model(program, tokens):
    found = []
    for kind, start, _, text in model.in_model(program, tokens):
        line = bisect.bisect_right(program.starts, start)
        column = len(program.data[program.starts[line - 1] : start].decode()) if line else 0
        text = re.sub("\r\n?", "\n", text.decode())
        is_layout = kind in model.LAYOUT
        found.append((getattr(tokenize, kind) if is_layout else text, text, (line, column)))
    return found


def tokens_of(program):
    try:
        if sys.version_info < (3, 13):
            return tokens_before_3_12(program)
        return tokens_in_model(program, model.tokens_of_python3(program))
    except model.REFUSALS:
        return tokens_in_model(program, model.tokens_of_python2(program))


def single_edit(old, new):
    """(edit, index of the first token that differs), or None. Takes keys."""
    if abs(len(old) - len(new)) > 1:
        return None
    least = min(len(old), len(new))
    prefix = next((i for i in range(least) if old[i] != new[i]), least)
    suffix = next((i for i in range(least - prefix) if old[-1 - i] != new[-1 - i]), least - prefix)
    left = len(old) - prefix - suffix, len(new) - prefix - suffix
    if left == (1, 1) and not LAYOUT.keys() & {old[prefix], new[prefix]}:
        return "replace", prefix
    if left == (0, 1) and new[prefix] == "not":
        return "insert", prefix
    if left == (1, 0) and old[prefix] == "not":
        return "delete", prefix
    return None


def enclosing_function(program, line, column):
    functions = ast.FunctionDef, ast.AsyncFunctionDef
    try:
        tree = ast.parse("".join(program.lines))
    except model.REFUSALS:
        return ""
    # ast counts columns in bytes
    column = len(program.lines[line - 1][:column].encode()) if line <= len(program.lines) else 0
    name, first = "-", 0
    for node in ast.walk(tree):
        if isinstance(node, functions):
            start = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
            end = node.end_lineno, node.end_col_offset
            if first <= start <= line and (line, column) < end:
                name, first = node.name, start
    return name


def edit_of(old, new):
    """The columns of the edit, and the function; None if the pair is not single."""
    try:
        program = model.Program(old)
        old_tokens, new_tokens = tokens_of(program), tokens_of(model.Program(new))
    except (*model.REFUSALS, ImportError):  # lib2to3 is gone from CPython 3.13
        return None
    edit = single_edit([token[0] for token in old_tokens], [token[0] for token in new_tokens])
    if not edit:
        return None
    kind, index = edit
    before = "" if kind == "insert" else old_tokens[index][1]
    after = "" if kind == "delete" else new_tokens[index][1]
    place = old_tokens[index][2] if index < len(old_tokens) else (len(program.lines) + 1, 0)
    return kind, before, after, *place, enclosing_function(program, *place)


# ---- The rows ----

worker = {}


def start_worker(repository, max_bytes, is_all):
    worker.update(blobs=Blobs(repository, max_bytes), is_all=is_all)


def edits_of(pairs):
    """For each pair its edit, and the numbers of pairs that were unreadable and tokenized."""
    texts = iter(worker["blobs"].read([name for pair in pairs for name in pair]))
    edits, n_unreadable, n_tokenized = [], 0, 0
    for old in texts:
        new, edit = next(texts), None
        if old is None or new is None:
            n_unreadable += 1
        elif worker["is_all"] or may_be_single(old, new):
            n_tokenized += 1
            edit = edit_of(old, new)
        edits.append(edit)
    return edits, n_unreadable, n_tokenized


def escaped(column):
    text = column if isinstance(column, bytes) else str(column).encode()
    text = text.replace(b"\\", b"\\\\")
    return text.replace(b"\t", b"\\t").replace(b"\n", b"\\n")


def print_rows(changes, edits):
    n_rows = 0
    for change in changes:
        edit = edits[change.old, change.new]
        if edit:
            kind, before, after, line, column, function = edit
            columns = [*change[:4], kind, before, after, line, column]
            columns += [int(change.has_keyword), change.n_modified, function]
            sys.stdout.buffer.write(b"\t".join(escaped(column) for column in columns) + b"\n")
            n_rows += 1
    return n_rows


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=int, default=0, help="stop after this number of commits")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--max-bytes", type=int, default=1 << 20, help="leave out larger files")
    parser.add_argument("--tokenize-all", action="store_true", help="tokenize every file pair")
    parser.add_argument("repository")
    options = parser.parse_args()
    if sys.version_info[:2] == (3, 12):
        sys.exit("the tokenizer of CPython 3.12 fails at some files; take 3.11 or 3.13")
    started = time.monotonic()
    changes, n_commits, is_complete = changes_of(options.repository, options.limit)
    # Branches and copies of branches repeat pairs.
    pairs = list(dict.fromkeys((change.old, change.new) for change in changes))
    tasks = [pairs[i : i + PAIRS_A_TASK] for i in range(0, len(pairs), PAIRS_A_TASK)]
    settings = options.repository, options.max_bytes, options.tokenize_all
    if options.jobs > 1:
        with multiprocessing.Pool(options.jobs, start_worker, settings) as pool:
            results = pool.map(edits_of, tasks, chunksize=1)
    else:
        start_worker(*settings)
        results = list(map(edits_of, tasks))
    edits = dict(zip(pairs, (edit for result in results for edit in result[0])))
    n_rows = print_rows(changes, edits)
    print(
        f"{n_commits} commits with one parent, {len(changes)} file pairs, {len(pairs)} different,",
        f"{sum(result[1] for result in results)} unreadable or too large,",
        f"{sum(result[2] for result in results)} tokenized, {n_rows} rows,",
        f"{time.monotonic() - started:.0f} seconds",
        file=sys.stderr,
    )
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
