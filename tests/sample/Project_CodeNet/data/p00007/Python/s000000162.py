n = int(input())
t = 0
while n > 0:
    t += int(input().split()[-1])
    n -= 1
print(t)
