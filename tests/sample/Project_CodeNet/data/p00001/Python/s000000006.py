[print(sum(map(int, s))) for s in iter(input, "0")]
