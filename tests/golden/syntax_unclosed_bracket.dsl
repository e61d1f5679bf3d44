# A bracket that is never closed.
#! error: syntax-error@3
values = [1, 2, 3
total = sum(values)
print(total)
