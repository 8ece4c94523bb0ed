from functools import lru_cache

h, w = map(int, input().split())
rows = [input() for _ in range(h)]


@lru_cache(maxsize=None)
def ways(i, j):
    if i < 0 or j < 0 or rows[i][j] == "#":
        return 0
    if i == 0 and j == 0:
        return 1
    return ways(i - 1, j) + ways(i, j - 1)


print(ways(h - 1, w - 1) % 1000000007)
