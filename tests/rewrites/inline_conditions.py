for n in range(4):
    if n % 2: print("odd", n)
    else: print("even", n); print("-")
    if(n>1): print("big")
    else:
        print("small")
        if n == 0: pass
        else: print("one")
    if not n:
        print("none")
    else: print("some")
