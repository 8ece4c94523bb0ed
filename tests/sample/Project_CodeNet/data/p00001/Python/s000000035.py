res = []
while True:
    n = input().strip()
    if n == "0":
        break
    res.append(sum([int(x) for x in n]))
print(*res, end="\n")
