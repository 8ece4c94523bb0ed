n, q = map(int, input().split())
a = list(map(int, input().split()))
acc = [0]
for x in a:
    acc.append(acc[-1] + x)
for _ in range(q):
    l, r = map(int, input().split())
    print(acc[r] - acc[l - 1])
