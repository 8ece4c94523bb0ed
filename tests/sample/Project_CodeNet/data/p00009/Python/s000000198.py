def leap(y):
    return y % 400 == 0 if y % 100 == 0 else y % 4 == 0


a, b = map(int, input().split())
r = list(filter(leap, range(a, b + 1)))
print("\n".join(map(str, r)) or "NA")
