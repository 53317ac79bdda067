from .epochs import *
