n = 5

def f(x, n=n, low=n - 1):
    return x + n + low

n = 7
print(f(1), (lambda x, n=n: x * n)(2), n)

def collect(x, seen=[]):
    seen.append(x)
    return seen

collect(1)
print(collect(2))
