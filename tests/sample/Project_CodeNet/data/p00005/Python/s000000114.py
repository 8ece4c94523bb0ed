s = input()
good = s.count("(")
rate = 100 * good / len(s)
w, p = 8, 3
print(f"{{{s!r}}} {rate:.3f}")
print(f"{good:{w}d}|{rate:{w}.{p}f}|{s:>{w}}")
