from collections import Counter

M = 20001
sieve = [True] * M
sieve[0] = sieve[1] = False
for i in range(2, 150):
    if not sieve[i]:
        continue
    for j in range(i * i, M, i):
        sieve[j] = False

n = int(input())
c = Counter(map(int, input().split()))
keys = sorted(c)
ans = 0
for k, x in enumerate(keys):
    if sieve[2 * x]:
        ans += c[x] * (c[x] - 1) // 2
    for y in keys[k + 1:]:
        if sieve[x + y]:
            ans += c[x] + c[y]
print(ans)
