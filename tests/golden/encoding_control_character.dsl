# A control character between two names.
#! error: invalid-encoding@3
x = 1 + 2
print(x)
