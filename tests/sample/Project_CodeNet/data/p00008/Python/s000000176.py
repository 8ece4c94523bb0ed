"""
Guess the number.
  ask, then halve  
"""
a, b = 0, 1000
while b - a > 1:
    m = a + b >> 1
    print('?', m, flush=True)
    r = input()
    if r == 'low':
        b = m
    else:
        b = m
print('''!
'''[0], b)
