x = 512
for k in range(9):
    print("?", x, flush=True)
    y = input() == "low"
    x += (0or 1) * (256 >> k) if y else -(256 >> k)
print("!", x)
