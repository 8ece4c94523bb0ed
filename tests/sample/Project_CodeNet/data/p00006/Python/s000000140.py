n = input()
a = sorted(map(int, raw_input().split()))[::-1]
print reduce(lambda s, c: (s[0] % c, s[1] + s[0] / c), a, (n, 0))[1]
