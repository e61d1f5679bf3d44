# A line that is indented for no reason.
#! error: indentation-error@4
x = 1
    y = 2
print(x)
