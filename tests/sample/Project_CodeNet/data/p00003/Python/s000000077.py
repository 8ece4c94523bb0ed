with open(0) as f:
    h, w, *g = f.read().split()
h = int(h); w = int(w)
dp = [[0] * (w + 1) for _ in range(h + 1)]
dp[1][1] = 1
for i in range(h):
    for j in range(w):
        if i + j and g[i][j] == '.':
            dp[i + 1][j + 1] = dp[i][j + 1] + dp[i + 1][j]
print(dp[h][w])
