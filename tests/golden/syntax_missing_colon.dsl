# A missing colon after def and after if.
#! error: syntax-error@4
#! error: syntax-error@9
def area(r)
    return r * r


def sign(x):
    if x > 0
        return 1
    return -1
