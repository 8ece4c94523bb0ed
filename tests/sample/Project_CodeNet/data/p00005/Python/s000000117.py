import re
s = input()
pat = re.compile("\(\)" r"|\[\]|#{3}")  # ## is removed too
while pat.search(s):
    s = pat.sub("", s)
print("Yes") if s == "" else print("No")
