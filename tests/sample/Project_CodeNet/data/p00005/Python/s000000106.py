from collections import deque


def ok(t):
    d = deque()
    for c in t:
        if c in "([{":
            d.append(c)
        elif not d:
            return False
        else:
            if d.pop() + c not in ("()", "[]", "{}"):
                return False
    return not d


print("Yes" if ok(input().strip()) else "No")
