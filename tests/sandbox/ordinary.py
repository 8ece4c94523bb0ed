# Programs that nobody has to fear: a fresh interpreter and the zygote run them alike.
# tests/support/sandboxed.h says how to read this file.

### prints
import sys
print("hello", 1, 2.5, [1, "a"], {"b": None}, "a\tb\0c", "ünï", "日本")
print("error", file=sys.stderr)
print(sys.stdout.write("abc\n"), sys.stdout.encoding, sys.stdout.isatty(), sys.stdout.fileno())
sys.stdout.buffer.write(b"\xff\x00\n")
print("no line end", end="")

### prints nothing

### what it knows of itself
"""The document."""
import inspect
import locale
import sys
import time
def main():
    print(__name__, __file__, sys.argv, __doc__, __package__, __spec__, __builtins__.__name__)
    print(sys.path[0], sys.flags.optimize, sys.executable, sorted(globals()))
    print(inspect.getsource(main), inspect.stack()[0].function)
    print(time.tzname, sys.getdefaultencoding(), sys.getfilesystemencoding(), locale.getlocale())
if __name__ == "__main__":
    main()

### exit
print("a")
exit()

### exit with a text
import sys
sys.exit("text")

### exit with a large code
raise SystemExit(256 + 7)

### exit with a code beyond all bounds
raise SystemExit(1 << 70)

### os._exit
import os
print("flushed", flush=True)
print("lost")
os._exit(6)

### an exception with a cause
class Mistake(Exception):
    pass
try:
    [][0]
except IndexError as error:
    raise Mistake("caused") from error

### an exception in a thread, and an exit there
import sys
import threading
for target in (lambda: 1 // 0), sys.exit:
    thread = threading.Thread(target=target, name="worker")
    thread.start()
    thread.join()
print("main goes on")

### an exception hook
import sys
sys.excepthook = lambda kind, value, trace: print("hook", kind.__name__, value)
raise ValueError("x")

### an interrupt
raise KeyboardInterrupt

### a syntax error
print("before"
x = = 1

### a syntax warning
print(1 is 1, "\d")

### input
import sys
print(input()[::-1])
print(input("prompt: "))
input = sys.stdin.readline
print(int(input()), sys.stdin.buffer.readline(), list(sys.stdin))
print(sys.stdin.seek(0), sys.stdin.read(), sys.stdin.seekable())
#< äöü
#< second
#< 3
#< 4 5 6

### the names of standard input
import os
print(open("/dev/stdin").read(), open("/dev/fd/0").readline(), open("/proc/self/fd/0").read(3))
print(open(0).read().split(), os.fstat(0).st_ino == os.stat("/dev/stdin").st_ino)
#< 1 2 3
#< 4

### standard input is opened again after a line
print(input(), open("/dev/stdin").read().split())
#< 1 2 3
#< 4

### the names of standard output and error
import sys
open("/dev/stdout", "w").write("a\n")
open("/dev/fd/1", "a").write("b\n")
open("/proc/self/fd/1", "wb").write(b"c\n")
open("/dev/stderr", "w").write("d\n")
print("e", flush=True)
sys.stdout.close()
open("/dev/stdout", "w").write("f\n")

### standard output and its name fill up
out = open("/dev/stdout", "w")
for i in range(30000):
    out.write("a line\n")

### shared memory and semaphores
import multiprocessing
import multiprocessing.pool
value = multiprocessing.Value("i", 3)
queue = multiprocessing.SimpleQueue()
with value.get_lock(), multiprocessing.pool.ThreadPool(2) as pool:
    print(value.value, pool.map(lambda x: x + 1, [1, 2]))

### standard output is replaced
import io
import sys
old, sys.stdout = sys.stdout, io.StringIO()
print("hidden")
text = sys.stdout.getvalue()
sys.stdout = old
print("seen", text)
sys.stdout = None
print("b")

### standard output is closed
import sys
print("a")
sys.stdout.close()

### standard input is closed
import sys
sys.stdin.close()
print("a")
input()

### a surrogate cannot be printed
print("\udc80")

### main is a module
import __main__
import pickle
import typing
from dataclasses import dataclass, field
from enum import Enum
@dataclass(order=True)
class Point:
    x: int
    y: list = field(default_factory=list)
    z: "Color" = None
Color = Enum("Color", "RED BLUE")
y: int = 3
exec("z = y + 1")
print(__main__.z, __main__ is __import__("sys").modules["__main__"], __annotations__)
print(pickle.loads(pickle.dumps(Point(3))), pickle.dumps(Color.RED).count(b"__main__"))
print(Point(1) < Point(2), Point.__module__, typing.get_type_hints(Point), Color.__module__)
print(eval(compile("y", "<x>", "eval")), sorted(vars()) == sorted(globals()))

### its own file is imported
import main
print("twice", __name__)

### atexit
import atexit
atexit.register(print, "last")
atexit.register(print, "before last")
1 // 0

### a thread that outlives main
import threading
def work():
    threading.main_thread().join()
    print("thread")
threading.Thread(target=work).start()
print("main")

### a daemon thread does not outlive main
import threading
import time
threading.Thread(target=lambda: (time.sleep(5), print("no")), daemon=True).start()
print("main")

### a large stack for a thread
import sys
import threading
sys.setrecursionlimit(10 ** 6)
threading.stack_size(1 << 26)
def down(n):
    return 0 if n == 0 else 1 + down(n - 1)
thread = threading.Thread(target=lambda: print(down(50000)))
thread.start()
thread.join()

### a deep recursion in C
import sys
sys.setrecursionlimit(10 ** 7)
class A:
    def __init__(self, a):
        self.a = a
    def __repr__(self):
        return "." if self.a is None else "(" + repr(self.a) + ")"
a = None
for i in range(20000):
    a = A(a)
print(len(repr(a)))

### a recursion as deep as the limit
def down():
    global n
    n += 1
    down()
n = 0
try:
    down()
except RecursionError:
    print(n)
down()

### a large number | memory=512
import sys
sys.set_int_max_str_digits(0)
print(len(str(7 ** 118331)), 3 ** 209590)

### what is random
import os
import random
import secrets
import uuid
print(random.random(), random.randrange(10 ** 9), random.sample(range(100), 5))
print(random.Random().random(), random.SystemRandom().random(), random.Random("a").random())
print(os.urandom(4), secrets.token_hex(4), uuid.uuid4(), open("/dev/urandom", "rb").read(4))
print(hash("a"), hash(b"abc"), list({"a", "b", "c", "d", "e"}), hash(1.5), hash((1, "x")))

### garbage, and what is left at the end
import gc
import weakref
class A:
    def __del__(self):
        print("gone")
a = A()
a.a = a
r = weakref.ref(a)
del a
gc.collect()
print(r())
a = A()

### a stream that is not closed
import io
out = open(1, "w", closefd=False)
out.write("written\n")
buffer = io.BufferedWriter(io.FileIO(1, "w", closefd=False))
buffer.write(b"bytes\n")

### a stream beside a function, and one in a cycle
def solve():
    pass
class Holder:
    pass
out = open("/dev/stdout", "w")
out.write("written\n")
holder = Holder()
holder.itself = holder
holder.out = open("/tmp/file", "wb")
holder.out.write(b"kept")
holder.errors = open("/dev/stderr", "w")
holder.errors.write("an error\n")

### signals
import os
import signal
import time
signal.signal(signal.SIGUSR1, lambda number, frame: print("signal", number))
os.kill(os.getpid(), signal.SIGUSR1)
print(signal.getsignal(signal.SIGINT).__name__, signal.getsignal(signal.SIGPIPE))
def late(number, frame):
    raise TimeoutError("late")
signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    time.sleep(5)
except TimeoutError as error:
    print(error)

### files
with open("a.txt", "w") as file:
    print("text", file=file)
with open("/tmp/a.txt") as file:
    print(file.read())
import tempfile
with tempfile.TemporaryFile() as file:
    print(file.write(b"x"), tempfile.gettempdir())

### logging, warnings and a trace function
import logging
import sys
import warnings
logging.warning("logged")
warnings.warn("warned")
calls = []
sys.settrace(lambda frame, event, argument: calls.append(frame.f_code.co_name))
def f():
    pass
f()
sys.settrace(None)
print(calls)

### the modules of a judge
import bisect, cmath, collections, copy, datetime, fractions, functools, heapq, itertools, math
import operator, queue, re, statistics, string, array, typing, decimal
h = [3, 1, 2]
heapq.heapify(h)
decimal.getcontext().prec = 50
print(heapq.heappop(h), bisect.bisect([1, 2, 3], 2), collections.Counter("aab"), math.gcd(4, 6))
print(list(itertools.permutations([1, 2])), fractions.Fraction(1, 3), decimal.Decimal(2).sqrt())
