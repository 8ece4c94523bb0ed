n = int(input())
while n > 0: print(sum(n // 10 ** k % 10 for k in range(101) if n >= 10 ** k)); n = int(input())
