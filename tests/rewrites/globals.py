total = 0
seen = []

def add(x):
    global total, seen
    total += x
    seen = seen + [x]

def shadow(x):
    total = x * 2
    return total

for x in range(4):
    add(x)
    print(shadow(x), total, seen)
if total >= 6:
    print("big", total)
else:
    print("little", total)
