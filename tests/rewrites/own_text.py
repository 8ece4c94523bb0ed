import traceback

# This comment is counted.
def lines():
    try:
        raise ValueError
    except ValueError as e:
        return traceback.extract_tb(e.__traceback__)[-1].lineno

first = lines()
if first > 5:
    print("at", first)
else:
    print("before")
