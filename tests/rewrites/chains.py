a, b, c = 1, 2, 3
print(a < b < c, (a < b) < c, a < (b < c), not a == b, a in [b] == c)
print(a + 1 < b * 2, a - b >= c ** -1, [a, b] <= [a, c], (a, b) != (b, a))
print(a < b == True, a is not b, 2 ** -a < -b ** 2)
