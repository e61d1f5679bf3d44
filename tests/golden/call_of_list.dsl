# Round brackets where square ones are meant.
#! error: not-callable@4
table = [1, 2, 3]
print(table(0))
