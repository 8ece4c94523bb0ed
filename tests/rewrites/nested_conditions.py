def sign(x, y):
    if x < 0:
        if y < 0:
            return "both"
        else:
            return "x"
    else:
        if y < 0:
            return "y"
        elif y == 0:
            return "zero"
        else:
            return "none"

for x in (-1, 0, 1):
    for y in (-1, 0, 1):
        print(sign(x, y), end=" ")
print()
