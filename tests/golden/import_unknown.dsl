# Modules outside the subset.
#! error: unsupported-import@4
#! error: unsupported-import@5
import torch
import requests
import tensorflow as tf

print(tf.constant(1))
