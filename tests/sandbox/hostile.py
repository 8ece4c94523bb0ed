# Programs that test the walls of the sandbox. tests/support/sandboxed.h says how to read this file.

### files of the system cannot be read
for path in ("/etc/shadow", "/etc/passwd", "/root", "/home", "/proc/self/mem", "/proc/1/environ",
             "/proc/self/maps", "/proc/1", "/proc/self/exe", "/proc/thread-self", "/sys", "/var",
             "/boot", "/dev/mem", "/dev/kmsg", "/dev/fd/3", "/dev/pts", "/dev/tty", "/run/user",
             "/mnt", "/opt", "/srv", "/work", "/programs/1",
             os.path.expanduser("~") + "/.ssh"):
    all_fail((os.stat, path), by="ENOENT")
    all_fail((open, path), by="ENOENT EACCES")
print([name for name in sorted(os.listdir("/")) if name not in ("lib32", "lib64", "libx32")])
print(*sorted(os.listdir("/dev")), os.listdir("/tmp"), os.listdir("/run"))
#> ['bin', 'dev', 'etc', 'lib', 'proc', 'programs', 'run', 'sbin', 'tmp', 'usr', 'zygote']
#> fd full null other-seed random shm stderr stdin stdout urandom zero [] ['tmp']

### nothing but /tmp can be written, removed, renamed or changed
devices = ("/dev/null", "/dev/zero", "/dev/urandom")
for path in ("/", "/bin", "/dev", "/dev/other-seed", "/etc", "/etc/ld.so.cache", "/programs",
             "/programs/0", "/programs/0/main.py", "/run", "/usr", "/usr/bin/python3", "/usr/lib",
             "/zygote", "/zygote/zygote.py", *devices):
    all_fail(*changes(path))
    if path not in devices:
        all_fail((write, path), (write, path + "/x"), (os.mkdir, path + "/x"),
                 (os.symlink, "/tmp", path + "/x"))

### the devices work
write("/dev/null")
print(open("/dev/zero", "rb").read(3), open("/dev/urandom", "rb").read(2) * 0)
with open("/dev/full", "wb", 0) as full:
    print(outcome(full.write, b"x"))
print(outcome(os.mknod, "/tmp/device", 0o600 | 0o020000, os.makedev(1, 1)))
print(outcome(os.mkfifo, "/tmp/fifo"))
#> b'\x00\x00\x00' b''
#> ENOSPC
#> ENOSYS
#> ENOSYS

### the standard streams can be opened, but not changed
for path in ("/dev/stdin", "/dev/fd", "/dev/fd/0", "/dev/fd/1", "/dev/fd/2", "/proc/self/fd/1"):
    all_fail(*changes(path))
for number in range(3):
    all_fail(*attribute_changes(number), (fcntl.fcntl, number, 1033, 0))
all_fail((write, "/dev/fd/3"), (write, "/proc/self/x"), (write, "/dev/stdin"),
         (os.open, "/dev/stdin", os.O_RDWR), by="EROFS")
all_fail((os.write, 0, b"x"), (os.posix_fallocate, 0, 0, 9), (os.read, 1, 1), by="EBADF")
write("/dev/stdout")
print(os.listdir("/proc"), os.listdir("/proc/self"), sorted(os.listdir("/proc/self/fd")))
print(open("/dev/stdin").read(), os.readlink("/dev/stdin"), os.readlink("/proc/self/fd"))
#< 5
#> x['self'] ['fd'] ['0', '1', '2']
#> 5
#>  fd/0 /dev/fd

### links out of /tmp lead nowhere
os.symlink("/etc/shadow", "/tmp/a")
os.symlink("../../../../../../etc", "/tmp/b")
os.symlink("/proc/self/root", "/tmp/c")
all_fail((open, "/tmp/a"), (os.listdir, "/tmp/c"), (open, "/tmp/../etc/shadow"), by="ENOENT")
print(sorted(os.listdir("/tmp/b")))
#> ['ld.so.cache']

### files in /tmp work, and end with the run
print(os.listdir("/tmp"), os.getcwd(), os.stat("/tmp").st_mtime)
write("/tmp/left")
os.mkdir("/tmp/folder")
os.rename("/tmp/left", "/tmp/folder/left")
os.link("/tmp/folder/left", "/tmp/linked")
os.chmod("/tmp/folder", 0)
os.chmod("/tmp", 0)
#> [] /run/tmp 0.0

### files in /tmp are not code
import shutil
shutil.copy("/usr/bin/true", "/tmp/code")
fd = os.open("/tmp/code", os.O_RDWR)
print(outcome(os.execv, "/tmp/code", ["code"]))
print(outcome(mmap.mmap, fd, 4096, mmap.MAP_SHARED, prot=mmap.PROT_READ | mmap.PROT_EXEC))
print(outcome(mmap.mmap, fd, 4096, mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE))
#> EACCES
#> EPERM
#> works

### files in /tmp are limited together, and each by itself
n = n_full = 0
for i in range(10):
    with open("/tmp/%d" % i, "wb", 0) as file:
        try:
            for j in range(1024):
                n += file.write(bytes(1 << 20))
        except OSError as error:
            n_full += error.errno in (errno.ENOSPC, errno.EFBIG)
print(n_full, n <= 64 << 20)
#> 10 True

### a deep folder in /tmp is limited
n = 0
try:
    for i in range(100000):
        os.mkdir("d")
        os.chdir("d")
        n += 1
except OSError as error:
    print(errno.errorcode[error.errno], n < 5000)
#> ENOSPC True

### there is no network
import socket
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET,
               40, 38, 16, 17, 31):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        all_fail((socket.socket, family, kind), by="ENOSYS")
all_fail((socket.create_connection, ("127.0.0.1", 22)), by="ENOSYS")

### a pair of sockets is only a pipe with two directions
import socket
a, b = socket.socketpair()
print(os.write(a.fileno(), b"x"), os.read(b.fileno(), 1))
all_fail((a.send, b"x"), (b.recv, 1), (a.sendto, b"x", b"\0name"), (b.recvmsg, 1, 64),
         (a.sendmsg, [b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, b"\0\0\0\0")]),
         (a.bind, b"\0name"), (a.connect, b"\0name"), (a.listen,), (a.accept,),
         (socket.socketpair, socket.AF_INET), by="ENOSYS")
#> 1 b'x'

### other processes have no names
print(os.getpid(), os.getppid(), os.getpgid(0), os.getsid(0))
all_fail(*((os.kill, pid, 9) for pid in (*range(3, 101), -1, -3, -100, 4194304)),
         (os.getpgid, 3), (os.getpriority, os.PRIO_PROCESS, 3), (os.sched_getaffinity, 3),
         by="ESRCH")
#> 2 0 2 2

### its signals reach only itself | signaled 9
os.kill(0, signal.SIGCONT)
print(outcome(os.kill, 1, signal.SIGKILL), outcome(os.kill, 1, signal.SIGSTOP), flush=True)
os.kill(0, signal.SIGKILL)
#> works works

### signals to the first process of its namespace do nothing, and are not kept
signal.pthread_sigmask(signal.SIG_BLOCK, [40])
def queue(name, *pids):
    n = 0
    while n < 1000 and outcome(kernel, name, *pids, 40, info) == "works":
        n += 1
    return n
info = ctypes.create_string_buffer(struct.pack("iii", 40, 0, -1), 128)
for number in range(1, 65):
    for i in range(10):
        assert outcome(os.kill, 1, number) in ("works", "EINVAL")
print(queue("rt_sigqueueinfo", 1), queue("rt_tgsigqueueinfo", 1, 1))
n = queue("rt_sigqueueinfo", 2)
print(n > 50, n <= 64, queue("rt_sigqueueinfo", 2))
timer = ctypes.c_void_p()
print(libc.timer_create(0, None, ctypes.byref(timer)))
for i in range(n):
    signal.sigwait([40])
print(libc.timer_create(0, None, ctypes.byref(timer)))
#> 0 0
#> True True 0
#> -1
#> 0

### limits of other processes cannot be read or changed
for pid in (1, 2, 3):
    for number in range(16):
        all_fail((resource.prlimit, pid, number), (resource.prlimit, pid, number, (1, 1)))
print(outcome(resource.prlimit, 0, resource.RLIMIT_CPU))
#> works

### files of all sandboxes cannot be locked for others
import sqlite3
def locks(path, mode):
    files = [open(path, mode) for i in range(2)]
    lock = struct.pack("hhqqi", fcntl.F_RDLCK if mode == "r" else fcntl.F_WRLCK, 0, 0, 0, 0)
    exclusive = fcntl.LOCK_EX | fcntl.LOCK_NB
    print({outcome(fcntl.flock, file, exclusive) for file in files},
          {outcome(fcntl.fcntl, file, command, lock) for command in (6, 7, 37, 38)
           for file in files})
locks("/usr/bin/python3", "r")
locks("/tmp/own", "w")
with sqlite3.connect("/tmp/database") as database:
    database.execute("create table t(a)")
    database.execute("insert into t values (1)")
print(sqlite3.connect("/tmp/database").execute("select a from t").fetchall())
#> {'works'} {'works'}
#> {'works'} {'works'}
#> [(1,)]

### files of all sandboxes cannot be watched
folder, file, ends = os.open("/usr/lib", 0), os.open("/usr/bin/python3", 0), os.pipe()
lock = struct.pack("hhqqi", 1, 0, 0, 0, 0)
# notify, signal, owner, lease, its state, a lock's state, a pipe's size, its state
for call in ((folder, 1026, 1), (file, 10, 40), (file, 8, 1), (file, 1024, 0), (file, 1025),
             (file, 5, lock), (ends[1], 1031, 1 << 20), (ends[1], 1032)):
    all_fail((fcntl.fcntl, *call), by="EPERM ENOSYS")

### stopping its group stops only itself | late | wall=1
os.kill(0, signal.SIGSTOP)

### other processes cannot be traced or read
data = ctypes.create_string_buffer(8)
vector = (ctypes.c_size_t * 2)(ctypes.addressof(data), 8)
# of ptrace: traceme, attach, seize
for call in (("ptrace", 0, 0, 0, 0), ("ptrace", 16, 1, 0, 0), ("ptrace", 0x4206, 2, 0, 0),
             ("process_vm_readv", 2, vector, 1, vector, 1, 0), ("kcmp", 1, 1, 0, 0, 0),
             ("pidfd_open", 1, 0), ("pidfd_getfd", 3, 0, 0)):
    all_fail((kernel, *call), by="EPERM ENOSYS")

### no process can be started
import subprocess
def fork():
    if os.fork() == 0:
        os._exit(0)
all_fail((fork,), (subprocess.run, ["/bin/true"]),
         (os.posix_spawn, "/bin/true", ["true"], {}), (os.popen, "echo hello"), by="ENOSYS")
print(os.system("echo hello") == 0)
#> False

### no process can be started by a system call, and no thread with namespaces
for flags in (0, 17, 0x100, 0x4111, 0x8000, 0x80000000, 0x10000011, 0x20000000, 0x100 | 0x4000,
              0x0f00, 0x40000000):
    for name in ("clone", "clone3"):
        all_fail((kernel, name, flags, 0, 0, 0, 0), by="ENOSYS")
arguments = (ctypes.c_uint64 * 11)(0, 0, 0, 0, 17)
all_fail((kernel, "clone3", arguments, 88), by="ENOSYS")
all_fail((kernel, "fork"), (kernel, "vfork"), by="ENOSYS LookupError")
for flag in (0x00020000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000):
    all_fail((kernel, "clone", 0x10f00 | flag, 0, 0, 0, 0))

### a program may become another, which has the same walls
os.execv("/bin/sh", ["sh", "-c", "echo $$; cat /etc/shadow; (echo forked); echo x >/usr/x"])
#= ?
#! annot fork
#> 2

### many threads are limited
stop = threading.Event()
threads = []
threading.stack_size(1 << 16)
try:
    for i in range(1000):
        threads.append(threading.Thread(target=stop.wait))
        threads[-1].start()
except RuntimeError as error:
    print(error, 16 < i <= 64)
stop.set()
#> can't start new thread True

### a large allocation fails | memory=128
print(outcome(bytearray, 10 << 30), outcome(bytearray, 200 << 20), outcome(bytearray, 20 << 20))
#> MemoryError MemoryError works

### memory that grows is limited | memory=128
kept = []
try:
    while True:
        kept.append(bytearray(1 << 20))
except MemoryError:
    n = len(kept)
    kept.clear()
    print(n <= 128, n > 60)
#> True True

### memory of all kinds is limited | memory=128 address=512
kept, n = [], 0
try:
    while True:
        kept.append(mmap.mmap(-1, 16 << 20))
        kept[-1][::4096] = b"x" * 4096
        n += 16
except OSError as error:
    print(errno.errorcode[error.errno], n <= 512)
all_fail((os.memfd_create, "x"), (kernel, "shmget", 0, 4096, 0o1600),
         (kernel, "mq_open", b"/x", 0o100, 0o600, 0), by="ENOSYS")
all_fail((mmap.mmap, -1, 1 << 40), by="ENOMEM")
#> ENOMEM True

### memory in pipes is limited
pipes, n = [], 0
try:
    while True:
        pipes.append(os.pipe())
        os.set_blocking(pipes[-1][1], False)
        outcome(fcntl.fcntl, pipes[-1][1], 1031, 1 << 30)
        try:
            while True:
                n += os.write(pipes[-1][1], bytes(1 << 16))
        except BlockingIOError:
            pass
except OSError as error:
    print(errno.errorcode[error.errno], len(pipes) <= 64, n <= 64 << 20)
#> EMFILE True True

### a lot of output ends the program | flooding | wall=20 cpu=20
block = b"x" * (1 << 20)
for i in range(10 << 10):
    os.write(1, block)
#> ...

### a lot of messages are dropped
for i in range(64):
    os.write(2, b"y" * (1 << 20))
print("done")
#! 65536
#> done

### messages without end do not delay the end | late | wall=1 cpu=30
def flood():
    while True:
        os.write(2, block)
block = b"y" * (1 << 16)
threading.Thread(target=flood).start()
flood()
#! 65536

### output in small pieces does not delay the end | late | wall=1 cpu=30
os.dup2(1, 2)
while True:
    os.write(2, b"y")
    time.sleep(0.001)
#> ...

### sleep is ended | late | wall=1
print("begin", flush=True)
time.sleep(100)
#> begin

### sleep is ended early | idle | wall=1000 cpu=1
print(sum(range(1000000)), flush=True)
time.sleep(1000)
#> 499999500000

### waiting for itself is ended early | idle | wall=1000 cpu=1
lock = threading.Lock()
lock.acquire()
lock.acquire()

### a short sleep is not | wall=1000 cpu=1
time.sleep(1.5)

### waiting without its descriptors is ended | late | wall=1
os.closerange(0, 200)
signal.pause()

### a loop that ignores signals is ended | cpu | cpu=1
for number in range(1, 65):
    outcome(signal.signal, number, signal.SIG_IGN)
print(outcome(resource.setrlimit, resource.RLIMIT_CPU, (100, 100)), flush=True)
while True:
    pass
#> ValueError

### loops in threads are ended together | cpu | cpu=1
def loop():
    while True:
        sum(range(1000))
for i in range(4):
    threading.Thread(target=loop).start()

### threads outlive main, and not the run | late | wall=1
def loop():
    while True:
        time.sleep(0.01)
threading.Thread(target=loop).start()
print("end of main", flush=True)
libc.pthread_exit(None)
#> end of main

### it has only its own three descriptors
print([fd for fd in range(1024) if outcome(os.fstat, fd) == "works"])
for fd in range(3, 200):
    all_fail((os.write, fd, b"x"), (os.read, fd, 1), (os.dup, fd), by="EBADF")
#> [0, 1, 2]

### descriptors can be unblocked, and closed
for fd in range(3):
    fcntl.fcntl(fd, fcntl.F_SETFL, os.O_NONBLOCK | os.O_APPEND | os.O_ASYNC)
print(outcome(os.dup2, 1, 200), flush=True)
os.dup2(1, 100)
for fd in range(100):
    outcome(os.close, fd)
os.write(100, b"here\n")
os._exit(3)
#= 3
#> EBADF
#> here

### descriptors are limited
n = 0
try:
    while True:
        os.dup(1)
        n += 1
except OSError as error:
    print(errno.errorcode[error.errno], n)
#> EMFILE 125

### it has no capabilities, and cannot gain any
head, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
libc.capget(head, data)
print(list(data), os.getresuid(), os.getresgid(), os.geteuid())
everything = (ctypes.c_uint32 * 6)(*[0xffffffff] * 6)
all_fail((kernel, "capset", head, everything), (os.setuid, 0), (os.setgid, 0), (os.setgroups, []),
         by="EPERM ENOSYS")
# ambient, keepcaps, dumpable, subreaper, new privileges, parent's end, speculation, mm
for option in (47, 2, 21), (8, 1), (4, 1), (36, 1), (38,), (1, 9), (53, 0, 2), (35, 8):
    all_fail((kernel, "prctl", *option, *[0] * (5 - len(option))), by="EPERM ENOSYS")
#> [0, 0, 0, 0, 0, 0] (65534, 65534, 65534) (65534, 65534, 65534) 65534

### set-user-id programs gain nothing
os.execv("/bin/sh", ["sh", "-c", "[ ! -e /usr/bin/su ] || exec /usr/bin/su -c id"])
#= ?

### the kernel's large doors are closed
attributes = ctypes.create_string_buffer(256)
for name, arguments in {
    "unshare": (0x10000000,), "setns": (0, 0), "mount": (b"x", b"/tmp", b"tmpfs", 0, 0),
    "chroot": (b"/tmp",), "pivot_root": (b"/tmp", b"/tmp"), "keyctl": (0, -3, 1),
    "add_key": (b"user", b"x", b"x", 1, -3), "bpf": (0, attributes, 256),
    "perf_event_open": (attributes, 0, -1, -1, 0), "io_uring_setup": (1, attributes),
    "userfaultfd": (0,), "seccomp": (1, 0, attributes), "open_by_handle_at": (0, attributes, 0),
    "fanotify_init": (0, 0), "setxattr": (b"/tmp", b"user.x", b"x", 1, 0), "vmsplice": (1, 0, 0, 0),
    "quotactl": (0, 0, 0, 0), "swapon": (b"/tmp/x", 0), "reboot": (0xfee1dead, 0, 0, 0),
    "init_module": (0, 0, b""), "syslog": (3, attributes, 256), "sethostname": (b"x", 1),
    "move_mount": (0, 0, 0, 0, 0), "open_tree": (0, b"/", 0), "personality": (0,),
    "mlock": (ctypes.addressof(attributes), 8), "landlock_create_ruleset": (0, 0, 1),
    "prctl": (22, 2, 0, 0, 0), "mbind": (0, 0, 0, 0, 0), "ioprio_set": (1, 0, 0),
    "getrandom": (attributes, 8, 0),
}.items():
    all_fail((kernel, name, *arguments), by="EPERM ENOSYS")

### calls of another architecture are closed | signaled 31
if os.uname().machine != "x86_64":
    signal.raise_signal(31)
memory = mmap.mmap(-1, 4096, prot=7, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
memory[:8] = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret
address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
print(ctypes.CFUNCTYPE(ctypes.c_int)(address)())

### calls of x32 are closed | signaled 31
if os.uname().machine != "x86_64":
    signal.raise_signal(31)
libc.syscall(ctypes.c_long(0x40000000 + 39))
print("works")

### a terminal cannot be typed to
import termios
all_fail(*((fcntl.ioctl, fd, termios.TIOCSTI, b"x") for fd in range(3)),
         (fcntl.ioctl, 0, 0x541C, b"\x04"), by="ENOSYS")
all_fail((os.openpty,), by="ENOENT")

### its limits cannot be raised
for name in ("DATA", "AS", "STACK", "FSIZE", "CPU", "NPROC", "NOFILE", "CORE", "MEMLOCK",
             "MSGQUEUE", "SIGPENDING"):
    number = getattr(resource, "RLIMIT_" + name)
    hard = resource.getrlimit(number)[1]
    if hard != resource.RLIM_INFINITY:
        all_fail((resource.setrlimit, number, (hard + 1, hard + 1)), by="ValueError")
    elif name in ("DATA", "AS", "FSIZE", "CPU", "NPROC", "NOFILE"):
        print(name, "has no limit")
all_fail((os.nice, -5), (os.setpriority, os.PRIO_PGRP, 0, 5), (os.sched_setaffinity, 0, [0]),
         by="ENOSYS")

### the caller's environment and the machine's name are not there
print(sorted(os.environ), any("secret" in value for value in os.environ.values()))
print(os.uname().nodename)
#> ['LANG', 'PATH', 'PYTHONDONTWRITEBYTECODE', 'PYTHONHASHSEED'] False
#> sandbox

### overflowing the stack is a crash | signaled 11 | stack=8
@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
def down(n):
    return down(n + 1)
sys.setrecursionlimit(1 << 30)
down(0)

### a crash in a thread ends the program | signaled 11
threading.Thread(target=ctypes.string_at, args=(1,)).start()
time.sleep(10)

### an abort is an abort | signaled 6
os.abort()

### an alarm ends it | signaled 14
signal.setitimer(signal.ITIMER_REAL, 0.05)
time.sleep(5)

### locks of one mutex exclude threads
kind = ctypes.create_string_buffer(64)
mutex = ctypes.create_string_buffer(64)
libc.pthread_mutexattr_init(kind)
libc.pthread_mutexattr_settype(kind, 1)
libc.pthread_mutex_init(mutex, kind)
libc.pthread_mutex_lock(mutex)
results = []
def attempt():
    results.append(libc.pthread_mutex_trylock(mutex))
threads = [threading.Thread(target=attempt) for i in range(12)] + [
    threading.Thread(target=lambda: (attempt(), time.sleep(0.1))) for i in range(12)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(set(results) == {errno.EBUSY})
#> True
