from collections import deque

H, W = map(int, input().split())
G = [input() for _ in range(H)]
dist = [[-1] * W for _ in range(H)]
dist[0][0] = 0
q = deque([(0, 0)])
while q:
    x, y = q.popleft()
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        nx, ny = x + dx, y + dy
        if not (0 <= nx < H and 0 <= ny < W):
            continue
        if G[nx][ny] == "#" or dist[nx][ny] >= 0:
            continue
        dist[nx][ny] = dist[x][y] + 1
        q.append((nx, ny))
print(dist[H - 1][W - 1])
