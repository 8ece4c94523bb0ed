def tax(p, food):
	if food:
		return p * 8 // 100
	return p * 10 // 100

n = int(input())
s = 0
for i in range(n):
	name, p = input().split()
	p = int(p)
	if name[-1] == "*":
		s += p + tax(p, None)
	else:
		s += p + tax(p, False)
print(s)
