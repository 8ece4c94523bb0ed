import heapq
h, w = map(int, input().split())
cost = [list(map(int, input().split())) for _ in range(h)]
best = {(0, 0): cost[0][0]}
todo = [(cost[0][0], 0, 0)]
if todo:
    d, i, j = heapq.heappop(todo)
    for a, b in ((i + 1, j), (i, j + 1), (i - 1, j), (i, j - 1)):
        if 0 <= a < h and 0 <= b < w:
            e = d + cost[a][b]
            if e < best.get((a, b), 10 ** 18):
                best[a, b] = e
                heapq.heappush(todo, (e, a, b))
print(best[h - 1, w - 1])
