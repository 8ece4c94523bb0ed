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
