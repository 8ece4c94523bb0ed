n, q = map(int, input().split())
a = list(map(int, input().split()))
x = [0]
for v in a:
    x += [x[-1] | v]
out = []
while q:
    q -= 1
    l, r = map(int, input().split())
    out += str(x[r] ^ x[l - 1]),
print("\n".join(out))
