# Three slips in one file, each reported once.
#! error: syntax-error@5
#! error: syntax-error@9
#! error: syntax-error@12
if 1 > 0
    print("positive")


print "old"


x = (1 + ]
