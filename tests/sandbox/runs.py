# Programs of tests/unit/test_sandbox_runs.c, each after its name.

### compiler
# A compiler that does more than it should.
import os
import subprocess

subprocess.run(["/usr/bin/python3", "-c", "open('made', 'w')"])
for path in ("/programs/0/main.py", "/programs/2", "/programs/0/x",
             "/programs/x", "/usr/x"):
    try:
        open(path, "a")
        print(path)
    except OSError:
        pass
n = 0
try:
    for i in range(200):
        if os.fork() == 0:
            os._exit(0)
        n += 1
except OSError as error:
    print(error.errno, n < 64)

### marker
# Leaves marks wherever it can.
import os

calls = []
for path in ("/", "/tmp", "/run", "/dev", "/dev/null", "/dev/zero", "/dev/full",
             "/dev/urandom", "/dev/other-seed", "/dev/fd", "/dev/fd/0", "/dev/fd/1", "/programs",
             "/programs/0", "/zygote", "/programs/0/main.py", "/usr", "/usr/bin",
             "/usr/bin/python3"):
    calls += [(os.utime, path), (os.utime, path, (5, 6)), (os.listdir, path),
              (os.chmod, path, 0o123), (os.mkdir, path + "/mark"), (open, path + "/file", "w"),
              (os.rmdir, path + "/mark"), (os.unlink, path + "/file"), (open, path, "w"),
              (os.setxattr, path, "user.mark", b"1"), (os.rename, path, path + "2")]
for call in calls:
    try:
        call[0](*call[1:])
    except OSError:
        pass
for number in (1, 2):
    os.write(number, b"left")
    os.write(os.open("/dev/fd/%d" % number, os.O_RDWR), b"left")
os.chmod("/tmp", 0o755)
os.utime("/tmp", (0, 0))

### neighbours
# Prints the numbers of the programs that it can open.
import os

for number in range(3):
    for call in (os.listdir, os.chdir):
        try:
            call("/programs/%d" % number)
            print(number, end=" ")
        except OSError:
            pass
    try:
        open("/programs/%d/main.py" % number)
        print(number, end=" ")
        os.chmod("/programs/%d" % number, 0o777)
    except OSError:
        pass

### observer
# Prints all that a program can see of what others did: modes, times, numbers, sizes, free room.
import os

for path in ("/", "/tmp", "/run", "/run/tmp", "/dev", "/dev/null", "/dev/zero", "/dev/full",
             "/dev/random", "/dev/urandom", "/dev/other-seed", "/dev/fd", "/dev/fd/1", "/programs",
             "/programs/0", "/programs/1/main.py", "/zygote", "/zygote/zygote.py", "/usr",
             "/usr/bin"):
    s = os.stat(path)
    print(path, s.st_mode, s.st_ino, s.st_nlink, s.st_uid, s.st_size, s.st_atime_ns * 0,
          s.st_mtime_ns)
print(os.stat("/dev/stdin").st_size, open("/dev/stdin").read())
print(os.listdir("/tmp"), os.statvfs("/tmp"), os.getpid(), os.getppid(), os.environ)
open("/tmp/x", "w")
print(os.stat("/tmp/x").st_ino)

### repeated
# Prints what differs between two runs unless it is fixed.
import os
import random
import threading
import uuid

thread = threading.Thread()
thread.start()
print(id(os), id(text := str(os.getpid)), thread.native_id)
print(hash("a"), {"a", "b", "c"}, hash(object()))
print(random.random(), os.urandom(4), uuid.uuid4())
print(os.uname().nodename, os.times().user > 100)
