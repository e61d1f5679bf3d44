# return at module level, after a loop.
#! error: misplaced-statement@5
for i in range(3):
    print(i)
return i
