class Loud:
    def __init__(self, v):
        self.v = v

    def __lt__(self, other):
        print("lt", self.v)
        return self.v < other.v

    def __eq__(self, other):
        print("eq", self.v)
        return True

    def __bool__(self):
        print("bool")
        return False

a, b = Loud(1), Loud(2)
print(a < b, a == b, a > b)
if a:
    print("yes")
else:
    print("no")
