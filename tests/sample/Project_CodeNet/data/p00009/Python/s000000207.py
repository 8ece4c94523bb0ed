from datetime import date, timedelta
a, b = map(int, input().split())
flag = 0
for y in range(a, b + 1):
    if (date(y, 3, 1) - timedelta(days=1)).day == 29:
        print(y)
        flag = 1
if flag == 0: print("NA")
