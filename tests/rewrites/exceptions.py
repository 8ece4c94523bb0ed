def f(x):
    try:
        y = 10 // x
    except ZeroDivisionError as e:
        return type(e).__name__
    except (TypeError, ValueError) as e:
        return "other " + type(e).__name__
    else:
        if y > 3: return "large"
        else: return "small"
    finally:
        print("done", x)

for v in (0, 2, 5, "a"):
    print(f(v))
raise SystemExit(3)
