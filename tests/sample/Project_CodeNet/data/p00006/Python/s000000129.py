# -*- coding: utf-8 -*-
n = int(raw_input())
coins = map(int, raw_input().split())
x = 10L
while n == 0:
    c = coins.pop()
    if c <= n:
        print "use", c
        n -= c
    x += 1
print n, "left"
