# A local name is read before the function assigns it.
#! error: used-before-assignment@7
count = 0


def bump():
    count += 1
    return count


print(bump())
