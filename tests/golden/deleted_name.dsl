# A name is read after del.
#! error: used-before-assignment@5
data = [1, 2]
del data
print(data)
