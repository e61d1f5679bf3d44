# Three values for two names.
#! error: invalid-value@7
def stats(xs):
    return min(xs), max(xs), sum(xs)


low, high = stats([3, 1, 2])
print(low, high)
