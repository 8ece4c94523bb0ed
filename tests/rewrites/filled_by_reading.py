from collections import defaultdict

d = defaultdict(int)
print(d[1] < len(d), d[2] == d[3], len(d))
d[9] = 5
if len(d) > d[7]:
    print(len(d))
else:
    print(dict(d))
