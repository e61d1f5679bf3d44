# int() of a text that is no number.
#! error: invalid-value@3
print(int("12px"))
