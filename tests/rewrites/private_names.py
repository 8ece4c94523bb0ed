__top = 1

class A:
    __x = 2

    def get(self):
        __y = self.__x
        return __y

    def set(self, __v):
        self.__x = __v

a = A()
a.set(5)
print(a.get(), __top, a._A__x)
