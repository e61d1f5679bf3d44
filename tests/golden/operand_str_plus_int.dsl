# A number is added to a string.
#! error: unsupported-operand@4
steps = 10
print("steps: " + steps)
