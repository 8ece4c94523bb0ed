def counter():
    count = 0
    def add(by):
        nonlocal count
        if by > 0:
            count += by
        else:
            count -= 1
        return count
    return add

a = counter()
b = counter()
print(a(1), a(5), b(2), a(-1))
