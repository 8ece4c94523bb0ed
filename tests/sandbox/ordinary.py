# Programs that nobody has to fear: a fresh interpreter and the zygote run them alike.
# tests/support/sandboxed.h says how to read this file.

### prints
print("hello", 1, 2.5, [1, "a"], {"b": None})

### prints without line end
print("no line end", end="")

### prints nothing

### its name, file and arguments
import sys
print(__name__, __file__, sys.argv, __doc__, __package__, __spec__, __builtins__.__name__)
print(sys.path[0], sys.flags.optimize, sys.executable)

### if it is main
"""The document."""
def main():
    print(int(input()) + int(input()), __doc__)
if __name__ == "__main__":
    main()
#< 1
#< 2

### its globals
print(sorted(globals()))

### exit
print("a")
exit()

### exit with a code
exit(3)

### quit with a code
quit(4)

### exit with a text
import sys
sys.exit("text")

### exit with other codes
raise SystemExit(-1)

### exit with true
raise SystemExit(True)

### exit with a large code
raise SystemExit(256 + 7)

### exit with a code beyond all bounds
raise SystemExit(1 << 70)

### exit with a tuple
raise SystemExit(1, 2)

### exit with nothing
raise SystemExit

### exit in a function in a try
import sys
def f():
    try:
        sys.exit(5)
    finally:
        print("finally")
f()

### exit in a thread
import sys
import threading
thread = threading.Thread(target=sys.exit, args=(5,))
thread.start()
thread.join()
print("main goes on")

### os._exit
import os
print("flushed", flush=True)
print("lost")
os._exit(6)

### an exception
def f(n):
    return 1 // n
print("before")
f(0)

### an exception with a cause
class Mistake(Exception):
    pass
try:
    [][0]
except IndexError as error:
    raise Mistake("caused") from error

### an exception in a thread
import threading
thread = threading.Thread(target=lambda: 1 // 0, name="worker")
thread.start()
thread.join()
print("main goes on")

### an exception group
raise ExceptionGroup("several", [ValueError(1), TypeError(2)])

### an exception hook
import sys
sys.excepthook = lambda kind, value, trace: print("hook", kind.__name__, value)
raise ValueError("x")

### an interrupt
raise KeyboardInterrupt

### a syntax error
print("before"
x = = 1

### a wrong indentation
if True:
print(1)

### a byte that is not UTF-8 would be the same

### a tab and a null character
print("a\tb\0c")

### a syntax warning
print(1 is 1, "\d")

### input
print(input())
print(input("prompt: "))
#< first
#< second

### input at its end
print(input())

### input without its last line end
import sys
print([line for line in sys.stdin])
#< a
#< b

### open(0)
print(open(0).read().split())
#< 1 2 3
#< 4

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

### open(0) line by line
for line in open(0):
    print(repr(line))
#< 1 2 3
#< 4

### sys.stdin.buffer
import sys
print(sys.stdin.buffer.readline(), sys.stdin.buffer.read())
#< 1 2 3
#< 4

### sys.stdin.readline
import sys
input = sys.stdin.readline
n = int(input())
print(sum(map(int, input().split())), n)
#< 3
#< 4 5 6

### os.read
import os
print(os.read(0, 100))
#< 3

### seeking in the input
import sys
print(sys.stdin.read(), sys.stdin.seek(0), sys.stdin.read(), sys.stdin.seekable())
#< 3

### input that is iterated and read
import sys
it = iter(sys.stdin.read().splitlines())
print(next(it), list(it))
#< a
#< b

### input with letters of other languages
print(input()[::-1], "ünï", "日本")
#< äöü

### sys.stdout.write
import sys
print(sys.stdout.write("abc\n"), sys.stdout.encoding, sys.stdout.isatty(), sys.stdout.fileno())

### sys.stdout.buffer
import sys
sys.stdout.buffer.write(b"\xff\x00\n")
sys.stdout.buffer.flush()

### print to both streams
import sys
print("out")
print("error", file=sys.stderr)
print("out again", flush=True)

### standard output is replaced
import io
import sys
old, sys.stdout = sys.stdout, io.StringIO()
print("hidden")
text = sys.stdout.getvalue()
sys.stdout = old
print("seen", text)

### standard output is closed
import sys
print("a")
sys.stdout.close()

### standard output is none
import sys
print("a")
sys.stdout = None
print("b")

### standard input is closed
import sys
sys.stdin.close()
print("a")
input()

### a surrogate cannot be printed
print("\udc80")

### a pickle of a class in main
import pickle
class A:
    def __init__(self, x):
        self.x = x
print(pickle.loads(pickle.dumps(A(3))).x, pickle.dumps(A).count(b"__main__"))

### main is imported
import __main__
x = 5
print(__main__.x, __main__.__name__, __main__ is __import__("sys").modules["__main__"])

### a module that does not exist
import no_such_module

### its own file is imported
import main
print("twice", __name__)

### dataclasses
from dataclasses import dataclass, field
@dataclass(order=True)
class Point:
    x: int
    y: list = field(default_factory=list)
print(Point(1), Point(1) < Point(2), Point.__module__)

### decorators and caches
from functools import lru_cache, wraps
def twice(f):
    @wraps(f)
    def inner(*a):
        return f(*a) * 2
    return inner
@twice
@lru_cache(None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(20), fib.__name__)

### annotations
x: int = 3
y: "str"
print(__annotations__)

### typing of names in main
import typing
class A:
    b: "B"
class B:
    pass
print(typing.get_type_hints(A))

### named tuples and enumerations
from collections import namedtuple
from enum import Enum
Color = Enum("Color", "RED BLUE")
Pair = namedtuple("Pair", "a b")
print(Color.RED, Pair(1, 2), Color.__module__, Pair.__module__)

### eval, exec and compile
exec("y = 1")
print(eval("y + 1"), eval(compile("y", "<x>", "eval")), sorted(vars()) == sorted(globals()))

### inspection of its own text
import inspect
def f():
    return 1
print(inspect.getsource(f), inspect.stack()[0].function)

### atexit
import atexit
atexit.register(print, "last")
atexit.register(print, "before last")
print("first")

### atexit after an exception
import atexit
atexit.register(print, "last")
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

### a deep recursion
import sys
sys.setrecursionlimit(10 ** 7)
def down(n):
    return 0 if n == 0 else 1 + down(n - 1)
print(down(10 ** 5))

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

### an endless recursion
def down(n):
    down(n + 1)
down(0)

### a large number | memory=512
import sys
sys.set_int_max_str_digits(0)
print(len(str(7 ** 118331)), 3 ** 209590)

### a number with too many digits
print(10 ** 5000)

### random numbers
import random
print(random.random(), random.randrange(10 ** 9), random.sample(range(100), 5))

### seeded random numbers
import random
random.seed(42)
print(random.random(), random.Random(1).random(), random.Random("a").random())

### random bytes of the system
import os
import secrets
import uuid
print(os.urandom(4), secrets.token_hex(4), uuid.uuid4(), open("/dev/urandom", "rb").read(4))

### a random generator without a seed
import random
print(random.Random().random(), random.SystemRandom().random())

### hashes of strings, and orders of sets
print(hash("a"), hash(b"abc"), list({"a", "b", "c", "d", "e"}), hash(1.5), hash((1, "x")))

### large output
for i in range(100000):
    print(i)

### sums of lines
import sys
print(sum(int(x) for line in sys.stdin for x in line.split()))
#< 1 2
#< 3

### garbage
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

### an object that is left
class A:
    def __del__(self):
        print("gone")
a = A()
def f():
    return a

### a stream that is not closed
import io
import sys
out = open(1, "w", closefd=False)
out.write("written\n")
buffer = io.BufferedWriter(io.FileIO(1, "w", closefd=False))
buffer.write(b"bytes\n")

### locale, time and encodings
import locale
import sys
import time
print(time.tzname, sys.getdefaultencoding(), sys.getfilesystemencoding(), locale.getlocale())

### decimal and its context
from decimal import Decimal, getcontext
getcontext().prec = 50
print(Decimal(2).sqrt())

### a signal handler
import os
import signal
signal.signal(signal.SIGUSR1, lambda number, frame: print("signal", number))
os.kill(os.getpid(), signal.SIGUSR1)
print(signal.getsignal(signal.SIGINT).__name__, signal.getsignal(signal.SIGPIPE))

### an alarm
import signal
import time
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

### logging and warnings
import logging
import warnings
logging.warning("logged")
warnings.warn("warned")
print("printed")

### generators and coroutines
def g():
    x = yield 1
    print("got", x)
    yield 2
it = g()
print(next(it), it.send(5))

### a trace function
import sys
calls = []
sys.settrace(lambda frame, event, argument: calls.append(frame.f_code.co_name))
def f():
    pass
f()
sys.settrace(None)
print(calls)

### the modules of a judge
import bisect, cmath, collections, copy, datetime, fractions, functools, heapq, itertools, math
import operator, queue, re, statistics, string, array, typing
h = [3, 1, 2]
heapq.heapify(h)
print(heapq.heappop(h), bisect.bisect([1, 2, 3], 2), collections.Counter("aab"), math.gcd(4, 6))
print(list(itertools.permutations([1, 2])), fractions.Fraction(1, 3), re.findall("a", "banana"))
