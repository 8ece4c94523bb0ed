a = 1 + \
    2
b = (a
     # inside
     < 4)
if a > 2 and \
        b:  # c
    print("yes")
else:
    print("no")
assert a == \
    3, "a"
print(a, b)
