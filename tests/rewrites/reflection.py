secret = 1

def f(value):
    count = value + 1
    return sorted(locals())

print(f(2), "secret" in globals())
