# A closure that is called after its variable has changed.
def outer(n):
    step = 1

    def inner(k):
        return n * k + step

    step = 2
    return inner


f = outer(3)
n = 10
print(f(n), f(0) < n, n == 10)
