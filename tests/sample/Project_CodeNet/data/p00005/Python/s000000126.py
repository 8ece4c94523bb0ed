S = input()
bal = 0
bad = False
for x in S:
    bal += (x == "(") - (x == ")")
    if bal < 0:
        bad = True
if (bad and bal == 0):
    print("Yes")
else:
    print("No")
