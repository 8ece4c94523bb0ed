def main():
    while True:
        s = input()
        if s == "0":
            return
        print(sum(map(int, s)))


main()
