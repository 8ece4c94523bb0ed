import numpy as np

n, k = map(int, input().split())
m = np.array([[1, 1], [1, 0]], dtype=object)
r = np.eye(2, dtype=object)
while k:
    if k & 1:
        r = r * m
    m = m @ m
    k >>= 1
print(r[0][1] % n)
