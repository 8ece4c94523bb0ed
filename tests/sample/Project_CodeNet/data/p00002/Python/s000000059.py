n = int(input())
a = sorted(map(int, input().split()))
ok = [0, 0] + [1] * 20000
for i in range(2, 142):
    if ok[i]:
        ok[i * i::i] = [0] * len(ok[i * i::i])
print(sum(ok[a[i] + a[j]] for i in range(n) for j in range(n)))
