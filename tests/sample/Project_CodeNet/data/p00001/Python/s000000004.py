import sys

for line in sys.stdin:
    n = int(line)
    if n == 0:
        break
    s = 0
    while n > 0:
        s += n / 10
        n //= 10
    print(s)
