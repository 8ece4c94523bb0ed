# The zygote of Python: an interpreter with its modules loaded, from which each run is forked.
#
#     python3 zygote.py MODULE...
#
# Modules that are not installed are left out. Everything before wait() returns is trusted, and runs
# once; everything after it is a run: a confined process with the program's input and output.
import atexit
import builtins
import ctypes
import gc
import heapq
import importlib
import os
import sys
import threading
import traceback
import types

for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        pass

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
gc.collect()
gc.freeze()
if library.zygote_wait(path) != 0:
    sys.exit()


def run(path):
    """Runs the file as `python3 FILE` does, and returns the exit status."""
    main = types.ModuleType("__main__")
    main.__file__ = path
    main.__builtins__ = builtins
    sys.modules["__main__"] = main
    sys.argv[:] = [path]
    sys.path[0] = path.rpartition("/")[0]
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec")
        exec(code, main.__dict__)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 255
        print(end.code, file=sys.stderr)
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def finish(status):
    """Ends as the interpreter does, without the time that it takes to free all objects."""
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except BaseException:
        status = 120
    try:
        sys.stderr.flush()
    except BaseException:
        pass
    os._exit(status)


finish(run(path.value.decode()))
