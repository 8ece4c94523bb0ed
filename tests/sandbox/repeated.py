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
