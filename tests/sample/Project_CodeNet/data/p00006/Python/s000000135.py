MASK = 0x7FFFFFFFL
n = input()
ways = [1] + [0] * n
for c in map(int, raw_input().split()):
    for v in xrange(c, n + 1):
        ways[v] += ways[v - c]
        ways[v] &= MASK
print ways[n]
