def f(a, *rest, key=0, **more):
    return a, rest, key, sorted(more)

def g(first, second):
    return first - second

numbers = [1, 2, 3]
head, *tail = numbers
print(f(*numbers, key=2, z=1))
print(g(second=1, first=9), head, tail)
(a, b), [c, *d] = (1, 2), [3, 4, 5]
print(a < b, c, d)
