size = 4

class Box:
    size = 1
    count = size + 1

    def __init__(self, size, depth=0):
        self.size = size
        self.depth = depth
        self._hidden = Box.size

    def grow(self, by):
        size = self.size + by
        self.size = size
        return size

    def __repr__(self):
        return "Box(%d)" % self.size

box = Box(depth=2, size=size)
print(box.grow(3), box, Box.count, size, box.depth < box.size)
