list = [3, 1, 2]
max = 0
for str in list:
    if max < str:
        max = str
print(list, max)
input = 4
print(input >= 4)
