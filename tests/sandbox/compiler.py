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
