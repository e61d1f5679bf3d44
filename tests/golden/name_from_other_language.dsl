# true, null and math without the import.
#! error: undefined-name@3
done = true
if not done:
    print(math.pi)
