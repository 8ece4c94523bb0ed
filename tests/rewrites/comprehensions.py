i = 100
rows = [[i * j for j in range(3)] for i in range(3)]
print(i, rows)
pairs = {j: i for i, j in enumerate("abc") if i != 1}
print(i, pairs)
print(sum(i for i in range(i) if i % 7 == 0), {i for i in (1, 1, 2)})
x = [x for x in range(5) if x >= 2]
print(x)
