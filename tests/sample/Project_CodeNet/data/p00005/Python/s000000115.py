def ratio(text, *, part="("):
    return text.count(part) / len(text)


s = input()
print(f"{ratio(s):.3} {ratio(s, part=')'):.4f}")
