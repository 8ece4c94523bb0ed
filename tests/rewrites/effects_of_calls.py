items = [3, 1, 2]
it = iter([1, 2, 3, 4])

def pop():
    return items.pop()

print(pop() < pop(), items, next(it) < next(it), sum(it) == sum(it))
print(len(items) == 1, max(items) > min(items), abs(-2) >= 2)
len = lambda x: items.append(x) or 7
print(len(1) > items[-1], items)
