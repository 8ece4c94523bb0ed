a = [1, 2, 3]
b = {"x": 1}
c = d = 5
del a[0], b["x"]
del c
try:
    c
except NameError:
    print("gone")
print(a, b, d)
for k in a: pass
else: print("end", k)
with open("/dev/null") as f, open("/dev/null") as g:
    print(g.read() == "", f.closed)
