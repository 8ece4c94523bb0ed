def total(*args):
    return sum(args.values())


n, q = map(int, input().split())
a = list(map(int, input().split()))
ans = 0
for i in range(q):
    l, r = map(int, input().split())
    print(total(**{str(k): a[k] for k in range(l - 1, r)}))
