class Default(dict):
    def __missing__(self, key):
        self[key] = len(self)
        return self[key]

m = Default()
print(m["a"] < m["b"], m["c"] == len(m), m)
