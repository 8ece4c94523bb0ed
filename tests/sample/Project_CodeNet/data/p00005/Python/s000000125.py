s = input()
d = m = 0
for c in s:
    d += 1 if c == "(" else -1
    m = min(m, d)
if (m < 0 or d != 0):
    print("No")
else:
    print("Yes")
