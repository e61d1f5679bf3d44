# = where == is meant.
#! error: syntax-error@4
x = 3
if x = 3:
    print("three")
