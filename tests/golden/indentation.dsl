# A block that is not there.
#! error: indentation-error@5
def f(x):

print(f(1))
