a, b = map(int, input().split())
y = a - a % -4
found = None
for y in range(y, b + 1, 4):
    if y % 100 == 0 and y % 400 is not 0:
        continue
    found = y
    print(y)
if found is None:
    print("NA")
