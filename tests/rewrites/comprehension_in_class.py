n = 3

class A:
    n = 2
    first = [k for k in range(n)]

    def f(self, n=n):
        return [n * k for k in self.first]

print(A.first, A().f(), n)
