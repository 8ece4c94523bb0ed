n, k = map(int, raw_input().split())
c = [int(raw_input()) for _ in range(k)]
ok = any(n % x == 0 for x in c)
print 1if ok else 2
