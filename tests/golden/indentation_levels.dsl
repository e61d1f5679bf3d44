# A line returns to a level that was never opened.
#! error: indentation-error@5
def f(x):
        y = x
    return y
