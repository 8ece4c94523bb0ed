h, m = map(int, input().split(":"))
print(abs(30 * h + m / 2 - 6 * m))
