import importlib

importlib.import_module('lib.run')
