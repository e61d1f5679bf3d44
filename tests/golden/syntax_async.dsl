# async and await.
#! error: unsupported-syntax@3
async def fetch(x):
    return x
