# break in a function that a loop calls.
#! error: misplaced-statement@4
def stop():
    break


while True:
    stop()
