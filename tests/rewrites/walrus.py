data = [4, 8, 15, 16, 23, 42]
found = [half for v in data if (half := v // 2) > 5]
print(found, half)
if (size := len(data)) > 5:
    print("long", size)
else:
    print("short", size)
while (k := data.pop()) != 8:
    print(k)

def f(values):
    return any((last := v) > 10 for v in values) and last

print(f([1, 11, 2]))
