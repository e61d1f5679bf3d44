# The ++ of other languages.
#! error: syntax-error@4
i = 0
i++
print(i)
