h, m = map(int, input().split(":"))
print(abs(30 * (h % 12) + m / 2 - 6 * m))
