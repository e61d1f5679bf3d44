# 'else if' instead of 'elif'.
#! error: syntax-error@6
x = 3
if x > 3:
    print("large")
else if x > 1:
    print("medium")
