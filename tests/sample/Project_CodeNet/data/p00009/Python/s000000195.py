a, b = map(int, input().split())
none = True
for y in range(a, b + 1):
        if y % 4 == 0:
            if y % 100 or y % 400 == 0:
                print(y)
                none = False
if none:
    print("NA")
