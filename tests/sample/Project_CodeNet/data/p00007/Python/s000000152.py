# レシートの合計を計算する
合計 = 0
é = 100
for _ in range(int(input())):
    品名, 値段 = input().split()
    合計 += int(値段)
print("合計は😀", 合計, "円", 合計 * é * 108 // 100)
