def main():
    while True:
        s = input()
        if s == "0":
            return
        total = 0
        for ch in s:
            total += int(ch)
        print(total)


main()
