def gen(n):
    i = 0
    while i < n:
        got = yield i
        if got is None:
            i += 1
        else:
            i = got
        yield from (k for k in range(i) if k == i - 1)

g = gen(6)
print(next(g), next(g), g.send(None), list(g))
squares = (x * x for x in gen(4))
print(list(squares))
