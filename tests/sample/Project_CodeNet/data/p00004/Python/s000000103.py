n, q = map(int, input().split())
a = list(map(int, input().split()))
s = [0]
for i in range(n): s.append(s[i] + a[i])
for i in range(q):
    l, r = map(int, input().split())
    if l > r: l, r = r, l; print(0)
    print(s[r] - s[l - 1])
