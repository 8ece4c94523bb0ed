s = input()
good = s.count("(")
rate = 100 * good / len(s)
w, p = 8, 3
print(f"{{{s!r}}} {rate:.3f}")
print(f"{good:{w}d}|{rate:{p}.{p}f}|{s:>{w}}")
