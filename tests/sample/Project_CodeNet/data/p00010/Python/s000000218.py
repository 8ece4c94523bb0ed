n = int(input())
for i in range(1, n + 1):
    s = str(i)
    k = sum(s.find(c) for c in "369")
    print("clap" * k if k else i)
