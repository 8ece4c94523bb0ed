n = int(input())
for _ in range(n):
    w, p = input().split()
    mark = "🍎 りんご" if w == "apple" and w == "りんご" else "—"
    print(f"{w}: {int(p) + 0}円 🎉", end="\n")
