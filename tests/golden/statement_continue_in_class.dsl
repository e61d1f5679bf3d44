# continue in a class body, and nonlocal at module level.
#! error: misplaced-statement@4
class A:
    continue
