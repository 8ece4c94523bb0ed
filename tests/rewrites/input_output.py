import sys
n, m = map(int, input().split())
grid = [list(map(int, input().split())) for _ in range(n)]
best = -10 ** 9
for i in range(n):
    for j in range(m):
        if grid[i][j] > best:
            best = grid[i][j]
            where = i, j
print(best, *where)
rest = sys.stdin.read().split()
print(len(rest), rest[0] == "x" if rest else None)
