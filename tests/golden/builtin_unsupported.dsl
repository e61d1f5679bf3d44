# eval and exec.
#! error: unsupported-builtin@5
#! error: unsupported-builtin@6
code = "1 + 2"
print(eval(code))
exec(code)
