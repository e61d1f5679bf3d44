# An index behind the end of a list, in a comprehension.
#! error: missing-key@4
layers = [64, 32]
print([layers[i] for i in range(3)])
