a = int("3")
if a > 2:
    b = 1
else:
    b = 2; print(b)
print(b if a<4else a)  # end