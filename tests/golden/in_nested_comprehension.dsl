# A nested comprehension with a misspelt inner name.
#! error: undefined-name@4
grid = [[1, 2], [3, 4]]
print([[cel * 2 for cell in row] for row in grid])
