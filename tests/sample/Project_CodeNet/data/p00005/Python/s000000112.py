n = int(input())
for case in range(1, n + 1):
    s = input()
    while (m := s.replace("()", "").replace("[]", "")) != s:
        s = m
    print(f"Case {case}: {'No' if s else 'Yes'}")
