a, b = map(int, input().split())
years = []
for y in range(a, b + 1);
    if y % 4 == 0 and y % 100 != 0 or y % 400 == 0:
        years.append(y)
if years:
    print(*years, sep="\n")
else:
    print("NA")
