# The zygote of Python: an interpreter with its modules loaded, from which each run is forked.
#
#     python3 zygote.py MODULE...
#
# Modules that are not installed are left out. Everything before wait() returns is trusted, and runs
# once; everything after it is a run: a confined process with the program's input and output. A run
# differs from a fresh interpreter only in what is printed when the interpreter itself ends.
first = dict(globals())  # the names that Python gives to any main module

import atexit
import ctypes
import gc
import heapq
import importlib
import io
import os
import signal
import sys
import threading
import types

for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        gc.collect()

# What an interpreter does for the first time takes memory. Done here, it takes none in a run.
with open(heapq.__file__, "rb") as file:
    exec(compile(file.read(), heapq.__file__, "exec"), {"__name__": "warming"})
try:
    raise SystemExit(f"{types.ModuleType('warming')!r} {sum(map(int, '1 2'.split())):d}")
except SystemExit:
    pass

library = ctypes.PyDLL("/zygote/zygote.so")
path = ctypes.create_string_buffer(256)
for stream in (sys.stdin, sys.stdout, sys.stderr):
    stream.flush()
sys.setrecursionlimit(sys.getrecursionlimit() + 3)  # for the frames below those of a program
gc.collect()
gc.freeze()
if library.zygote_wait(path) != 0:
    sys.exit()


def seed(text):
    """Gives a run the random numbers that it would have if it had loaded the modules."""
    if b"random" not in text:
        return
    lowest = os.dup(0)
    os.close(lowest)
    for name in ("random", "numpy.random"):
        if name in sys.modules:
            sys.modules[name].seed()
    try:
        os.close(lowest)  # of /dev/urandom, which Python keeps open
    except OSError:
        pass


def exit_status(code):
    """Ends as `raise SystemExit(code)` does."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 255 if -(1 << 63) <= code < 1 << 63 else 255
    print(code, file=sys.stderr)
    return 1


def run(path):
    """Runs the file as `python3 FILE` does. Returns the exit status; -2: SIGINT is to end it."""
    main = types.ModuleType("__main__")
    main.__dict__.update(first, __file__=path, __loader__=type(__loader__)("__main__", path))
    sys.modules["__main__"] = main
    sys.argv[:] = [path]
    sys.path[0] = path.rpartition("/")[0]
    try:
        with open(path, "rb") as file:
            text = file.read()
        seed(text)
        code = compile(text, path, "exec")
        exec(code, main.__dict__)
    except SystemExit as end:
        return exit_status(end.code)
    except BaseException as error:
        trace = error.__traceback__.tb_next  # without the frame of this function
        sys.excepthook(type(error), error.with_traceback(trace), trace)
        return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def flush(stream):
    """Writes what is buffered. Returns whether it could."""
    try:
        if stream is not None and not getattr(stream, "closed", False):
            stream.flush()
        return True
    except BaseException as error:
        if stream is not sys.stderr:
            print(f"Exception ignored in: {stream!r}\n{type(error).__name__}: {error}",
                  file=sys.stderr)
        return False


def finish(status):
    """Ends as the interpreter does, without the time that it takes to unload the modules."""
    interrupted = status < 0
    try:
        threading._shutdown()
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
    atexit._run_exitfuncs()
    if not all([flush(sys.stdout), flush(sys.stderr)]):
        status = 120
    for stream in gc.get_objects():  # a collection may close a file before its buffer is written
        if type(stream) in (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom):
            flush(stream)
    try:  # objects of the program may print when they go, and files are written
        sys.modules.pop("__main__", None)
        sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        gc.collect()
        if not all([flush(sys.stdout), flush(sys.stderr)]):
            status = 120
    finally:
        if interrupted:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGINT)
        os._exit(status)


finish(run(path.value.decode()))
