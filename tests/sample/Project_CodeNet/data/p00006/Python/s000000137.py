import sys
for line in sys.stdin:
    n = int(line)
    best = None
    for a in xrange(0, n + 1, 7):
        if (n - a) % 5 == 0:
            best = a / 7 + (n - a) / 5
    if best is None:
        print "impossible", n
    else:
        print "best: %d" % best
