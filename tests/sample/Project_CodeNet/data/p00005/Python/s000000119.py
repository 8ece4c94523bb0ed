def parse(s):
    pos = 0

    def group():
        nonlocal pos
        while pos < len(s) and s[pos] == "(":
            pos += 1
            group()
            if pos > len(s) or s[pos] != ")":
                raise ValueError("pos %d" % pos)
            pos += 1

    group()
    return pos


text = input()
match text[:1]:
    case "(" | "":
        try:
            print("Yes" if parse(text) == len(text) else "No")
        except ValueError:
            print("No")
    case _:
        print("No")
