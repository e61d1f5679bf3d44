# Two parameters of one name, also of a lambda.
#! error: duplicate-argument@4
#! error: duplicate-argument@8
def dense(x, units, units):
    return x * units


scale = lambda v, v: v
