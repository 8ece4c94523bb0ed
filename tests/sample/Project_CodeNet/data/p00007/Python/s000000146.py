n = int(input())
s = sum(int(input().split()[1]) for i in range(n))
print(s * 110 // 100)
