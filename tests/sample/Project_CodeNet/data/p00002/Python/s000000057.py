n = int(input())
*a, = map(int, input().split())
p = lambda x: x > 1 and all(x % k for k in range(2, x))
print(sum(p(a[i] + a[j]) for i in range(n) for j in range(i)))
