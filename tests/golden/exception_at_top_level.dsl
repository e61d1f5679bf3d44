# A check of the arguments that is certain to fail.
#! error: uncaught-exception@5
def make_layer(units):
    if units <= 0:
        raise ValueError("units must be positive")
    return [0.0] * units


print(make_layer(-4))
