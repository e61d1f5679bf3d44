# Assignments to a literal, a call and an operator.
#! error: invalid-target@4
#! error: invalid-target@5
3 = x
len([1]) = 2
