log = []

class P:
    @property
    def left(self):
        log.append("left")
        return len(log)

    @property
    def right(self):
        log.append("right")
        return len(log)

p = P()
print(p.left < p.right, log)
print(p.left == p.right, log)
