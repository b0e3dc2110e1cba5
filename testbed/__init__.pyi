from .errors import TestbedError as TestbedError
