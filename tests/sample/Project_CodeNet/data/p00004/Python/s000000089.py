n, q = map(int, input().split())
s = [0]
for v in map(int, input().split()):
    s.append(s[-1] + v)
for _ in range(q):
    l, r = map(int, input().split())
    ans = s[r] + s[l + 1] if l <= r else 0
    print(ans)
