name = "Ada"
width = 8
value = 3.14159
print(f"{name!r:>{width}} {value:.{width - 6}f} {value < 4}")
print(f"{width=} {value == 3}")
total = 0
for i in range(3):
    total += i
    print(f"{i}: {'low' if total < 2 else 'high'} {total}")
