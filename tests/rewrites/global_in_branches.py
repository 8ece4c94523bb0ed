def f(x):
    if x > 1:
        global state
        state = x
    else:
        print(x)

f(0)
f(2)
print(state)
