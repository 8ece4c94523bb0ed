import sys
for l in sys.stdin.read().split()[:-1]:
    if l not in {"", "0"}:
        print(sum(int(c) for c in l))
