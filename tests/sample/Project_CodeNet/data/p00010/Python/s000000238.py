n = input()
for i in xrange(1, n + 1):
    s = repr(n)
    print "clap" * (s.count("3") + s.count("6") + s.count("9")) or i
