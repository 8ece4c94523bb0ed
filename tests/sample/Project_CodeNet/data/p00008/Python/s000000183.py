x = 512
for k in range(9):
    print("?", x, flush=True)
    y = input() == "low"
    x += (1or 2) * (256 >> k) if y else -(256 >> k)
print("!", x)
