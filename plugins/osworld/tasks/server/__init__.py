"""The protocol of OSWorld's in-guest server, answered from the host for a guest of testbed.

The requests and responses are those of `desktop_env/server/main.py` (xlang-ai/OSWorld), as its controllers, evaluators
and agents use them. Where that server is broken, the answer is what was intended: `/run_bash_script` succeeds.
"""
