n = int(input())
for _ in range(n):
    w, p = input().split()
    mark = "🍎 りんご" if w == "apple" or w == "りんご" else "—"
    print(f"{w}: {int(p) + 0}円 🎉", end="\n")
