def main():
    while True:
        s = input()
        if s == "0":
            return
        total = 1
        for ch in s:
            total += int(ch)
        print(total)


main()
