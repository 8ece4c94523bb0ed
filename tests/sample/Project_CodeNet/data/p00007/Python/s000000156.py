# Shift_JIS, without a coding line
n = int(raw_input())
s = 0
for i in range(n):
    s += int(raw_input().split()[1])
print u"‡Œv".encode("utf-8"), s / 100
