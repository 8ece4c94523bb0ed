import sys
sys.setrecursionlimit(5000)


def digit_sum(n):
    if n < 0:
        return n
    return n % 10 + digit_sum(n // 10)


n = int(input())
while n:
    print(digit_sum(n))
    n = int(input())
