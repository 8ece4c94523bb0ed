#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# A comment that goes.
"""A docstring # that stays."""

x = 1  # behind code
if x:  # behind a colon
    # before the first statement
    y = 2    	# blanks and a tab
    # after the last one, still inside

# outside
else:  # not the else of a loop
    # only here
    y = 3
    # the end
# z
values = [  # in brackets
    1,
    # between
    2,
]
print(x, y, values, "# no comment", '''
# nor this
''')
def f():
    # all that is there
    pass  # and this
print(f())  # é
#