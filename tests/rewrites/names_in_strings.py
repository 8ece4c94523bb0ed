index = 2
item = 3
print("%(index)s items" % {"index": index})
print("index {0} of {n}".format(item, n=index))
print("\nitem", item)
