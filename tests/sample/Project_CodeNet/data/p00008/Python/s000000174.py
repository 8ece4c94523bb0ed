def ask(x):
    print("?", x, flush=True)
    return input()


lo, hi = 1, 1000
while lo < hi:
    mid = (lo + hi) // 2
    if ask(mid) == "low":
        lo = mid + 1
    else:
        hi = mid
print("!", lo)
