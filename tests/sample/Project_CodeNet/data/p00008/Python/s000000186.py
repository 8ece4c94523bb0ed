def guess(x):
    print("?", x, flush=True)
    return {"low": 1, "high": -1, "ok": 0}[input()]


def serch(a, b):
    m = (a + b) // 2
    d = guess(m)
    if not d:
        return m
    return search(m + 1, b) if d > 0 else search(a, m - 1)


print("!", search(1, 1000))
