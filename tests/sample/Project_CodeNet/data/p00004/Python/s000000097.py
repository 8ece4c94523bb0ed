n, q = map(int, input().split())
a = list(map(int, input().split()))
acc = [0]


def push(v):
    acc.append(acc[-1] + v)


for v in a:
    push(v)
try:
    while True:
        l, r = map(int, input().split())
        print(acc[r] - acc[l - 1])
except EOFError:
    pass
finally:
    del acc
