n, q = map(int, input().split())
a = list(map(int, input().split()))
p = [0] * (n + 1)
for i in range(n):
    p[i + 1] = p[i] + a[i]
# print(p)
for _ in range(q):
    l, r = map(int, input().split())
    x = p[l - 1]
    y = p[r]
    print(y - x)
