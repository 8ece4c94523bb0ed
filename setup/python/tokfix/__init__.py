"""tokfix in Python: the fixes of a database as dicts, and each command of the program.

    for fix in tokfix.fixes("bugs.db", split="train"):
        print(fix["before"], fix["after"])

The package runs the program. That is $TOKFIX if it is set; else bin/tokfix in the folder of the
package or in a folder above it, such as that of the environment; else the tokfix in PATH.

Options are keywords with _ for -, as in one_per_cluster="near". True is an option without a value,
None and False leave an option out, and the items of a list are separated by commas, or repeat the
option if it takes one item.
"""

from __future__ import annotations

import codecs
import contextlib
import functools
import importlib
import importlib.metadata
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import IO, Any, Callable, Dict, Iterable, Iterator, List, Optional, Tuple, Union

__all__ = ["Error", "Rows", "diff", "fixes", "mine", "program", "run"]

Item = Union[str, int, float, "os.PathLike[str]"]
Option = Union[None, bool, Item, Iterable[Item]]
Operand = Union[str, "os.PathLike[str]"]
Row = Dict[str, Any]

# Options that take one text, and may be given several times.
REPEATED = frozenset("against baseline creator rewrites training".split())

# How long a command has to end after Ctrl-C, which a terminal sends to it, too.
GRACE_SECONDS = 3


class Error(Exception):
    """The program failed: its message, its exit status (-N: signal N), and what it printed."""

    def __init__(self, message: str, status: int = 1, output: str = "") -> None:
        super().__init__(message, status, output)
        self.message, self.status, self.output = message, status, output

    def __str__(self) -> str:
        return self.message


def program() -> str:
    """The path of the program. Warns if its version is not that of the package."""
    folders = [str(folder / "bin") for folder in Path(__file__).absolute().parents]
    path = (os.environ.get("TOKFIX") or shutil.which("tokfix", path=os.pathsep.join(folders))
            or shutil.which("tokfix"))
    if not path:
        raise Error("the program tokfix was not found: put it into PATH, or set the environment "
                    "variable TOKFIX to its path")
    _check_version(path)
    return path


@functools.lru_cache(maxsize=None)
def _check_version(path: str) -> None:
    try:
        said = subprocess.run([path, "--version"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except OSError as error:
        raise Error(f"{path} cannot be run: {error.strerror}") from error
    name, _, version = _text(said.stdout).partition("\n")[0].partition(" ")
    if said.returncode or name != "tokfix":
        raise Error(f"{path} is not the program tokfix, or cannot run: {_text(said.stdout)}")
    try:
        ours = importlib.metadata.version("tokfix")
    except importlib.metadata.PackageNotFoundError:  # a folder in PYTHONPATH
        return
    if version != ours:
        warnings.warn(f"{path} has version {version}, and the Python package {ours}: install "
                      "the wheel of the same version", stacklevel=5)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _words(command: str, operands: Iterable[Operand], options: Dict[str, Option]) -> List[str]:
    words = [program(), command]
    for keyword, value in options.items():
        name = keyword.replace("_", "-")
        if value is True:
            words.append(f"--{name}")
        elif value is not None and value is not False:
            many = isinstance(value, Iterable) and not isinstance(value, str)
            items = list(map(_item, value if many else [value]))  # type: ignore
            items = items if name in REPEATED else [",".join(items)]
            words += [f"--{name}={item}" for item in items]
    return words + ["--", *map(os.fsdecode, operands)]


def _item(value: Any) -> str:
    return os.fsdecode(value) if isinstance(value, os.PathLike) else str(value)


@contextlib.contextmanager
def _running(words: List[str], out: Any, said: Any,
             **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process, which has ended afterwards, whatever happens to the caller."""
    process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=said,
                               env={**os.environ, **variables})
    try:
        yield process
        process.wait()
    except KeyboardInterrupt:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
        raise
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait()
        if process.stdout:
            process.stdout.close()


def _fail(words: List[str], status: int, said: str, output: str = "") -> Error:
    """What to raise: the last message, without the notes before it."""
    reason = f"was ended by signal {-status}" if status < 0 else f"failed with status {status}"
    message = re.split(r"(?m)^(?=tokfix )", said.strip())[-1]
    return Error(message or f"tokfix {words[1]} {reason}", status, output)


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return _text(file.read())


def _call(words: List[str]) -> Tuple[int, str, str]:
    """Exit status, output and messages of a command."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as said:
        with _running(words, out, said) as process:
            pass
        return process.returncode, _content(out), _content(said)


def run(command: str, *operands: Operand, **options: Option) -> Any:
    """Runs a command: run("stats", "bugs.db"). Returns what it prints: a text, or with json=True
    the object. Raises Error if the command fails."""
    words = _words(command, operands, options)
    status, out, said = _call(words)
    if status:
        raise _fail(words, status, said, out)
    return json.loads(out) if options.get("json") is True else out


class Rows:
    """The rows that a command prints as JSON lines, such as export. Each iteration runs the command
    and reads its rows one by one. Raises Error if the command fails. After the last row, `notes`
    are the program's: which rows it left out, and why."""

    def __init__(self, command: str, *operands: Operand, **options: Option) -> None:
        self.command, self.operands, self.options = command, operands, options
        self.notes = ""

    def __iter__(self) -> Iterator[Row]:
        words = _words(self.command, self.operands, self.options)
        with tempfile.TemporaryFile() as said:
            with _running(words, subprocess.PIPE, said) as process:
                assert process.stdout
                for line in process.stdout:
                    try:
                        row = json.loads(line)
                    except ValueError as error:
                        raise Error(f"tokfix {self.command}: a line is not JSON") from error
                    yield row
            self.notes = _content(said)
            if process.returncode:
                raise _fail(words, process.returncode, self.notes)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame with a column for each key."""
        return importlib.import_module("pandas").DataFrame(list(self))

    def __repr__(self) -> str:
        given = [repr(word) for word in (self.command, *self.operands)]
        given += [f"{name}={value!r}" for name, value in self.options.items()]
        return f"tokfix.Rows({', '.join(given)})"


def fixes(database: Operand, *, format: str = "pairs", **options: Option) -> Rows:
    """The fixes of a database as `tokfix export` takes them, with its options."""
    return Rows("export", database, format=format, **options)


def diff(buggy: Operand, fixed: Operand, **options: Option) -> Row:
    """Compares two files. The key outcome is "fix", or why this is not a single-token fix."""
    words = _words("diff", (buggy, fixed), {"json": True, **options})
    status, out, said = _call(words)
    if not out:
        raise _fail(words, status, said)
    found: Row = json.loads(out)
    return found


def show(line: str, is_message: bool) -> None:
    """Writes a message to standard error; a line of progress only to a terminal or a notebook,
    where the next line takes its place."""
    has_place = sys.stderr.isatty() or "ipykernel" in sys.modules
    if is_message or has_place:
        print(f"{line:79}" if has_place else line, end="\n" if is_message else "\r",
              file=sys.stderr, flush=True)


def _lines(screen: IO[bytes]) -> Iterator[Tuple[str, bool]]:
    """What a program writes to a terminal: lines of progress begin with an erased line."""
    decoder, rest = codecs.getincrementaldecoder("utf-8")("replace"), ""
    with contextlib.suppress(OSError):  # how a terminal says that the program has closed it
        while data := screen.read(4096):
            *parts, rest = re.split(r"(\r\n|\r\x1b\[K)", rest + decoder.decode(data))
            for line, end in zip(parts[::2], parts[1::2]):
                if line or end == "\r\n":
                    yield line, end == "\r\n"


def mine(data: Operand, output: Operand = "bugs.db", *,
         progress: Optional[Callable[[str, bool], object]] = show, **options: Option) -> Row:
    """Mines a dataset into a new database, and returns the summary. Calls `progress` with each
    line that the program shows: a message (True), or the progress (False)."""
    words = _words("mine", (data,), {"output": output, "json": True, "color": "never", **options})
    messages: List[str] = []

    def tell(screen: IO[bytes]) -> None:
        for line, is_message in _lines(screen):
            if is_message:
                messages.append(line)
            if progress:
                progress(line, is_message)

    # Only on a terminal does the program show its progress.
    screen, terminal = (open(end, "r+b", buffering=0) for end in pty.openpty())
    with tempfile.TemporaryFile() as out, screen, terminal:
        with _running(words, out, terminal, TERM="xterm", COLUMNS="80") as process:
            terminal.close()
            try:
                tell(screen)
            except KeyboardInterrupt:
                timer = threading.Timer(GRACE_SECONDS, process.terminate)
                timer.start()
                tell(screen)
                timer.cancel()
                raise
        if process.returncode:
            raise _fail(words, process.returncode, "\n".join(messages))
        summary: Row = json.loads(_content(out))
        return summary
