def f(n):
	if n > 2:
		m = n	# tab
	else:
		if n:
			m = -n
		else:
			m = 0
	return m

for n in range(5):
	print(f(n), n<=f(n))
