from itertools import combinations as pairs

N = int(input())
A = [int(x) for x in input().split()]


def prime(x):
    if x < 2:
        return False
    return all(x % d for d in range(2, int(x ** 0.5) + 1))


print(sum(1 for x, y in pairs(A, 2) if prime(x + y)))
