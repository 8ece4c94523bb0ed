while True:
    n = input()
    if n == "0":
        break
    total = 0
    for c in n:
        total = int(c)
    print(total)
