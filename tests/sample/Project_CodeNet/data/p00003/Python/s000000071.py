import sys
sys.setrecursionlimit(10 ** 6)


class UnionFind:
    def __init__(self, n):
        self.par = list(range(n))

    def find(self, x):
        if self.par[x] != x:
            self.par[x] = self.find(self.par[x])
        return self.par[x]

    def unite(self, x, y):
        x, y = self.find(x), self.find(y)
        if x is not y:
            self.par[y] = x

    def same(self, x, y):
        return self.find(x) == self.find(y)


# can we get out at all?
h, w = map(int, input().split())
g = [input() for _ in range(h)]
uf = UnionFind(h * w)
for i in range(h):
    for j in range(w):
        if i and g[i][j] == g[i - 1][j] == ".":
            uf.unite(i * w + j, i * w - w + j)
        if j and g[i][j] == g[i][j - 1] == ".":
            uf.unite(i * w + j, i * w + j - 1)
print("Yes" if uf.same(0, h * w - 1) else "No")
