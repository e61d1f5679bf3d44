# An augmented assignment to a call.
#! error: invalid-target@7
def f():
    return 1


f() += 1
