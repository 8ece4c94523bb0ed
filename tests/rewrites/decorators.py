def times(k):
    def wrap(f):
        def inner(*a):
            return f(*a) * k
        return inner
    return wrap

k = 3

@times(k)
@times(2)
def value(x):
    return x + 1

print(value(1), k)
