import bisect
n = int(input())
a = sorted(int(v) for v in input().split())
top = a[-1] * 2 + 1
comp = bytearray(top + 1)
primes = []
for p in range(2, top + 1):
    if comp[p]:
        continue
    primes.append(p)
    for m in range(p * 2, top + 1, p):
        comp[m] = 1
total = 0
for p in primes:
    for i, v in enumerate(a):
        lo = bisect.bisect_left(a, p - v, 0, i)
        hi = bisect.bisect_right(a, p - v, 0, i)
        total += hi - lo
print(total)
