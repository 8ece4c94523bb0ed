import sys

def read():
    return map(int, sys.stdin.readline().split())

try:
    n, = read()
    coins = sorted(read(), reverse=True)
    used = 0
    for c in coins:
        used += n / c
        n %= c
    if n:
        print >>sys.stderr, "rest", n
    print used, "coins"
except IndexError, e:
    print "error:", e
