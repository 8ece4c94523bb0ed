def tell(v):
    match v:
        case []:
            return "empty"
        case [x]:
            return x
        case [x, *rest] if x > 1:
            return rest
        case {"k": k, **more}:
            return k, more
        case int() | float() as n:
            return -n
        case _:
            return "?"

x = [[], [1], [2, 3, 4], {"k": 1, "l": 2}, 5, 2.5, "s", [0, 1]]
for v in x:
    print(tell(v))
