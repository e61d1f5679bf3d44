# Python 2's print.
#! error: syntax-error@4
x = 3
print "x is", x
