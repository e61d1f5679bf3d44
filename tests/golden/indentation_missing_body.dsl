# The body of a loop is not indented.
#! error: indentation-error@4
for i in range(3):
print(i)
