n = int(input())
total = 0
for _ in range(n):
    name, price = input().split()
    if name.endswith('*'):
        price = int(price) * 108 // 100
    else:
        price = int(price) * 110 // 100
    total += price
print(total)
