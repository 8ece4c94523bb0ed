# first
def f(a):
    # second
    if a == 1:  # third
        return """one
two"""
    else:
        return a
    # fourth

print(repr(f(1)), f(2), 2 > f(0))
