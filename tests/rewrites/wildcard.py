from math import *
e = 3
radius = 2

def area(r):
    square = r * r
    return square * pi

print(round(area(radius), 3), e, floor(2.5) < e)
